"""The tree of the reference search for grades: branch on edges in a fixed order, count nodes.

The deductions, the arrays and the words used here are those of ``grade.py`` beside this file.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined, making_arrays
from pipeline.kernels.random_state import shuffle
from pipeline.kinds.numberlink.kernels.grade import (
    CELL_ROW,
    CELL_ROWS,
    CELLS,
    EDGE_ROW,
    EDGE_ROWS,
    EDGES,
    LINES,
    NEEDED,
    OFF,
    ON,
    OPEN,
    TO_EDGE,
    TRAIL_LENGTH,
    UNKNOWN,
    VALUES_OF_EDGES,
    Array,
    assume,
    cell_values,
    is_trail_full,
    undo,
)

MIDDLE: Final = 4
"""A cell that is no end of a path counts this many unknown edges more when branching."""


@inlined
def branching_key(board: Array, state: Array, cell: int) -> int:
    """Return how late a cell is branched at: its unknown edges, more if no path ends there."""
    values = cell_values(board, cell)
    needed = board[board[CELL_ROWS] + cell * CELL_ROW + NEEDED]
    return state[values + OPEN] + (0 if needed - state[values + LINES] == 1 else MIDDLE)


@compiled
def choose_edge(board: Array, state: Array, rank: Array) -> int:
    """Return the edge to branch on, -1 if all are decided.

    Of the unknown edges of all the cells with the smallest key, the edge of lowest rank.
    """
    best_key, best_rank, best_edge = MIDDLE + 5, len(rank), -1
    for cell in range(board[CELLS]):
        if state[cell_values(board, cell) + OPEN] == 0:
            continue
        key = branching_key(board, state, cell)
        if key > best_key:
            continue
        if key < best_key:
            best_key, best_rank = key, len(rank)
        row = board[CELL_ROWS] + cell * CELL_ROW + TO_EDGE
        for way in range(4):
            edge = board[row + way]
            if edge >= 0 and state[VALUES_OF_EDGES + edge] == UNKNOWN and rank[edge] < best_rank:
                best_rank, best_edge = rank[edge], edge
    return best_edge


@compiled
def search_tree(board: Array, state: Array, rank: Array, budget: int, stack: Array) -> int:
    """Return the nodes of the whole search tree, or -1 if it spends the budget (or the trail).

    ``state`` is a fixed point and is left as it was. A node is one edge assumption, refuted or
    not. ``stack`` has shape (edges, 3) and is overwritten.
    """
    root = state[TRAIL_LENGTH]
    nodes, depth = 0, 0
    is_possible = True
    while True:
        edge = choose_edge(board, state, rank) if is_possible else -1
        value = ON
        if edge < 0:
            while depth > 0 and stack[depth - 1, 1] == OFF:
                depth -= 1
            if depth == 0:
                undo(board, state, root)
                return nodes
            depth -= 1
            edge, value = stack[depth, 0], OFF
            undo(board, state, stack[depth, 2])
        if nodes == budget:
            undo(board, state, root)
            return -1
        nodes += 1
        stack[depth, 0] = edge
        stack[depth, 1] = value
        stack[depth, 2] = state[TRAIL_LENGTH]
        depth += 1
        is_possible = assume(board, state, edge, value)
        if is_trail_full(board, state):
            undo(board, state, root)
            return -1


@making_arrays
def search_orders(
    board: Array, state: Array, seeds: NDArray[np.uint64], budget: int, nodes: Array
) -> None:
    """Write to ``nodes`` the nodes of the search for each seed, -1 where the budget is spent.

    ``state`` is a fixed point and is left as it was. Ranks are 0 to edges - 1, shuffled by the
    seed's random stream.
    """
    stack = np.empty((board[EDGES] + 1, 3), dtype=np.int64)
    rank = np.empty(board[EDGES], dtype=np.int64)
    stream = np.empty(1, dtype=np.uint64)
    for order in range(len(seeds)):
        for edge in range(len(rank)):
            rank[edge] = edge
        stream[0] = seeds[order]
        shuffle(stream, rank)
        nodes[order] = search_tree(board, state, rank, budget, stack)


@compiled
def note_keys(board: Array, state: Array, key: Array) -> int:
    """Write to ``key`` the smaller branching key of each unknown edge's cells, 0 for the others.

    Returns how many edges are unknown.
    """
    unknown = 0
    for edge in range(board[EDGES]):
        key[edge] = 0
        if state[VALUES_OF_EDGES + edge] == UNKNOWN:
            row = board[EDGE_ROWS] + edge * EDGE_ROW
            key[edge] = min(
                branching_key(board, state, board[row]),
                branching_key(board, state, board[row + 1]),
            )
            unknown += 1
    return unknown


@compiled
def probe_edge(board: Array, state: Array, edge: int) -> int:
    """Change ``state`` in place: try an unknown edge on, then off, and keep what is refuted.

    Returns the number of tries, negative if one was refuted.
    """
    for value in (ON, OFF):
        is_refuted = not assume(board, state, edge, value) and not is_trail_full(board, state)
        undo(board, state, 0)
        if is_refuted:
            assume(board, state, edge, ON + OFF - value)
            state[TRAIL_LENGTH] = 0
            return -value  # ON is the first try, OFF the second
    return OFF


@making_arrays
def probe(board: Array, state: Array, budget: int, counts: Array) -> None:
    """Change ``state`` in place by probing to the depth of one edge, and write to ``counts``.

    In rounds, easiest first: the unknown edges in rising order of `note_keys`, then of number, are
    tried on and off, and what is refuted holds at once and for good. It ends when all is
    decided, when a round refutes nothing, or when the budget is spent. ``counts`` gets the tries
    (up to one more than the budget) and the edges that are still unknown.
    """
    key = np.empty(board[EDGES], dtype=np.int64)
    probes = 0
    is_progress = True
    while is_progress:
        is_progress = False
        if note_keys(board, state, key) == 0:
            break
        for level in range(1, MIDDLE + 5):
            for edge in range(board[EDGES]):
                if key[edge] != level or state[VALUES_OF_EDGES + edge] != UNKNOWN:
                    continue
                if probes >= budget:
                    break
                tries = probe_edge(board, state, edge)
                probes += abs(tries)
                is_progress = is_progress or tries < 0
        is_progress = is_progress and probes < budget
    counts[0] = probes
    counts[1] = note_keys(board, state, key)
