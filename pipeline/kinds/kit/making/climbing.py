"""Changes of a large board at many places at once, of which those that help are kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import RandomState, shuffled
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.engine.search import OpenCells
from pipeline.kinds.kit.words.core import Model

Made: TypeAlias = tuple[Board, Solution]
Draft: TypeAlias = tuple[Board, Any]  # As `Made`, or what ``begin`` of a `Climb` returns
Change: TypeAlias = tuple[int, ...]
Changes: TypeAlias = Sequence[Change] | NDArray[np.int64]  # Or rows of an array
Propose: TypeAlias = Callable[[Board, Any, Sequence[int], RandomState], Changes]
Finder: TypeAlias = Callable[[Board, Any], Collection[int]]

REACH: Final = 3  # Cells to each side of a change in which open cells are compared
STALE: Final = 40  # The usual number of rounds without fewer open cells
WORSE: Final = 5  # More open cells on the whole board that a round may leave
SHAKEN: Final = 25  # Usually one in so many rounds without fewer open cells shakes the board


@dataclass(frozen=True, slots=True)
class Climb:
    """Change a large board where cells are open, as long as fewer are open around a change.

    ``propose`` (board, answer, cells, random state) yields changes beside some open cells, each
    with its cell first, as far apart as `REACH` wants; ``apply`` (board, answer, changes) returns
    the board after some of them, which do not depend on one another.
    """

    propose: Propose
    apply: Callable[[Board, Any, Any], Draft]
    cells: int
    """A board with more cells is changed so; on others single changes are made."""
    stale: int = STALE
    """Rounds without fewer open cells after which a board is given up."""
    level: str | None = None
    """The level of the search for open cells, if not that at which clues are removed later."""
    find_open: Callable[[OpenCells, Board, Any], Collection[int]] | None = None
    """(open cells of boards of a size, board, answer): those of a board, whose clues are set in
    place."""
    declare: Callable[[Board], Model] | None = None
    """(empty board): the model for ``find_open`` if it is not the kind's; in the end the board is
    looked at with the latter."""
    shake: Propose | None = None
    """As ``propose``: the changes of every ``shaken``-th of these rounds, all kept. They are those
    of the board with the fewest open cells."""
    shaken: int = SHAKEN
    is_local: bool = False
    """Whether a change opens cells near it alone. Where it is taken back, those that were open
    before are then taken for open; the board is looked at if fewer seem open than ever before."""
    begin: Callable[[Board, Solution], Draft] | None = None
    """(board, answer): what all others get in their place, such as an empty board and arrays."""
    finish: Callable[[Board, Any], Made] | None = None
    """The board and the answer again."""

    def mend(self, made: Made, find_open: Finder, state: RandomState) -> Made | None:
        """Return a board without open cells; None if some stay open."""
        found = self._mend(made if self.begin is None else self.begin(*made), find_open, state)
        return found if found is None or self.finish is None else self.finish(*found)

    def _mend(self, made: Draft, find_open: Finder, state: RandomState) -> Draft | None:
        open_, grid = find_open(*made), made[0].grid
        best, stale = (made, open_), 0
        while open_ and stale < self.stale:
            is_shaken = self.shake is not None and stale % self.shaken == self.shaken - 1
            propose = self.shake if self.shake is not None and is_shaken else self.propose
            if is_shaken:
                made, open_ = best
            cells = places_apart(grid, shuffled(state, sorted(open_)))
            changes = propose(*made, cells, state)
            moved = self.apply(*made, changes)
            after = find_open(*moved)
            more = _around(grid, after) - _around(grid, open_)
            kept = [change for change in changes if is_shaken or more.flat[change[0]] <= 0]
            dropped = {change[0] for change in changes} - {change[0] for change in kept}
            if dropped and self.is_local:
                moved = self.apply(*made, kept)
                is_back = _around(grid, dropped).ravel() > 0
                after = [cell for cell in after if not is_back[cell]]
                after += [cell for cell in open_ if is_back[cell]]
                if len(after) < len(best[1]):
                    after = find_open(*moved)
            elif not kept:
                moved, after = made, open_
            elif dropped:
                moved = self.apply(*made, kept)
                after = find_open(*moved)
            if is_shaken or len(after) <= len(open_) + WORSE:
                made, open_ = moved, after
            stale = 0 if len(open_) < len(best[1]) else stale + 1
            best = min((made, open_), best, key=lambda one: len(one[1]))
        return None if open_ else made


def places_apart(grid: Grid, cells: Sequence[int]) -> list[int]:
    """Return cells, taken in an order, whose changes are not compared on the same cells.

    >>> places_apart(Grid(1, 9), [4, 0, 8])
    [4]
    """
    free = np.ones((grid.rows, grid.cols), dtype=np.bool_)
    kept = []
    for cell in cells:
        row, col = divmod(cell, grid.cols)
        if free[row, col]:
            kept.append(cell)
            top, left = (max(0, at - 2 * REACH) for at in (row, col))
            free[top : row + 2 * REACH + 1, left : col + 2 * REACH + 1] = False
    return kept


def _around(grid: Grid, cells: Collection[int]) -> NDArray[np.int64]:
    """Return the number of some cells in the square around each cell, by row and column."""
    wide = 2 * REACH + 1
    marked = np.zeros((grid.rows + wide, grid.cols + wide), dtype=np.int64)
    rows, cols = np.divmod(np.array(sorted(cells), dtype=np.int64), grid.cols)
    marked[rows + REACH + 1, cols + REACH + 1] = 1
    sums = marked.cumsum(axis=0).cumsum(axis=1)
    found: NDArray[np.int64] = sums[wide:] - sums[:-wide]
    return found[:, wide:] - found[:, :-wide]
