"""The plan of a run: which candidates are made in which order, and who gets a graded puzzle.

A run works in rounds: each round makes candidates, proves and grades them, and hands them to the
sections that still want one of their band. How many a round makes follows from the records of the
rounds before alone, so a run that was killed makes the same rounds again when it is resumed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from pipeline.book.order import in_print_order
from pipeline.library import board_key
from pipeline.model import Band, Record
from pipeline.stages.generate import Order

FIRST_ROUND: Final = 1.5
"""Candidates per wanted puzzle while nothing is known of a pool's bands."""

MOST_A_ROUND: Final = 64
"""Candidates of one pool in one round, unless more were made before: the price of a wrong guess."""

PATIENCE: Final = 60
"""Candidates per wanted puzzle after which a pool gives up (and never fewer than 300)."""


@dataclass(slots=True)
class Demand:
    """What a section still wants of one size: ``count`` puzzles of ``band`` (None: of any)."""

    section: int
    band: Band | None
    count: int
    taken: list[Record] = field(default_factory=list)

    @property
    def missing(self) -> int:
        """How many are still to come."""
        return self.count - len(self.taken)


@dataclass(slots=True)
class CandidatePool:
    """Candidates made by one order, for all the sections that draw from it."""

    order: Order
    wants: list[Demand]
    tried: int = 0
    failed: int = 0
    graded: dict[Band, int] = field(default_factory=dict)

    @property
    def missing(self) -> int:
        """How many puzzles its sections still want."""
        return sum(want.missing for want in self.wants)

    @property
    def patience(self) -> int:
        """How many candidates this pool may make in all."""
        return max(300, PATIENCE * sum(want.count for want in self.wants))

    def next_batch(self) -> int:
        """Return how many candidates to make in the next round, 0 when done or out of patience."""
        if not self.missing:
            return 0
        batch = 0
        for want in self.wants:
            if not want.missing:
                continue
            if not self.tried:
                guess = want.missing if want.band is None else int(want.missing * FIRST_ROUND) + 1
            else:
                # A band seen once in ten tries may be common or rare: so count one hit and one
                # try more than there were, and make no more at once than were made so far.
                hits, tried = self._hits(want.band) + 1, self.tried + 1
                guess = min(-(-want.missing * tried // hits), max(self.tried, 4))
            batch = max(batch, guess)
        return min(batch, max(MOST_A_ROUND, self.tried), self.patience - self.tried)

    def _hits(self, band: Band | None) -> int:
        return sum(self.graded.values()) if band is None else self.graded.get(band, 0)


class Plan:
    """All pools of a run, and the duplicates seen so far.

    Parameters
    ----------
    pools : iterable of CandidatePool
        In the order in which the configuration names them.
    excluded : iterable of str
        Keys of boards that stand in other volumes and are not taken again.
    """

    def __init__(self, pools: Iterable[CandidatePool], excluded: Iterable[str] = ()) -> None:
        self.pools = list(pools)
        self._excluded = frozenset(excluded)
        self._seen: set[str] = set()
        self.repeats = 0
        self.duplicates = 0
        self.surplus = 0

    def next_round(self) -> list[tuple[CandidatePool, int]]:
        """Return the (pool, index) pairs of the next round and count them as tried."""
        work: list[tuple[CandidatePool, int]] = []
        for pool in self.pools:
            batch = pool.next_batch()
            work.extend((pool, pool.tried + offset) for offset in range(batch))
            pool.tried += batch
        return work

    def offer(self, pool: CandidatePool, record: Record) -> bool:
        """Give a graded record to the first section of its pool that wants it.

        False where it is a duplicate (also mirrored or relabelled) or stands in another volume, or
        no section wants it.
        """
        if record.grade is None:
            return False
        band = record.grade.band
        pool.graded[band] = pool.graded.get(band, 0) + 1
        key = board_key(record)
        if key in self._excluded:
            self.repeats += 1
            return False
        if key in self._seen:
            self.duplicates += 1
            return False
        for want in pool.wants:
            if want.missing and want.band in (None, band):
                self._seen.add(key)
                want.taken.append(record)
                return True
        self.surplus += 1
        return False

    def take(self, want: Demand, record: Record) -> None:
        """Give a section a puzzle from elsewhere: one of the library."""
        self._seen.add(board_key(record))
        want.taken.append(record)

    def shortfalls(self) -> Mapping[int, int]:
        """Return, by section, how many puzzles are missing."""
        missing: dict[int, int] = {}
        for pool in self.pools:
            for want in pool.wants:
                if want.missing:
                    missing[want.section] = missing.get(want.section, 0) + want.missing
        return missing

    def section_records(self, section: int) -> list[Record]:
        """Return the records of a section in print order: sizes, then difficulty, rise."""
        taken = [
            record
            for pool in self.pools
            for want in pool.wants
            if want.section == section
            for record in want.taken
        ]
        return in_print_order(taken)
