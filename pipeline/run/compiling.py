"""Compile kernels before they are needed: what kinds share first, then what each kind adds."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

from pipeline.kernels.cache import choose_cache_folder, packed_for
from pipeline.kinds import compile_seconds, get_kind
from pipeline.kinds.interface import AnyKind
from pipeline.library import board_key
from pipeline.run.execution import Workers
from pipeline.run.progress import Reporter
from pipeline.stages.generate import GeneratorOrder, make_candidate
from pipeline.stages.puzzle import read_puzzle

KIT: Final = "kit"  # The part that kinds share
KIT_SECONDS, RARE_SECONDS = 29.0, 9.0  # Processor time on a server of 2021
RARE: Final = ("warm_up_diagonals",)  # Functions for boards that few orders have

_PRESETS: Final = ("tiny", "small", "usual")


class Part(NamedTuple):
    """Kernels that are compiled together, since they have parts in common."""

    name: str
    kind: str
    numbers: tuple[int, ...]  # Of warm-up functions of the kind
    has_trial: bool  # Whether puzzles of the kind are also made and proved

    @property
    def seconds(self) -> float:
        """Return the processor time that it takes, about."""
        return seconds_of(self.name) if self.name in (self.kind, KIT) else RARE_SECONDS


def seconds_of(room: str) -> float:
    """Return the processor time for the kernels of a kind, or of `KIT`, which kinds share."""
    return KIT_SECONDS if room == KIT else compile_seconds(room)


def missing_parts(kinds: Iterable[str], has_rare: bool = False) -> list[Part]:
    """Return the parts of kinds that are not compiled yet, the longest first.

    Kinds whose kernels are mostly those of the kit come last, when these are compiled. With
    ``has_rare`` there are also parts that few orders need.
    """
    choose_cache_folder()
    if packed_for() is not None:
        return []
    parts: dict[str, Part] = {}
    for kind in kinds:
        numbers = []
        for number, function in enumerate(get_kind(kind).warm_up):
            if ".kit." in function.__module__:
                parts[KIT] = Part(KIT, kind, (number,), False)
            elif function.__name__ not in RARE:
                numbers.append(number)
            elif has_rare:
                name = f"{kind}.{function.__name__}"
                parts[name] = Part(name, kind, (number,), False)
        parts[kind] = Part(kind, kind, tuple(numbers), True)
    left = (part for part in parts.values() if not _mark(part).exists())
    return sorted(left, key=lambda part: (not part.numbers, -part.seconds))


def describe_compiling(kinds: Iterable[str], jobs: int) -> str:
    """Return a text on the time until the kernels of kinds are compiled."""
    parts = missing_parts(kinds)
    return _describe(parts, jobs) if parts else "kernels: compiled"


def _describe(parts: Sequence[Part], jobs: int) -> str:
    return (
        f"kernels: {len(parts)} to compile first, once for this machine: about "
        f"{_ends(parts, jobs)[-1]:.0f} s on {jobs} processor{'s' * (jobs > 1)}"
    )


def compile_kernels(
    kinds: Iterable[str], workers: Workers, reporter: Reporter | None = None, has_rare: bool = False
) -> None:
    """Compile the kernels of kinds that are not compiled yet, on all workers.

    The reporter shows the stage ``kernels`` if there are some. ``has_rare`` is as in
    `missing_parts`.
    """
    if not (parts := missing_parts(kinds, has_rare)):
        return
    reporter = reporter or Reporter()
    reporter.expect("kernels", len(parts))
    reporter.report(_describe(parts, workers.jobs))
    ends, start = _ends(parts, workers.jobs), perf_counter()
    for number, (part, end) in enumerate(zip(_compile(parts, workers), ends, strict=True), 1):
        with suppress(OSError):  # a cache that cannot be written to is no reason to stop
            _mark(part).parent.mkdir(parents=True, exist_ok=True)
            _mark(part).touch()
        left = (ends[-1] - end) * (perf_counter() - start) / end
        text = f"compiling {number} of {len(parts)} kernels, about {left:.0f} s left"
        reporter.describe("kernels", text, 0.0)
        reporter.advance("kernels")


def _compile(parts: Sequence[Part], workers: Workers) -> Iterator[Part]:
    for some in _rounds(parts, workers.jobs):
        yield from workers(_compile_part, some)


def _rounds(parts: Sequence[Part], jobs: int) -> Iterator[list[Part]]:
    """Yield parts that can be compiled at once: what is shared comes first."""
    for _, some in groupby(parts, lambda part: not part.numbers and jobs > 2):
        yield list(some)


def _ends(parts: Sequence[Part], jobs: int) -> list[float]:
    """Return when each part will be done with those before it, in seconds from the start."""
    ends: list[float] = []
    for some in _rounds(parts, jobs):
        free = [max(ends, default=0.0)] * jobs
        for part in some:
            first = free.index(min(free))
            free[first] += part.seconds
            ends.append(max(free[first], *ends[-1:]) if ends else free[first])
    return ends


def _compile_part(part: Part) -> Part:
    gc.disable()  # what numba creates stays: looking through it again and again takes a tenth
    try:
        kind = get_kind(part.kind)
        for number in part.numbers:
            kind.warm_up[number]()
        if part.has_trial:
            _try_kind(kind)
    finally:
        gc.enable()
    return part


def _try_kind(kind: AnyKind) -> None:
    """Make, prove and explain puzzles, which compiles what the warm-up leaves out."""
    for params in filter(None, map(kind.presets.get, _PRESETS)):
        order = GeneratorOrder(kind.id, params, 1)
        record = make_candidate((order, 0), asks_confirmed=True).graded
        if record is not None:
            board_key(record)
            puzzle = read_puzzle(record)
            rules = puzzle.kind.deductions
            list(rules.explain_steps(puzzle.clues, puzzle.solution) if rules else ())


def _mark(part: Part) -> Path:
    python = "{}.{}".format(*sys.version_info)
    name = f"{part.name}-{python}-{version('numba')}"
    return Path(os.environ["NUMBA_CACHE_DIR"], "compiled", name)
