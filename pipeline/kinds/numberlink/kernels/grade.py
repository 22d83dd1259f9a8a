"""The deductions of the reference search for grades, to a fixed point or round by round.

docs/grading.md describes them. This does not prove anything: the exact search shares no code with
it, since any change here would change every grade.

A *cell* has up to four *edges*, each UNKNOWN, ON (the line goes there) or OFF. The *domain* of a
cell is the set of pairs whose line may use it, `WORD_BITS` pairs to a word. A *chain* is a maximal
sequence of cells joined by edges that are on. `propagate` applies deductions at once: they only
remove possibilities, so the fixed point does not depend on their order. `do_round` collects those
of all cells first, as a person sees them, so neither does the number of rounds.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined

UNKNOWN: Final = 0
ON: Final = 1
OFF: Final = 2

FORCED, SQUARE, BESIDE, CANDIDATES, AT_ONCE = range(5)
"""Deduction levels, each with those before it: what the lines of a cell and of a known pair force;
no third side of a unit square; no line beside itself; the set of pairs that may use a cell. The
last makes the deductions of `CANDIDATES`, but uses each at once."""
LEVELS: Final = 4

WORD_BITS: Final = 62  # Pairs to a word of a domain, which stays positive

Array = NDArray[np.int64]


class Board(NamedTuple):
    """What stays fixed; all arrays are ndarray[int64]."""

    cells: Array
    """Shape (cells, 9): the neighbours up, left, right, down (-1: none), from `TO_EDGE` on the
    edges there, and at `NEEDED` how many edges a used cell has: 1 for the end of a pair, 2 else, 0
    if blocked."""
    edges: Array  # (edges, 4): two cells, and from `TO_SQUARE` unit squares (-1: none)
    squares: Array  # Shape (squares, 4): the edges round a unit square
    empty: Array  # (words,): the domain bit of "empty"; 0 where all cells are used
    never_touches: bool  # Whether neighbours on one line are always joined


TO_EDGE, NEEDED = 4, 8
TO_SQUARE: Final = 2


class State(NamedTuple):
    """What is known so far; all arrays are ndarray[int64]."""

    values: Array  # A row for each of `EDGE`, `LINES`, ..., `DOMAIN` and the words after its first
    trail: Array  # Shape (room, 3): row and column of a value that was changed, and what it was
    lists: Array  # A row for each of `WANTED`, ..., `NEXT`
    kept: Array  # (words, cells): what a round leaves of the domains in `NARROWED`
    counts: Array  # Lengths of the lists; then `TRAIL`, `LEVEL`, `BROKEN`


EDGE, LINES, OPEN, FAR, SIDES, DOMAIN = range(6)
"""Rows of values: the value of an edge; the edges on and the edges unknown of a cell; the other end
of the chain that ends in a cell (itself without one); the edges on around a square; a domain."""

WANTED, DECIDED, NARROWED, IS_NARROWED, LOOKED_AT, IS_NEXT, NEXT = range(7)
"""Rows of lists: the values that a round deduces for each edge (1 on, 2 off, 3 both), and the list
of these edges; the list of the cells whose domains it narrows, and whether a cell is in it; the
cells to be looked at now and next, and whether a cell is among the next."""
TRAIL, LEVEL, BROKEN = 7, 8, 9
"""Indices of counts: the length of the trail, the level of deduction, and the place of a
contradiction since the last `undo`: 1 + cell, -1 - edge (also if the trail is full), 0 for none."""
COUNTS: Final = 10


@inlined
def write(state: State, row: int, place: int, value: int) -> None:
    """Write one value of ``state``, in place, and put the old one on the trail."""
    top = state.counts[TRAIL]
    state.trail[top, 0] = row
    state.trail[top, 1] = place
    state.trail[top, 2] = state.values[row, place]
    state.counts[TRAIL] += 1
    state.values[row, place] = value


@compiled
def undo(state: State, mark: int) -> None:
    """Restore ``state``, in place, to when the trail had length ``mark``."""
    for top in range(state.counts[TRAIL] - 1, mark - 1, -1):
        state.values[state.trail[top, 0], state.trail[top, 1]] = state.trail[top, 2]
    state.counts[TRAIL] = mark
    state.counts[BROKEN] = 0


@inlined
def is_trail_full(state: State) -> bool:
    """Return whether the changes of one more look might not fit; never true with up to 62 pairs."""
    return state.counts[TRAIL] > len(state.trail) - room_for_one_look(len(state.kept))


@inlined
def room_for_one_look(words: int) -> int:
    """Return an upper bound on the number of changes that a look at one cell makes."""
    return 256 + 32 * words


@inlined
def look_at_next(state: State, cell: int) -> None:
    """Queue a cell to be looked at next, in place."""
    if state.lists[IS_NEXT, cell] == 0:
        state.lists[IS_NEXT, cell] = 1
        state.lists[NEXT, state.counts[NEXT]] = cell
        state.counts[NEXT] += 1


@compiled
def forget_next(state: State) -> None:
    """Empty the queue of cells to be looked at next, in place."""
    for k in range(state.counts[NEXT]):
        state.lists[IS_NEXT, state.lists[NEXT, k]] = 0
    state.counts[NEXT] = 0


@compiled
def take_next(state: State) -> int:
    """Move the queued cells to those looked at now, in place; return how many."""
    count = state.counts[NEXT]
    for k in range(count):
        state.lists[LOOKED_AT, k] = state.lists[NEXT, k]
    forget_next(state)
    return count


@compiled
def look_at_all(board: Board, state: State) -> None:
    """Queue every cell that is not blocked, in place."""
    for cell in range(len(board.cells)):
        if board.cells[cell, NEEDED] > 0:
            look_at_next(state, cell)


@inlined
def may_be_empty(board: Board, state: State, cell: int) -> bool:
    """Return whether no line need use a cell."""
    last = len(board.empty) - 1
    return state.values[DOMAIN + last, cell] & board.empty[last] != 0


@inlined
def have_common_pair(board: Board, state: State, one: int, two: int) -> bool:
    """Return whether some pair's line may use both cells."""
    for word in range(len(board.empty)):
        common = state.values[DOMAIN + word, one] & state.values[DOMAIN + word, two]
        if common & ~board.empty[word] != 0:
            return True
    return False


