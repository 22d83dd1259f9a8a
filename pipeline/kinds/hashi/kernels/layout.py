"""Layouts: islands and bridges on a grid, grown at random and changed in place; numba.

Every layout satisfies its puzzle's numbers, no bridges cross, and no two islands touch. A symmetry
concerns the places of islands, not the bridges. A *pair* of islands that see each other is
``2 * cell + way``: the first of them and `RIGHT` or `DOWN`. Growth follows Simon Tatham's Bridges:
reach out from an existing island, from several if groups may be separate.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined, making_arrays
from pipeline.kernels.random_state import random_below

WATER, ISLAND, ACROSS, DOWNWARD = 0, 1, 2, 3  # What a cell has, bridges by direction
NONE, HALF_TURN, LEFT_RIGHT, TOP_BOTTOM = 0, 1, 2, 3  # Symmetry of the places of islands

RIGHT, DOWN = 0, 1

NO_PAIR: Final = -1


class Layout(NamedTuple):
    """Islands and bridges on a grid.

    ``holds``: what each cell contains. ``bridges[pair]``: how many join the islands of a pair.
    ``islands``: cells of the islands in order of creation, ``made[0]`` of them. ``places``: scratch
    for the cells from which one is chosen.
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
    """Copy a layout into another of the same size, in place."""
    for cell in range(source.holds.shape[0]):
        target.holds[cell] = source.holds[cell]
        target.bridges[2 * cell] = source.bridges[2 * cell]
        target.bridges[2 * cell + 1] = source.bridges[2 * cell + 1]
    for k in range(source.made[0]):
        target.islands[k] = source.islands[k]
    target.made[0] = source.made[0]


@compiled
def clear_layout(layout: Layout) -> None:
    """Fill a layout with water, in place."""
    layout.holds[:] = WATER
    layout.bridges[:] = 0
    layout.made[0] = 0


@inlined
def image_of(layout: Layout, cell: int) -> int:
    """Return the cell of a cell's image, itself if there is no symmetry."""
    row, col = cell // layout.cols, cell % layout.cols
    if layout.symmetry in (HALF_TURN, TOP_BOTTOM):
        row = layout.rows - 1 - row
    if layout.symmetry in (HALF_TURN, LEFT_RIGHT):
        col = layout.cols - 1 - col
    return row * layout.cols + col


@inlined
def has_shore(layout: Layout, cell: int) -> bool:
    """Return whether an island in a cell would touch no other."""
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
    """Remove the island made last, which has no bridge, in place."""
    layout.made[0] -= 1
    layout.holds[layout.islands[layout.made[0]]] = WATER


@inlined
def step_of(layout: Layout, way: int) -> int:
    """Return the difference between a cell's index and that of the next cell in a direction."""
    return layout.cols if way == DOWN else 1


