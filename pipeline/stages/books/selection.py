"""Which section of a book gets which puzzle: one way for a run and for records from outside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pipeline.book.order import in_print_order
from pipeline.model import ANY_GRADE, Band, Grade, GradeRange, Record
from pipeline.stages.puzzle import duplicate_key, read_puzzle


@dataclass(slots=True)
class Demand:
    """What a section still wants of one size: ``count`` puzzles of ``band`` (None: of any).

    Their grades lie in the range as well.
    """

    section: int
    band: Band | None
    count: int
    taken: list[Record] = field(default_factory=list)
    grades: GradeRange = ANY_GRADE
    seen: int = 0
    """How many puzzles of its grade have been offered to its pool, wanted still or not."""

    @property
    def missing(self) -> int:
        """How many are still to come."""
        return self.count - len(self.taken)

    def wants(self, grade: Grade) -> bool:
        """Return whether a puzzle of this grade is one that it asks for."""
        return self.band in (None, grade.band) and self.grades.holds(grade)


class Selection:
    """The puzzles taken so far: each goes to the first demand that wants it, and none goes twice.

    The demands come in print order, with what they have already.
    """

    def __init__(self, demands: Iterable[Demand]) -> None:
        self.demands = list(demands)
        self.duplicates = 0
        self.surplus = 0
        self._seen = {_key(record) for demand in self.demands for record in demand.taken}

    def offer(self, record: Record, demands: Iterable[Demand]) -> bool:
        """Give a graded record to the first of these demands that wants its grade.

        False where it is a duplicate (also mirrored or relabelled), or no demand wants it.
        """
        assert record.grade is not None
        key = _key(record)
        if key in self._seen:
            self.duplicates += 1
            return False
        for demand in demands:
            if demand.missing and demand.wants(record.grade):
                self._seen.add(key)
                demand.taken.append(record)
                return True
        self.surplus += 1
        return False

    def give(self, record: Record, demand: Demand) -> None:
        """Give a demand a puzzle that was chosen for it elsewhere."""
        self._seen.add(_key(record))
        demand.taken.append(record)

    def shortfalls(self) -> Mapping[int, int]:
        """Return, by section, how many puzzles are missing."""
        missing: dict[int, int] = {}
        for demand in self.demands:
            if demand.missing:
                missing[demand.section] = missing.get(demand.section, 0) + demand.missing
        return missing

    def section_records(self, section: int) -> list[Record]:
        """Return the records of a section in print order: sizes, then difficulty, rise."""
        taken = [
            one for demand in self.demands if demand.section == section for one in demand.taken
        ]
        return in_print_order(taken)


def _key(record: Record) -> str:
    puzzle = read_puzzle(record)
    return duplicate_key(puzzle.kind, puzzle.clues)