@inlined
def has_one_pair(board: Board, state: State, cell: int) -> bool:
    """Return whether a cell's domain is one pair (and not "empty")."""
    words = 0
    for word in range(len(board.empty)):
        bits = state.values[DOMAIN + word, cell]
        if bits != 0:
            if bits & (bits - 1) != 0 or bits == board.empty[word]:
                return False
            words += 1
    return words == 1


@inlined
def check_cell(board: Board, state: State, cell: int) -> None:
    """Mark ``state`` as broken, in place, if a cell has too many lines or cannot have enough."""
    needed, lines = board.cells[cell, NEEDED], state.values[LINES, cell]
    is_short = lines + state.values[OPEN, cell] < needed and not may_be_empty(board, state, cell)
    if lines > needed or is_short:
        state.counts[BROKEN] = 1 + cell


@inlined
def decide(board: Board, state: State, edge: int, value: int) -> None:
    """Decide an edge, in place; the state is broken if a rule of one cell then is."""
    write(state, EDGE, edge, value)
    for side in range(2):
        cell = board.edges[edge, side]
        write(state, OPEN, cell, state.values[OPEN, cell] - 1)
        if value == ON:
            write(state, LINES, cell, state.values[LINES, cell] + 1)
        check_cell(board, state, cell)
        look_at_next(state, cell)
    if value == OFF:
        return
    first = state.values[FAR, board.edges[edge, 0]]
    last = state.values[FAR, board.edges[edge, 1]]
    if first == board.edges[edge, 1]:
        state.counts[BROKEN] = -1 - edge
        return
    write(state, FAR, first, last)
    write(state, FAR, last, first)
    look_at_next(state, first)
    look_at_next(state, last)
    for side in range(2):
        square = board.edges[edge, TO_SQUARE + side]
        if square >= 0:
            sides = state.values[SIDES, square] + 1
            write(state, SIDES, square, sides)
            if sides > 2:
                state.counts[BROKEN] = -1 - edge


@inlined
def want(board: Board, state: State, edge: int, value: int) -> None:
    """Decide an unknown edge, in place, at once or at the end of the round."""
    if state.values[EDGE, edge] != UNKNOWN:
        return
    if state.counts[LEVEL] == AT_ONCE:
        decide(board, state, edge, value)
        return
    if state.lists[WANTED, edge] == 0:
        state.lists[DECIDED, state.counts[DECIDED]] = edge
        state.counts[DECIDED] += 1
    state.lists[WANTED, edge] |= value


@inlined
def want_all(board: Board, state: State, cell: int, value: int) -> None:
    """Decide every unknown edge of a cell, in place, as `want` does."""
    for way in range(4):
        edge = board.cells[cell, TO_EDGE + way]
        if edge >= 0:
            want(board, state, edge, value)


@inlined
def narrow(board: Board, state: State, cell: int, word: int, mask: int) -> None:
    """Reduce a word of a cell's domain to a mask, in place, at once or at the end of the round."""
    bits = state.values[DOMAIN + word, cell]
    if bits & mask == bits:
        return
    if state.counts[LEVEL] == AT_ONCE:
        write(state, DOMAIN + word, cell, bits & mask)
        look_at_next(state, cell)
        if bits & mask == 0 or bits & board.empty[word] != 0:
            check_domain(board, state, cell)
        return
    if state.lists[IS_NARROWED, cell] == 0:
        state.lists[IS_NARROWED, cell] = 1
        state.lists[NARROWED, state.counts[NARROWED]] = cell
        state.counts[NARROWED] += 1
        for k in range(len(state.kept)):
            state.kept[k, cell] = state.values[DOMAIN + k, cell]
    state.kept[word, cell] &= mask


@inlined
def check_domain(board: Board, state: State, cell: int) -> None:
    """Mark ``state`` as broken, in place, if a domain is empty or `check_cell` fails."""
    check_cell(board, state, cell)
    for word in range(len(board.empty)):
        if state.values[DOMAIN + word, cell] != 0:
            return
    state.counts[BROKEN] = 1 + cell


