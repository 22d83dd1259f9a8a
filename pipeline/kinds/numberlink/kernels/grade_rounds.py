"""Deduction in rounds, as a person follows it: all that can be seen at once is one round.

The rules are those of ``grade.py`` beside this file, and so is the fixed point of the highest
level. But here nothing that is found in a round is used before the next one. So the number of
rounds does not depend on the order in which cells are looked at, and says how long a chain of
deductions is. The arrays and the words used here are those of ``grade.py``; one more array,
``scratch``, has a row for each list below.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pipeline.kernels.compiled import compiled, inlined, making_arrays
from pipeline.kinds.numberlink.kernels.grade import (
    CELL_ROW,
    CELL_ROWS,
    CELLS,
    COVERED,
    DOMAIN,
    EDGE_ROW,
    EDGE_ROWS,
    EDGES,
    EMPTY_WORD,
    FAR,
    LINES,
    NEEDED,
    OFF,
    ON,
    OPEN,
    SQUARE_ROW,
    SQUARE_ROWS,
    TO_EDGE,
    TO_SQUARE,
    TOUCHLESS,
    TRAIL_LENGTH,
    UNKNOWN,
    VALUES_OF_EDGES,
    VALUES_OF_SQUARES,
    WORDS,
    Array,
    assume,
    cell_values,
    empty_bit,
    has_one_colour,
    have_common_colour,
    is_trail_full,
    undo,
    write,
)

FORCED, SQUARE, BESIDE, CANDIDATES = 0, 1, 2, 3
"""Deduction levels, each with those before it: what the lines of a cell and of a known pair force;
no third side of a unit square; no line beside itself; the set of pairs that may use a cell."""
LEVELS: Final = 4

WANTED, DECIDED, KEPT, NARROWED, IS_NARROWED, LOOKED_AT, IS_NEXT, NEXT, COUNT_OF = range(9)
"""Rows of scratch: what a round wants of each edge (1 on, 2 off, 3 both), and the list of these
edges; what it leaves of each domain, and the list of these cells; the cells to be looked at in this
round and in the next; at last the lengths of these lists, at the place of the list's row."""
ROWS: Final = 9


@making_arrays
def make_scratch(board: Array) -> Array:
    """Return the lists that rounds need, all empty."""
    length = max(board[EDGES], board[CELLS] * board[WORDS], ROWS)
    return np.zeros((ROWS, length), dtype=np.int64)


@inlined
def look_at_next(scratch: Array, cell: int) -> None:
    """Change ``scratch`` in place: a cell is to be looked at in the next round."""
    if scratch[IS_NEXT, cell] == 0:
        scratch[IS_NEXT, cell] = 1
        scratch[NEXT, scratch[COUNT_OF, NEXT]] = cell
        scratch[COUNT_OF, NEXT] += 1


@inlined
def want(state: Array, scratch: Array, edge: int, value: int) -> None:
    """Change ``scratch`` in place: an edge, if unknown, is to have a value."""
    if state[VALUES_OF_EDGES + edge] != UNKNOWN:
        return
    if scratch[WANTED, edge] == 0:
        scratch[DECIDED, scratch[COUNT_OF, DECIDED]] = edge
        scratch[COUNT_OF, DECIDED] += 1
    scratch[WANTED, edge] |= value


@compiled
def want_all(board: Array, state: Array, scratch: Array, cell: int, value: int) -> None:
    """Change ``scratch`` in place: every unknown edge of a cell is to have a value."""
    row = board[CELL_ROWS] + cell * CELL_ROW + TO_EDGE
    for way in range(4):
        if board[row + way] >= 0:
            want(state, scratch, board[row + way], value)


