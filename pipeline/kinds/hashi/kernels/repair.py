"""Repair layouts until each is the only solution of its puzzle, and steer them to a band; numba.

Deduction finds the pairs of islands that are open; a search finds a second solution among them.
Where layout and second solution differ, the layout is changed: another number of bridges, one
bridge more or fewer, a new island on a bridge. A change that leaves more pairs open is undone.
Steering changes a unique layout anywhere, as long as it stays unique and as near to its band.

Constants are passed as ``int(NODES)``: numba compiles a function again for each constant argument.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, making_arrays
from pipeline.kernels.random_state import random_below
from pipeline.kinds.hashi.kernels import grade
from pipeline.kinds.hashi.kernels.board import (
    LinkBoard,
    LinkSpace,
    State,
    fill_board,
    make_space,
    reset,
    view,
)
from pipeline.kinds.hashi.kernels.layout import (
    Growth,
    Layout,
    copy_layout,
    far_end,
    grow,
    join,
    make_layout,
    pair_behind,
    random_count,
    reaches_every_edge,
    split_with_image,
    write_clues,
)
from pipeline.kinds.hashi.kernels.search import (
    COUNTING,
    DONE,
    FOUND,
    FULL,
    ISOLATION,
    advance,
    start,
)

NODES: Final = 200  # Of the search for a second solution; a layout that needs more is changed
TRIALS: Final = 2_000  # Nodes for finding the band of a layout


Shape: TypeAlias = tuple[int, int, int]  # Rows, columns, and the symmetry, see `layout`


class Aim(NamedTuple):
    """Requirements of a layout.

    It has ``least`` to ``most`` islands. Deductions of ``level`` leave nothing open; -1 if a unique
    solution is enough. The level of its hardest deduction, see `grade_level`, is from ``easiest``
    to ``hardest``; ``hardest`` -1 for any. ``rounds`` and ``steers``: changes tried to repair it
    and to steer it, and one more for each island.
    """

    least: int
    most: int
    level: int
    easiest: int
    hardest: int
    rounds: int
    steers: int


class RepairScratch(NamedTuple):
    """Working memory: a layout, a copy for trying changes, and the open pairs of both.

    ``open_pairs``: where the layout differs from a second solution, or what deduction leaves open;
    ``tried_pairs``: the same for the copy.
    """

    layout: Layout
    changed: Layout
    clues: NDArray[np.int64]
    open_pairs: NDArray[np.int64]
    tried_pairs: NDArray[np.int64]
    counts: NDArray[np.int64]
    space: LinkSpace


@making_arrays
def make_puzzle(
    shape: Shape, growth: Growth, aim: Aim, state: NDArray[np.uint64], attempts: int
) -> tuple[int, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return how many attempts failed before one succeeded, its clues and its bridges.

    Bridges are given by pair, and as rows (cell, cell, how many), the smaller cell first. If all
    fail, the number is ``attempts``. ``state`` (uint64, shape (1,)) is advanced in place.
    """
    rows, cols, symmetry = shape
    size = rows * cols
    scratch = RepairScratch(
        make_layout(rows, cols, symmetry),
        make_layout(rows, cols, symmetry),
        np.zeros(size, np.int64),
        np.zeros(2 * size, np.int64),
        np.zeros(2 * size, np.int64),
        np.zeros(grade.COUNTS, np.int64),
        make_space(size, cols, growth.max_bridges),
    )
    scratch.space.board.rule[0], scratch.space.board.rule[1] = growth.connected, growth.loops
    layout = scratch.layout
    failed = 0
    while failed < attempts:
        wanted = aim.least + random_below(state, aim.most - aim.least + 1)
        if (
            grow(layout, growth, wanted, aim.least, state)
            and aim.least <= layout.made[0] <= aim.most
            and reaches_every_edge(layout)
            and repair(scratch, growth, aim, state)
            and (aim.hardest < 0 or aim_at_band(scratch, growth, aim, state))
        ):
            break
        failed += 1
    write_clues(layout, scratch.clues)
    pairs = np.flatnonzero(layout.bridges)
    rows_of_bridges = np.zeros((pairs.shape[0], 3), np.int64)
    for k in range(pairs.shape[0]):
        rows_of_bridges[k, 0] = pairs[k] // 2
        rows_of_bridges[k, 1] = far_end(layout, pairs[k])
        rows_of_bridges[k, 2] = layout.bridges[pairs[k]]
    return failed, scratch.clues, layout.bridges, rows_of_bridges


