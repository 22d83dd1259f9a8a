"""Regions that grow around their answer while a board stays solvable, for `strategies.Extend`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import RandomState, pick, random_below, shuffled
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.making.kernels.groups import free_cells, part_again, place_apart

Keeper: TypeAlias = Callable[[Sequence[int], Sequence[int], Sequence[int]], Collection[int] | None]
"""(regions, free cells that may join them, other free cells): those that join them; None if the
board has no solution at the wanted level without any."""

FREE: Final = -1
STEPS_A_ROW: Final = 2000  # Rows filled for each row of a board before it is given up
ROUNDS_A_CELL: Final = 10  # Times that two regions are parted again, for each cell
REACH: Final = 2  # Cells to each side of one that fits nowhere, of which half are freed
FURTHER: Final = 15  # Times without a success after which they reach further
STALE: Final = 60  # Times without a success after which a board is given up


def random_stars(grid: Grid, number: int, state: RandomState) -> NDArray[np.bool_] | None:
    """Return random cells, ``number`` in each row and column, none beside another; None if stuck.

    The board is a square, the result ndarray[bool] of its shape.

    >>> from pipeline.kernels.random_state import new_state
    >>> random_stars(Grid(4, 4), 1, new_state(1)).sum(axis=0).tolist()
    [1, 1, 1, 1]
    """
    chosen = np.zeros((grid.rows, grid.cols), dtype=np.bool_)
    missing, keys = np.zeros((2, grid.cols), dtype=np.int64)
    is_full = place_apart(chosen, missing, keys, number, state, STEPS_A_ROW * grid.rows)
    return chosen if is_full else None


def random_parts(chosen: NDArray[np.bool_], number: int, state: RandomState) -> NDArray[np.int64]:
    """Return random connected regions with ``number`` of some chosen cells each, as in each row.

    The result is the number of the region of each cell, ndarray[int64] of shape (rows, cols).
    """
    rows, cols = chosen.shape
    regions = np.arange(rows, dtype=np.int64).repeat(cols).reshape(rows, cols)
    work = np.zeros((9, rows * cols), dtype=np.int64)
    part_again(regions, chosen, number, state, ROUNDS_A_CELL * rows * cols, work)
    return regions


def extend(
    grid: Grid,
    parts: NDArray[np.int64],
    chosen: NDArray[np.bool_],
    keep: Keeper,
    state: RandomState,
) -> list[int] | None:
    """Return regions that cover the board and have the answer wanted; None if stuck.

    First all cells are free that no part needs to connect its chosen ones. Free cells join regions
    as long as ``keep`` allows it. Around one that fits nowhere others are freed, and all join
    regions again, of which what leaves more cells free is taken back.
    """
    seen, waiting = np.zeros((2, parts.size), dtype=np.int64)
    regions = parts.copy()
    free_cells(regions, chosen, np.array(shuffled(state, grid.cells)), seen, waiting)
    found = _fill(grid, regions.ravel().tolist(), (), keep, state)
    stale, fewest = 0, parts.size
    while found is not None and FREE in found and stale < STALE:
        reach = REACH + stale // FURTHER
        free = [cell for cell, region in enumerate(found) if region == FREE]
        row, col = divmod(pick(state, free), grid.cols)
        near = [
            r * grid.cols + c
            for r in range(max(0, row - reach), min(grid.rows, row + reach + 1))
            for c in range(max(0, col - reach), min(grid.cols, col + reach + 1))
            if random_below(state, 2)
        ]
        regions = np.array(found).reshape(parts.shape)
        free_cells(regions, chosen, np.array(shuffled(state, near), dtype=np.int64), seen, waiting)
        changed = _fill(grid, regions.ravel().tolist(), free, keep, state)
        stale += 1
        worse = stale % FURTHER == 0
        if changed is not None and changed.count(FREE) <= len(free) + worse:
            found = changed
            if found.count(FREE) < fewest:
                fewest, stale = found.count(FREE), 0
    return None if found is None or FREE in found else found


def _fill(
    grid: Grid, regions: list[int], first: Collection[int], keep: Keeper, state: RandomState
) -> list[int] | None:
    """Let free cells, some of them first, join regions beside them until none can, in place.

    Without ``first`` each cell is to join the smallest region. None as in ``keep``.
    """
    refused = set[tuple[int, int]]()
    free = [cell for cell, region in enumerate(regions) if region == FREE]
    while True:
        size, proposed = Counter(regions), list(regions)
        order = sorted(shuffled(state, free), key=lambda cell: cell not in first)
        for cell in order:
            beside = {regions[near] for near in grid.neighbours(cell)} - {FREE}
            open_ = sorted(one for one in beside if (cell, one) not in refused)
            if open_ and not first:
                least = min(size[one] for one in open_)
                open_ = [one for one in open_ if size[one] == least]
            if open_:
                proposed[cell] = pick(state, open_)
        joining = [cell for cell in order if proposed[cell] != FREE]
        if not joining:
            return regions
        others = [cell for cell in order if proposed[cell] == FREE]
        kept = keep([max(0, region) for region in proposed], joining, others)
        if kept is None:
            return None
        for cell in joining:
            if cell in kept:
                regions[cell] = proposed[cell]
            else:
                refused.add((cell, proposed[cell]))
        free = [cell for cell in free if cell not in kept]
