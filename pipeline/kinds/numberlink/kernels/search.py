"""Exhaustive depth-first search over the edges of a board, with propagation; numba.

Every cell has a set of labels it may still bear, as bits: label k for pair k, and label 0, "not
used", under ``free``. Joined cells bear the same set, so a set that runs empty, or two neighbours
without a common label, decide edges. Fragments of line know their two ends (the mate arrays of
Knuth's Simpath, TAOCP 4A, 7.1.4), so that no loop is ever closed. All that is deduced follows
from the rule in hand; nothing is assumed about uniqueness.

Arrays in, arrays out: `pipeline.kinds.numberlink.engines.search` makes them and reads the
answer. How the board lies in them, and how a decision is taken back, is in `search_moves`.
"""

from __future__ import annotations

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.numberlink.kernels.search_moves import (
    BITS,
    EDGES_DECIDED,
    FREE,
    LABELS_CUT,
    LEVEL,
    NO_TOUCH,
    NODES,
    OFF,
    ON,
    PHASE,
    QUEUE_LENGTH,
    UNKNOWN,
    SearchBoard,
    SearchState,
    cut_labels,
    pop,
    push,
    set_off,
    set_on,
    step,
    undo,
)

DONE, FOUND, SPENT = 0, 1, 2
"""What `advance` says: no more solutions, one more solution, node budget spent."""

FRESH, AT_SOLUTION, AT_CHOICE = 0, 1, 2


@inlined
def _single_word(state: SearchState, cell: int) -> int:
    """Return the word that holds the cell's only label, -1 where it has several or none."""
    found = -1
    for word in range(state.labels.shape[1]):
        bits = state.labels[cell, word]
        if bits:
            if found >= 0 or bits & (bits - 1):
                return -1
            found = word
    return found


@inlined
def _settle_degree(board: SearchBoard, state: SearchState, cell: int) -> bool:
    """Decide the edges of a cell by counting them, in place; False at a contradiction."""
    goal, used, free = state.goal[cell], state.used[cell], state.open[cell]
    may_be_unused = state.labels[cell, 0] & 1
    if used > goal:
        return False
    if used + free < goal:
        if used or not may_be_unused:
            return False
        for word in range(board.words):
            cut_labels(state, cell, word, 1 if word == 0 else 0)
    elif used and may_be_unused:
        cut_labels(state, cell, 0, -2)
        may_be_unused = 0
    if free == 0:
        return True
    turn_on = used < goal and used + free == goal and not may_be_unused
    if not (turn_on or used == goal or used + free < goal):
        return True
    for turn in range(4):
        _, edge = step(board, cell, turn)
        if state.edge[edge] == UNKNOWN:
            if turn_on:
                if not set_on(board, state, edge):
                    return False
            elif not set_off(board, state, edge):
                return False
    return True


@inlined
def _settle_labels(board: SearchBoard, state: SearchState, cell: int) -> bool:
    """Compare a cell's labels with its neighbours' and decide edges, in place."""
    any_label = 0
    for word in range(board.words):
        any_label |= state.labels[cell, word]
    if any_label == 0:
        return False
    single = _single_word(state, cell) if board.rule == NO_TOUCH else -1
    for turn in range(4):
        beside, edge = step(board, cell, turn)
        if state.goal[beside] == 0:
            continue
        if state.edge[edge] == ON:
            for word in range(board.words):
                cut_labels(state, beside, word, state.labels[cell, word])
                cut_labels(state, cell, word, state.labels[beside, word])
        elif state.edge[edge] == OFF:
            if single >= 0:
                cut_labels(state, beside, single, ~state.labels[cell, single])
        else:
            common = state.labels[cell, 0] & state.labels[beside, 0] & -2
            for word in range(1, board.words):
                common |= state.labels[cell, word] & state.labels[beside, word]
            if common == 0 or state.mate[cell] == beside:
                if not set_off(board, state, edge):
                    return False
            elif (
                single >= 0
                and state.labels[cell, single] == state.labels[beside, single]
                and _single_word(state, beside) == single
                and not set_on(board, state, edge)
            ):
                return False
    return True


@compiled
def _flood(board: SearchBoard, state: SearchState) -> None:
    """Take from every cell the labels whose first end it cannot reach any more, in place."""
    reach = state.reach
    reach[:, :] = 0
    for pair in range(state.ends.shape[0]):
        cell = state.ends[pair]
        reach[cell, (pair + 1) // BITS] |= 1 << ((pair + 1) % BITS)
        push(state, cell)
    counter = state.counter
    while counter[QUEUE_LENGTH]:
        cell = pop(state)
        for turn in range(4):
            beside, edge = step(board, cell, turn)
            if state.edge[edge] == OFF:
                continue
            grown = False
            for word in range(board.words):
                new = reach[cell, word] & state.labels[beside, word] & ~reach[beside, word]
                if new:
                    reach[beside, word] |= new
                    grown = True
            if grown:
                push(state, beside)
    for cell in range(board.width, board.size - board.width):
        if state.goal[cell]:
            cut_labels(state, cell, 0, reach[cell, 0] | 1)
            for word in range(1, board.words):
                cut_labels(state, cell, word, reach[cell, word])


@compiled
def _settle(board: SearchBoard, state: SearchState) -> bool:
    """Deduce until nothing new follows, in place; False at a contradiction.

    Where every cell is used, `_flood` finds next to nothing below the root and costs as much as
    all the rest.
    """
    while True:
        while state.counter[QUEUE_LENGTH]:
            cell = pop(state)
            if not _settle_degree(board, state, cell) or not _settle_labels(board, state, cell):
                return False
        if board.rule != FREE and state.counter[LEVEL]:
            return True
        _flood(board, state)
        if state.counter[QUEUE_LENGTH] == 0:
            return True


@compiled
def _choose(board: SearchBoard, state: SearchState) -> int:
    """Return the edge to decide next, -1 where none is left."""
    if board.rule == FREE:
        return _choose_at_head(board, state)
    for cell in state.order:
        if state.open[cell]:
            for turn in range(4):
                _, edge = step(board, cell, turn)
                if state.edge[edge] == UNKNOWN:
                    return edge
    return -1


@compiled
def _choose_at_head(board: SearchBoard, state: SearchState) -> int:
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
        _, edge = step(board, best, turn)
        if state.edge[edge] == UNKNOWN:
            return edge
    return -1


@compiled
def advance(board: SearchBoard, state: SearchState, budget: int) -> int:
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
            push(state, cell)
        fine = _settle(board, state)
    while True:
        if not fine:
            if counter[LEVEL] == 0:
                return DONE
            counter[LEVEL] -= 1
            level = counter[LEVEL]
            undo(board, state, state.level_edges[level], state.level_labels[level])
            fine = set_off(board, state, state.level_edge[level]) and _settle(board, state)
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
        fine = set_on(board, state, edge) and _settle(board, state)
