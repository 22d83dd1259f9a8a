"""The plan of a run: how many candidates to make next, and the sections that take them.

A run works in rounds: each makes candidates, proves and grades them, and offers them to the
sections that still want one of their band. The size of a round depends on the records of earlier
rounds alone, so a resumed run makes the same rounds again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pipeline.config.file_sets import files_of_set, set_of
from pipeline.config.models import SectionConfig
from pipeline.config.params import read_params
from pipeline.config.run import RunConfig
from pipeline.kinds import get_kind
from pipeline.model import ANY_GRADE, Band, GradeRange
from pipeline.stages.books.selection import Demand, Offer, Selection
from pipeline.stages.generate import GeneratorOrder

FIRST_ROUND: Final = 1.5  # Candidates per wanted puzzle before the bands of a pool are known
MOST_A_ROUND: Final = 64  # Candidates of a pool in one round, unless more were made before
CANDIDATES_PER_PUZZLE: Final = 60  # After which a pool gives up (at least `least`)
HOPELESS: Final = 4  # Failed candidates of an aiming generator before it gives up


@dataclass(slots=True)
class CandidatePool:
    """The candidates of one order, for all sections that use it."""

    order: GeneratorOrder
    demands: list[Demand]
    tried: int = 0
    failed: int = 0
    graded: dict[Band, int] = field(default_factory=dict)
    unranked: int = 0  # Candidates too large for a percentile
    least: int = 300  # Candidates before it gives up, or more if it wants many puzzles

    @property
    def missing(self) -> int:
        """Number of puzzles that its sections still want."""
        return sum(demand.missing for demand in self.demands)

    @property
    def is_steered(self) -> bool:
        """Whether the generator aims at the requested band."""
        params = get_kind(self.order.kind_id).describe_params(self.order.params)
        return params.get("band") is not None

    @property
    def max_candidates(self) -> int:
        """Number of candidates after which the pool gives up."""
        wanted = sum(demand.wanted for demand in self.demands)
        return max(self.least, CANDIDATES_PER_PUZZLE * wanted)

    def next_batch(self) -> int:
        """Return the number of candidates of the next round, 0 at the end."""
        is_hopeless = self.is_steered and self.tried >= HOPELESS and not self.graded
        is_hopeless |= self.unranked >= HOPELESS and all(
            demand.grades.percentile and not demand.seen for demand in self.demands
        )
        if not self.missing or is_hopeless:
            return 0
        batch = 0
        for demand in self.demands:
            if not demand.missing:
                continue
            if not self.tried:
                is_chance = demand.band is not None and not self.is_steered
                is_chance |= demand.grades != ANY_GRADE
                guess = int(demand.missing * FIRST_ROUND) + 1 if is_chance else demand.missing
                guess = min(guess, HOPELESS) if self.is_steered else guess
            else:
                # A grade seen once in ten tries may be common or rare: add one to hits and tries,
                # and make no more at once than were made so far.
                hits, tried = demand.seen + 1, self.tried + 1
                guess = min(-(-demand.missing * tried // hits), max(self.tried, 4))
            batch = max(batch, guess)
        return min(batch, max(MOST_A_ROUND, self.tried), self.max_candidates - self.tried)


class Production:
    """The pools of a run, in order, and the puzzles selected so far.

    ``excluded`` are the keys of boards in other volumes, which are not taken again, ``leave_out``
    the ids of records that are not taken at all.
    """

    def __init__(
        self,
        pools: Iterable[CandidatePool],
        excluded: Iterable[str] = (),
        leave_out: Iterable[str] = (),
    ) -> None:
        self.pools = list(pools)
        self._left_out = frozenset(leave_out)
        self.repeats = 0
        self.excluded = frozenset(excluded)
        self.selection = Selection(demand for pool in self.pools for demand in pool.demands)

    def beside(self, pool: CandidatePool) -> Production:
        """Return the production of a further pool, which takes nothing that is taken here."""
        other = Production([pool], self.excluded, self._left_out)
        other.selection = Selection(pool.demands, self.selection.seen)
        return other

    def keep(self, pool: CandidatePool, other: CandidatePool) -> None:
        """Add the puzzles of a further pool of the same order to a pool."""
        if other.tried > pool.tried:
            pool.tried, pool.failed, pool.graded = other.tried, other.failed, other.graded
        pool.demands += other.demands
        self.selection.demands += other.demands

    def next_round(self) -> list[tuple[CandidatePool, int]]:
        """Return the (pool, index) pairs of the next round and count them as tried."""
        work: list[tuple[CandidatePool, int]] = []
        for pool in self.pools:
            batch = pool.next_batch()
            work.extend((pool, pool.tried + offset) for offset in range(batch))
            pool.tried += batch
        if not work:
            self.selection.keep_best()
        return work

    def offer(self, pool: CandidatePool, offer: Offer) -> bool:
        """Give a graded puzzle to the first section of its pool that wants it, and count its band.

        Return False for a duplicate (also mirrored or relabelled), a board of another volume, one
        that is left out, or a puzzle that no section wants.
        """
        grade = offer.record.grade
        if grade is None:
            return False
        pool.graded[grade.band] = pool.graded.get(grade.band, 0) + 1
        pool.unranked += grade.percentile is None
        for demand in pool.demands:
            demand.seen += demand.wants(grade)
        if offer.record.id in self._left_out:
            return False
        if offer.key in self.excluded:
            self.repeats += 1
            return False
        return self.selection.offer(offer, pool.demands)


@dataclass(frozen=True, slots=True)
class Want:
    """Puzzles that a section wants of one order: their number, band (None is any) and grades."""

    section: int
    order: GeneratorOrder
    band: Band | None
    count: int
    grades: GradeRange = ANY_GRADE
    best_of: int = 1

    @property
    def demand(self) -> Demand:
        """A demand that has no puzzle yet."""
        return Demand(self.section, self.band, self.count, grades=self.grades, best_of=self.best_of)


def read_wants(config: RunConfig) -> tuple[Want, ...]:
    """Return the wants of the sections of a configuration, in order.

    Raise `ConfigError` if a kind cannot make what a section asks for.
    """
    wants: list[Want] = []
    for number, section in enumerate(config.sections):
        if section.takes_all:
            raise config.file.error(
                ("section", number, "count"),
                'expected a number to make, found "all", which takes the puzzles of a file; give '
                "one, or use puzzlepress book FILE",
            )
        for params, band, count in _orders(config, section):
            order = GeneratorOrder(section.kind, params, config.seed, config.credit)
            grades = section.made_grades(band)
            wants.append(Want(number, order, band, count, grades, section.best_of))
    return tuple(wants)


def by_order(wants: Iterable[Want]) -> Mapping[str, Sequence[Want]]:
    """Return the wants of each different order, by the key of the order."""
    found: dict[str, list[Want]] = {}
    for want in wants:
        found.setdefault(want.order.key(), []).append(want)
    return found


def start_production(wants: Iterable[Want], leave_out: Iterable[str] = ()) -> Production:
    """Return a production with an empty pool for each different order of what is wanted."""
    pools = [
        CandidatePool(some[0].order, [want.demand for want in some])
        for some in by_order(wants).values()
    ]
    return Production(pools, leave_out=leave_out)


def _orders(config: RunConfig, section: SectionConfig) -> Iterator[tuple[Any, Band | None, int]]:
    """Yield the params, band and number of the puzzles of a section, by size or by file."""
    kind, folder = get_kind(section.kind), config.file.folder
    if key := set_of(section, folder):
        asked = replace(section, counts=(sum(section.counts),))
        for one in files_of_set(asked, folder, key):
            params = kind.parse_params(*one.size, section.rule, one.settings)
            yield params, section.band, 1
        return
    for (rows, cols), count in zip(section.sizes, section.counts, strict=True):
        for band, share in section.share_bands(rows * cols, count):
            settings = section.settings_for(band)
            yield read_params(kind, rows, cols, section.rule, settings, folder), band, share
