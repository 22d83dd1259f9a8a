"""Exhaustive depth-first search over the edges of a board, with propagation; numba.

The board is padded by a frame of cells outside it, so that no loop asks where the board ends:
``width`` is one more than the columns (the last column of a row is also left of the next), and a
row lies above and below. Edge ``2 * cell`` leads right, edge ``2 * cell + 1`` down.

Every cell has a set of labels it may still bear, as bits: label k for pair k, and label 0, "not
used", under ``free``. Joined cells bear the same set, so a set that runs empty, or two neighbours
without a common label, decide edges. Fragments of line know their two ends (the mate arrays of
Knuth's Simpath, TAOCP 4A, 7.1.4), so that no loop is ever closed. All that is deduced follows
from the rule in hand; nothing is assumed about uniqueness. What is decided is written to two
trails and taken back from them.

Arrays in, arrays out: `pipeline.kinds.numberlink.solve` makes them and reads the answer.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

FREE, COVER, NO_UTURN, NO_TOUCH = 0, 1, 2, 3
UNKNOWN, ON, OFF = 0, 1, 2
DONE, FOUND, SPENT = 0, 1, 2
"""What `advance` says: no more solutions, one more solution, node budget spent."""

BITS: Final = 62
"""Labels in one word of a set. Signed words keep numba from mixing signed and unsigned."""

QUEUE_HEAD, QUEUE_LENGTH, EDGES_DECIDED, LABELS_CUT, LEVEL, NODES, PHASE = 0, 1, 2, 3, 4, 5, 6
COUNTERS: Final = 7
FRESH, AT_SOLUTION, AT_CHOICE = 0, 1, 2


class Board(NamedTuple):
    """What never changes: padded width, padded number of cells, words of a label set, rule."""

    width: int
    size: int
    words: int
    rule: int


class State(NamedTuple):
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


@njit(cache=True)
def _push(state: State, cell: int) -> None:
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


@njit(cache=True)
def _set_off(board: Board, state: State, edge: int) -> bool:
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
    _push(state, one)
    _push(state, other)
    return True


@njit(cache=True)
def _set_on(board: Board, state: State, edge: int) -> bool:
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
    _push(state, one)
    _push(state, other)
    _push(state, first)
    _push(state, last)
    if board.rule < NO_UTURN:
        return True
    if board.rule == NO_TOUCH and not _merge(board, state, edge, at):
        return False
    back = one - board.width if edge & 1 == 0 else one - 1
    return _settle_square(board, state, one) and _settle_square(board, state, back)


@njit(cache=True)
def _settle_square(board: Board, state: State, corner: int) -> bool:
    """Turn the rest of a unit square off where two of its edges are on, in place.

    Three edges are a U-turn: four cells in a row on one line, the first beside the last.
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
        if state.edge[side] == UNKNOWN and not _set_off(board, state, side):
            return False
    return True


@njit(cache=True)
def _step(board: Board, cell: int, turn: int) -> tuple[int, int]:
    """Return the neighbour of ``cell`` in direction ``turn`` (0..3) and the edge to it."""
    if turn == 0:
        return cell + 1, 2 * cell
    if turn == 1:
        return cell + board.width, 2 * cell + 1
    if turn == 2:
        return cell - 1, 2 * (cell - 1)
    return cell - board.width, 2 * (cell - board.width) + 1


@njit(cache=True)
def _merge(board: Board, state: State, edge: int, at: int) -> bool:
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
            beside, link = _step(board, cell, turn)
            if link == came:
                continue
            if state.edge[link] == ON:
                onward, path = beside, link
            elif state.part[beside] == new:
                fine = False
        state.part[cell] = new
        cell, came = onward, path
    return fine


@njit(cache=True)
def _unmerge(board: Board, state: State, edge: int, at: int) -> None:
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
            beside, link = _step(board, cell, turn)
            if link != came and state.edge[link] == ON:
                onward, path = beside, link
        cell, came = onward, path


