"""The search of the Latin square, compiled by numba. Arrays in, arrays out; calls no rule.

Copying this kind? Keep kernels to plain loops over exactly sized integers, at most nine
parameters, nothing allocated inside a loop. They must give the same answers with
``NUMBA_DISABLE_JIT=1``. All checking of arguments happens in the wrapper (``solve.py``).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, making_arrays


@compiled
def candidates(
    cell: int, grid: NDArray[np.int64], groups: NDArray[np.int64], used: NDArray[np.int64]
) -> int:
    """Return the bit set of numbers that fit into an empty cell (bit ``k - 1`` for number k)."""
    taken = 0
    for place in range(groups.shape[1]):
        taken |= used[groups[cell, place]]
    return ((1 << grid.shape[0]) - 1) & ~taken


@compiled
def choose_cell(grid: NDArray[np.int64], groups: NDArray[np.int64], used: NDArray[np.int64]) -> int:
    """Return the empty cell with the fewest candidates, the first of equals; -1 on a full board."""
    side = grid.shape[0]
    best = -1
    fewest = side + 1
    for cell in range(side * side):
        if grid[cell // side, cell % side] == 0:
            bits = candidates(cell, grid, groups, used)
            count = 0
            while bits:
                bits &= bits - 1
                count += 1
            if count < fewest:
                best = cell
                fewest = count
    return best


@making_arrays
def search(
    grid: NDArray[np.int64],
    groups: NDArray[np.int64],
    used: NDArray[np.int64],
    orders: NDArray[np.int64],
    found: NDArray[np.int64],
    max_nodes: int,
) -> tuple[int, int, bool]:
    """Fill ``found`` with solutions; ``grid`` and ``used`` are changed in place.

    Depth-first, always in the cell with the fewest candidates. A node is a number tried in a cell
    that had a choice; forced cells are free.

    Parameters
    ----------
    grid : ndarray[int64], shape (side, side)
        Numbers, 0 = empty.
    groups : ndarray[int64], shape (side * side, groups of a cell)
        For each cell the groups (row, column) that it lies in.
    used : ndarray[int64], shape (number of groups,)
        Bit set of the numbers that stand in each group.
    orders : ndarray[int64], shape (side * side, side)
        For each cell the numbers in the order in which they are tried.
    found : ndarray[int64], shape (limit, side * side)
        Receives at most ``limit`` solutions.
    max_nodes : int
        The budget.

    Returns
    -------
    count, nodes : int
        Solutions found, nodes spent.
    is_complete : bool
        Whether the whole tree was searched.
    """
    side = grid.shape[0]
    cells = np.zeros(side * side + 1, dtype=np.int64)
    tried = np.zeros(side * side + 1, dtype=np.int64)
    is_choice = np.zeros(side * side + 1, dtype=np.int64)
    count = 0
    nodes = 0
    depth = 0
    cells[0] = choose_cell(grid, groups, used)
    if cells[0] < 0:
        for cell in range(side * side):
            found[0, cell] = grid[cell // side, cell % side]
        return 1, 0, True
    while depth >= 0:
        cell = cells[depth]
        row, col = cell // side, cell % side
        if grid[row, col]:
            bit = 1 << (grid[row, col] - 1)
            for place in range(groups.shape[1]):
                used[groups[cell, place]] &= ~bit
            grid[row, col] = 0
        else:
            bits = candidates(cell, grid, groups, used)
            is_choice[depth] = bits & (bits - 1)
        bits = candidates(cell, grid, groups, used)
        while tried[depth] < side and not bits >> (orders[cell, tried[depth]] - 1) & 1:
            tried[depth] += 1
        if tried[depth] == side:
            tried[depth] = 0
            depth -= 1
            continue
        number = orders[cell, tried[depth]]
        tried[depth] += 1
        if is_choice[depth]:
            if nodes == max_nodes:
                return count, nodes, False
            nodes += 1
        grid[row, col] = number
        for place in range(groups.shape[1]):
            used[groups[cell, place]] |= 1 << (number - 1)
        following = choose_cell(grid, groups, used)
        if following >= 0:
            depth += 1
            cells[depth] = following
            continue
        for index in range(side * side):
            found[count, index] = grid[index // side, index % side]
        count += 1
        if count == found.shape[0]:
            return count, nodes, False
    return count, nodes, True
