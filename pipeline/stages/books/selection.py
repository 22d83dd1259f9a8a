"""Selection of puzzles for the sections of a book, in runs and from records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from pipeline.edition.section import print_rank
from pipeline.library import key_of_board
from pipeline.model import ANY_GRADE, Band, Grade, GradeRange, JsonObject, Record, Verdict
from pipeline.stages.puzzle import Puzzle
from pipeline.store.jsonl import StoredRecord

ALIKE: Final = 85
"""Percentage of shared edges, turned or mirrored, above which puzzles look alike: one pair in two
hundred of 6x6, and hardly any of 9x9."""


class Selected(NamedTuple):
    """A puzzle of a selection: what its order and lists need; the rest may stay in its file."""

    brief: Record  # As `brief_of` returns it
    key: str  # As `pipeline.library.board_key` returns it
    quality: int  # Of several, the highest are kept
    source: Record | StoredRecord

    @property
    def record(self) -> Record:
        """The whole record, read again if it is stored."""
        return self.source if isinstance(self.source, Record) else self.source.read()


class Offer(NamedTuple):
    """A graded puzzle to select: its record, which may be brief but for its grade, and looks."""

    record: Record
    key: str
    quality: int
    views: tuple[int, ...]
    source: Record | StoredRecord | None = None  # None for the record

    @property
    def selected(self) -> Selected:
        """The puzzle as a selection keeps it."""
        source = self.record if self.source is None else self.source
        return Selected(brief_of(self.record), self.key, self.quality, source)


def offer_of(puzzle: Puzzle, *, is_ranked: bool = True) -> Offer:
    """Return the offer of a graded puzzle, with its quality if it is to be ranked."""
    kind, clues = puzzle.kind, puzzle.clues
    key, quality = key_of_board(kind, clues), kind.quality
    if quality is None or puzzle.solution is None:
        return Offer(puzzle.record, key, 0, ())
    views = quality.views(clues, puzzle.solution)
    rank = quality.rank(clues, puzzle.solution) if is_ranked else 0
    return Offer(puzzle.record, key, rank, views)


def brief_of(record: Record, *, has_grade: bool = False) -> Record:
    """Return a record without its board, proof and origin, in little memory.

    It has the id, kind, sides, rule, band and score; with ``has_grade`` the whole grade.
    """
    grade = record.grade
    if grade is not None and not has_grade:
        grade = Grade(grade.score, (), 0, grade.band, None, "", 0, _NOTHING)
    sides, verdict = _shared(record.puzzle["rows"], record.puzzle["cols"], record.verdict.rule)
    solution = None if record.solution is None else _NOTHING
    return Record(record.id, record.kind, sides, solution, verdict, grade, extra=_NOTHING)


_NOTHING: Final[JsonObject] = {}


@lru_cache(maxsize=64)
def _shared(rows: int, cols: int, rule: str | None) -> tuple[JsonObject, Verdict]:
    return {"rows": rows, "cols": cols}, Verdict(rule=rule)


@dataclass(slots=True)
class Demand:
    """The puzzles of one size for a section: ``count`` of a band (None is any) and grades."""

    section: int
    band: Band | None
    count: int
    taken: list[Selected] = field(default_factory=list)
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
            ranked = sorted(range(len(taken)), key=lambda k: (-taken[k].quality, k))
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
        self.seen |= {one.key for demand in self.demands for one in demand.taken}

    def offer(self, offer: Offer, demands: Iterable[Demand]) -> bool:
        """Give a graded puzzle to the first of these demands that wants it.

        Return False for a duplicate (also mirrored or relabelled), a look-alike, or a puzzle that
        no demand wants.
        """
        grade = offer.record.grade
        assert grade is not None
        if offer.key in self.seen:
            self.duplicates += 1
            return False
        for demand in demands:
            if demand.missing and demand.wants(grade):
                if demand.has_twin(offer.views):
                    demand.refused += 1
                    continue
                self._give(offer, demand)
                demand.shown += offer.views[:1]
                return True
        self.surplus += 1
        return False

    def _give(self, offer: Offer, demand: Demand) -> None:
        self.seen.add(offer.key)
        demand.taken.append(offer.selected)

    def give(self, offer: Offer, demand: Demand) -> None:
        """Give a demand a puzzle chosen elsewhere."""
        self._give(offer, demand)
        demand.best_of = 1

    def put(self, offer: Offer, demand: Demand, index: int) -> bool:
        """Replace a puzzle by one chosen elsewhere; return False if that is selected already."""
        if offer.key != demand.taken[index].key and offer.key in self.seen:
            return False
        self.seen.add(offer.key)
        demand.taken[index] = offer.selected
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

    def of_section(self, section: int) -> list[Selected]:
        """Return the puzzles of a section in print order: bands, sizes, then difficulty, rise."""
        taken = (
            one for demand in self.demands if demand.section == section for one in demand.taken
        )
        return sorted(taken, key=lambda one: print_rank(one.brief))
