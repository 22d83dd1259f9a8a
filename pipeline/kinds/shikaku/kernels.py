"""Boards of Shikaku as arrays: the constraints of numbers, and numbers that move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import random_below

UP, LEFT, RIGHT, DOWN = range(4)
HEADS, NODES, EDGES = range(3)  # Places in ``ends``


@inlined
def place(
    regions: NDArray[np.int32], values: NDArray[np.int64], region: int, state: NDArray[np.uint64]
) -> None:
    """Write the number of a rectangle, in place, into a random one of its cells."""
    goal, size = 0, 0
    for cell in range(regions.shape[0]):
        if regions[cell] == region:
            size += 1
            values[cell] = 0
            if random_below(state, size) == 0:
                goal = cell
    values[goal] = size


@compiled
def place_numbers(
    regions: NDArray[np.int32], values: NDArray[np.int64], number: int, state: NDArray[np.uint64]
) -> None:
    """Write the numbers of all rectangles, in place; the state is advanced.

    ``regions`` is the rectangle of each cell, ``values`` its number or 0.
    """
    for region in range(number):
        place(regions, values, region, state)


@compiled
def move_numbers(
    regions: NDArray[np.int32],
    values: NDArray[np.int64],
    cells: NDArray[np.int64],
    moves: int,
    state: NDArray[np.uint64],
) -> None:
    """Place numbers again, in place, ``moves`` times that of the rectangle of one of some cells."""
    for _ in range(moves):
        place(regions, values, regions[cells[random_below(state, cells.shape[0])]], state)


@compiled
def state_rules(
    values: NDArray[np.int64],
    sides: NDArray[np.int32],
    cols: int,
    covering: NDArray[np.int32],
    options: NDArray[np.int32],
    heads: NDArray[np.int32],
    edges: NDArray[np.int32],
    ends: NDArray[np.int64],
) -> None:
    """Write the choices that `declare` adds for numbers and for cells, in place.

    They are as in `engine.arrays.Rows`, with the numbers of heads, nodes and edges in ``ends``.
    ``sides`` are the variables of the borders up, left, right and down of each cell, 0 for none.
    ``covering`` gets for each cell the number of its rectangles and the first of them, as far as
    there is room, ``options`` the first edge of each rectangle.
    """
    cells = values.shape[0]
    rows = cells // cols
    covering[:, 0] = 0
    ends[:] = 0
    most = covering.shape[1] - 1
    for cell in range(cells):
        size = values[cell]
        if size == 0:
            continue
        row, col = cell // cols, cell % cols
        node, edge = ends[NODES], ends[EDGES]
        for high in range(1, min(size, rows) + 1):
            wide = size // high
            if size % high or wide > cols:
                continue
            for top in range(max(0, row - high + 1), min(row, rows - high) + 1):
                for left in range(max(0, col - wide + 1), min(col, cols - wide) + 1):
                    numbers = 0
                    for k in range(size):
                        numbers += values[(top + k // wide) * cols + left + k % wide] > 0
                    if numbers > 1:
                        continue
                    options[ends[NODES]] = ends[EDGES]
                    outline(sides, cols, (top, left, high, wide), ends[NODES] - node, edges, ends)
                    for k in range(size):
                        inside = (top + k // wide) * cols + left + k % wide
                        covering[inside, 0] += 1
                        if covering[inside, 0] <= most:
                            covering[inside, covering[inside, 0]] = ends[NODES]
                    ends[NODES] += 1
        close(node, edge, heads, ends)
    options[ends[NODES]] = ends[EDGES]
    for cell in range(cells):
        number = covering[cell, 0]
        if values[cell] or number > most:
            continue
        node, edge = ends[NODES], ends[EDGES]
        for k in range(number):
            option = covering[cell, k + 1]
            for at in range(options[option], options[option + 1]):
                edges[ends[EDGES], 0] = edges[at, 0]
                edges[ends[EDGES], 1] = edges[ends[EDGES], 2] = k
                ends[EDGES] += 1
        ends[NODES] += number
        close(node, edge, heads, ends)


@inlined
def close(node: int, edge: int, heads: NDArray[np.int32], ends: NDArray[np.int64]) -> None:
    """End a choice, in place, that began with a node and an edge."""
    heads[ends[HEADS], 0], heads[ends[HEADS], 1] = ends[NODES] - node, ends[EDGES] - edge
    ends[HEADS] += 1


@inlined
def outline(
    sides: NDArray[np.int32],
    cols: int,
    shape: tuple[int, int, int, int],
    option: int,
    edges: NDArray[np.int32],
    ends: NDArray[np.int64],
) -> None:
    """Append the literals, in place, by which a rectangle is drawn and nothing within it."""
    top, left, high, wide = shape
    for k in range(high * wide):
        row, col = k // wide, k % wide
        cell = (top + row) * cols + left + col
        for side in range(4):
            is_inner = (
                (side == UP and row > 0)
                or (side == LEFT and col > 0)
                or (side == RIGHT and col + 1 < wide)
                or (side == DOWN and row + 1 < high)
            )
            # An inner border is drawn for the first of its cells.
            if sides[cell, side] and not (is_inner and side in (UP, LEFT)):
                edges[ends[EDGES], 0] = 2 * sides[cell, side] + is_inner
                edges[ends[EDGES], 1] = edges[ends[EDGES], 2] = option
                ends[EDGES] += 1