@njit(cache=True)
def _cut_labels(state: State, cell: int, word: int, mask: int) -> None:
    """Keep only the labels of ``mask`` in one word of a cell's set, in place."""
    old = state.labels[cell, word]
    if old & mask == old:
        return
    at = state.counter[LABELS_CUT]
    state.label_trail[at, 0] = cell * state.labels.shape[1] + word
    state.label_trail[at, 1] = old
    state.counter[LABELS_CUT] += 1
    state.labels[cell, word] = old & mask
    _push(state, cell)


@njit(cache=True)
def _single_word(state: State, cell: int) -> int:
    """Return the word that holds the cell's only label, -1 where it has several or none."""
    found = -1
    for word in range(state.labels.shape[1]):
        bits = state.labels[cell, word]
        if bits:
            if found >= 0 or bits & (bits - 1):
                return -1
            found = word
    return found


@njit(cache=True)
def _settle_degree(board: Board, state: State, cell: int) -> bool:
    """Decide the edges of a cell by counting them, in place; False at a contradiction."""
    goal, used, free = state.goal[cell], state.used[cell], state.open[cell]
    may_be_unused = state.labels[cell, 0] & 1
    if used > goal:
        return False
    if used + free < goal:
        if used or not may_be_unused:
            return False
        for word in range(board.words):
            _cut_labels(state, cell, word, 1 if word == 0 else 0)
    elif used and may_be_unused:
        _cut_labels(state, cell, 0, -2)
        may_be_unused = 0
    if free == 0:
        return True
    turn_on = used < goal and used + free == goal and not may_be_unused
    if not (turn_on or used == goal or used + free < goal):
        return True
    for turn in range(4):
        _, edge = _step(board, cell, turn)
        if state.edge[edge] == UNKNOWN:
            if turn_on:
                if not _set_on(board, state, edge):
                    return False
            elif not _set_off(board, state, edge):
                return False
    return True


@njit(cache=True)
def _settle_labels(board: Board, state: State, cell: int) -> bool:
    """Compare a cell's labels with its neighbours' and decide edges, in place."""
    any_label = 0
    for word in range(board.words):
        any_label |= state.labels[cell, word]
    if any_label == 0:
        return False
    single = _single_word(state, cell) if board.rule == NO_TOUCH else -1
    for turn in range(4):
        beside, edge = _step(board, cell, turn)
        if state.goal[beside] == 0:
            continue
        if state.edge[edge] == ON:
            for word in range(board.words):
                _cut_labels(state, beside, word, state.labels[cell, word])
                _cut_labels(state, cell, word, state.labels[beside, word])
        elif state.edge[edge] == OFF:
            if single >= 0:
                _cut_labels(state, beside, single, ~state.labels[cell, single])
        else:
            common = state.labels[cell, 0] & state.labels[beside, 0] & -2
            for word in range(1, board.words):
                common |= state.labels[cell, word] & state.labels[beside, word]
            if common == 0 or state.mate[cell] == beside:
                if not _set_off(board, state, edge):
                    return False
            elif (
                single >= 0
                and state.labels[cell, single] == state.labels[beside, single]
                and _single_word(state, beside) == single
                and not _set_on(board, state, edge)
            ):
                return False
    return True


