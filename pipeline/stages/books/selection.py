"""Selection of puzzles for the sections of a book, in runs and from records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pipeline.edition.section import in_print_order
from pipeline.model import ANY_GRADE, Band, Grade, GradeRange, Record
from pipeline.stages.puzzle import Puzzle, duplicate_key

ALIKE: Final = 85
"""Percentage of shared edges, turned or mirrored, above which puzzles look alike: one pair in two
hundred of 6x6, and hardly any of 9x9."""


@dataclass(slots=True)
class Demand:
    """The puzzles of one size for a section: ``count`` of a band (None is any) and grades."""

    section: int
    band: Band | None
    count: int
    taken: list[Puzzle] = field(default_factory=list)
    grades: GradeRange = ANY_GRADE
    seen: int = 0  # Number of puzzles of its grade offered to its pool
    best_of: int = 1  # Number of puzzles taken for each one that is kept
    shown: list[int] = field(default_factory=list)  # The looks of the puzzles taken
    refused: int = 0  # Look-alikes; limited by the count

    @property
    def wanted(self) -> int:
        """Number of puzzles to take, of which ``count`` are kept."""
        return self.count * self.best_of

    @property
    def missing(self) -> int:
        """Number of missing puzzles."""
        return self.wanted - len(self.taken)

    def keep_best(self) -> None:
        """Keep only the best ``count`` puzzles, as they arrived."""
        taken, self.taken = self.taken, self.taken[: self.count]
        if self.best_of > 1:
            ranked = sorted(range(len(taken)), key=lambda k: (-_rank(taken[k]), k))
            self.taken = [taken[k] for k in sorted(ranked[: self.count])]
        self.best_of = 1

    def has_twin(self, views: Sequence[int]) -> bool:
        """Return whether a puzzle is to be refused as a look-alike."""
        if not views or self.refused >= self.wanted:
            return False
        return any(
            ALIKE * (shown | view).bit_count() <= 100 * (shown & view).bit_count()
            for shown in self.shown
            for view in views
        )

    def wants(self, grade: Grade) -> bool:
        """Return whether a grade is wanted."""
        return self.band in (None, grade.band) and self.grades.holds(grade)


class Selection:
    """The puzzles taken so far, without duplicates, for demands in print order.

    ``seen`` has the keys of their boards, and of those that another selection shares.
    """

    def __init__(self, demands: Iterable[Demand], seen: set[str] | None = None) -> None:
        self.demands = list(demands)
        self.duplicates = 0
        self.surplus = 0
        self.seen = set() if seen is None else seen
        self.seen |= {_key(puzzle) for demand in self.demands for puzzle in demand.taken}

    def offer(self, puzzle: Puzzle, demands: Iterable[Demand]) -> bool:
        """Give a graded puzzle to the first of these demands that wants it.

        Return False for a duplicate (also mirrored or relabelled), a look-alike, or a puzzle that
        no demand wants.
        """
        grade = puzzle.record.grade
        assert grade is not None
        key = _key(puzzle)
        if key in self.seen:
            self.duplicates += 1
            return False
        for demand in demands:
            if demand.missing and demand.wants(grade):
                views = _views(puzzle)
                if demand.has_twin(views):
                    demand.refused += 1
                    continue
                self.seen.add(key)
                demand.taken.append(puzzle)
                demand.shown += views[:1]
                return True
        self.surplus += 1
        return False

    def give(self, puzzle: Puzzle, demand: Demand) -> None:
        """Give a demand a puzzle chosen elsewhere."""
        self.seen.add(_key(puzzle))
        demand.taken.append(puzzle)
        demand.best_of = 1

    def put(self, puzzle: Puzzle, demand: Demand, index: int) -> bool:
        """Replace a puzzle by one chosen elsewhere; return False if that is selected already."""
        key, old = _key(puzzle), _key(demand.taken[index])
        if key != old and key in self.seen:
            return False
        self.seen.add(key)
        demand.taken[index] = puzzle
        return True

    def shortfalls(self) -> Mapping[int, int]:
        """Return the number of missing puzzles by section."""
        missing: dict[int, int] = {}
        for demand in self.demands:
            short = demand.count - len(demand.taken)
            if short > 0:
                missing[demand.section] = missing.get(demand.section, 0) + short
        return missing

    def keep_best(self) -> None:
        """Keep the best puzzles of each demand, at the end."""
        for demand in self.demands:
            demand.keep_best()

    def section_records(self, section: int) -> list[Record]:
        """Return the records of a section in print order: sizes, then difficulty, rise."""
        return in_print_order(
            puzzle.record
            for demand in self.demands
            if demand.section == section
            for puzzle in demand.taken
        )


def _key(puzzle: Puzzle) -> str:
    return duplicate_key(puzzle.kind, puzzle.clues)


def _rank(puzzle: Puzzle) -> int:
    quality = puzzle.kind.quality
    return 0 if quality is None else quality.rank(puzzle.clues, puzzle.solution)


def _views(puzzle: Puzzle) -> tuple[int, ...]:
    quality = puzzle.kind.quality
    return () if quality is None else quality.views(puzzle.clues, puzzle.solution)