@making_arrays
def repair(scratch: RepairScratch, growth: Growth, aim: Aim, state: NDArray[np.uint64]) -> bool:
    """Change the layout, in place, until its puzzle meets the aim's level; False if that fails."""
    layout, changed = scratch.layout, scratch.changed
    write_clues(layout, scratch.clues)
    left, places = assess(scratch, growth, aim.level, layout.bridges, scratch.open_pairs)
    for _ in range(aim.rounds + layout.made[0]):
        if left == 0:
            return True
        copy_layout(layout, changed)
        pair = scratch.open_pairs[random_below(state, places)]
        if not change(changed, pair, growth, aim.most, state):
            continue
        write_clues(changed, scratch.clues)
        now, tried = assess(scratch, growth, aim.level, changed.bridges, scratch.tried_pairs)
        if now <= left:
            left, places = now, tried
            copy_layout(changed, layout)
            scratch.open_pairs[:tried] = scratch.tried_pairs[:tried]
    return left == 0


@compiled
def assess(
    scratch: RepairScratch,
    growth: Growth,
    level: int,
    bridges: NDArray[np.int64],
    places: NDArray[np.int64],
) -> tuple[int, int]:
    """Return how many pairs deduction leaves open in the clues, and the length of ``places``.

    The number is 0 if a search shows that there is no second solution. ``places`` gets the pairs
    in which a second solution differs, or all open pairs if none is found.
    """
    space, cols = scratch.space, scratch.layout.cols
    board, state = deduced(scratch, growth.max_bridges, COUNTING if level < 0 else level)
    left = 0
    for link in range(board.ends.shape[0]):
        if state.low[link] < state.high[link]:
            places[left] = pair_of_link(space, cols, link)
            left += 1
    if left == 0 or level >= 0:
        return left, left
    while True:
        answer = advance(board, state, int(NODES), int(COUNTING))
        if answer != FOUND:
            return (0 if answer == DONE else left), left
        differing = 0
        for link in range(board.ends.shape[0]):
            pair = pair_of_link(space, cols, link)
            if state.low[link] != bridges[pair]:
                places[differing] = pair
                differing += 1
        if differing:
            return left, differing


@compiled
def deduced(scratch: RepairScratch, max_bridges: int, level: int) -> tuple[LinkBoard, State]:
    """Return the board of the clues, and its state after the deductions of a level."""
    layout, space = scratch.layout, scratch.space
    islands, links = fill_board(scratch.clues, layout.cols, max_bridges, space)
    board, state = view(space, islands, links)
    reset(board, state, max_bridges)
    start(board, state, level)
    return board, state


