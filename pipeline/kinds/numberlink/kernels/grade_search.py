"""The reference search for grades: deduction in rounds, and a tree that branches on edges; numba.

Nothing found in a round is used before the next one, so the rounds measure the length of a chain of
deductions. The tree takes edges in a fixed order and counts nodes.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined, making_arrays
from pipeline.kernels.random_state import shuffle
from pipeline.kinds.numberlink.kernels.grade import (
    BROKEN,
    CANDIDATES,
    DECIDED,
    DOMAIN,
    EDGE,
    IS_NARROWED,
    LEVEL,
    LINES,
    LOOKED_AT,
    NARROWED,
    NEEDED,
    OFF,
    ON,
    OPEN,
    TO_EDGE,
    TRAIL,
    UNKNOWN,
    WANTED,
    Array,
    Board,
    State,
    assume,
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
    """Apply the deductions of a round, in place; false on a contradiction or a full trail.

    All lists are empty afterwards, except the queue of cells to look at next.
    """
    for k in range(state.counts[DECIDED]):
        edge = state.lists[DECIDED, k]
        value = state.lists[WANTED, edge]
        state.lists[WANTED, edge] = 0
        if value == ON + OFF or is_trail_full(state):
            state.counts[BROKEN] = -1 - edge
        if state.counts[BROKEN] == 0:
            decide(board, state, edge, value)
    for k in range(state.counts[NARROWED]):
        cell = state.lists[NARROWED, k]
        state.lists[IS_NARROWED, cell] = 0
        if is_trail_full(state):
            state.counts[BROKEN] = 1 + cell
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
    """Change ``state`` in place by one round of deduction; return 1 if anything changed, else 0.

    Returns -1 on a contradiction, after which no cell is queued.
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

    Returns the number of rounds that changed something, -1 on a contradiction. Nothing is undone.
    """
    look_at_all(board, state)
    rounds = 0
    progress = 1
    while progress > 0:
        progress = do_round(board, state, level)
        state.counts[TRAIL] = 0
        rounds += progress
    state.counts[BROKEN] = 0
    return rounds if progress == 0 else -1


@compiled
def rounds_to_refute(board: Board, state: State, edge: int, value: int, limit: int) -> int:
    """Return the round in which an assumption about an edge is refuted, 0 for never.

    -1 if it is not refuted within the limit.

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

    ``state`` is a fixed point of `CANDIDATES`. First everything refuted within one round is
    decided, then everything within two, and so on. ``counts`` gets the rounds of the longest chain
    that is needed, and the edges still unknown at the end or when the budget of trials is spent.
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


MIDDLE: Final = 4  # Added to the unknown edges of a cell that is no end, when branching


@inlined
def branching_key(board: Board, state: State, cell: int) -> int:
    """Return the branching key of a cell: its unknown edges, plus `MIDDLE` if it is no end."""
    is_end = board.cells[cell, NEEDED] - state.values[LINES, cell] == 1
    return state.values[OPEN, cell] + (0 if is_end else MIDDLE)


@compiled
def choose_edge(board: Board, state: State, rank: Array) -> int:
    """Return the edge to branch on, -1 if all are decided.

    Among the unknown edges of all cells with the smallest key, it is the edge of lowest rank.
    """
    best_key, best_rank, best_edge = MIDDLE + 5, len(rank), -1
    for cell in range(len(board.cells)):
        unknown = state.values[OPEN, cell]
        if unknown == 0 or unknown > best_key:
            continue
        key = branching_key(board, state, cell)
        if key > best_key:
            continue
        if key < best_key:
            best_key, best_rank = key, len(rank)
        for way in range(4):
            edge = board.cells[cell, TO_EDGE + way]
            if edge >= 0 and state.values[EDGE, edge] == UNKNOWN and rank[edge] < best_rank:
                best_rank, best_edge = rank[edge], edge
    return best_edge


