"""The board of the exhaustive search: what can be decided on it and taken back; numba.

The board is padded by a frame of cells outside it, so that no loop asks where the board ends:
``width`` is one more than the columns (the last column of a row is also left of the next), and a
row lies above and below. Edge ``2 * cell`` leads right, edge ``2 * cell + 1`` down.

What is decided is written to two trails, one of edges and one of label sets, and taken back from
them. What follows from what is the business of `search`; here is only what follows at once from
an edge: degrees, mates, and under the stricter rules squares and touching.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined

FREE, COVER, NO_UTURN, NO_TOUCH = 0, 1, 2, 3
UNKNOWN, ON, OFF = 0, 1, 2
BITS: Final = 62
"""Labels in one word of a set. Signed words keep numba from mixing signed and unsigned."""

QUEUE_HEAD, QUEUE_LENGTH, EDGES_DECIDED, LABELS_CUT, LEVEL, NODES, PHASE = 0, 1, 2, 3, 4, 5, 6
COUNTERS: Final = 7


class SearchBoard(NamedTuple):
    """What never changes: padded width, padded number of cells, words of a label set, rule."""

    width: int
    size: int
    words: int
    rule: int


class SearchState(NamedTuple):
    """Everything the search writes to. Index: padded cell, or edge.

    ``goal``: edges that a used cell has (1 at an end, 2 elsewhere, 0 off the board). ``used`` and
    ``open``: its edges that are on and undecided. ``mate``: the far end of the fragment that ends
    here. ``part``: under no-touch the fragment's name; ``part_size`` its cells, by name.
    """

    edge: NDArray[np.uint8]
    goal: NDArray[np.int8]
    used: NDArray[np.int8]
    open: NDArray[np.int8]
    labels: NDArray[np.int64]
    mate: NDArray[np.int64]
    part: NDArray[np.int64]
    part_size: NDArray[np.int64]
    queue: NDArray[np.int64]
    queued: NDArray[np.uint8]
    reach: NDArray[np.int64]
    ends: NDArray[np.int64]
    order: NDArray[np.int64]
    edge_trail: NDArray[np.int64]
    part_trail: NDArray[np.int64]
    label_trail: NDArray[np.int64]
    level_edge: NDArray[np.int64]
    level_edges: NDArray[np.int64]
    level_labels: NDArray[np.int64]
    counter: NDArray[np.int64]


@inlined
def push(state: SearchState, cell: int) -> None:
    """Put ``cell`` into the queue of cells to look at, in place."""
    if state.queued[cell] or state.goal[cell] == 0:
        return
    state.queued[cell] = 1
    counter = state.counter
    at = counter[QUEUE_HEAD] + counter[QUEUE_LENGTH]
    if at >= state.queue.shape[0]:
        at -= state.queue.shape[0]
    state.queue[at] = cell
    counter[QUEUE_LENGTH] += 1


@inlined
def pop(state: SearchState) -> int:
    """Take the oldest cell out of the queue, in place, and return it."""
    counter = state.counter
    cell = state.queue[counter[QUEUE_HEAD]]
    counter[QUEUE_HEAD] += 1
    if counter[QUEUE_HEAD] == state.queue.shape[0]:
        counter[QUEUE_HEAD] = 0
    counter[QUEUE_LENGTH] -= 1
    state.queued[cell] = 0
    return cell


@inlined
def step(board: SearchBoard, cell: int, turn: int) -> tuple[int, int]:
    """Return the neighbour of ``cell`` in direction ``turn`` (0..3) and the edge to it."""
    if turn == 0:
        return cell + 1, 2 * cell
    if turn == 1:
        return cell + board.width, 2 * cell + 1
    if turn == 2:
        return cell - 1, 2 * (cell - 1)
    return cell - board.width, 2 * (cell - board.width) + 1


@inlined
def set_off(board: SearchBoard, state: SearchState, edge: int) -> bool:
    """Decide that ``edge`` is off, in place; False where it is on."""
    if state.edge[edge] != UNKNOWN:
        return state.edge[edge] == OFF
    one = edge >> 1
    other = one + 1 if edge & 1 == 0 else one + board.width
    state.edge[edge] = OFF
    state.edge_trail[state.counter[EDGES_DECIDED]] = edge
    state.counter[EDGES_DECIDED] += 1
    state.open[one] -= 1
    state.open[other] -= 1
    push(state, one)
    push(state, other)
    return True


@compiled
def set_on(board: SearchBoard, state: SearchState, edge: int) -> bool:
    """Decide that ``edge`` is on, in place; False where that cannot be."""
    if state.edge[edge] != UNKNOWN:
        return state.edge[edge] == ON
    one = edge >> 1
    other = one + 1 if edge & 1 == 0 else one + board.width
    if state.used[one] >= state.goal[one] or state.used[other] >= state.goal[other]:
        return False
    if state.mate[one] == other:
        return False
    state.edge[edge] = ON
    at = state.counter[EDGES_DECIDED]
    state.edge_trail[at] = edge
    state.counter[EDGES_DECIDED] += 1
    state.open[one] -= 1
    state.open[other] -= 1
    state.used[one] += 1
    state.used[other] += 1
    first, last = state.mate[one], state.mate[other]
    state.mate[first] = last
    state.mate[last] = first
    push(state, one)
    push(state, other)
    push(state, first)
    push(state, last)
    if board.rule < NO_UTURN:
        return True
    if not _merge(board, state, edge, at):
        return False
    back = one - board.width if edge & 1 == 0 else one - 1
    return _settle_square(board, state, one) and _settle_square(board, state, back)


@inlined
def _settle_square(board: SearchBoard, state: SearchState, corner: int) -> bool:
    """Turn the rest of a unit square off where two of its edges are on, in place.

    With three edges on, one line would own the square.
    """
    sides = (2 * corner, 2 * corner + 1, 2 * corner + 3, 2 * (corner + board.width))
    on = 0
    for side in sides:
        on += state.edge[side] == ON
    if on < 2:
        return True
    if on > 2:
        return False
    for side in sides:
        if state.edge[side] == UNKNOWN and not set_off(board, state, side):
            return False
    return True


@inlined
def _merge(board: SearchBoard, state: SearchState, edge: int, at: int) -> bool:
    """Give two fragments just joined one name, in place; False where they touch elsewhere.

    The smaller one is renamed; trail entry ``at`` says which end of ``edge`` it lies at and what
    its name was.
    """
    one = edge >> 1
    other = one + 1 if edge & 1 == 0 else one + board.width
    start, kept, side = one, other, 0
    if state.part_size[state.part[one]] > state.part_size[state.part[other]]:
        start, kept, side = other, one, 1
    old, new = state.part[start], state.part[kept]
    state.part_trail[at] = 2 * old + side
    state.part_size[new] += state.part_size[old]
    fine = True
    cell, came = start, edge
    while cell >= 0:
        onward, path = -1, -1
        for turn in range(4):
            beside, link = step(board, cell, turn)
            if link == came:
                continue
            if state.edge[link] == ON:
                onward, path = beside, link
            elif board.rule == NO_TOUCH and state.part[beside] == new:
                fine = False
        state.part[cell] = new
        if board.rule == NO_UTURN and _owns_block(board, state, cell):
            fine = False
        cell, came = onward, path
    return fine


@inlined
def _owns_block(board: SearchBoard, state: SearchState, cell: int) -> bool:
    """Return whether the fragment that a cell lies on has all cells of a 2x2 block with it."""
    part, name, width = state.part, state.part[cell], board.width
    for corner in (cell, cell - 1, cell - width, cell - width - 1):
        if (
            part[corner] == name
            and part[corner + 1] == name
            and part[corner + width] == name
            and part[corner + width + 1] == name
        ):
            return True
    return False


@inlined
def _unmerge(board: SearchBoard, state: SearchState, edge: int, at: int) -> None:
    """Give the fragment renamed by `_merge` its old name, in place; ``edge`` is off the line."""
    one = edge >> 1
    other = one + 1 if edge & 1 == 0 else one + board.width
    side = state.part_trail[at] & 1
    old = state.part_trail[at] >> 1
    cell = other if side else one
    state.part_size[state.part[cell]] -= state.part_size[old]
    came = edge
    while cell >= 0:
        state.part[cell] = old
        onward, path = -1, -1
        for turn in range(4):
            beside, link = step(board, cell, turn)
            if link != came and state.edge[link] == ON:
                onward, path = beside, link
        cell, came = onward, path


@inlined
def cut_labels(state: SearchState, cell: int, word: int, mask: int) -> None:
    """Keep only the labels of ``mask`` in one word of a cell's set, in place."""
    old = state.labels[cell, word]
    if old & mask == old:
        return
    at = state.counter[LABELS_CUT]
    state.label_trail[at, 0] = cell * state.labels.shape[1] + word
    state.label_trail[at, 1] = old
    state.counter[LABELS_CUT] += 1
    state.labels[cell, word] = old & mask
    push(state, cell)


@compiled
def undo(board: SearchBoard, state: SearchState, edges: int, labels: int) -> None:
    """Shorten both trails to these lengths, in place, and empty the queue."""
    while state.counter[QUEUE_LENGTH]:
        pop(state)
    counter = state.counter
    while counter[LABELS_CUT] > labels:
        counter[LABELS_CUT] -= 1
        at = counter[LABELS_CUT]
        place = state.label_trail[at, 0]
        cell, word = place // board.words, place % board.words
        state.labels[cell, word] = state.label_trail[at, 1]
    while counter[EDGES_DECIDED] > edges:
        counter[EDGES_DECIDED] -= 1
        at = counter[EDGES_DECIDED]
        edge = state.edge_trail[at]
        one = edge >> 1
        other = one + 1 if edge & 1 == 0 else one + board.width
        was_on = state.edge[edge] == ON
        state.edge[edge] = UNKNOWN
        state.open[one] += 1
        state.open[other] += 1
        if was_on:
            state.used[one] -= 1
            state.used[other] -= 1
            first = state.mate[one] if state.used[one] else one
            last = state.mate[other] if state.used[other] else other
            state.mate[first] = one
            state.mate[last] = other
            if board.rule >= NO_UTURN:
                _unmerge(board, state, edge, at)
