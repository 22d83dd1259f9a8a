"""The reference search for grades, as kernels: propagate to a fixed point, branch on edges, count.

What is searched, and why, stands in docs/grading.md; ``grade.py`` turns counts into a grade, and
``grade_board.py`` makes the arrays. This is no prover: the exact search is another kernel and
shares nothing with this one, for any change here would change every grade.

Words used here. A *cell* has up to four *edges* to its neighbours, each UNKNOWN, ON (the line goes
there) or OFF. The *domain* of a cell is the set of pairs whose line may use it, `WORD_BITS` pairs
to a word. A *chain* is what edges that are on join so far. Every deduction only ever takes
possibilities away, so the fixed point does not depend on the order in which the rules fire, and
neither do the counts.

Two arrays, both ndarray[int64] of one dimension, hold everything. ``board`` stays fixed: a header
with numbers and the places where parts begin, then rows of cells, edges and squares. ``state``
changes: four cursors, then the values (edges, rows of cells, squares), then the trail and the
queues. A single pair of arrays keeps calls cheap (numba counts references to the arrays in a
tuple at every access), and lets one trail of (address, old value) undo everything.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pipeline.kernels.random_state import shuffle

UNKNOWN: Final = 0
ON: Final = 1
OFF: Final = 2

WORD_BITS: Final = 62
"""Pairs to a word of a domain: words stay positive, so that signed integers do."""

MIDDLE: Final = 4
"""A cell that is no end of a path counts this many unknown edges more when branching."""

# The header of board. Numbers of things; what may be assumed; which word and bit of a domain stand
# for "empty" (bit 0 where all cells are used); where the parts of board and of state begin.
CELLS, EDGES, SQUARES, WORDS = 0, 1, 2, 3
COVERED, TOUCHLESS, EMPTY_WORD, EMPTY_BIT = 4, 5, 6, 7
CELL_ROWS, EDGE_ROWS, SQUARE_ROWS = 8, 9, 10
VALUES_OF_CELLS, VALUES_OF_SQUARES, TRAIL, PENDING, RING = 11, 12, 13, 14, 15
HEADER: Final = 16

# The row of a cell in board: neighbours up, left, right, down (-1: none), the edges there, and how
# many edges a used cell has: 1 for the end of a pair, 2 else, 0 if blocked.
TO_EDGE, NEEDED, CELL_ROW = 4, 8, 9
# The row of an edge in board: its two cells, the unit squares that it borders (-1: none).
TO_SQUARE, EDGE_ROW = 2, 4
# The row of a square in board: its four edges.
SQUARE_ROW: Final = 4

# The cursors of state: length of the trail, pending edges, first and count of the ring of cells.
TRAIL_LENGTH, PENDING_COUNT, RING_FIRST, RING_COUNT = 0, 1, 2, 3
VALUES_OF_EDGES: Final = 4
# The row of a cell in state: edges on and edges unknown (as far as applied), the other end of the
# chain that ends here (itself without one), whether it is in the ring, then its domain.
LINES, OPEN, FAR, QUEUED, DOMAIN = 0, 1, 2, 3, 4

Array = NDArray[np.int64]


@njit(cache=True, forceinline=True)
def cell_values(board: Array, cell: int) -> int:
    """Return where the values of a cell begin in the state."""
    return board[VALUES_OF_CELLS] + cell * (DOMAIN + board[WORDS])


@njit(cache=True, forceinline=True)
def write(board: Array, state: Array, address: int, value: int) -> None:
    """Change ``state`` in place: one value, with the old one on the trail."""
    top = board[TRAIL] + 2 * state[TRAIL_LENGTH]
    state[top] = address
    state[top + 1] = state[address]
    state[TRAIL_LENGTH] += 1
    state[address] = value


@njit(cache=True)
def undo(board: Array, state: Array, mark: int) -> None:
    """Change ``state`` in place back to what it was when the trail had length ``mark``."""
    top = board[TRAIL] + 2 * state[TRAIL_LENGTH]
    bottom = board[TRAIL] + 2 * mark
    while top > bottom:
        top -= 2
        state[state[top]] = state[top + 1]
    state[TRAIL_LENGTH] = mark


@njit(cache=True, forceinline=True)
def enqueue(board: Array, state: Array, cell: int) -> None:
    """Change ``state`` in place: put a cell into the ring unless it is there."""
    flag = cell_values(board, cell) + QUEUED
    if state[flag] == 0:
        state[flag] = 1
        place = state[RING_FIRST] + state[RING_COUNT]
        if place >= board[CELLS]:
            place -= board[CELLS]
        state[board[RING] + place] = cell
        state[RING_COUNT] += 1


@njit(cache=True, forceinline=True)
def put(board: Array, state: Array, edge: int, value: int) -> None:
    """Change ``state`` in place: decide an unknown edge; its effects are pending."""
    write(board, state, VALUES_OF_EDGES + edge, value)
    state[board[PENDING] + state[PENDING_COUNT]] = edge
    state[PENDING_COUNT] += 1


@njit(cache=True)
def put_all(board: Array, state: Array, cell: int, value: int) -> None:
    """Change ``state`` in place: decide every unknown edge of a cell."""
    row = board[CELL_ROWS] + cell * CELL_ROW + TO_EDGE
    for way in range(4):
        edge = board[row + way]
        if edge >= 0 and state[VALUES_OF_EDGES + edge] == UNKNOWN:
            put(board, state, edge, value)


@njit(cache=True, forceinline=True)
def join_chains(board: Array, state: Array, one: int, two: int) -> bool:
    """Change ``state`` in place: an edge joins the chains that end here; false if it is one chain.

    The ends of the new chain must not be joined, so an unknown edge between them is off.
    """
    first = state[cell_values(board, one) + FAR]
    last = state[cell_values(board, two) + FAR]
    if first == two:
        return False
    write(board, state, cell_values(board, first) + FAR, last)
    write(board, state, cell_values(board, last) + FAR, first)
    row = board[CELL_ROWS] + first * CELL_ROW
    for way in range(4):
        if board[row + way] == last:
            closing = board[row + TO_EDGE + way]
            if state[VALUES_OF_EDGES + closing] == UNKNOWN:
                put(board, state, closing, OFF)
    return True


@njit(cache=True, forceinline=True)
def count_squares(board: Array, state: Array, edge: int) -> bool:
    """Change ``state`` in place: an edge on beside its squares; false if it is the third of one."""
    for side in range(2):
        square = board[board[EDGE_ROWS] + edge * EDGE_ROW + TO_SQUARE + side]
        if square < 0:
            continue
        address = board[VALUES_OF_SQUARES] + square
        count = state[address] + 1
        if count > 2:
            return False
        write(board, state, address, count)
        if count == 2:
            row = board[SQUARE_ROWS] + square * SQUARE_ROW
            for k in range(SQUARE_ROW):
                other = board[row + k]
                if state[VALUES_OF_EDGES + other] == UNKNOWN:
                    put(board, state, other, OFF)
    return True


@njit(cache=True)
def apply_edge(board: Array, state: Array, edge: int) -> bool:
    """Change ``state`` in place by what follows at once from an edge; false if that cannot be."""
    is_on = state[VALUES_OF_EDGES + edge] == ON
    row = board[EDGE_ROWS] + edge * EDGE_ROW
    one, two = board[row], board[row + 1]
    for k in range(2):
        cell = board[row + k]
        values = cell_values(board, cell)
        write(board, state, values + OPEN, state[values + OPEN] - 1)
        if is_on:
            lines = state[values + LINES] + 1
            if lines > board[board[CELL_ROWS] + cell * CELL_ROW + NEEDED]:
                return False
            write(board, state, values + LINES, lines)
        enqueue(board, state, cell)
    if not is_on:
        return True
    return join_chains(board, state, one, two) and count_squares(board, state, edge)


@njit(cache=True, forceinline=True)
def empty_bit(board: Array, word: int) -> int:
    """Return the bit that stands for "empty" in a word of a domain, 0 if none does."""
    return board[EMPTY_BIT] if word == board[EMPTY_WORD] else 0


@njit(cache=True, forceinline=True)
def has_one_colour(board: Array, state: Array, cell: int) -> bool:
    """Return whether a cell's domain is one pair (and not "empty")."""
    domain = cell_values(board, cell) + DOMAIN
    found = 0
    for word in range(board[WORDS]):
        bits = state[domain + word]
        if bits != 0:
            if bits & (bits - 1) != 0 or bits == empty_bit(board, word):
                return False
            found += 1
    return found == 1


