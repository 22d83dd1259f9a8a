"""What an attempt at a board is given, and which clues may be removed from a full board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from pipeline.kernels.random_state import RandomState, pick
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.params import Images, Params
from pipeline.kinds.kit.engine.removal import Remover, remover_of
from pipeline.kinds.kit.engine.steering import BANDS, Steering, Target
from pipeline.kinds.kit.making.clue_places import images_of_clues
from pipeline.kinds.kit.words.core import Model
from pipeline.model import Band, ConfigError


class Job(NamedTuple):
    """What an attempt is given: the kind, the params, an empty board, and its images."""

    boards: Boards
    model_of: Callable[[Board], Model]
    params: Params
    board: Board
    images: Images
    ceilings: Sequence[str | None]
    band_of: Callable[[Board], str]
    package: str = ""
    attempt: int = 0
    """The number of attempts of the same puzzle before."""

    def is_too_hard(self, board: Board) -> bool:
        """Return whether a solvable board has a harder band than the wanted one."""
        wanted = self.params.band
        if wanted is None or wanted == BANDS[-1]:
            return False
        return BANDS.index(Band(self.band_of(board))) > BANDS.index(Band(wanted))

    def target(self, least: int, is_steered: bool) -> Target | None:
        """Return the wanted band, if any, with limits of the number of clues."""
        params = self.params
        if params.band is None:
            return None
        most = None if params.clues is None else params.clues[1]
        return Target(params.band, self.package, least, most, params.hardest is None, is_steered)

    def ceiling(self, state: RandomState) -> str | None:
        """Return the hardest level that the puzzle may need."""
        hardest = self.params.hardest
        return pick(state, self.ceilings) if hardest is None else hardest


@dataclass(frozen=True, slots=True)
class Clearing:
    """Which clues can be removed, and what is left of them."""

    leaves: Callable[[int], int] | None = None
    """(clue): what is left of a clue that is removed; None: nothing."""
    clues: Collection[int] = ()
    """All clues of a cell, if models of boards of one size differ only in their clues: then one
    compiled model serves all boards of a size."""
    is_clue_alone: bool = False
    """Whether what a clue of a cell requires depends on this clue alone: then all models but the
    first leave out other clues."""
    has_other_clues: bool = False
    """Whether clues outside of cells are removed too; `declare` then gives each as ``clue``."""
    staying_sorts: Collection[str] = ()
    """Sorts of clues outside of cells that always stay, as lines; not with ``full_boards``."""
    full_boards: Callable[[Board], Iterable[Board]] | None = None
    """(empty board): boards that together have each clue at each place, in place of ``clues``."""
    stays: Callable[[Board], Collection[int]] = lambda board: ()
    """(board): cells whose clues always stay, as the ends of a way do."""

    def staying(self, job: Job, board: Board, images: Images) -> set[int]:
        """Return the cells whose clues stay on a board, with their images."""
        cells = {*self.stays(board)}
        cells |= {image[cell] for image in images for cell in cells}
        return cells if job.params.mask is None else cells.intersection(job.params.mask)

    def places(self, job: Job, full: Board, images: Images) -> tuple[list[int], Images]:
        """Return the clues of a full board that may stay or be removed, and the images of all."""
        params, staying = job.params, self.staying(job, full, images)
        left = {value for value in {*full.values} if self.bare(job.boards, value) == value}
        places = [
            cell
            for cell, value in enumerate(full.values)
            if value not in left
            and (params.mask is None or cell in params.mask)
            and cell not in staying
        ]
        if not self.has_other_clues:
            return places, images
        images = images_of_clues(full, job.boards.clue_sorts, images, params.symmetry)
        others = enumerate(full.other_clues, len(full.values))
        return [*places, *(k for k, one in others if one.sort not in self.staying_sorts)], images

    def bare(self, boards: Boards, clue: int) -> int:
        """Return what is left of a clue; a blocked cell stays."""
        if clue == boards.blocked:
            return clue
        return boards.empty if self.leaves is None else self.leaves(clue)

    def without(self, boards: Boards, board: Board, removed: Collection[int]) -> Board:
        """Return a board without some clues, those of ``other_clues`` numbered after the cells."""
        left = {value: self.bare(boards, value) for value in {*board.values}}
        values = tuple(left[v] if k in removed else v for k, v in enumerate(board.values))
        other_clues = enumerate(board.other_clues, len(values))
        return replace(
            board,
            values=values,
            other_clues=tuple(one for k, one in other_clues if k not in removed),
        )

    def remove(
        self,
        job: Job,
        full: Board,
        groups: Sequence[Sequence[int]],
        least: int,
        ceiling: str | None,
        target: Target | None = None,
    ) -> tuple[Board, bool] | None:
        """Remove groups of clues in turn, but leave ``least``; None if all do not suffice.

        With a target clues are given back, or more removed, until the board is in its band; None if
        it never is. Also returns whether it surely is.
        """
        cells = sorted(chain.from_iterable(groups))
        if self.clues or self.full_boards:
            blocked, empty = job.boards.blocked, job.boards.empty
            values = (empty,) * len(full.values)
            if blocked in full.values:
                values = tuple(blocked if one == blocked else empty for one in full.values)
            others = () if self.has_other_clues else full.other_clues
            bare = replace(full, values=values, other_clues=others)
            remover, index = _remover(job.model_of, job.boards, self, bare, ceiling)
            clues = (*full.values, *full.other_clues)
            staying = sorted(self.staying(job, full, job.images).difference(cells))
            given = {k: index[k][clues[k]] for k in (*cells, *staying)}
        else:
            remover, given = remover_of(job.model_of(full), ceiling)
            for cell in cells:
                if cell not in given:
                    raise ConfigError(_no_constraint(full, cell))
        kept, is_certain = remover.remove(given, groups, least), False
        if kept is not None and target is not None:
            steering = Steering(remover, given, target)
            kept, is_certain = steering.steer(groups, kept), steering.is_certain
        if kept is None:
            return None
        return self.without(job.boards, full, set(cells) - set(kept)), is_certain


WHOLE: Final = Clearing()
"""All clues may be removed, each as a whole."""


def _no_constraint(board: Board, number: int) -> str:
    """Return the message for a clue that could be removed without an effect."""
    size = len(board.values)
    if number >= size:
        clue = board.other_clues[number - size]
        what = f"the clue {clue.sort} {(*clue.place, *clue.numbers)}, outside of cells"
        how = "give the Clue as clue= in declare, or its sort in staying_sorts of Clearing"
    else:
        row, col = divmod(number, board.cols)
        what = f"the clue {board.values[number]} of row {row + 1}, column {col + 1}"
        how = "give its cell as clue= in declare, or keep it by stays or leaves of Clearing"
    return f"expected a constraint that follows from {what}, found none; {how}"


@lru_cache(maxsize=8)
def _remover(
    declare: Callable[[Board], Model],
    boards: Boards,
    clearing: Clearing,
    bare: Board,
    ceiling: str | None,
) -> tuple[Remover, Mapping[int, Mapping[object, int]]]:
    """Return the compiled clue remover of all boards that equal one but for their clues.

    By place and clue it has the index of the model with that clue.
    """
    if clearing.full_boards is not None:
        full = [*clearing.full_boards(bare)]
    else:
        allowed, blocked = boards.allowed(bare.rows, bare.cols), boards.blocked
        full = [
            replace(bare, values=tuple(one if one == blocked else clue for one in bare.values))
            for clue in clearing.clues
            if clue in allowed
        ]
        if clearing.is_clue_alone:
            full[1:] = [replace(one, other_clues=()) for one in full[1:]]
    index: dict[int, dict[object, int]] = defaultdict(dict)
    for k, one in enumerate(full):
        for place, clue in enumerate((*one.values, *one.other_clues)):
            index[place][clue] = k
    return Remover([*map(declare, full)], ceiling), index
