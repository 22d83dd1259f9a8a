"""Random areas of a board: regions around given cells, cages, and rectangles.

Areas are numbers for each cell, as in `Board.regions`, or tuples of sorted cells.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

from pipeline.kernels.random_state import RandomState, pick, random_below, shuffled
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.regions import is_whole

Cells = tuple[int, ...]


def grow_regions(
    grid: Grid, seeds: Sequence[Sequence[int]], state: RandomState, closed: Collection[int] = ()
) -> list[int]:
    """Return the region of each cell; every region grows from its own connected seed cells.

    None grows from a cell in ``closed``; a cell that no region reaches has -1. The state is
    advanced in place.

    >>> from pipeline.kernels.random_state import new_state
    >>> sorted(set(grow_regions(Grid(1, 4), [[0], [3]], new_state(1))))
    [0, 1]
    """
    region = [-1] * (grid.rows * grid.cols)
    rim = []
    for number, cells in enumerate(seeds):
        for cell in cells:
            region[cell] = number
            if cell not in closed:
                rim.append(cell)
    while rim:
        index = int(random_below(state, len(rim)))
        free = [near for near in grid.neighbours(rim[index]) if region[near] < 0]
        if not free:
            rim[index] = rim[-1]
            rim.pop()
            continue
        cell = pick(state, free)
        region[cell] = region[rim[index]]
        rim.append(cell)
    return region


def random_cages(
    grid: Grid,
    sizes: Sequence[int],
    state: RandomState,
    may_join: Callable[[list[int], int], bool] = lambda cage, cell: True,
) -> list[Cells]:
    """Return cages that cover a board, each of one of some sizes or smaller.

    A cell joins a cage only if ``may_join`` (cage, cell) allows it. The state is advanced in place.
    """
    order = shuffled(state, grid.cells)
    free = set(grid.cells)
    cages: list[Cells] = []
    for start in order:
        if start not in free:
            continue
        free.discard(start)
        cage, size = [start], pick(state, sizes)
        while len(cage) < size:
            near = {one for cell in cage for one in grid.neighbours(cell) if one in free}
            rim = [one for one in sorted(near) if may_join(cage, one)]
            if not rim:
                break
            # Often a cell with few free neighbours, so that few cells stay alone.
            lonely = [sum(one in free for one in grid.neighbours(cell)) for cell in rim]
            if random_below(state, 5) < 3:
                rim = [
                    cell for cell, count in zip(rim, lonely, strict=True) if count == min(lonely)
                ]
            cage.append(pick(state, rim))
            free.discard(cage[-1])
        cages.append(tuple(sorted(cage)))
    return cages


def random_rectangles(
    grid: Grid, sizes: Sequence[int], state: RandomState, is_wide: bool = False
) -> list[Cells]:
    """Return rectangles that cover a board, each about as large as one of some sizes, or smaller.

    None is a single cell if both sides have two cells or more. With ``is_wide`` they have two rows
    and columns or more wherever that is possible.

    The state is advanced in place.

    >>> from pipeline.kernels.random_state import new_state
    >>> random_rectangles(Grid(2, 2), [4], new_state(1))
    [(0, 1, 2, 3)]
    """
    is_turned = random_below(state, 2) == 1
    rows, cols = (grid.cols, grid.rows) if is_turned else (grid.rows, grid.cols)
    free = set(range(rows * cols))
    rectangles: list[Cells] = []
    for first in range(rows * cols):
        if first not in free:
            continue
        row, col = divmod(first, cols)
        # Below free cells of this row all cells are free, since the others began earlier.
        wide = next((k for k in range(1, cols - col) if first + k not in free), cols - col)
        size = max(3, pick(state, sizes))
        # A single row below would leave single cells.
        shapes = [
            (high, w)
            for high in range(1, rows - row + 1)
            if rows - row - high != 1
            for w in range(1, min(wide, size // high) + 1)
            if high * w > 1
        ] or [(1, 1)]
        largest = max(high * w for high, w in shapes)
        shapes = [one for one in shapes if one[0] * one[1] >= largest - 1]
        shapes = (is_wide and [one for one in shapes if min(one) > 1]) or shapes
        high, wide = pick(state, shapes)
        cells = [first + h * cols + w for h in range(high) for w in range(wide)]
        free.difference_update(cells)
        if is_turned:
            cells = [cell % cols * grid.cols + cell // cols for cell in cells]
        rectangles.append(tuple(sorted(cells)))
    return sorted(rectangles)


@lru_cache(maxsize=16)
def _both_ways(grid: Grid) -> tuple[tuple[int, int], ...]:
    return (*grid.edges(), *((b, a) for a, b in grid.edges()))


def move_cell(
    grid: Grid,
    region: Sequence[int],
    cells: Collection[int],
    state: RandomState,
    may_move: Callable[[int, int], bool] = lambda cell, goal: True,
) -> list[int] | None:
    """Return regions of which one of some cells has joined a neighbouring region.

    Regions stay connected; ``may_move`` (cell, region) allows a move. None if there is no such
    move. The state is advanced in place.
    """
    inside = set(cells)
    ways = [(a, region[b]) for a, b in _both_ways(grid) if a in inside and region[a] != region[b]]
    while ways:
        cell, goal = ways.pop(int(random_below(state, len(ways))))
        if not may_move(cell, goal):
            continue
        moved = list(region)
        moved[cell] = goal
        if region[cell] in moved and is_whole(grid, moved, region[cell]):
            return moved
    return None