@inlined
def keep(board: Array, state: Array, scratch: Array, cell: int, word: int, mask: int) -> None:
    """Change ``scratch`` in place: of a word of a cell's domain only so much is left."""
    words = board[WORDS]
    if scratch[IS_NARROWED, cell] == 0:
        scratch[IS_NARROWED, cell] = 1
        scratch[NARROWED, scratch[COUNT_OF, NARROWED]] = cell
        scratch[COUNT_OF, NARROWED] += 1
        for k in range(words):
            scratch[KEPT, cell * words + k] = state[cell_values(board, cell) + DOMAIN + k]
    scratch[KEPT, cell * words + word] &= mask


@compiled
def share_domain(
    board: Array, state: Array, scratch: Array, level: int, cell: int, other: int
) -> None:
    """Change ``scratch`` in place: a line joins two cells, so ``other`` has what ``cell`` may have.

    Below `CANDIDATES` only what is certain is passed on: that a cell is used, and its one pair.
    """
    is_certain = level == CANDIDATES or has_one_colour(board, state, cell)
    for word in range(board[WORDS]):
        mask = ~empty_bit(board, word)
        if is_certain:
            mask &= state[cell_values(board, cell) + DOMAIN + word]
        keep(board, state, scratch, other, word, mask)


@compiled
def remove_domain(board: Array, state: Array, scratch: Array, single: int, cell: int) -> None:
    """Change ``scratch`` in place: ``cell`` does not belong to the one pair of ``single``."""
    for word in range(board[WORDS]):
        mask = ~state[cell_values(board, single) + DOMAIN + word]
        keep(board, state, scratch, cell, word, mask)


@compiled
def look_at_lines(board: Array, state: Array, scratch: Array, cell: int) -> None:
    """Change ``scratch`` in place by how many lines a cell has, may have and needs."""
    values = cell_values(board, cell)
    lines, unknown = state[values + LINES], state[values + OPEN]
    if may_be_empty(board, state, cell):
        if lines > 0:
            return
        has_colour = False
        for word in range(board[WORDS]):
            if state[values + DOMAIN + word] & ~empty_bit(board, word) != 0:
                has_colour = True
        if has_colour and unknown >= 2:
            return
        for word in range(board[WORDS]):
            keep(board, state, scratch, cell, word, empty_bit(board, word))
        want_all(board, state, scratch, cell, OFF)
        return
    needed = board[board[CELL_ROWS] + cell * CELL_ROW + NEEDED]
    if unknown > 0 and lines == needed:
        want_all(board, state, scratch, cell, OFF)
    elif unknown > 0 and lines + unknown == needed:
        want_all(board, state, scratch, cell, ON)


@inlined
def may_be_empty(board: Array, state: Array, cell: int) -> bool:
    """Return whether no line need use a cell."""
    if board[COVERED] != 0:
        return False
    word = board[EMPTY_WORD]
    return state[cell_values(board, cell) + DOMAIN + word] & empty_bit(board, word) != 0


@compiled
def look_at_cell(board: Array, state: Array, scratch: Array, level: int, cell: int) -> None:
    """Change ``scratch`` in place by all that a level sees at a cell and to its neighbours."""
    look_at_lines(board, state, scratch, cell)
    is_known = has_one_colour(board, state, cell)
    is_taut = board[TOUCHLESS] != 0 and level >= BESIDE
    values = cell_values(board, cell)
    far = state[values + FAR] if state[values + LINES] == 1 else -1
    row = board[CELL_ROWS] + cell * CELL_ROW
    for way in range(4):
        edge, other = board[row + TO_EDGE + way], board[row + way]
        if edge < 0:
            continue
        value = state[VALUES_OF_EDGES + edge]
        are_known = is_known and has_one_colour(board, state, other)
        if value == ON:
            share_domain(board, state, scratch, level, cell, other)
            share_domain(board, state, scratch, level, other, cell)
        elif value == UNKNOWN:
            is_common = have_common_colour(board, state, cell, other)
            if other == far or (not is_common and (are_known or level == CANDIDATES)):
                want(state, scratch, edge, OFF)
            if is_taut and are_known and is_common:
                want(state, scratch, edge, ON)
        elif is_taut and level == CANDIDATES:
            if is_known:
                remove_domain(board, state, scratch, cell, other)
            if has_one_colour(board, state, other):
                remove_domain(board, state, scratch, other, cell)


