"""The constraints of Nurikabe, and random unique boards."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import random_below, shuffle
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.declaration import Images
from pipeline.kinds.kit.constraints.engines.search import find_other
from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution

NONE, UNKNOWN = 0, -1
"""A cell without a clue, and one of an island of unknown size."""

BOARDS: Final = Boards(
    family="cells",
    empty=NONE,
    allowed=lambda rows, cols: range(UNKNOWN, rows * cols + 1),
    expected="the size of an island, -1 for an unknown size, 0 for none",
)

LARGEST: Final = (4, 7)
"""Range of the size of the largest island."""

CHANGES: Final = 20
"""Limit of moves of numbers within their islands."""

NODES: Final = 80
"""Limit of the search for another solution."""


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each cell of the sea."""
    grid = clues.grid
    model = Model(grid)
    sea = model.cells()
    sizes = {cell: size for cell, size in enumerate(clues.values) if size}
    for cell in sizes:
        model.clause([-sea[cell]], "island", about=(cell,))
    for cell in grid.cells:
        pool = squares(grid, cell)
        if len(pool) == 4:
            model.clause([-sea[one] for one in pool], "pool", about=pool)
    model.regions({cell: -sea[cell] for cell in grid.cells}, sizes, "region")
    model.connected(sea, "sea")
    return model


def squares(grid: Grid, cell: int) -> list[int]:
    """Return the cells of the two by two block with this top left cell that are on the board."""
    around = (grid.look(cell, down, right) for down in (0, 1) for right in (0, 1))
    return [one for one in around if one is not None]


def lay_out(
    board: Clues, state: NDArray[np.uint64], images: Images
) -> tuple[Clues, Solution] | None:
    """Return islands in a random sea, with numbers moved until the solution is unique.

    If there is another solution, the number of a differing island moves to another cell.
    """
    grid = board.grid
    low, high = LARGEST
    sea = grow_sea(grid, state, low + int(random_below(state, high - low + 1)))
    islands = grid.parts(set(grid.cells) - sea)
    homes = [island[int(random_below(state, len(island)))] for island in islands]
    solution = Solution("cells", tuple((cell,) for cell in sorted(sea)))
    for _ in range(CHANGES):
        values = [NONE] * len(grid.cells)
        for home, island in zip(homes, islands, strict=True):
            values[home] = len(island)
        clues = BOARDS.make_clues(board.rows, board.cols, values)
        other, _ = find_other(declare(clues), solution, NODES)
        if other is None:
            return clues, solution
        shaded = {cell for (cell,) in other.items}
        wrong = [
            k for k, island in enumerate(islands) if len(island) > 1 and shaded.intersection(island)
        ]
        if not wrong:
            return None
        k = wrong[int(random_below(state, len(wrong)))]
        homes[k] = islands[k][int(random_below(state, len(islands[k])))]
    return None


def grow_sea(grid: Grid, state: NDArray[np.uint64], largest: int) -> set[int]:
    """Return a connected sea without two by two blocks.

    It grows cell by cell until no island is larger than ``largest`` or no cell can be added. Single
    cells are cut off only if no other cell can be added.
    """
    order = np.array(grid.cells, dtype=np.int64)
    shuffle(state, order)
    sea = {int(order[0])}
    may_cut_off = False
    while True:
        has_grown = False
        shuffle(state, order)
        for cell in order.tolist():
            near = grid.neighbours(cell)
            if cell in sea or not sea.intersection(near) or fills_pool(grid, sea, cell):
                continue
            if not may_cut_off and any(cuts_off(grid, sea, cell, other) for other in near):
                continue
            sea.add(cell)
            has_grown = True
            islands = grid.parts(set(grid.cells) - sea)
            if max(map(len, islands), default=0) <= largest:
                return sea
            if may_cut_off:
                break
        if not has_grown and may_cut_off:
            return sea
        may_cut_off = not has_grown


def fills_pool(grid: Grid, sea: set[int], cell: int) -> bool:
    """Return whether a cell would complete a two by two block of sea."""
    corners = (grid.look(cell, down, right) for down in (-1, 0) for right in (-1, 0))
    pools = (squares(grid, one) for one in corners if one is not None)
    return any(len(pool) == 4 and sea.issuperset({*pool} - {cell}) for pool in pools)


def cuts_off(grid: Grid, sea: set[int], cell: int, other: int) -> bool:
    """Return whether a cell of sea would make its neighbour an island of one cell."""
    return other not in sea and sea.issuperset({*grid.neighbours(other)} - {cell})


def sample(rows: int, cols: int) -> list[int]:
    """Return clues of typical size, for page plans."""
    return [LARGEST[1] if cell % 7 == 0 else NONE for cell in range(rows * cols)]
