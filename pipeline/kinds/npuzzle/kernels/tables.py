"""Tables of distances by breadth-first search: of all boards, and of patterns; numba.

A *pattern database* has the number of moves of some tiles to their cells. All cells that the blank
can reach without moving a tile of the pattern are one state, stored as bits; the least distance
over them is stored, so that the distances of disjoint patterns can be added (Korf, Felner, 2002).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, making_arrays

UNSEEN: Final = 255


@compiled
def rank(labels: NDArray[np.int64]) -> int:
    """Return the number of an arrangement of 0 to n - 1, from 0."""
    cells = len(labels)
    number = 0
    seen = 0
    for i in range(cells):
        smaller = 0
        for label in range(labels[i]):
            smaller += 1 - (seen >> label & 1)
        number = number * (cells - i) + smaller
        seen |= 1 << labels[i]
    return number


@compiled
def unrank(number: int, labels: NDArray[np.int64]) -> None:
    """Write the arrangement with a number into ``labels``."""
    cells = len(labels)
    for i in range(cells - 1, -1, -1):
        labels[i] = number % (cells - i)
        number //= cells - i
        for j in range(i + 1, cells):
            if labels[j] >= labels[i]:
                labels[j] += 1


@compiled
def spread(
    moves: NDArray[np.int64],
    goal_blank: int,
    distances: NDArray[np.uint8],
    queue: NDArray[np.int64],
    labels: NDArray[np.int64],
) -> int:
    """Write the distances of all boards to the solved one; return the number of boards reached.

    ``moves`` is as in `Geometry`, ``goal_blank`` the cell and label of the blank. ``distances``
    (uint8, shape (cells!,)) are initially `UNSEEN`, and stay so for boards that are not reached.
    ``queue`` (int64, shape (cells! / 2,)) gets the numbers of the boards reached, nearest first;
    ``labels`` (int64, shape (cells,)) is scratch.
    """
    cells = len(labels)
    for cell in range(cells):
        labels[cell] = cell
    queue[0] = rank(labels)
    distances[queue[0]] = 0
    head, tail = 0, 1
    while head < tail:
        number = queue[head]
        head += 1
        distance = distances[number]
        unrank(number, labels)
        blank = 0
        while labels[blank] != goal_blank:
            blank += 1
        for k in range(4):
            target = moves[(blank * cells + blank) * 5 + k]
            if target < 0:
                break
            labels[blank], labels[target] = labels[target], goal_blank
            reached = rank(labels)
            labels[target], labels[blank] = labels[blank], goal_blank
            if distances[reached] == UNSEEN:
                distances[reached] = distance + 1
                queue[tail] = reached
                tail += 1
    return tail


MOST_CELLS: Final = 25  # Cells whose bits fit into an index of the queue


@compiled
def flood(seed: int, free: int, cols: int, right: int, left: int) -> int:
    """Return the free cells connected with ``seed``, all as bits.

    ``right`` and ``left`` are the cells outside the rightmost and the leftmost column.
    """
    reached = seed
    while True:
        grown = (
            reached
            | reached << cols
            | reached >> cols
            | (reached & right) << 1
            | (reached & left) >> 1
        ) & free
        if grown == reached:
            return reached
        reached = grown


@making_arrays
def build_table(rows: int, cols: int, blank: int, tiles: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the moves that the tiles of a pattern need among themselves.

    The board has at most `MOST_CELLS` cells; ``blank`` is the goal cell of the blank, ``tiles``
    (int64) are those of the tiles. The table is ndarray[uint8] of shape (cells ** len(tiles),),
    indexed by the sum over all tiles of their cell times ``cells ** i``, where i is their index in
    ``tiles``; it has `UNSEEN` where two tiles are on one cell.
    """
    cells = rows * cols
    count = len(tiles)
    weights = np.ones(count, dtype=np.int64)
    arrangements = cells
    for i in range(1, count):
        weights[i] = weights[i - 1] * cells
        arrangements *= cells - i
    table = np.full(weights[len(weights) - 1] * cells, UNSEEN, dtype=np.uint8)
    seen = np.zeros(len(table), dtype=np.uint32)
    every = (1 << cells) - 1
    right, left = every, every
    for row in range(rows):
        right &= ~(1 << (row * cols + cols - 1))
        left &= ~(1 << (row * cols))
    # A circular queue: it has at most two levels at any time.
    room = 2 * arrangements + 64
    queue = np.empty(room, dtype=np.int64)
    cell_of = np.empty(count, dtype=np.int64)
    start, taken = 0, 0
    for i in range(count):
        start += tiles[i] * weights[i]
        taken |= 1 << tiles[i]
    region = flood(1 << blank, every & ~taken, cols, right, left)
    table[start] = 0
    seen[start] = region
    queue[0] = start << MOST_CELLS | region
    head, tail, level_end, distance = 0, 1, 1, 1
    while head < tail:
        if head == level_end:
            level_end = tail
            distance += 1
        index = queue[head % room] >> MOST_CELLS
        region = queue[head % room] & ((1 << MOST_CELLS) - 1)
        head += 1
        taken = 0
        for i in range(count):
            cell_of[i] = index // weights[i] % cells
            taken |= 1 << cell_of[i]
        for i in range(count):
            here = cell_of[i]
            for way in range(4):
                there = here + (-cols, cols, -1, 1)[way]
                if (way >= 2 and there // cols != here // cols) or not 0 <= there < cells:
                    continue
                if not region >> there & 1:
                    continue
                reached = index + (there - here) * weights[i]
                if seen[reached] >> here & 1:
                    continue
                free = every & ~(taken ^ (1 << here) ^ (1 << there))
                around = flood(1 << here, free, cols, right, left)
                seen[reached] |= around
                if table[reached] == UNSEEN:
                    table[reached] = distance
                queue[tail % room] = reached << MOST_CELLS | around
                tail += 1
    return table