@compiled
def look_at_squares(board: Array, state: Array, scratch: Array, cell: int) -> None:
    """Change ``scratch`` in place: of the squares at a cell that have two sides, no third one."""
    row = board[CELL_ROWS] + cell * CELL_ROW + TO_EDGE
    for way in range(4):
        edge = board[row + way]
        if edge < 0 or state[VALUES_OF_EDGES + edge] != ON:
            continue
        for side in range(2):
            square = board[board[EDGE_ROWS] + edge * EDGE_ROW + TO_SQUARE + side]
            if square >= 0 and state[board[VALUES_OF_SQUARES] + square] == 2:
                for k in range(SQUARE_ROW):
                    around = board[board[SQUARE_ROWS] + square * SQUARE_ROW + k]
                    want(state, scratch, around, OFF)


@compiled
def commit_edge(board: Array, state: Array, scratch: Array, edge: int, value: int) -> bool:
    """Change ``state`` in place: decide an edge; false where a rule is broken at sight."""
    write(board, state, VALUES_OF_EDGES + edge, value)
    row = board[EDGE_ROWS] + edge * EDGE_ROW
    is_well = True
    for k in range(2):
        values = cell_values(board, board[row + k])
        write(board, state, values + OPEN, state[values + OPEN] - 1)
        look_at_next(scratch, board[row + k])
        if value == ON:
            lines = state[values + LINES] + 1
            write(board, state, values + LINES, lines)
            if lines > board[board[CELL_ROWS] + board[row + k] * CELL_ROW + NEEDED]:
                is_well = False
    if value == OFF:
        return is_well
    first = state[cell_values(board, board[row]) + FAR]
    last = state[cell_values(board, board[row + 1]) + FAR]
    if first == board[row + 1]:
        return False
    write(board, state, cell_values(board, first) + FAR, last)
    write(board, state, cell_values(board, last) + FAR, first)
    look_at_next(scratch, first)
    look_at_next(scratch, last)
    for side in range(2):
        square = board[row + TO_SQUARE + side]
        if square >= 0:
            address = board[VALUES_OF_SQUARES] + square
            write(board, state, address, state[address] + 1)
            if state[address] > 2:
                is_well = False
    return is_well


@compiled
def commit_domain(board: Array, state: Array, scratch: Array, cell: int) -> bool:
    """Change ``state`` in place: narrow a domain; false where nothing is left of it."""
    words = board[WORDS]
    is_well = False
    for word in range(words):
        address = cell_values(board, cell) + DOMAIN + word
        bits = scratch[KEPT, cell * words + word]
        if bits != 0:
            is_well = True
        if bits != state[address]:
            write(board, state, address, bits)
            look_at_next(scratch, cell)
    return is_well


@compiled
def commit(board: Array, state: Array, scratch: Array) -> bool:
    """Change both arrays in place: what a round wants holds now; false on a contradiction.

    False too when the trail is full. The lists are empty then, but for the cells to look at next.
    """
    is_well = True
    for k in range(scratch[COUNT_OF, DECIDED]):
        edge = scratch[DECIDED, k]
        value = scratch[WANTED, edge]
        scratch[WANTED, edge] = 0
        is_clear = value != ON + OFF and not is_trail_full(board, state)
        if not (is_clear and commit_edge(board, state, scratch, edge, value)):
            is_well = False
    for k in range(scratch[COUNT_OF, NARROWED]):
        cell = scratch[NARROWED, k]
        scratch[IS_NARROWED, cell] = 0
        if is_trail_full(board, state) or not commit_domain(board, state, scratch, cell):
            is_well = False
    scratch[COUNT_OF, DECIDED] = 0
    scratch[COUNT_OF, NARROWED] = 0
    for k in range(scratch[COUNT_OF, NEXT]):
        cell = scratch[NEXT, k]
        values = cell_values(board, cell)
        possible = state[values + LINES] + state[values + OPEN]
        is_short = possible < board[board[CELL_ROWS] + cell * CELL_ROW + NEEDED]
        if is_short and not may_be_empty(board, state, cell):
            is_well = False
    return is_well


