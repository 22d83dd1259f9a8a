"""Compile kernels before they are needed: what kinds share first, then what each kind adds."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

from pipeline.kernels.cache import choose_cache_folder, packed_for
from pipeline.kinds import get_kind
from pipeline.library import board_key
from pipeline.run.execution import Workers
from pipeline.run.progress import Reporter
from pipeline.stages.generate import GeneratorOrder, make_candidate
from pipeline.stages.puzzle import read_puzzle

SECONDS: Final = {
    "kit.constraints.kind": 28.0,
    "hashi.generate": 27.0,
    "numberlink.solve": 12.0,
    "numberlink.grade": 9.0,
    "sudoku": 6.0,
    "numberlink": 6.0,
    "numberlink.generate": 5.0,
    "npuzzle.solve": 4.0,
    "nonogram": 3.0,
    "zip": 3.0,
    "akari": 2.0,
    "hashi.solve": 1.0,
}
"""Processor time of each part, measured on a server of 2021; `OTHER` for others."""

OTHER: Final = 0.5

_PRESETS: Final = ("tiny", "small", "usual")


class Part(NamedTuple):
    """Kernels that are compiled together: a warm-up function of a kind, or those of a trial."""

    name: str
    kind: str
    number: int | None
    """Of the function; None for the trial, which makes and proves puzzles of the kind."""

    @property
    def seconds(self) -> float:
        """Return the processor time that it takes, about."""
        return SECONDS.get(self.name, OTHER)


def seconds_of(room: str) -> float:
    """Return the processor time for the kernels of a kind, or of "kit", which kinds share."""
    return sum(some for name, some in SECONDS.items() if name.split(".")[0] == room) or OTHER


def missing_parts(kinds: Iterable[str]) -> list[Part]:
    """Return the parts of kinds that are not compiled yet, the longest first, trials last."""
    choose_cache_folder()
    if packed_for() is not None:
        return []
    parts: dict[str, Part] = {}
    for kind in kinds:
        for number, function in enumerate(get_kind(kind).warm_up):
            name = function.__module__.removeprefix("pipeline.kinds.")
            parts.setdefault(name, Part(name, kind, number))  # kinds may share it
        parts.setdefault(kind, Part(kind, kind, None))
    left = (part for part in parts.values() if not _mark(part).exists())
    return sorted(left, key=lambda part: (part.number is None, -part.seconds))


def describe_compiling(kinds: Iterable[str], jobs: int) -> str:
    """Return a text on the time until the kernels of kinds are compiled."""
    if not (parts := missing_parts(kinds)):
        return "kernels: compiled"
    return (
        f"kernels: {len(parts)} to compile first, once for this machine: about "
        f"{_ends(parts, jobs)[-1]:.0f} s on {jobs} processor{'s' * (jobs > 1)}"
    )


def compile_kernels(
    kinds: Iterable[str], workers: Workers, reporter: Reporter | None = None
) -> None:
    """Compile the kernels of kinds that are not compiled yet, on all workers.

    The reporter shows the stage ``kernels`` if there are some.
    """
    kinds = list(kinds)
    if not (parts := missing_parts(kinds)):
        return
    reporter = reporter or Reporter()
    reporter.expect("kernels", len(parts))
    reporter.report(describe_compiling(kinds, workers.jobs))
    ends, start = _ends(parts, workers.jobs), perf_counter()
    for number, (part, end) in enumerate(zip(_compile(parts, workers), ends, strict=True), 1):
        _mark(part).parent.mkdir(parents=True, exist_ok=True)
        _mark(part).touch()
        left = (ends[-1] - end) * (perf_counter() - start) / end
        text = f"compiling {number} of {len(parts)} kernels, about {left:.0f} s left"
        reporter.describe("kernels", text, 0.0)
        reporter.advance("kernels")


def _compile(parts: Sequence[Part], workers: Workers) -> Iterator[Part]:
    for _, some in groupby(parts, lambda part: part.number is None):
        yield from workers(_compile_part, list(some))  # trials wait for what they share


def _ends(parts: Sequence[Part], jobs: int) -> list[float]:
    """Return when each part will be done with those before it, in seconds from the start."""
    ends: list[float] = []
    for _, some in groupby(parts, lambda part: part.number is None):
        free = [max(ends, default=0.0)] * jobs
        for part in some:
            first = free.index(min(free))
            free[first] += part.seconds
            ends.append(max(free[first], *ends[-1:]) if ends else free[first])
    return ends


def _compile_part(part: Part) -> Part:
    kind = get_kind(part.kind)
    if part.number is not None:
        kind.warm_up[part.number]()
        return part
    for params in filter(None, map(kind.presets.get, _PRESETS)):
        order = GeneratorOrder(kind.id, params, 1)
        record = make_candidate((order, 0), asks_confirmed=True).graded
        if record is not None:
            board_key(record)
            puzzle = read_puzzle(record)
            rules = puzzle.kind.deductions
            list(rules.explain_steps(puzzle.clues, puzzle.solution) if rules else ())
    return part


def _mark(part: Part) -> Path:
    python = "{}.{}".format(*sys.version_info)
    name = f"{part.name}-{python}-{version('numba')}"
    return Path(os.environ["NUMBA_CACHE_DIR"], "compiled", name)
