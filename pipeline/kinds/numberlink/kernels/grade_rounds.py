"""Deduction in rounds, as a person follows it: all that can be seen at once is one round.

The rules, the arrays and the words used here are those of ``grade.py`` beside this file, and so is
the fixed point of the highest level. But nothing that is found in a round is used before the next
one, so the number of rounds says how long a chain of deductions is.
"""

from __future__ import annotations

from pipeline.kernels.compiled import compiled
from pipeline.kinds.numberlink.kernels.grade import (
    BROKEN,
    CANDIDATES,
    DECIDED,
    DOMAIN,
    EDGE,
    IS_NARROWED,
    LEVEL,
    LOOKED_AT,
    NARROWED,
    OFF,
    ON,
    TRAIL,
    UNKNOWN,
    WANTED,
    Array,
    Board,
    State,
    check_domain,
    decide,
    forget_next,
    is_trail_full,
    look_at_all,
    look_at_cell,
    look_at_next,
    settle,
    take_next,
    undo,
    write,
)


@compiled
def commit(board: Board, state: State) -> bool:
    """Change ``state`` in place: what a round wants holds now; false on a contradiction.

    False too when the trail is full. The lists are empty then, but for the cells to look at next.
    """
    for k in range(state.counts[DECIDED]):
        edge = state.lists[DECIDED, k]
        value = state.lists[WANTED, edge]
        state.lists[WANTED, edge] = 0
        if value == ON + OFF or is_trail_full(state):
            state.counts[BROKEN] = 1
        if state.counts[BROKEN] == 0:
            decide(board, state, edge, value)
    for k in range(state.counts[NARROWED]):
        cell = state.lists[NARROWED, k]
        state.lists[IS_NARROWED, cell] = 0
        if is_trail_full(state):
            state.counts[BROKEN] = 1
        if state.counts[BROKEN] == 0:
            for word in range(len(state.kept)):
                if state.kept[word, cell] != state.values[DOMAIN + word, cell]:
                    write(state, DOMAIN + word, cell, state.kept[word, cell])
            look_at_next(state, cell)
            check_domain(board, state, cell)
    state.counts[DECIDED] = 0
    state.counts[NARROWED] = 0
    return state.counts[BROKEN] == 0


@compiled
def do_round(board: Board, state: State, level: int) -> int:
    """Change ``state`` in place by all that is seen at once; -1 on a contradiction, 0 if nothing.

    After a contradiction no cell is to be looked at.
    """
    state.counts[LEVEL] = level
    for k in range(take_next(state)):
        look_at_cell(board, state, state.lists[LOOKED_AT, k])
    before = state.counts[TRAIL]
    if not commit(board, state):
        forget_next(state)
        return -1
    return 1 if state.counts[TRAIL] > before else 0


@compiled
def deduce_in_rounds(board: Board, state: State, level: int) -> int:
    """Change ``state`` in place from the bare board to the fixed point of a level.

    Returns the rounds in which something was found, -1 on a contradiction. Nothing is undone.
    """
    look_at_all(board, state)
    rounds = 0
    found = 1
    while found > 0:
        found = do_round(board, state, level)
        state.counts[TRAIL] = 0
        rounds += found
    state.counts[BROKEN] = 0
    return rounds if found == 0 else -1


@compiled
def rounds_to_refute(board: Board, state: State, edge: int, value: int, limit: int) -> int:
    """Return in which round assuming an edge is refuted: 0 for never, -1 for not within the limit.

    ``state`` is a fixed point of `CANDIDATES` and is left as it was.
    """
    answer = -1
    decide(board, state, edge, value)
    for number in range(1, limit + 1):
        found = do_round(board, state, CANDIDATES) if state.counts[BROKEN] == 0 else -1
        if found <= 0:
            answer = number if found < 0 and not is_trail_full(state) else 0
            break
    forget_next(state)
    undo(state, 0)
    return answer


@compiled
def measure_chain(board: Board, state: State, budget: int, counts: Array) -> None:
    """Change ``state`` in place by refuting single assumptions, the shortest chains first.

    ``state`` is a fixed point of `CANDIDATES`. All that is refuted within one round holds first,
    then all within two, and so on. ``counts`` gets the rounds of the longest chain that is needed,
    and the edges still unknown at the end, or when as many trials as the budget are made.
    """
    limit, trials = 1, 0
    is_progress, is_cut_off = True, True
    counts[0] = 0
    while is_progress or is_cut_off:
        is_progress, is_cut_off = False, False
        for edge in range(len(board.edges)):
            for value in (ON, OFF):
                if state.values[EDGE, edge] != UNKNOWN or trials == budget:
                    continue
                trials += 1
                rounds = rounds_to_refute(board, state, edge, value, limit)
                is_cut_off = is_cut_off or rounds < 0
                if rounds > 0:
                    counts[0] = limit
                    is_progress = True
                    settle(board, state, edge, ON + OFF - value)
        if trials == budget:
            break
        if not is_progress:
            limit += 1
    counts[1] = count_unknown(board, state)


@compiled
def count_unknown(board: Board, state: State) -> int:
    """Return how many edges are not decided."""
    unknown = 0
    for edge in range(len(board.edges)):
        if state.values[EDGE, edge] == UNKNOWN:
            unknown += 1
    return unknown