@compiled
def forget_next(scratch: Array) -> None:
    """Change ``scratch`` in place: no cell is to be looked at."""
    for k in range(scratch[COUNT_OF, NEXT]):
        scratch[IS_NEXT, scratch[NEXT, k]] = 0
    scratch[COUNT_OF, NEXT] = 0


@compiled
def do_round(board: Array, state: Array, scratch: Array, level: int) -> int:
    """Change ``state`` in place by all that is seen at once; -1 on a contradiction, 0 if nothing.

    After a contradiction no cell is to be looked at.
    """
    count = scratch[COUNT_OF, NEXT]
    for k in range(count):
        scratch[LOOKED_AT, k] = scratch[NEXT, k]
    forget_next(scratch)
    for k in range(count):
        look_at_cell(board, state, scratch, level, scratch[LOOKED_AT, k])
        if level >= SQUARE:
            look_at_squares(board, state, scratch, scratch[LOOKED_AT, k])
    before = state[TRAIL_LENGTH]
    if not commit(board, state, scratch):
        forget_next(scratch)
        return -1
    return 1 if state[TRAIL_LENGTH] > before else 0


@compiled
def deduce_in_rounds(board: Array, state: Array, scratch: Array, level: int) -> int:
    """Change ``state`` in place from the bare board to the fixed point of a level.

    Returns the rounds in which something was found, -1 on a contradiction. Nothing is undone.
    """
    for cell in range(board[CELLS]):
        if board[board[CELL_ROWS] + cell * CELL_ROW + NEEDED] > 0:
            look_at_next(scratch, cell)
    rounds = 0
    found = 1
    while found > 0:
        found = do_round(board, state, scratch, level)
        state[TRAIL_LENGTH] = 0
        rounds += found
    return rounds if found == 0 else -1


@compiled
def rounds_to_refute(
    board: Array, state: Array, scratch: Array, edge: int, value: int, limit: int
) -> int:
    """Return in which round assuming an edge is refuted: 0 for never, -1 for not within the limit.

    ``state`` is a fixed point of `CANDIDATES` and is left as it was.
    """
    scratch[WANTED, edge] = value
    scratch[DECIDED, 0] = edge
    scratch[COUNT_OF, DECIDED] = 1
    answer = -1
    is_well = commit(board, state, scratch)
    for number in range(1, limit + 1):
        found = do_round(board, state, scratch, CANDIDATES) if is_well else -1
        if found <= 0:
            answer = number if found < 0 and not is_trail_full(board, state) else 0
            break
    forget_next(scratch)
    undo(board, state, 0)
    return answer


@compiled
def measure_chain(board: Array, state: Array, scratch: Array, budget: int, counts: Array) -> None:
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
        for edge in range(board[EDGES]):
            for value in (ON, OFF):
                if state[VALUES_OF_EDGES + edge] != UNKNOWN or trials == budget:
                    continue
                trials += 1
                rounds = rounds_to_refute(board, state, scratch, edge, value, limit)
                is_cut_off = is_cut_off or rounds < 0
                if rounds > 0:
                    counts[0] = limit
                    is_progress = True
                    assume(board, state, edge, ON + OFF - value)
                    state[TRAIL_LENGTH] = 0
        if trials == budget:
            break
        if not is_progress:
            limit += 1
    counts[1] = count_unknown(board, state)


@compiled
def count_unknown(board: Array, state: Array) -> int:
    """Return how many edges are not decided."""
    unknown = 0
    for edge in range(board[EDGES]):
        if state[VALUES_OF_EDGES + edge] == UNKNOWN:
            unknown += 1
    return unknown
