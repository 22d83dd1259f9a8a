"""Grows layouts at random, one island at a time; numba.

Growth follows the idea of Simon Tatham's Bridges: reach out from an island that is there already.
Where islands need not hang together, it starts in several places.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import random_below
from pipeline.kinds.hashi.kernels.layout import (
    DOWN,
    ISLAND,
    NONE,
    RIGHT,
    WATER,
    Layout,
    add_island,
    clear_layout,
    drop_last_island,
    has_shore,
    image_of,
    join,
    pair_behind,
    pair_of,
    part,
    room_of,
    split_with_image,
    step_of,
)

LOOP_SHARE: Final = 40
"""Percent of the pairs that see each other after growth that are joined as well."""

APART: Final = 8
"""Where islands need not hang together, one of so many starts a group of its own."""

NEAR: Final = 3
"""Places from which a near one is chosen."""


class Growth(NamedTuple):
    """What is asked of a layout: most bridges, what bridges may do, shares from 0 to 100."""

    max_bridges: int
    connected: bool
    loops: bool
    multiples: int
    spans: int


@compiled
def random_count(growth: Growth, state: NDArray[np.uint64]) -> int:
    """Return a random number of bridges, in ``multiples`` percent more than one."""
    if growth.max_bridges > 1 and random_below(state, 100) < growth.multiples:
        return 2 + random_below(state, growth.max_bridges - 1)
    return 1


@compiled
def grow(
    layout: Layout, growth: Growth, islands: int, least: int, state: NDArray[np.uint64]
) -> bool:
    """Make a layout of about so many islands, in place; False where growth stopped too early.

    Where it stops below ``least``, islands are put on bridges as far as there is room.
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
    """Put down the first islands, in place: one, or as many as hang together with its image."""
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
    """Put down an island joined to an old one, in place; say whether there was room."""
    if not has_shore(layout, new):
        return False
    add_island(layout, new)
    return join(layout, old, new, random_count(growth, state))


@compiled
def start_elsewhere(layout: Layout, places: int, state: NDArray[np.uint64]) -> None:
    """Put down further islands from which groups of their own may grow, in place."""
    for _ in range(places):
        cell = random_below(state, layout.holds.shape[0])
        if has_shore(layout, cell):
            add_island(layout, cell)


@inlined
def reach_out(layout: Layout, growth: Growth, state: NDArray[np.uint64]) -> bool:
    """Try to put a new island, and its image, within reach of an old one, in place."""
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
    """List the cells on a side of an island that could hold another, in place; return how many.

    The two could be joined; the nearest cell comes first.
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
    """Put islands on bridges until there are so many, in place; say whether that was reached."""
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
    """Take away islands without a bridge, in place."""
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