@inlined
def share_domain(board: Board, state: State, cell: int, other: int) -> None:
    """Reduce the domain of ``other``, to which ``cell`` is joined, to that of ``cell``, in place.

    Below `CANDIDATES` only what is certain is passed on: that ``other`` is used, and the pair of
    ``cell`` if it is the only one.
    """
    is_certain = state.counts[LEVEL] >= CANDIDATES or has_one_pair(board, state, cell)
    for word in range(len(board.empty)):
        mask = ~board.empty[word]
        if is_certain:
            mask &= state.values[DOMAIN + word, cell]
        narrow(board, state, other, word, mask)


@inlined
def remove_domain(board: Board, state: State, single: int, cell: int) -> None:
    """Remove the only pair of the cell ``single`` from the domain of ``cell``, in place."""
    for word in range(len(board.empty)):
        narrow(board, state, cell, word, ~state.values[DOMAIN + word, single])


@inlined
def look_at_lines(board: Board, state: State, cell: int) -> None:
    """Change ``state`` in place by how many lines a cell has, may have and needs."""
    lines, unknown = state.values[LINES, cell], state.values[OPEN, cell]
    needed = board.cells[cell, NEEDED]
    if may_be_empty(board, state, cell):
        # A used cell is queued again when its edge removes "empty" from its domain.
        if lines == 0 and not (unknown >= 2 and have_common_pair(board, state, cell, cell)):
            for word in range(len(board.empty)):
                narrow(board, state, cell, word, board.empty[word])
            want_all(board, state, cell, OFF)
    elif unknown > 0 and lines == needed:
        want_all(board, state, cell, OFF)
    elif unknown > 0 and lines + unknown == needed:
        want_all(board, state, cell, ON)


@inlined
def look_at_squares(board: Board, state: State, edge: int) -> None:
    """Rule out, in place, a third side of squares at an edge that have two."""
    for side in range(2):
        square = board.edges[edge, TO_SQUARE + side]
        if square >= 0 and state.values[SIDES, square] == 2:
            for k in range(4):
                want(board, state, board.squares[square, k], OFF)


@inlined
def look_at_cell(board: Board, state: State, cell: int) -> None:
    """Change ``state`` in place by all deductions of a level about a cell and its neighbours.

    What changes at a neighbour is used when that is looked at.
    """
    look_at_lines(board, state, cell)
    level = state.counts[LEVEL]
    never_touches = board.never_touches and level >= BESIDE
    is_known = (never_touches or level < CANDIDATES) and has_one_pair(board, state, cell)
    far = state.values[FAR, cell] if state.values[LINES, cell] == 1 else -1
    for way in range(4):
        edge, other = board.cells[cell, TO_EDGE + way], board.cells[cell, way]
        if edge < 0:
            continue
        value = state.values[EDGE, edge]
        if value == ON:
            share_domain(board, state, cell, other)
            if level >= SQUARE:
                look_at_squares(board, state, edge)
        elif value == UNKNOWN:
            are_known = is_known and has_one_pair(board, state, other)
            is_common = have_common_pair(board, state, cell, other)
            if other == far or (not is_common and (are_known or level >= CANDIDATES)):
                want(board, state, edge, OFF)
            if never_touches and are_known and is_common:
                want(board, state, edge, ON)
        elif is_known and never_touches and level >= CANDIDATES:
            remove_domain(board, state, cell, other)


@compiled
def propagate(board: Board, state: State, is_root: bool) -> bool:
    """Change ``state`` in place to the fixed point of all rules; false on a contradiction.

    False too if the trail is full, see `is_trail_full`; at the root nothing is ever undone.
    """
    state.counts[LEVEL] = AT_ONCE
    while state.counts[NEXT] > 0 and state.counts[BROKEN] == 0:
        state.counts[NEXT] -= 1
        cell = state.lists[NEXT, state.counts[NEXT]]
        state.lists[IS_NEXT, cell] = 0
        look_at_cell(board, state, cell)
        if is_root:
            state.counts[TRAIL] = 0
        if is_trail_full(state):
            state.counts[BROKEN] = 1
    forget_next(state)
    return state.counts[BROKEN] == 0


@compiled
def assume(board: Board, state: State, edge: int, value: int) -> bool:
    """Change ``state`` in place: decide an unknown edge and propagate; false on a contradiction."""
    decide(board, state, edge, value)
    return propagate(board, state, False)


@compiled
def settle(board: Board, state: State, edge: int, value: int) -> None:
    """Change ``state`` in place: decide an unknown edge for good, and propagate."""
    assume(board, state, edge, value)
    state.counts[TRAIL] = 0
    state.counts[BROKEN] = 0


@compiled
def deduce(board: Board, state: State) -> bool:
    """Change ``state`` in place from the bare board to its fixed point; false: no solution."""
    for cell in range(len(board.cells)):
        check_cell(board, state, cell)
    look_at_all(board, state)
    return propagate(board, state, True)
