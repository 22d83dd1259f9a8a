"""A layout: islands and bridges on a grid, to be changed step by step, in place; numba.

Every layout is a right solution of the puzzle that it makes, as far as numbers and crossings go.
No two islands touch. With a symmetry, islands lie in the same places as those of the image;
numbers of bridges are free. A *pair* of islands that see each other is named by the first of them
and the way to the other, `RIGHT` or `DOWN`: ``2 * cell + way``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined, making_arrays
from pipeline.kernels.random_state import random_below

WATER, ISLAND, ACROSS, DOWNWARD = 0, 1, 2, 3
"""What a cell holds: nothing, an island, or bridges by their direction."""

NONE, HALF_TURN, LEFT_RIGHT, TOP_BOTTOM = 0, 1, 2, 3
"""Symmetries: which image of the board has its islands in the same places."""

RIGHT, DOWN = 0, 1

NO_PAIR: Final = -1


class Layout(NamedTuple):
    """Islands and bridges on a grid.

    ``holds``: what each cell holds. ``bridges[pair]``: how many join the islands of a pair.
    ``islands``: cells of the islands in the order of making, ``made[0]`` of them. ``places``: room
    for the cells among which one is chosen.
    """

    rows: int
    cols: int
    symmetry: int
    holds: NDArray[np.int64]
    bridges: NDArray[np.int64]
    islands: NDArray[np.int64]
    made: NDArray[np.int64]
    places: NDArray[np.int64]


@making_arrays
def make_layout(rows: int, cols: int, symmetry: int) -> Layout:
    """Return a layout of water."""
    size = rows * cols
    return Layout(
        rows,
        cols,
        symmetry,
        np.zeros(size, np.int64),
        np.zeros(2 * size, np.int64),
        np.zeros(size, np.int64),
        np.zeros(1, np.int64),
        np.zeros(rows + cols, np.int64),
    )


@compiled
def copy_layout(source: Layout, target: Layout) -> None:
    """Make one layout like another of the same size, in place."""
    for cell in range(source.holds.shape[0]):
        target.holds[cell] = source.holds[cell]
        target.bridges[2 * cell] = source.bridges[2 * cell]
        target.bridges[2 * cell + 1] = source.bridges[2 * cell + 1]
    for k in range(source.made[0]):
        target.islands[k] = source.islands[k]
    target.made[0] = source.made[0]


@compiled
def clear_layout(layout: Layout) -> None:
    """Make a layout one of water, in place."""
    layout.holds[:] = WATER
    layout.bridges[:] = 0
    layout.made[0] = 0


@inlined
def image_of(layout: Layout, cell: int) -> int:
    """Return the cell that a cell's image lies on; itself where there is no symmetry."""
    row, col = cell // layout.cols, cell % layout.cols
    if layout.symmetry in (HALF_TURN, TOP_BOTTOM):
        row = layout.rows - 1 - row
    if layout.symmetry in (HALF_TURN, LEFT_RIGHT):
        col = layout.cols - 1 - col
    return row * layout.cols + col


@inlined
def has_shore(layout: Layout, cell: int) -> bool:
    """Return whether a cell could hold an island that touches no other."""
    holds, cols, col = layout.holds, layout.cols, cell % layout.cols
    if holds[cell] == ISLAND:
        return False
    if (col and holds[cell - 1] == ISLAND) or (col + 1 < cols and holds[cell + 1] == ISLAND):
        return False
    if cell >= cols and holds[cell - cols] == ISLAND:
        return False
    return cell + cols >= holds.shape[0] or holds[cell + cols] != ISLAND


@compiled
def add_island(layout: Layout, cell: int) -> None:
    """Put an island on a cell, in place."""
    layout.holds[cell] = ISLAND
    layout.islands[layout.made[0]] = cell
    layout.made[0] += 1


@compiled
def drop_last_island(layout: Layout) -> None:
    """Take away the island that was made last and has no bridge, in place."""
    layout.made[0] -= 1
    layout.holds[layout.islands[layout.made[0]]] = WATER


@inlined
def step_of(layout: Layout, way: int) -> int:
    """Return how far it is from a cell to the next in a way."""
    return layout.cols if way == DOWN else 1


