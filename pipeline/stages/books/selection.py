"""Which section of a book gets which puzzle: one way for a run and for records from outside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pipeline.book.order import in_print_order
from pipeline.model import ANY_GRADE, Band, Grade, GradeRange, Record
from pipeline.stages.puzzle import duplicate_key, read_puzzle

ALIKE: Final = 85
"""Puzzles look alike that share so many of a hundred of their edges, turned or mirrored: one pair
in two hundred of 6x6, and hardly any of 9x9."""


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
    best_of: int = 1
    """How many are looked at for each that it keeps."""
    shown: list[int] = field(default_factory=list)
    """What those that were offered and taken look like."""
    refused: int = 0
    """How many were refused as look-alikes; no more than it wants, since small boards run out."""

    @property
    def missing(self) -> int:
        """How many are still to come."""
        return self.count * self.best_of - len(self.taken)

    def keep_best(self) -> None:
        """Keep as many as it wants, the best, in the order in which they came."""
        if self.best_of == 1:
            return
        self.best_of = 1
        ranked = sorted(range(len(self.taken)), key=lambda k: (-_rank(self.taken[k]), k))
        self.taken = [self.taken[k] for k in sorted(ranked[: self.count])]

    def has_twin(self, views: Sequence[int]) -> bool:
        """Return whether a puzzle looks like one that it has, and may be refused for it."""
        if not views or self.refused >= self.count * self.best_of:
            return False
        return any(
            ALIKE * (own | view).bit_count() <= 100 * (own & view).bit_count()
            for own in self.shown
            for view in views
        )

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

        False where it is a duplicate (also mirrored or relabelled), looks like one that is there,
        or no demand wants it.
        """
        assert record.grade is not None
        key = _key(record)
        if key in self._seen:
            self.duplicates += 1
            return False
        for demand in demands:
            if demand.missing and demand.wants(record.grade):
                views = _views(record)
                if demand.has_twin(views):
                    demand.refused += 1
                    continue
                self._seen.add(key)
                demand.taken.append(record)
                demand.shown += views[:1]
                return True
        self.surplus += 1
        return False

    def give(self, record: Record, demand: Demand) -> None:
        """Give a demand a puzzle that was chosen for it elsewhere."""
        self._seen.add(_key(record))
        demand.taken.append(record)
        demand.best_of = 1

    def shortfalls(self) -> Mapping[int, int]:
        """Return, by section, how many puzzles are missing."""
        missing: dict[int, int] = {}
        for demand in self.demands:
            short = demand.count - len(demand.taken)
            if short > 0:
                missing[demand.section] = missing.get(demand.section, 0) + short
        return missing

    def keep_best(self) -> None:
        """Let each demand keep the best of what it took, once no more comes."""
        for demand in self.demands:
            demand.keep_best()

    def section_records(self, section: int) -> list[Record]:
        """Return the records of a section in print order: sizes, then difficulty, rise."""
        taken = [
            one for demand in self.demands if demand.section == section for one in demand.taken
        ]
        return in_print_order(taken)


def _key(record: Record) -> str:
    puzzle = read_puzzle(record)
    return duplicate_key(puzzle.kind, puzzle.clues)


def _rank(record: Record) -> int:
    puzzle = read_puzzle(record)
    quality = puzzle.kind.quality
    return 0 if quality is None else quality.rank(puzzle.clues, puzzle.solution)


def _views(record: Record) -> tuple[int, ...]:
    puzzle = read_puzzle(record)
    quality = puzzle.kind.quality
    return () if quality is None else quality.views(puzzle.clues, puzzle.solution)