@compiled
def pair_of_link(space: LinkSpace, cols: int, link: int) -> int:
    """Return the pair of a link of the board."""
    one = space.cells[space.board.ends[link, 0]]
    other = space.cells[space.board.ends[link, 1]]
    return 2 * one + (one // cols != other // cols)


@compiled
def change(layout: Layout, pair: int, growth: Growth, most: int, state: NDArray[np.uint64]) -> bool:
    """Change the layout a little at a pair, in place; return whether it was changed."""
    choice = random_below(state, 10)
    if layout.bridges[pair]:
        if choice < 4 and layout.made[0] < most:
            return split_with_image(layout, pair, state)
        count = random_count(growth, state)
        is_other = count != layout.bridges[pair]
        layout.bridges[pair] = count
        return is_other
    other = far_end(layout, pair)
    if growth.loops and choice < 7:
        return join(layout, pair // 2, other, random_count(growth, state))
    # The pair has no bridge in the layout: change one next to it.
    seen = 0
    chosen = -1
    for cell in (pair // 2, other):
        for side in range(4):
            near = 2 * cell + side if side < 2 else pair_behind(layout, cell, side - 2)
            if near >= 0 and layout.bridges[near]:
                seen += 1
                if random_below(state, seen) == 0:
                    chosen = near
    if chosen < 0:
        return False
    layout.bridges[chosen] = random_count(growth, state)
    return True


@compiled
def aim_at_band(
    scratch: RepairScratch, growth: Growth, aim: Aim, state: NDArray[np.uint64]
) -> bool:
    """Bring a unique layout to the wanted levels, in place; False if that fails."""
    layout, changed = scratch.layout, scratch.changed
    write_clues(layout, scratch.clues)
    level, amount = grade_level(scratch, growth)
    for _ in range(aim.steers + layout.made[0]):
        if aim.easiest <= level <= aim.hardest:
            return True
        copy_layout(layout, changed)
        cell = layout.islands[random_below(state, layout.made[0])]
        pair = 2 * cell + random_below(state, 2)
        if far_end(layout, pair) < 0 or not change(changed, pair, growth, aim.most, state):
            continue
        write_clues(changed, scratch.clues)
        left, _ = assess(scratch, growth, aim.level, changed.bridges, scratch.tried_pairs)
        if left:
            continue
        now, more = grade_level(scratch, growth)
        if level < aim.easiest:
            is_nearer = now > level or (now == level and more >= amount)
            is_past = now > aim.hardest and now - aim.hardest > aim.easiest - level
        else:
            is_nearer = now < level or (now == level and more <= amount)
            is_past = now < aim.easiest and aim.easiest - now > level - aim.hardest
        if is_nearer and not is_past:
            level, amount = now, more
            copy_layout(changed, layout)
    return aim.easiest <= level <= aim.hardest


@compiled
def grade_level(scratch: RepairScratch, growth: Growth) -> tuple[int, int]:
    """Return the level of the hardest deduction that the clues need, and how many pairs need it.

    0 to 2 are the levels of deduction; 3: one trial is needed, 4: several, 5: a trial inside a
    trial. Grades agree with this except on boards where the order of the trials matters.
    """
    left = 0
    for level in range(FULL, ISOLATION + 1):
        before = left
        board, state = deduced(scratch, growth.max_bridges, level)
        left = 0
        for link in range(board.ends.shape[0]):
            left += state.low[link] < state.high[link]
        if left == 0:
            return level, before
    scratch.counts[:] = 0
    grade.count(board, state, int(ISOLATION), int(TRIALS), scratch.counts)
    if scratch.counts[grade.SEARCHED]:
        return 5, left
    return (3 if scratch.counts[grade.REFUTED] == 1 else 4), left


@making_arrays
def is_unique(
    shape: Shape, growth: Growth, level: int, clues: NDArray[np.int64], bridges: NDArray[np.int64]
) -> bool:
    """Return whether clues have only the given solution and need no deductions above a level.

    Parameters are those of `make_puzzle`; ``level`` is -1 if any deduction is allowed.
    """
    rows, cols, symmetry = shape
    size = rows * cols
    layout = make_layout(rows, cols, symmetry)
    places = np.zeros(2 * size, np.int64)
    counts = np.zeros(grade.COUNTS, np.int64)
    space = make_space(size, cols, growth.max_bridges)
    space.board.rule[0], space.board.rule[1] = growth.connected, growth.loops
    scratch = RepairScratch(layout, layout, clues, places, places, counts, space)
    return assess(scratch, growth, level, bridges, places)[0] == 0