@njit(cache=True, forceinline=True)
def have_common_colour(board: Array, state: Array, one: int, two: int) -> bool:
    """Return whether some pair's line may use both cells."""
    at_one, at_two = cell_values(board, one) + DOMAIN, cell_values(board, two) + DOMAIN
    for word in range(board[WORDS]):
        if state[at_one + word] & state[at_two + word] & ~empty_bit(board, word) != 0:
            return True
    return False


@njit(cache=True, forceinline=True)
def intersect_domains(board: Array, state: Array, one: int, two: int) -> bool:
    """Change ``state`` in place: both cells keep the pairs in common; false if there is none."""
    at_one, at_two = cell_values(board, one) + DOMAIN, cell_values(board, two) + DOMAIN
    is_possible = False
    for word in range(board[WORDS]):
        common = state[at_one + word] & state[at_two + word] & ~empty_bit(board, word)
        if common != 0:
            is_possible = True
        if common != state[at_one + word]:
            write(board, state, at_one + word, common)
            enqueue(board, state, one)
        if common != state[at_two + word]:
            write(board, state, at_two + word, common)
            enqueue(board, state, two)
    return is_possible


@njit(cache=True, forceinline=True)
def remove_colour(board: Array, state: Array, single: int, cell: int) -> bool:
    """Change ``state`` in place: the one pair of ``single`` leaves ``cell``; false: none is left."""
    colour, domain = cell_values(board, single) + DOMAIN, cell_values(board, cell) + DOMAIN
    is_possible = False
    for word in range(board[WORDS]):
        bits = state[domain + word] & ~state[colour + word]
        if bits != 0:
            is_possible = True
        if bits != state[domain + word]:
            write(board, state, domain + word, bits)
            enqueue(board, state, cell)
    return is_possible


