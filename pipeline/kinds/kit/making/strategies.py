"""The ways of making a board, as values of a page.

`Remove` takes clues from a random full board as long as it stays solvable, `Mend` changes a random
board until it is. A strategy has what belongs to it, makes one attempt, and says which settings it
has; the `Maker` reads settings and repeats attempts until the board is as wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import RandomState, new_state, pick, shuffled
from pipeline.kinds.kit.board.board import Board, Drafted, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.params import Images, Params, Usual
from pipeline.kinds.kit.board.regions import renumbered
from pipeline.kinds.kit.engine.removal import is_solvable
from pipeline.kinds.kit.engine.search import (
    OpenCells,
    find_more,
    find_open,
    find_other,
    keep_refuted,
    keep_solved,
)
from pipeline.kinds.kit.making.clearing import WHOLE, Clearing, Job
from pipeline.kinds.kit.making.climbing import Climb
from pipeline.kinds.kit.making.clue_places import (
    images_of,
    numbers_of_clues,
    symmetric_groups,
)
from pipeline.kinds.kit.making.extending import extend, random_parts, random_stars
from pipeline.kinds.kit.making.growing import Growth
from pipeline.kinds.kit.making.growth import grow_regions
from pipeline.model import ConfigError, PuzzleFormatError, child_seed

if TYPE_CHECKING:
    from pipeline.kinds.kit.making.sketches import MendSketch

Made: TypeAlias = tuple[Board, Solution]
Layout: TypeAlias = Callable[[Board, RandomState, Images], Made | None]
Draft: TypeAlias = Callable[[Board, RandomState, Params], Drafted | None]
Begun: TypeAlias = tuple[NDArray[np.bool_], NDArray[np.int64]]
Tidy: TypeAlias = Callable[[Board, Solution, Callable[[Board], bool], RandomState], Board]
Cells: TypeAlias = tuple[int, ...]
Repair: TypeAlias = Callable[[Board, Solution, Sequence[int], RandomState, Images], Made]
Move: TypeAlias = Callable[[Board, Solution, Sequence[int], RandomState, Params], Made | None]

CHANGES: Final = 150  # Times that a board is changed before it is given up
MOVES: Final = 60  # Moves tried for one that excludes all other answers that came up
NODES: Final = 3000  # Assumptions after which the search for another answer ends
PROBES: Final = 30  # Layouts from which the possible numbers of clues are taken


class Attempt(NamedTuple):
    """A board that an attempt made, its answer, and whether it surely has the wanted band."""

    clues: Board
    answer: Solution
    is_in_band: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove:
    """Remove clues from a random board as long as it stays solvable.

    ``layout`` (empty board, random state, images) returns the clues of all cells and the answer;
    what is placed besides clues is symmetric under the images. ``clearing`` is as in `Clearing`.
    """

    layout: Layout
    adapt: Callable[[Board, RandomState, Params], Board | None] | None = None
    """(full board, random state, params): the board as the settings want it; None to give it up."""
    clearing: Clearing = WHOLE
    percent_first: int = 0
    """Percent of the clues in cells that are removed before all others."""
    by_band: Mapping[str | None, Usual] = field(default_factory=dict)
    """By band the usual number and symmetry of clues; None as a band: any."""
    fewest: Callable[[int, int, str], int] = lambda rows, cols, rule: 1
    """(rows, cols, rule): a lower bound of the number of clues."""
    steered: Collection[str] = ()
    """The wanted bands for which a board beside them gets clues back, or loses more."""
    unsteered: Mapping[str, int] = field(default_factory=dict)
    """By band, the first attempts of a puzzle that are not steered, where many succeed so."""
    repair: Repair | None = None
    """(board, answer, open cells, random state, images): a large board changed at open cells."""
    repaired_cells: int = 0
    """A board with so many cells or more is repaired; smaller ones are thrown away."""

    def make(self, job: Job, state: RandomState) -> Attempt | None:
        """Make one attempt."""
        found = self.layout(job.board, state, job.images)
        if found is None:
            return None
        full, answer = fit(job.boards, found[0]), found[1]
        adapted = full if self.adapt is None else self.adapt(full, state, job.params)
        if adapted is None:
            return None
        full = adapted
        ceiling = None
        is_repaired = self.repair is not None and len(full.values) >= self.repaired_cells
        if is_repaired:
            ceiling = job.ceiling(state)
            found = self._repair(job, full, answer, state, ceiling)
            if found is None:
                return None
            full, answer = found
        places, images = self.clearing.places(job, full, job.images)
        groups = symmetric_groups(self._ordered(shuffled(state, places), len(full.values)), images)
        staying = self.clearing.staying(job, full, job.images)
        if dropped := {*full.grid.cells}.difference(staying, *groups):
            full = self.clearing.without(job.boards, full, dropped)
        least = 0
        if job.params.clues is not None:
            low, high = job.params.clues
            possible = numbers_of_clues(groups)
            numbers = [one for one in range(low, high + 1) if one - len(staying) in possible]
            if not numbers:
                return None
            least = pick(state, numbers)
        band = job.params.band
        is_steered = band in self.steered and job.attempt >= self.unsteered.get(str(band), 0)
        target = job.target(least, is_steered)
        ceiling = ceiling if is_repaired else job.ceiling(state)
        made = self.clearing.remove(job, full, groups, least, ceiling, target)
        return None if made is None else Attempt(made[0], answer, made[1])

    def _ordered(self, order: list[int], size: int) -> list[int]:
        """Return clues in their order, but those of some cells before all others."""
        first = size * self.percent_first // 100
        if not first:
            return order
        ranks = {cell: k for k, cell in enumerate(cell for cell in order if cell < size)}
        return sorted(order, key=lambda clue: ranks.get(clue, first) >= first)

    def _repair(
        self, job: Job, board: Board, answer: Solution, state: RandomState, ceiling: str | None
    ) -> Made | None:
        """Change a board until it can be solved at the wanted level; None if it never can."""
        assert self.repair is not None
        for _ in range(CHANGES):
            cells = find_open(job.model_of(board), answer, ceiling)
            if not cells:
                return board, answer
            board, answer = self.repair(board, answer, cells, state, job.images)
        return None

    def count(self, job: Job, clues: Board) -> int:
        """Return the number of clues that could have been removed, and of those that stay."""
        staying = self.clearing.staying(_unmasked(job), clues, ())
        return len(self.clearing.places(_unmasked(job), clues, ())[0]) + len(staying)

    def require_possible(self, job: Job) -> None:
        """Raise `ConfigError` if no layout of some allows the wanted number of clues."""
        assert job.params.clues is not None
        low, high = job.params.clues
        images = images_of(job.board.rows, job.board.cols, job.params.symmetry)
        possible: set[int] = set()
        for probe in range(PROBES):
            found = self.layout(job.board, new_state(child_seed(0, probe)), images)
            if found is not None:
                full = fit(job.boards, found[0])
                groups = symmetric_groups(*self.clearing.places(job, full, images))
                staying = len(self.clearing.staying(job, full, images))
                possible |= {staying + number for number in numbers_of_clues(groups)}
        if possible and possible.isdisjoint(range(low, high + 1)):
            why = (
                f"of {PROBES} random boards none had more than {max(possible)}; choose fewer"
                if low > max(possible)
                else f"symmetry={job.params.symmetry} has clues in groups; choose a wider range"
            )
            raise ConfigError(
                f"expected a number of clues that {job.board.cols}x{job.board.rows} can have, "
                f"found clues={low}:{high}; {why}"
            )


@dataclass(frozen=True, slots=True)
class Keep:
    """A random board with all its clues, made again until it is solvable."""

    layout: Layout
    large: Mend | None = None
    """How boards with more cells than its ``climb`` has are made."""

    def make(self, job: Job, state: RandomState) -> Made | Attempt | None:
        """Make one attempt."""
        if self.large is not None and self.large.is_climbing(job.board):
            return self.large.make(job, state)
        found = self.layout(job.board, state, job.images)
        if found is None:
            return None
        full = fit(job.boards, found[0])
        return (full, found[1]) if is_solvable(job.model_of(full), job.ceiling(state)) else None


@dataclass(frozen=True, slots=True)
class Mend:
    """Change a random board where cells stay open, until none do.

    ``draft`` (empty board, random state, params) returns a board and its answer; ``move`` (board,
    answer, open cells, random state, params) a changed board, or None to give it up.
    """

    draft: Draft
    move: Move | None
    cells_a_move: int = 12
    """One more move is made at once for so many open cells."""
    kept_percent: Mapping[str | None, int] = field(default_factory=dict)
    """By band, the share of its clues that a mended board keeps at least; without it all."""
    by_second_solution: bool = False
    """Whether a board is first mended where a second solution has more than the wanted one."""
    clearing: Clearing = WHOLE
    """Which clues are removed at the end, as far as ``kept_percent`` allows."""
    tidy: Tidy | None = None
    """(board, answer, whether a board is solvable, random state): a mended board with better looks,
    as solvable as before."""
    excludes: Callable[[Board, Solution], bool] | None = None
    """(board, answer): whether a board excludes another answer. With it only other answers are
    mended, and all that came up are remembered, since a move may bring one back."""
    climb: Climb | None = None
    """How large boards are changed."""

    def make(self, job: Job, state: RandomState) -> Made | Attempt | None:
        """Make one attempt."""
        draft = self.draft(job.board, state, job.params)
        if draft is None or draft.is_finished:
            return None if draft is None else Attempt(*draft[:2], draft.is_in_band)
        ceiling = job.ceiling(state)
        mended = self._mend(job, draft, state, ceiling)
        if mended is not None and self.tidy is not None:
            board, answer = mended

            def is_solvable(changed: Board) -> bool:
                is_open = find_open(job.model_of(changed), answer, ceiling)
                return not is_open and not job.is_too_hard(changed)

            mended = self.tidy(board, answer, is_solvable, state), answer
        if mended is None or not self.kept_percent:
            return mended
        order = shuffled(state, self.clearing.places(job, mended[0], job.images)[0])
        least = len(order) * self.kept_percent[job.params.band] // 100
        groups = [[cell] for cell in order]
        made = self.clearing.remove(job, mended[0], groups, least, ceiling)
        return None if made is None else (made[0], mended[1])

    def _mend(
        self, job: Job, draft: Drafted, state: RandomState, ceiling: str | None
    ) -> Made | None:
        """Change a board until it can be solved at the wanted level; None if it never can."""
        clues, answer = draft[:2]
        if self.excludes is not None:
            parted = self._part(job, clues, answer, state)
            is_open = parted is None or find_open(job.model_of(parted), answer, ceiling)
            return None if parted is None or is_open else (parted, answer)
        if self.climb is not None and self.is_climbing(clues):
            level, look = self.climb.level or ceiling, self.climb.find_open
            if look is None:

                def find(board: Board, answer: Any) -> Collection[int]:
                    return find_open(job.model_of(board), answer, level)
            else:
                declare = self.climb.declare or job.model_of
                open_cells = OpenCells(declare(job.board), str(level))

                def find(board: Board, answer: Any) -> Collection[int]:
                    return look(open_cells, board, answer)

            made = self.climb.mend((clues, answer), find, state)
            if made is not None and self.climb.declare is not None:
                return None if find_open(job.model_of(made[0]), made[1], level) else made
            return made
        for _ in range(CHANGES):
            model = job.model_of(clues)
            cells = find_more(model, answer) if self.by_second_solution else []
            cells = cells or find_open(model, answer, ceiling)
            if not cells:
                return clues, answer
            if self.move is None:
                return None
            for _ in range(1 + len(cells) // self.cells_a_move):
                changed = self.move(clues, answer, cells, state, job.params)
                if changed is None:
                    return None
                clues, answer = changed
        return None

    def is_climbing(self, board: Board) -> bool:
        """Return whether a board is so large that ``climb`` changes it."""
        return self.climb is not None and len(board.values) > self.climb.cells

    def _part(self, job: Job, board: Board, answer: Solution, state: RandomState) -> Board | None:
        """Move a board until it excludes all other answers; None if no move does."""
        assert self.move is not None
        assert self.excludes is not None
        others: list[Solution] = []
        for _ in range(CHANGES):
            other, is_complete = find_other(job.model_of(board), answer, NODES)
            if other is None:
                return board if is_complete else None
            others.append(other)
            more = sorted({item[0] for item in other.items} - {item[0] for item in answer.items})
            for _move in range(MOVES):
                moved = self.move(board, answer, more, state, job.params)
                if moved is None or all(self.excludes(moved[0], one) for one in others):
                    break
            else:
                return None
            if moved is None:
                return None
            board = moved[0]
        return None


@dataclass(frozen=True, slots=True)
class Grow:
    """Let regions grow from shaded seeds over a board, as long as it stays solvable.

    ``seeds`` (empty board, random state, some of its seeds) returns all seeds, whose cells are the
    answer, or None to give them up. A cell that is in no seed and has joined no region is a region
    of its own, for which `declare` must state that it stays white. If all cells that joined regions
    can be ruled out, the board has one solution, as it had before. Where a cell can join no region,
    seeds beside it are drawn again.
    """

    seeds: Callable[
        [Board, RandomState, Sequence[tuple[int, ...]]], Sequence[tuple[int, ...]] | None
    ]
    redraws: int = 60

    def draft(self, board: Board, state: RandomState, _: Params) -> Drafted | None:
        """Return a board that may have several solutions, and its answer, for page plans."""
        seeds = self.seeds(board, state, ())
        if seeds is None:
            return None
        regions = grow_regions(board.grid, seeds, state)
        shaded = sorted(cell for seed in seeds for cell in seed)
        return Drafted.of("cells", board, shaded, regions=renumbered(regions))

    def make(self, job: Job, state: RandomState) -> Made | None:
        """Make one attempt."""
        seeds, ceiling = self.seeds(job.board, state, ()), job.ceiling(state)
        if seeds is None:
            return None
        growth = Growth(job.board, seeds, state)
        self._fill(job, growth, ceiling)
        for _ in range(self.redraws):
            if not growth.free:
                return growth.finish()
            seeds = self.seeds(job.board, state, growth.seeds_to_keep())
            if seeds is None:
                continue
            other = Growth(job.board, seeds, state, growth)
            self._fill(job, other, ceiling)
            if len(other.free) <= len(growth.free):
                growth = other
        return None

    def _fill(self, job: Job, growth: Growth, ceiling: str | None) -> None:
        """Let cells join regions, in place, until none can."""
        while joining := growth.propose():
            model = job.model_of(growth.board_with(joining))
            literal = {mark.place[0]: k for k, mark in enumerate(model.marks, 1)}
            left = keep_refuted(model, [literal[cell] for cell in joining], ceiling)
            growth.keep(joining, {model.marks[k - 1].place[0] for k in left})


@dataclass(frozen=True, slots=True)
class Extend:
    """Let regions of a large square board grow around equally many stars while it is solvable.

    ``stars`` is the number in each row, column and region by rule. A board with fewer cells than
    ``cells`` is made as ``small`` makes it.
    """

    small: Mend | MendSketch
    stars: Mapping[str, int]
    cells: int

    def _begin(self, board: Board, state: RandomState) -> Begun | None:
        """Return the stars of a board and regions with equally many of them; None if stuck."""
        number = self.stars[board.rule]
        chosen = random_stars(board.grid, number, state)
        return None if chosen is None else (chosen, random_parts(chosen, number, state))

    def draft(self, board: Board, state: RandomState, _: Params) -> Drafted | None:
        """Return a board that may have several solutions, and its answer, for page plans."""
        if len(board.values) < self.cells:
            return self.small.draft(board, state, _)
        begun = self._begin(board, state)
        if begun is None:
            return None
        shaded, regions = np.flatnonzero(begun[0]).tolist(), begun[1].ravel().tolist()
        return Drafted.of("cells", board, shaded, regions=renumbered(regions))

    def make(self, job: Job, state: RandomState) -> Made | Attempt | None:
        """Make one attempt."""
        if len(job.board.values) < self.cells:
            return self.small.make(job, state)
        begun = self._begin(job.board, state)
        if begun is None:
            return None
        (chosen, parts), ceiling = begun, job.ceiling(state)
        assumed = [1 + cell for cell in np.flatnonzero(~chosen).tolist()]

        def keep(
            regions: Sequence[int], joining: Sequence[int], others: Sequence[int]
        ) -> Collection[int] | None:
            model = job.model_of(replace(job.board, regions=renumbered(regions)))
            literals = [1 + cell for cell in (*joining, *others)]
            kept = keep_solved(model, literals, len(joining), ceiling, assumed)
            return None if kept is None else {k - 1 for k in kept}

        regions = extend(job.board.grid, parts, chosen, keep, state)
        if regions is None:
            return None
        board = replace(job.board, regions=renumbered(regions))
        answer = Solution("cells", tuple((cell,) for cell in np.flatnonzero(chosen).tolist()))
        return board, answer


def fit(boards: Boards, board: Board) -> Board:
    """Return the board of a layout as it is read from a file; `ConfigError` if it cannot be."""
    try:
        return boards.fit(board)
    except PuzzleFormatError as error:
        raise ConfigError(
            f"expected a random board that normalize accepts, found: {error}; mend its making"
        ) from error


def _unmasked(job: Job) -> Job:
    return job._replace(params=replace(job.params, mask=None))