@inlined
def room_of(layout: Layout, cell: int, way: int) -> int:
    """Return how many cells are ahead of a cell in a direction."""
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
    """Return the second island of a pair, -1 if the first sees none."""
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
    """Join two islands of a row or column, in place; return False if something is between them."""
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
    """Remove the bridges of a pair, in place."""
    step = step_of(layout, pair % 2)
    for cell in range(pair // 2 + step, far_end(layout, pair), step):
        layout.holds[cell] = WATER
    layout.bridges[pair] = 0


@compiled
def split(layout: Layout, pair: int, cell: int) -> bool:
    """Split a bridge by an island, in place; return whether it fits."""
    if not has_shore(layout, cell):
        return False
    add_island(layout, cell)
    layout.bridges[2 * cell + pair % 2] = layout.bridges[pair]
    return True


@compiled
def split_with_image(layout: Layout, pair: int, state: NDArray[np.uint64]) -> bool:
    """Split random bridges by an island and its image, in place; return whether both fit.

    If only the first fits, the layout is invalid.
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
    """Return whether the first and last row and column all have islands."""
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


LOOP_SHARE: Final = 40  # Percent of the pairs in sight after growth that are joined as well
APART: Final = 8  # Where islands need not be connected, one in this many starts a new group
NEAR: Final = 3  # Places from which a near one is chosen


class Growth(NamedTuple):
    """What a layout has to be: most bridges, rules for bridges, shares from 0 to 100."""

    max_bridges: int
    connected: bool
    loops: bool
    multiples: int
    spans: int


@compiled
def random_count(growth: Growth, state: NDArray[np.uint64]) -> int:
    """Return a random number of bridges, above one with a chance of ``multiples`` percent."""
    if growth.max_bridges > 1 and random_below(state, 100) < growth.multiples:
        return 2 + random_below(state, growth.max_bridges - 1)
    return 1


@compiled
def grow(
    layout: Layout, growth: Growth, islands: int, least: int, state: NDArray[np.uint64]
) -> bool:
    """Grow a layout of a number of islands, in place; False if growth stopped too early.

    If it stops below ``least``, bridges are split by further islands where these fit.
    """
    clear_layout(layout)
    if not start(layout, growth, state):
        return False
    if not growth.connected and layout.symmetry == NONE:
        start_elsewhere(layout, islands // APART, state)
    failures = 0
    while layout.made[0] < islands and failures < 60 + 2 * layout.made[0]:
        failures = 0 if reach_out(layout, growth, state) else failures + 1
    if layout.made[0] < least and not fill(layout, least, state):
        return False
    if growth.loops:
        add_loops(layout, growth, state)
    drop_loners(layout)
    return True


@compiled
def start(layout: Layout, growth: Growth, state: NDArray[np.uint64]) -> bool:
    """Add the first islands, in place: one, or as many as connect it with its image."""
    cell = random_below(state, layout.holds.shape[0])
    add_island(layout, cell)
    other, cols = image_of(layout, cell), layout.cols
    if other == cell:
        return True
    if cell // cols == other // cols or cell % cols == other % cols:
        return found(layout, growth, cell, other, state)
    corner, opposite = cell // cols * cols + other % cols, other // cols * cols + cell % cols
    return (
        found(layout, growth, cell, corner, state)
        and found(layout, growth, corner, other, state)
        and found(layout, growth, other, opposite, state)
    )


@inlined
def found(layout: Layout, growth: Growth, old: int, new: int, state: NDArray[np.uint64]) -> bool:
    """Add an island joined to an existing one, in place; return whether there was room."""
    if not has_shore(layout, new):
        return False
    add_island(layout, new)
    return join(layout, old, new, random_count(growth, state))


@compiled
def start_elsewhere(layout: Layout, places: int, state: NDArray[np.uint64]) -> None:
    """Add further islands from which separate groups may grow, in place."""
    for _ in range(places):
        cell = random_below(state, layout.holds.shape[0])
        if has_shore(layout, cell):
            add_island(layout, cell)


@inlined
def reach_out(layout: Layout, growth: Growth, state: NDArray[np.uint64]) -> bool:
    """Try to add an island and its image within reach of an existing one, in place."""
    old = layout.islands[random_below(state, layout.made[0])]
    side = random_below(state, 4)
    places = find_places(layout, old, side)
    if not places:
        return False
    if random_below(state, 100) < growth.spans:
        chosen = places - places // 2 - 1 + random_below(state, places // 2 + 1)
    else:
        chosen = random_below(state, min(NEAR, places))
    new = layout.places[chosen]
    add_island(layout, new)
    join(layout, old, new, random_count(growth, state))
    far, near = image_of(layout, new), image_of(layout, old)
    if far == new:
        return True
    if has_shore(layout, far) and layout.holds[far] == WATER:
        add_island(layout, far)
        if join(layout, near, far, random_count(growth, state)):
            return True
        drop_last_island(layout)
    part(layout, pair_of(layout, old, new))
    drop_last_island(layout)
    return False


@inlined
def find_places(layout: Layout, old: int, side: int) -> int:
    """List the cells on a side of an island where one joined to it fits, in place.

    The nearest cell comes first. Return the number of cells.
    """
    way = RIGHT if side % 2 == 0 else DOWN
    step, room = step_of(layout, way), room_of(layout, old, way)
    if side >= 2:
        room = (layout.cols if way == RIGHT else layout.rows) - 1 - room
        step = -step
    places = 0
    cell = old
    for distance in range(1, room + 1):
        cell += step
        if layout.holds[cell] != WATER:
            break
        if distance > 1 and has_shore(layout, cell):
            layout.places[places] = cell
            places += 1
    return places


@compiled
def fill(layout: Layout, islands: int, state: NDArray[np.uint64]) -> bool:
    """Split bridges by islands up to a number, in place; return whether it is reached."""
    failures = 0
    while layout.made[0] < islands and failures < 4 * layout.made[0]:
        pair = 2 * layout.islands[random_below(state, layout.made[0])] + random_below(state, 2)
        before = layout.made[0]
        if layout.bridges[pair] and split_with_image(layout, pair, state):
            failures = 0
            continue
        if layout.made[0] > before:
            # The island is there, its image is not.
            return False
        failures += 1
    return layout.made[0] >= islands


@compiled
def add_loops(layout: Layout, growth: Growth, state: NDArray[np.uint64]) -> None:
    """Join some islands that see each other, in place."""
    for k in range(layout.made[0]):
        old = layout.islands[k]
        for way in range(2):
            step = step_of(layout, way)
            cell = old
            for _ in range(room_of(layout, old, way)):
                cell += step
                if layout.holds[cell] != WATER:
                    break
            is_seen = cell > old + step and layout.holds[cell] == ISLAND
            if is_seen and random_below(state, 100) < LOOP_SHARE:
                join(layout, old, cell, random_count(growth, state))


@compiled
def drop_loners(layout: Layout) -> None:
    """Remove islands without a bridge, in place."""
    kept = 0
    for k in range(layout.made[0]):
        cell = layout.islands[k]
        is_joined = layout.bridges[2 * cell] or layout.bridges[2 * cell + 1]
        for way in range(2):
            is_joined = is_joined or pair_behind(layout, cell, way) >= 0
        if is_joined:
            layout.islands[kept] = cell
            kept += 1
        else:
            layout.holds[cell] = WATER
    layout.made[0] = kept
