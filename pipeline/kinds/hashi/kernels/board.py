"""The arrays on which every Hashi kernel works, and the one way to change them; numba.

A *link* is a pair of islands that see each other: same row or column, nothing but water between.
Every link has bounds: at least ``low`` and at most ``high`` bridges. Bounds only ever close in;
each change is written to a trail and taken back from it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import inlined

QUEUE_HEAD, QUEUE_LENGTH, CHANGES, DEPTH, NODES, PHASE, BLAMED = 0, 1, 2, 3, 4, 5, 6
COUNTERS: Final = 7


class LinkBoard(NamedTuple):
    """What never changes. Index: island in reading order, or link.

    ``least`` and ``most``: how many bridges an island takes (equal unless its clue is unknown).
    ``ends``: the two islands of a link, shape (links, 2). ``around``: links of an island, -1 where
    there is none, shape (islands, 4). ``crossing``: links that cross link k, from
    ``crossing_at[k]`` to ``crossing_at[k + 1]``. ``rule``: whether all islands must hang
    together, and whether loops are allowed.
    """

    least: NDArray[np.int64]
    most: NDArray[np.int64]
    ends: NDArray[np.int64]
    around: NDArray[np.int64]
    crossing_at: NDArray[np.int64]
    crossing: NDArray[np.int64]
    rule: NDArray[np.bool_]


class State(NamedTuple):
    """Everything that a search writes to. Index: link, island, change or depth.

    ``low`` and ``high`` belong to links; ``sum_low`` and ``sum_high`` are their sums round an
    island. ``trail`` has a row (link, low before, high before) for each change. ``weight`` counts
    the contradictions met at an island.
    """

    low: NDArray[np.int64]
    high: NDArray[np.int64]
    sum_low: NDArray[np.int64]
    sum_high: NDArray[np.int64]
    trail: NDArray[np.int64]
    queue: NDArray[np.int64]
    queued: NDArray[np.bool_]
    depth_link: NDArray[np.int64]
    depth_value: NDArray[np.int64]
    depth_changes: NDArray[np.int64]
    group: NDArray[np.int64]
    room: NDArray[np.int64]
    exits: NDArray[np.int64]
    stack: NDArray[np.int64]
    order: NDArray[np.int64]
    reach: NDArray[np.int64]
    weight: NDArray[np.int64]
    counter: NDArray[np.int64]


@inlined
def push(state: State, island: int) -> None:
    """Put ``island`` into the queue of islands to look at, in place."""
    if state.queued[island]:
        return
    state.queued[island] = True
    counter = state.counter
    at = counter[QUEUE_HEAD] + counter[QUEUE_LENGTH]
    if at >= state.queue.shape[0]:
        at -= state.queue.shape[0]
    state.queue[at] = island
    counter[QUEUE_LENGTH] += 1


@inlined
def pop(state: State) -> int:
    """Take the oldest island out of the queue; -1 where it is empty."""
    counter = state.counter
    if counter[QUEUE_LENGTH] == 0:
        return -1
    island = state.queue[counter[QUEUE_HEAD]]
    counter[QUEUE_HEAD] += 1
    if counter[QUEUE_HEAD] == state.queue.shape[0]:
        counter[QUEUE_HEAD] = 0
    counter[QUEUE_LENGTH] -= 1
    state.queued[island] = False
    return island


@inlined
def clear_queue(state: State) -> None:
    """Empty the queue, in place."""
    while pop(state) >= 0:
        pass


@inlined
def lower_high(board: LinkBoard, state: State, link: int, value: int) -> bool:
    """Decide that ``link`` has at most ``value`` bridges, in place; False where it cannot."""
    high = state.high[link]
    if value >= high:
        return True
    one, other = board.ends[link, 0], board.ends[link, 1]
    if value < state.low[link]:
        state.counter[BLAMED] = one
        return False
    note(state, link)
    state.high[link] = value
    state.sum_high[one] -= high - value
    state.sum_high[other] -= high - value
    push(state, one)
    push(state, other)
    return True


@inlined
def raise_low(board: LinkBoard, state: State, link: int, value: int) -> bool:
    """Decide that ``link`` has at least ``value`` bridges, in place; False where it cannot.

    What crosses it then has none.
    """
    low = state.low[link]
    if value <= low:
        return True
    one, other = board.ends[link, 0], board.ends[link, 1]
    if value > state.high[link]:
        state.counter[BLAMED] = one
        return False
    note(state, link)
    state.low[link] = value
    state.sum_low[one] += value - low
    state.sum_low[other] += value - low
    push(state, one)
    push(state, other)
    if low == 0:
        for at in range(board.crossing_at[link], board.crossing_at[link + 1]):
            if not lower_high(board, state, board.crossing[at], 0):
                return False
    return True


@inlined
def note(state: State, link: int) -> None:
    """Write the bounds of ``link`` to the trail, in place, before they change."""
    at = state.counter[CHANGES]
    state.trail[at, 0] = link
    state.trail[at, 1] = state.low[link]
    state.trail[at, 2] = state.high[link]
    state.counter[CHANGES] = at + 1


@inlined
def take_back(board: LinkBoard, state: State, changes: int) -> None:
    """Undo all changes after the first ``changes`` of the trail, in place; empties the queue."""
    for at in range(state.counter[CHANGES] - 1, changes - 1, -1):
        link, low, high = state.trail[at, 0], state.trail[at, 1], state.trail[at, 2]
        for side in range(2):
            island = board.ends[link, side]
            state.sum_low[island] += low - state.low[link]
            state.sum_high[island] += high - state.high[link]
        state.low[link] = low
        state.high[link] = high
    state.counter[CHANGES] = changes
    clear_queue(state)
