"""Random connected walls that fill no block of two by two cells."""

from __future__ import annotations

from collections.abc import Set

from pipeline.kernels.random_state import RandomState, random_below
from pipeline.kinds.kit.board.grid import Grid


def random_wall(grid: Grid, state: RandomState, share: int) -> set[int]:
    """Return connected cells that fill no block of two by two cells.

    They grow cell by cell until none can be added, or end at ``share`` percent of half the board.

    >>> from pipeline.kernels.random_state import new_state
    >>> len(random_wall(Grid(2, 2), new_state(1), 200))
    3
    """
    start = int(random_below(state, len(grid.cells)))
    wall, near = set[int](), [start]
    while near and 200 * len(wall) < share * len(grid.cells):
        at = int(random_below(state, len(near)))
        near[at], near[-1] = near[-1], near[at]
        cell = near.pop()
        if cell not in wall and not fills_block(grid, wall, cell):
            wall.add(cell)
            near += grid.neighbours(cell)
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