@njit(cache=True)
def check_unused(board: Array, state: Array, cell: int) -> None:
    """Change ``state`` in place: a cell that may stay empty and that no line uses yet.

    It stays empty if no pair can use it, or fewer than two edges are left.
    """
    domain = cell_values(board, cell) + DOMAIN
    has_colour = False
    for word in range(board[WORDS]):
        if state[domain + word] & ~empty_bit(board, word) != 0:
            has_colour = True
    if has_colour and state[cell_values(board, cell) + OPEN] >= 2:
        return
    if has_colour:
        for word in range(board[WORDS]):
            if state[domain + word] != empty_bit(board, word):
                write(board, state, domain + word, empty_bit(board, word))
        enqueue(board, state, cell)
    put_all(board, state, cell, OFF)


@njit(cache=True, forceinline=True)
def check_degree(board: Array, state: Array, cell: int) -> bool:
    """Change ``state`` in place by the number of edges at a cell; false if it cannot be right."""
    values = cell_values(board, cell)
    lines, unknown = state[values + LINES], state[values + OPEN]
    if board[COVERED] == 0:
        word = board[EMPTY_WORD]
        if state[values + DOMAIN + word] & empty_bit(board, word) != 0:
            if lines == 0:
                check_unused(board, state, cell)
            return True  # a used cell comes again when the edge takes "empty" out of its domain
    needed = board[board[CELL_ROWS] + cell * CELL_ROW + NEEDED]
    if lines + unknown < needed:
        return False
    if unknown > 0 and lines == needed:
        put_all(board, state, cell, OFF)
    elif unknown > 0 and lines + unknown == needed:
        put_all(board, state, cell, ON)
    return True


