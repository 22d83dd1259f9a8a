"""Measure each puzzle of a stage, and report slow ones while they run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from threading import Thread
from time import perf_counter, sleep
from typing import Any, BinaryIO, Final, NamedTuple

from pipeline.kinds.kit.proving.proof import count_steps
from pipeline.model import Record, canonical_json
from pipeline.stages.mapping import Mapper

SLOW_SECONDS: Final = 30.0  # Before a puzzle is reported; then at each doubling

_LOOK_SECONDS: Final = 1.0


class Cost(NamedTuple):
    """The seconds for a puzzle, and the steps of the deciding engines."""

    seconds: float
    steps: int


@dataclass(frozen=True, slots=True)
class Timed:
    """A mapper over records that reports slow ones and writes the cost of each.

    ``stage`` is the name of the stage; ``stats`` gets a line of JSON for each record, or is None.
    """

    mapper: Mapper
    stage: str
    stats: BinaryIO | None = None

    def __call__(self, function: Callable[[Any], Any], items: Iterable[Any], /) -> Iterator[Any]:
        """Yield ``function(item)`` for each record, in order."""
        measured = partial(_measure, function=function, stage=self.stage)
        for record, cost in self.mapper(measured, items):
            if self.stats is not None:
                self.stats.write(f"{canonical_json(self._line(record, cost))}\n".encode())
                self.stats.flush()
            yield record

    def _line(self, record: Record, cost: Cost) -> dict[str, Any]:
        return {
            "id": record.id,
            "stage": self.stage,
            "seconds": f"{cost.seconds:.3f}",
            "steps": cost.steps,
            "method": record.verdict.method if record.grade is None else record.grade.method,
        }


def _measure(
    record: Record, function: Callable[[Record], Record], stage: str
) -> tuple[Record, Cost]:
    start = perf_counter()
    _watch.begin(f"{stage}: {name_of(record)}", start)
    with count_steps() as spent:
        try:
            result = function(record)
        finally:
            _watch.end()
    nodes = () if result.grade is None else result.grade.nodes
    return result, Cost(perf_counter() - start, sum(spent) + sum(nodes))


def name_of(record: Record) -> str:
    """Return the id and size of a record, with file and line if known."""
    place = f", {record.place}" if record.place else ""
    return f"{record.id} ({record.puzzle.get('cols')}x{record.puzzle.get('rows')}{place})"


class _Watch:
    """A thread that reports a slow record, between calls of compiled code."""

    def __init__(self) -> None:
        self._thread: Thread | None = None
        self._work: tuple[str, float] | None = None

    def begin(self, name: str, start: float) -> None:
        self._work = (name, start)
        if self._thread is None:
            self._thread = Thread(target=self._look, daemon=True)
            self._thread.start()

    def end(self) -> None:
        self._work = None

    def _look(self) -> None:
        last: tuple[str, float] | None = None
        due = SLOW_SECONDS
        while True:
            sleep(_LOOK_SECONDS)
            work = self._work
            if work != last:
                last, due = work, SLOW_SECONDS
            if work is not None and (taken := perf_counter() - work[1]) >= due:
                sys.stderr.write(f"{work[0]} takes long: {taken:.0f} s so far\n")
                due = 2 * taken


_watch: Final = _Watch()
