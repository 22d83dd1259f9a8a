"""Fill a board with random numbers, each once in every group of cells, or shade cells of it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import random_below
from pipeline.kinds.kit.engine.kernels.bits import count_bits

AROUND: Final = ((-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))


@compiled
def fill_numbers(
    numbers: NDArray[np.int64],
    groups: NDArray[np.int64],
    used: NDArray[np.int64],
    stack: NDArray[np.int64],
    largest: int,
    state: NDArray[np.uint64],
    max_nodes: int,
) -> bool:
    """Fill ``numbers``, int64, 0 where empty, with 1 to ``largest``; return whether that succeeded.

    A depth-first search that takes the cell with the fewest candidates and tries them in random
    order. ``groups``, int64 of shape (cells, k), has the groups of each cell, -1 for none;
    ``used``, int64, the bit set of the numbers in each group, initially 0. ``stack``, int64 of
    shape (cells, 2), is working memory: by level the cell and the bit set of its untried numbers.
    At most ``max_nodes`` numbers are tried.
    """
    depth = 0
    stack[0, 0] = choose_cell(numbers, groups, used, largest)
    stack[0, 1] = candidates_of(stack[0, 0], groups, used, largest)
    nodes = 0
    while depth >= 0:
        cell = stack[depth, 0]
        if numbers[cell]:
            for k in range(groups.shape[1]):
                if groups[cell, k] >= 0:
                    used[groups[cell, k]] &= ~(1 << numbers[cell])
            numbers[cell] = 0
        if stack[depth, 1] == 0:
            depth -= 1
            continue
        if nodes == max_nodes:
            return False
        nodes += 1
        skipped = random_below(state, count_bits(stack[depth, 1]))
        bits = stack[depth, 1]
        for _ in range(skipped):
            bits &= bits - 1
        number = count_bits((bits & -bits) - 1)
        stack[depth, 1] &= ~(1 << number)
        numbers[cell] = number
        for k in range(groups.shape[1]):
            if groups[cell, k] >= 0:
                used[groups[cell, k]] |= 1 << number
        if depth + 1 == len(numbers):
            return True
        depth += 1
        stack[depth, 0] = choose_cell(numbers, groups, used, largest)
        stack[depth, 1] = candidates_of(stack[depth, 0], groups, used, largest)
    return False


@compiled
def choose_cell(
    numbers: NDArray[np.int64], groups: NDArray[np.int64], used: NDArray[np.int64], largest: int
) -> int:
    """Return the first empty cell with the fewest candidates."""
    best = -1
    fewest = largest + 1
    for cell in range(len(numbers)):
        if numbers[cell] == 0:
            count = count_bits(candidates_of(cell, groups, used, largest))
            if count < fewest:
                best = cell
                fewest = count
    return best


@compiled
def candidates_of(
    cell: int, groups: NDArray[np.int64], used: NDArray[np.int64], largest: int
) -> int:
    """Return the candidates of a cell as a bit set, bit k for number k."""
    taken = 0
    for k in range(groups.shape[1]):
        if groups[cell, k] >= 0:
            taken |= used[groups[cell, k]]
    return ((2 << largest) - 2) & ~taken


@compiled
def shade_cells(
    order: NDArray[np.int64],
    shaded: NDArray[np.bool_],
    above: NDArray[np.int64],
    near: NDArray[np.int64],
) -> None:
    """Shade cells in an order, except those beside a shaded one or that would divide the others.

    Shaded cells that touch at corners form groups; all cells at the edge are one group. A cell that
    touches the same group twice would close a ring, and is skipped. ``shaded``, of shape
    (rows, cols), is initially False. ``above`` is a union-find forest of the cells and, last, the
    edge, initially each its own parent. ``near``, int64 of 5, is working memory.
    """
    rows, cols = shaded.shape
    for cell in order:
        row, col = cell // cols, cell % cols
        is_free, count = True, 0
        if row in (0, rows - 1) or col in (0, cols - 1):
            near[0] = root_of(above, rows * cols)
            count = 1
        for down, right in AROUND:
            r, c = row + down, col + right
            if not (is_free and 0 <= r < rows and 0 <= c < cols and shaded[r, c]):
                continue
            group = root_of(above, r * cols + c)
            is_free = down != 0 and right != 0 and group not in near[:count]
            near[count] = group
            count += 1
        if is_free:
            shaded[row, col] = True
            for group in near[:count]:
                above[group] = cell


@inlined
def root_of(above: NDArray[np.int64], node: int) -> int:
    """Return the representative of a node's group."""
    while above[node] != node:
        above[node] = above[above[node]]
        node = above[node]
    return node