@inlined
def room_of(layout: Layout, cell: int, way: int) -> int:
    """Return how many cells lie ahead of a cell in a way."""
    if way == DOWN:
        return layout.rows - 1 - cell // layout.cols
    return layout.cols - 1 - cell % layout.cols


@inlined
def pair_of(layout: Layout, one: int, other: int) -> int:
    """Return the pair of two islands in one row or column."""
    way = RIGHT if one // layout.cols == other // layout.cols else DOWN
    return 2 * min(one, other) + way


@inlined
def far_end(layout: Layout, pair: int) -> int:
    """Return the second island of a pair, -1 where the first sees none."""
    cell, way = pair // 2, pair % 2
    step = step_of(layout, way)
    for _ in range(room_of(layout, cell, way)):
        cell += step
        if layout.holds[cell] == ISLAND:
            return cell
    return -1


@inlined
def pair_behind(layout: Layout, cell: int, way: int) -> int:
    """Return the pair whose bridges reach an island from the left or from above, or `NO_PAIR`."""
    step = step_of(layout, way)
    passed = DOWNWARD if way == DOWN else ACROSS
    first = cell - step * (cell // layout.cols if way == DOWN else cell % layout.cols)
    at = cell - step
    while at >= first and layout.holds[at] == passed:
        at -= step
    if at >= first and at < cell - step and layout.holds[at] == ISLAND:
        return 2 * at + way
    return NO_PAIR


@inlined
def join(layout: Layout, one: int, other: int, count: int) -> bool:
    """Join two islands of a row or column if nothing lies between, in place; say if it was done."""
    pair = pair_of(layout, one, other)
    start, end = min(one, other), max(one, other)
    step = step_of(layout, pair % 2)
    if layout.bridges[pair]:
        return False
    for cell in range(start + step, end, step):
        if layout.holds[cell] != WATER:
            return False
    for cell in range(start + step, end, step):
        layout.holds[cell] = ACROSS + pair % 2
    layout.bridges[pair] = count
    return True


@inlined
def part(layout: Layout, pair: int) -> None:
    """Take the bridges of a pair away, in place."""
    step = step_of(layout, pair % 2)
    for cell in range(pair // 2 + step, far_end(layout, pair), step):
        layout.holds[cell] = WATER
    layout.bridges[pair] = 0


@compiled
def split(layout: Layout, pair: int, cell: int) -> bool:
    """Put an island on a bridge, so that it becomes two, in place; say if there was room for it."""
    if not has_shore(layout, cell):
        return False
    add_island(layout, cell)
    layout.bridges[2 * cell + pair % 2] = layout.bridges[pair]
    return True


@compiled
def split_with_image(layout: Layout, pair: int, state: NDArray[np.uint64]) -> bool:
    """Put an island, and its image, on bridges at random, in place; say if there was room for both.

    Where there was room for the first alone, the layout is spoilt.
    """
    step = step_of(layout, pair % 2)
    between = (far_end(layout, pair) - pair // 2) // step - 1
    if between < 3:
        return False
    cell = pair // 2 + step * (2 + random_below(state, between - 2))
    if not split(layout, pair, cell):
        return False
    other = image_of(layout, cell)
    if other == cell:
        return True
    if layout.holds[other] < ACROSS:
        return False
    return split(layout, pair_behind(layout, other, layout.holds[other] - ACROSS), other)


@compiled
def reaches_every_edge(layout: Layout) -> bool:
    """Return whether islands lie in the first and last row and column."""
    met = 0
    for k in range(layout.made[0]):
        row, col = layout.islands[k] // layout.cols, layout.islands[k] % layout.cols
        met |= (row == 0) | 2 * (row == layout.rows - 1)
        met |= 4 * (col == 0) | 8 * (col == layout.cols - 1)
    return met == 15


@compiled
def write_clues(layout: Layout, clues: NDArray[np.int64]) -> None:
    """Write the numbers of the puzzle that a layout makes, in place; 0 for water."""
    clues[:] = 0
    for k in range(layout.made[0]):
        for way in range(2):
            pair = 2 * layout.islands[k] + way
            if layout.bridges[pair]:
                clues[pair // 2] += layout.bridges[pair]
                clues[far_end(layout, pair)] += layout.bridges[pair]