@njit(cache=True)
def check_cell(board: Array, state: Array, cell: int) -> bool:
    """Change ``state`` in place by all rules at a cell and to its neighbours; false: impossible."""
    if not check_degree(board, state, cell):
        return False
    is_taut_here = board[TOUCHLESS] != 0 and has_one_colour(board, state, cell)
    row = board[CELL_ROWS] + cell * CELL_ROW
    for way in range(4):
        edge = board[row + TO_EDGE + way]
        if edge < 0:
            continue
        other = board[row + way]
        value = state[VALUES_OF_EDGES + edge]
        if value == ON:
            if not intersect_domains(board, state, cell, other):
                return False
        elif value == UNKNOWN:
            if not have_common_colour(board, state, cell, other):
                put(board, state, edge, OFF)
            elif is_taut_here and has_one_colour(board, state, other):
                put(board, state, edge, ON)
        elif is_taut_here:
            if not remove_colour(board, state, cell, other):
                return False
        elif (
            board[TOUCHLESS] != 0
            and has_one_colour(board, state, other)
            and not remove_colour(board, state, other, cell)
        ):
            return False
    return True


@njit(cache=True)
def propagate(board: Array, state: Array) -> bool:
    """Change ``state`` in place to the fixed point of all rules; false on a contradiction."""
    is_possible = True
    while is_possible:
        if state[PENDING_COUNT] > 0:
            state[PENDING_COUNT] -= 1
            is_possible = apply_edge(board, state, state[board[PENDING] + state[PENDING_COUNT]])
        elif state[RING_COUNT] > 0:
            cell = leave_ring(board, state)
            is_possible = check_cell(board, state, cell)
        else:
            return True
    while state[RING_COUNT] > 0:
        leave_ring(board, state)
    state[PENDING_COUNT] = 0
    return False


@njit(cache=True, forceinline=True)
def leave_ring(board: Array, state: Array) -> int:
    """Change ``state`` in place: take the first cell out of the ring, and return it."""
    first = state[RING_FIRST]
    cell = state[board[RING] + first]
    first += 1
    state[RING_FIRST] = first if first < board[CELLS] else 0
    state[RING_COUNT] -= 1
    state[cell_values(board, cell) + QUEUED] = 0
    return cell


@njit(cache=True)
def assume(board: Array, state: Array, edge: int, value: int) -> bool:
    """Change ``state`` in place: decide an unknown edge and propagate; false on a contradiction."""
    put(board, state, edge, value)
    return propagate(board, state)


@njit(cache=True)
def deduce(board: Array, state: Array) -> bool:
    """Change ``state`` in place from the bare board to its fixed point; false: no solution."""
    for cell in range(board[CELLS]):
        if board[board[CELL_ROWS] + cell * CELL_ROW + NEEDED] > 0:
            enqueue(board, state, cell)
    return propagate(board, state)


@njit(cache=True, forceinline=True)
def branching_key(board: Array, state: Array, cell: int) -> int:
    """Return how late a cell is branched at: its unknown edges, more if no path ends there."""
    values = cell_values(board, cell)
    needed = board[board[CELL_ROWS] + cell * CELL_ROW + NEEDED]
    return state[values + OPEN] + (0 if needed - state[values + LINES] == 1 else MIDDLE)


@njit(cache=True)
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


@njit(cache=True)
def search_tree(board: Array, state: Array, rank: Array, budget: int, stack: Array) -> int:
    """Return the nodes of the whole search tree, or -1 if they are more than the budget.

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


@njit(cache=True)
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


@njit(cache=True)
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


@njit(cache=True)
def probe_edge(board: Array, state: Array, edge: int) -> int:
    """Change ``state`` in place: try an unknown edge on, then off, and keep what is refuted.

    Returns the number of tries, negative if one was refuted.
    """
    for value in (ON, OFF):
        mark = state[TRAIL_LENGTH]
        is_possible = assume(board, state, edge, value)
        undo(board, state, mark)
        if not is_possible:
            assume(board, state, edge, ON + OFF - value)
            return -value  # ON is the first try, OFF the second
    return OFF


@njit(cache=True)
def probe(board: Array, state: Array, budget: int, counts: Array) -> None:
    """Change ``state`` in place by probing to the depth of one edge, and write to ``counts``.

    In rounds, easiest first: the unknown edges in rising order of `note_keys`, then of number, are
    tried on and off, and what is refuted holds at once. It ends when all is decided, when a round
    refutes nothing, or when the budget is spent. ``counts`` gets the tries (up to one more than
    the budget) and the edges that are still unknown.
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
