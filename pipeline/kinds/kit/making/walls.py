"""Random connected walls that fill no block of two by two cells."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from pipeline.kernels.random_state import RandomState, random_below
from pipeline.kinds.kit.board.grid import Grid

LOOPS: Final = 20  # One in so many cells that would close a loop of the wall may do so


def random_wall(grid: Grid, state: RandomState, share: int) -> set[int]:
    """Return connected cells that fill no block of two by two cells, with few loops.

    They grow cell by cell up to ``share`` percent of the board, or until none can be added.

    >>> from pipeline.kernels.random_state import new_state
    >>> wall = random_wall(Grid(5, 6), new_state(1), 50)
    >>> len(wall), Grid(5, 6).is_connected(wall)
    (15, True)
    """
    near = [int(random_below(state, len(grid.cells)))]
    wall = set[int]()
    while near and 100 * len(wall) < share * len(grid.cells):
        at = int(random_below(state, len(near)))
        near[at], near[-1] = near[-1], near[at]
        cell = near.pop()
        beside = grid.neighbours(cell)
        is_looping = len(wall.intersection(beside)) > 1
        if is_looping and (random_below(state, LOOPS) or fills_block(grid, wall, cell)):
            continue
        if cell not in wall:
            wall.add(cell)
            near += beside
    return wall


def fills_block(grid: Grid, wall: Set[int], cell: int) -> bool:
    """Return whether a cell would complete a block of two by two cells of a wall.

    >>> fills_block(Grid(2, 2), {0, 1, 2}, 3), fills_block(Grid(2, 3), {0, 1, 2, 3}, 5)
    (True, False)
    """
    corners = ((down, right) for down in (-1, 1) for right in (-1, 1))
    return any(
        {grid.look(cell, down, 0), grid.look(cell, 0, right), grid.look(cell, down, right)} <= wall
        for down, right in corners
    )
