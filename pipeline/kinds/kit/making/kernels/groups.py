"""Random cells that do not touch, and random regions with equally many of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import random_below

NOISE = 8  # What chance, a missing cell of a column, and a cell that it blocks count in its choice
MISSING = 8
BLOCKED = 4
BACK = 8  # Rows that are emptied if the next one cannot be filled, at most
BESIDE = ((-1, 0), (1, 0), (0, -1), (0, 1))


@compiled
def place_apart(
    chosen: NDArray[np.bool_],
    missing: NDArray[np.int64],
    keys: NDArray[np.int64],
    number: int,
    state: NDArray[np.uint64],
    steps: int,
) -> bool:
    """Choose ``number`` cells in each row and column, in place, none beside another.

    ``chosen`` is initially False, ``missing`` and ``keys`` are work space for each column. Rows are
    filled one by one, first in the columns that miss the most; where that fails, rows before are
    filled again. Return whether the board was filled within ``steps`` rows.
    """
    side = chosen.shape[0]
    missing[:] = number
    blocked = BLOCKED if number > 1 else 0  # single ones would be placed along diagonals
    row = 0
    for _ in range(steps):
        left = side - row - 1
        for col in range(side):
            is_due = missing[col] > (left + 1) // 2
            keys[col] = missing[col] * MISSING + random_below(state, NOISE) + 1000 * is_due
        is_well = True
        for _cell in range(number):
            best, highest = -1, 0
            for col in range(side):
                if not is_free(chosen, missing, row, col):
                    continue
                key = keys[col]
                if col > 0:
                    key -= blocked * is_free(chosen, missing, row, col - 1)
                if col + 1 < side:
                    key -= blocked * is_free(chosen, missing, row, col + 1)
                if best < 0 or key > highest:
                    best, highest = col, key
            if best < 0:
                is_well = False
                break
            chosen[row, best] = True
            missing[best] -= 1
        for col in range(side):
            is_well &= missing[col] <= (left + 1) // 2
            is_well &= not chosen[row, col] or missing[col] <= left // 2
        if is_well:
            row += 1
            if row == side:
                return True
            continue
        first = max(0, row - random_below(state, BACK))
        for emptied in range(first, row + 1):
            for col in range(side):
                missing[col] += chosen[emptied, col]
                chosen[emptied, col] = False
        row = first
    return False


@inlined
def is_free(chosen: NDArray[np.bool_], missing: NDArray[np.int64], row: int, col: int) -> bool:
    """Return whether a cell can be chosen: its column misses some, and none touches it."""
    free = missing[col] > 0
    for near in range(max(0, col - 1), min(chosen.shape[1], col + 2)):
        free &= not chosen[row, near] and (row == 0 or not chosen[row - 1, near])
    return free


@compiled
def part_again(
    regions: NDArray[np.int64],
    chosen: NDArray[np.bool_],
    number: int,
    state: NDArray[np.uint64],
    rounds: int,
    work: NDArray[np.int64],
) -> None:
    """Join two adjacent regions and part them elsewhere, in place and at random, ``rounds`` times.

    Each region keeps ``number`` chosen cells. A random tree through both is cut where that is so
    (DeFord, Duchin, Solomon: Recombination, Harvard Data Science Review 3(1), 2021). ``work``,
    int64 of shape (9, cells), is work space.
    """
    rows, cols = regions.shape
    parents, order, inside, cuts, edge = work[0], work[1], work[2], work[3], work[4:]
    edges = edge.reshape(-1)
    for _ in range(rounds):
        start = random_below(state, rows * cols)
        side = BESIDE[random_below(state, 4)]
        row, col = start // cols + side[0], start % cols + side[1]
        if not (0 <= row < rows and 0 <= col < cols):
            continue
        one, other = regions[start // cols, start % cols], regions[row, col]
        if one == other:
            continue
        parents[:] = -2
        count, waiting = 0, 1
        edges[0] = start * (rows * cols + 1) + rows * cols
        while waiting:
            at = random_below(state, waiting)
            cell, parent = edges[at] // (rows * cols + 1), edges[at] % (rows * cols + 1)
            waiting -= 1
            edges[at] = edges[waiting]
            if parents[cell] != -2:
                continue
            parents[cell] = parent
            order[count] = cell
            count += 1
            for down, right in BESIDE:
                row, col = cell // cols + down, cell % cols + right
                if not (0 <= row < rows and 0 <= col < cols):
                    continue
                is_near = regions[row, col] == one or regions[row, col] == other
                if is_near and parents[row * cols + col] == -2:
                    edges[waiting] = (row * cols + col) * (rows * cols + 1) + cell
                    waiting += 1
        inside[:] = 0
        found = 0
        for at in range(count - 1, 0, -1):
            cell = order[at]
            inside[cell] += chosen[cell // cols, cell % cols]
            inside[parents[cell]] += inside[cell]
            if inside[cell] == number:
                cuts[found] = cell
                found += 1
        if not found:
            continue
        root = cuts[random_below(state, found)]
        for at in range(count):
            cell = order[at]
            inside[cell] = cell == root or (at > 0 and inside[parents[cell]] < 0)
            inside[cell] = -inside[cell]
            regions[cell // cols, cell % cols] = other if inside[cell] < 0 else one


@compiled
def is_whole_without(
    regions: NDArray[np.int64], cell: int, seen: NDArray[np.int64], waiting: NDArray[np.int64]
) -> bool:
    """Return whether a region of two cells or more stays connected without one of its cells.

    ``seen`` and ``waiting`` are work space of the size of the board.
    """
    rows, cols = regions.shape
    region = regions[cell // cols, cell % cols]
    seen[:] = 0
    seen[cell] = 1
    size, count = 0, 0
    for other in range(rows * cols):
        if regions[other // cols, other % cols] == region and other != cell:
            size += 1
            if count == 0:
                waiting[0] = other
                seen[other] = 1
                count = 1
    at = 0
    while at < count:
        for down, right in BESIDE:
            row, col = waiting[at] // cols + down, waiting[at] % cols + right
            if not (0 <= row < rows and 0 <= col < cols) or seen[row * cols + col]:
                continue
            if regions[row, col] == region:
                seen[row * cols + col] = 1
                waiting[count] = row * cols + col
                count += 1
        at += 1
    return 0 < size == count


@compiled
def free_cells(
    regions: NDArray[np.int64],
    chosen: NDArray[np.bool_],
    order: NDArray[np.int64],
    seen: NDArray[np.int64],
    waiting: NDArray[np.int64],
) -> None:
    """Give cells, in their order, the region -1 if they are not chosen and it stays connected."""
    cols = regions.shape[1]
    for cell in order:
        row, col = cell // cols, cell % cols
        if regions[row, col] < 0 or chosen[row, col]:
            continue
        if is_whole_without(regions, cell, seen, waiting):
            regions[row, col] = -1