@njit(cache=True)
def _flood(board: Board, state: State) -> None:
    """Take from every cell the labels whose first end it cannot reach any more, in place."""
    reach = state.reach
    reach[:, :] = 0
    for pair in range(state.ends.shape[0]):
        cell = state.ends[pair]
        reach[cell, (pair + 1) // BITS] |= 1 << ((pair + 1) % BITS)
        _push(state, cell)
    counter = state.counter
    while counter[QUEUE_LENGTH]:
        cell = _pop(state)
        for turn in range(4):
            beside, edge = _step(board, cell, turn)
            if state.edge[edge] == OFF:
                continue
            grown = False
            for word in range(board.words):
                new = reach[cell, word] & state.labels[beside, word] & ~reach[beside, word]
                if new:
                    reach[beside, word] |= new
                    grown = True
            if grown:
                _push(state, beside)
    for cell in range(board.width, board.size - board.width):
        if state.goal[cell]:
            _cut_labels(state, cell, 0, reach[cell, 0] | 1)
            for word in range(1, board.words):
                _cut_labels(state, cell, word, reach[cell, word])


@njit(cache=True)
def _pop(state: State) -> int:
    """Take the oldest cell out of the queue, in place, and return it."""
    counter = state.counter
    cell = state.queue[counter[QUEUE_HEAD]]
    counter[QUEUE_HEAD] += 1
    if counter[QUEUE_HEAD] == state.queue.shape[0]:
        counter[QUEUE_HEAD] = 0
    counter[QUEUE_LENGTH] -= 1
    state.queued[cell] = 0
    return cell


@njit(cache=True)
def _settle(board: Board, state: State) -> bool:
    """Deduce until nothing new follows, in place; False at a contradiction.

    Where every cell is used, `_flood` finds next to nothing below the root and costs as much as
    all the rest.
    """
    while True:
        while state.counter[QUEUE_LENGTH]:
            cell = _pop(state)
            if not _settle_degree(board, state, cell) or not _settle_labels(board, state, cell):
                return False
        if board.rule != FREE and state.counter[LEVEL]:
            return True
        _flood(board, state)
        if state.counter[QUEUE_LENGTH] == 0:
            return True


@njit(cache=True)
def _undo(board: Board, state: State, edges: int, labels: int) -> None:
    """Shorten both trails to these lengths, in place, and empty the queue."""
    while state.counter[QUEUE_LENGTH]:
        _pop(state)
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
            if board.rule == NO_TOUCH:
                _unmerge(board, state, edge, at)


@njit(cache=True)
def _choose(board: Board, state: State) -> int:
    """Return the edge to decide next, -1 where none is left."""
    if board.rule == FREE:
        return _choose_at_head(board, state)
    for cell in state.order:
        if state.open[cell]:
            for turn in range(4):
                _, edge = _step(board, cell, turn)
                if state.edge[edge] == UNKNOWN:
                    return edge
    return -1


@njit(cache=True)
def _choose_at_head(board: Board, state: State) -> int:
    """Return an edge at the unfinished line end with the fewest ways on, -1 where none is left."""
    best, fewest = -1, 5
    for cell in state.order:
        if state.open[cell] and state.open[cell] < fewest and not state.labels[cell, 0] & 1:
            best, fewest = cell, state.open[cell]
            if fewest == 2:
                break
    if best < 0:
        return -1
    for turn in range(4):
        _, edge = _step(board, best, turn)
        if state.edge[edge] == UNKNOWN:
            return edge
    return -1


@njit(cache=True)
def advance(board: Board, state: State, budget: int) -> int:
    """Search on, in place, to the next solution; return `FOUND`, `DONE` or `SPENT`.

    After `FOUND` the edges of the solution are those with ``state.edge == ON``. A further call
    searches on from there; after `SPENT` it does so with whatever budget it is given.

    Parameters
    ----------
    budget : int
        The number in ``state.counter[NODES]`` at which to stop. One node is one assumption.
    """
    counter = state.counter
    fine = counter[PHASE] != AT_SOLUTION
    if counter[PHASE] == FRESH:
        for cell in state.order:
            _push(state, cell)
        fine = _settle(board, state)
    while True:
        if not fine:
            if counter[LEVEL] == 0:
                return DONE
            counter[LEVEL] -= 1
            level = counter[LEVEL]
            _undo(board, state, state.level_edges[level], state.level_labels[level])
            fine = _set_off(board, state, state.level_edge[level]) and _settle(board, state)
            continue
        edge = _choose(board, state)
        if edge < 0:
            counter[PHASE] = AT_SOLUTION
            return FOUND
        if counter[NODES] >= budget:
            counter[PHASE] = AT_CHOICE
            return SPENT
        counter[NODES] += 1
        level = counter[LEVEL]
        state.level_edge[level] = edge
        state.level_edges[level] = counter[EDGES_DECIDED]
        state.level_labels[level] = counter[LABELS_CUT]
        counter[LEVEL] += 1
        fine = _set_on(board, state, edge) and _settle(board, state)