@compiled
def search_tree(board: Board, state: State, rank: Array, budget: int, stack: Array) -> int:
    """Return the nodes of the whole search tree, or -1 if the budget or the trail is spent.

    ``state`` is a fixed point and is left as it was. A node is one edge assumption, refuted or
    not. ``stack`` has shape (edges, 3) and is overwritten.
    """
    root = state.counts[TRAIL]
    nodes, depth = 0, 0
    is_possible = True
    while True:
        edge = choose_edge(board, state, rank) if is_possible else -1
        value = ON
        if edge < 0:
            while depth > 0 and stack[depth - 1, 1] == OFF:
                depth -= 1
            if depth == 0:
                undo(state, root)
                return nodes
            depth -= 1
            edge, value = stack[depth, 0], OFF
            undo(state, stack[depth, 2])
        if nodes == budget:
            undo(state, root)
            return -1
        nodes += 1
        stack[depth, 0] = edge
        stack[depth, 1] = value
        stack[depth, 2] = state.counts[TRAIL]
        depth += 1
        is_possible = assume(board, state, edge, value)
        if is_trail_full(state):
            undo(state, root)
            return -1


@making_arrays
def search_orders(
    board: Board, state: State, seeds: NDArray[np.uint64], budget: int, nodes: Array
) -> None:
    """Write to ``nodes`` the nodes of the search for each seed, -1 if the budget is spent.

    ``state`` is a fixed point and is left as it was. Ranks are 0 to edges - 1, shuffled by the
    seed's random stream.
    """
    stack = np.empty((len(board.edges) + 1, 3), dtype=np.int64)
    rank = np.empty(len(board.edges), dtype=np.int64)
    stream = np.empty(1, dtype=np.uint64)
    for order in range(len(seeds)):
        for edge in range(len(rank)):
            rank[edge] = edge
        stream[0] = seeds[order]
        shuffle(stream, rank)
        nodes[order] = search_tree(board, state, rank, budget, stack)


@compiled
def note_keys(board: Board, state: State, key: Array) -> int:
    """Write to ``key`` the smaller branching key of each unknown edge's cells, 0 for the others.

    Returns how many edges are unknown.
    """
    unknown = 0
    for edge in range(len(board.edges)):
        key[edge] = 0
        if state.values[EDGE, edge] == UNKNOWN:
            key[edge] = min(
                branching_key(board, state, board.edges[edge, 0]),
                branching_key(board, state, board.edges[edge, 1]),
            )
            unknown += 1
    return unknown


@compiled
def probe_edge(board: Board, state: State, edge: int) -> int:
    """Try an unknown edge on, then off, and decide it if one is refuted, in place.

    Returns the number of tries, negative if one was refuted.
    """
    for value in (ON, OFF):
        is_refuted = not assume(board, state, edge, value) and not is_trail_full(state)
        undo(state, 0)
        if is_refuted:
            settle(board, state, edge, ON + OFF - value)
            return -value  # ON is the first try, OFF the second
    return OFF


@making_arrays
def probe(board: Board, state: State, budget: int, counts: Array) -> None:
    """Change ``state`` in place by probing to the depth of one edge, and write to ``counts``.

    In each round the unknown edges, by ascending `note_keys`, then number, are tried on and off; an
    edge is decided for good as soon as one value is refuted. Probing ends when all edges are
    decided, a round refutes nothing, or the budget is spent. ``counts`` gets the tries (up to one
    more than the budget) and the edges that are still unknown.
    """
    key = np.empty(len(board.edges), dtype=np.int64)
    probes = 0
    is_progress = True
    while is_progress:
        is_progress = False
        if note_keys(board, state, key) == 0:
            break
        for level in range(1, MIDDLE + 5):
            for edge in range(len(board.edges)):
                if key[edge] != level or state.values[EDGE, edge] != UNKNOWN:
                    continue
                if probes >= budget:
                    break
                tries = probe_edge(board, state, edge)
                probes += abs(tries)
                is_progress = is_progress or tries < 0
        is_progress = is_progress and probes < budget
    counts[0] = probes
    counts[1] = note_keys(board, state, key)
