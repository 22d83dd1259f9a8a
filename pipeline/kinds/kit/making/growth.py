"""Random areas of a board: regions around given cells, cages, and rectangles.

Areas are numbers for each cell, as in `Board.regions`, or tuples of sorted cells.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import RandomState, pick, random_below, shuffled
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.regions import is_whole
from pipeline.kinds.kit.making.kernels.rectangles import divide

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
    regions = divide_into_rectangles(grid, sizes, state, is_wide)
    areas: dict[int, list[int]] = {}
    for cell, region in enumerate(regions.ravel().tolist()):
        areas.setdefault(region, []).append(cell)
    return [*map(tuple, areas.values())]


def divide_into_rectangles(
    grid: Grid, sizes: Sequence[int], state: RandomState, is_wide: bool = False
) -> NDArray[np.int32]:
    """Return random rectangles as `random_rectangles` does: the number of that of each cell.

    An ndarray[int32] of shape (rows, cols).
    """
    is_turned = random_below(state, 2) == 1
    shape = (grid.cols, grid.rows) if is_turned else (grid.rows, grid.cols)
    regions = np.full(shape, -1, dtype=np.int32)
    divide(regions, np.array(sizes, dtype=np.int64), is_wide, state)
    return np.ascontiguousarray(regions.T) if is_turned else regions


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
