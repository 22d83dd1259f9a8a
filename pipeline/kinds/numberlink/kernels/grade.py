"""The deductions of the reference search for grades, propagated to a fixed point.

What is deduced, and why, stands in docs/grading.md. The tree is searched by ``grade_search.py``
beside this file; the kind's ``grade_board.py`` makes the arrays, its ``grade.py`` turns counts
into a grade. This is no prover: the exact search is another kernel and shares nothing with this
one, for any change here would change every grade.

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
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined

UNKNOWN: Final = 0
ON: Final = 1
OFF: Final = 2

WORD_BITS: Final = 62
"""Pairs to a word of a domain: words stay positive, so that signed integers do."""

# The header of board. Numbers of things; what may be assumed; which word and bit of a domain stand
# for "empty" (bit 0 where all cells are used); where the parts of board and of state begin.
CELLS, EDGES, SQUARES, WORDS = 0, 1, 2, 3
COVERED, TOUCHLESS, EMPTY_WORD, EMPTY_BIT = 4, 5, 6, 7
CELL_ROWS, EDGE_ROWS, SQUARE_ROWS = 8, 9, 10
VALUES_OF_CELLS, VALUES_OF_SQUARES, TRAIL, PENDING, RING = 11, 12, 13, 14, 15
TRAIL_ROOM: Final = 16  # the length of the trail beyond which a step might not fit
HEADER: Final = 17

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


@inlined
def cell_values(board: Array, cell: int) -> int:
    """Return where the values of a cell begin in the state."""
    return board[VALUES_OF_CELLS] + cell * (DOMAIN + board[WORDS])


@inlined
def write(board: Array, state: Array, address: int, value: int) -> None:
    """Change ``state`` in place: one value, with the old one on the trail."""
    top = board[TRAIL] + 2 * state[TRAIL_LENGTH]
    state[top] = address
    state[top + 1] = state[address]
    state[TRAIL_LENGTH] += 1
    state[address] = value


@compiled
def undo(board: Array, state: Array, mark: int) -> None:
    """Change ``state`` in place back to what it was when the trail had length ``mark``."""
    top = board[TRAIL] + 2 * state[TRAIL_LENGTH]
    bottom = board[TRAIL] + 2 * mark
    while top > bottom:
        top -= 2
        state[state[top]] = state[top + 1]
    state[TRAIL_LENGTH] = mark


@inlined
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


@inlined
def put(board: Array, state: Array, edge: int, value: int) -> None:
    """Change ``state`` in place: decide an unknown edge; its effects are pending."""
    write(board, state, VALUES_OF_EDGES + edge, value)
    state[board[PENDING] + state[PENDING_COUNT]] = edge
    state[PENDING_COUNT] += 1


@compiled
def put_all(board: Array, state: Array, cell: int, value: int) -> None:
    """Change ``state`` in place: decide every unknown edge of a cell."""
    row = board[CELL_ROWS] + cell * CELL_ROW + TO_EDGE
    for way in range(4):
        edge = board[row + way]
        if edge >= 0 and state[VALUES_OF_EDGES + edge] == UNKNOWN:
            put(board, state, edge, value)


@inlined
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


@inlined
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


@compiled
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


@inlined
def empty_bit(board: Array, word: int) -> int:
    """Return the bit that stands for "empty" in a word of a domain, 0 if none does."""
    return board[EMPTY_BIT] if word == board[EMPTY_WORD] else 0


@inlined
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


@inlined
def have_common_colour(board: Array, state: Array, one: int, two: int) -> bool:
    """Return whether some pair's line may use both cells."""
    at_one, at_two = cell_values(board, one) + DOMAIN, cell_values(board, two) + DOMAIN
    for word in range(board[WORDS]):
        if state[at_one + word] & state[at_two + word] & ~empty_bit(board, word) != 0:
            return True
    return False


@inlined
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


@inlined
def remove_colour(board: Array, state: Array, single: int, cell: int) -> bool:
    """Change ``state`` in place: ``cell`` loses the one pair of ``single``; false if its last."""
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


@compiled
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


@inlined
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


@compiled
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


@inlined
def leave_ring(board: Array, state: Array) -> int:
    """Change ``state`` in place: take the first cell out of the ring, and return it."""
    first = state[RING_FIRST]
    cell = state[board[RING] + first]
    first += 1
    state[RING_FIRST] = first if first < board[CELLS] else 0
    state[RING_COUNT] -= 1
    state[cell_values(board, cell) + QUEUED] = 0
    return cell


@inlined
def is_busy(state: Array) -> bool:
    """Return whether something is queued."""
    return state[PENDING_COUNT] > 0 or state[RING_COUNT] > 0


@compiled
def step(board: Array, state: Array) -> bool:
    """Change ``state`` in place by one thing that is queued; false on a contradiction."""
    if state[PENDING_COUNT] > 0:
        state[PENDING_COUNT] -= 1
        return apply_edge(board, state, state[board[PENDING] + state[PENDING_COUNT]])
    return check_cell(board, state, leave_ring(board, state))


@compiled
def forget_queues(board: Array, state: Array) -> None:
    """Change ``state`` in place: nothing is queued any more."""
    while state[RING_COUNT] > 0:
        leave_ring(board, state)
    state[PENDING_COUNT] = 0


@compiled
def propagate(board: Array, state: Array) -> bool:
    """Change ``state`` in place to the fixed point of all rules; false on a contradiction.

    False too when the trail is full, see `is_trail_full`.
    """
    is_possible = True
    while is_possible and is_busy(state):
        is_possible = step(board, state) and not is_trail_full(board, state)
    if not is_possible:
        forget_queues(board, state)
    return is_possible


@inlined
def is_trail_full(board: Array, state: Array) -> bool:
    """Return whether one more step might not fit; it never happens with up to 62 pairs."""
    return state[TRAIL_LENGTH] > board[TRAIL_ROOM]


@compiled
def assume(board: Array, state: Array, edge: int, value: int) -> bool:
    """Change ``state`` in place: decide an unknown edge and propagate; false on a contradiction."""
    put(board, state, edge, value)
    return propagate(board, state)


@compiled
def deduce(board: Array, state: Array) -> bool:
    """Change ``state`` in place from the bare board to its fixed point; false: no solution.

    Nothing of this is ever undone.
    """
    for cell in range(board[CELLS]):
        if board[board[CELL_ROWS] + cell * CELL_ROW + NEEDED] > 0:
            enqueue(board, state, cell)
    while is_busy(state):
        if not step(board, state):
            return False
        state[TRAIL_LENGTH] = 0
    return True
