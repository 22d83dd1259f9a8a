"""Search for a second solution in normal form, row by row with propagation; numba.

Cell (row, col) has the index ``(row + 1) * width + col + 1`` with ``width = cols + 1``; edge
``2 * cell`` leads right from a cell and ``2 * cell + 1`` down.

All deductions follow from the lemmas of `engines.normal_form`, the degrees of cells, and the two
ends of each fragment of line (the mate arrays of Knuth's Simpath, TAOCP 4A, 7.1.4). Lines are
pushed down, and rows are decided from first to last, so that a turn decides later cells. This
combination of order, push and mates is that of semiexp's penciloid; the lemmas on touching and
pockets are ours.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.numberlink.kernels.frontier import DONE, FOUND, SPENT

UNKNOWN, ON, OFF = 0, 1, 2  # What is known of an edge
INNER, END, OUTSIDE = 0, 1, 2  # Also how many edges fewer than two it may have
RIGHTWARD, LEFTWARD = 1, 2  # Bits of cells that lines may turn down from

EDGES, CELLS, DECIDED, MATES, STEPS, DEPTH = range(6)
"""Indices in ``NormalState.counter``: edges to decide, cells to look at, edges decided, mates
changed, edges chosen so far, and current choices."""


class NormalBoard(NamedTuple):
    """What never changes during a search.

    ``width``: padded width. ``first``, ``last``: the first cell, and that after the last.
    ``kind`` ndarray[uint8]: by cell, see `INNER`. ``turns`` ndarray[uint8]: by cell, see
    `RIGHTWARD`. ``known`` ndarray[uint8]: by edge, 1 where it is in the known solution.
    """

    width: int
    first: int
    last: int
    kind: NDArray[np.uint8]
    turns: NDArray[np.uint8]
    known: NDArray[np.uint8]


class NormalState(NamedTuple):
    """The state of a search, changed in place.

    ``edge`` ndarray[uint8]: by edge. ``mate`` ndarray[int32]: by cell at which a fragment of line
    ends, its other end (itself, while it has no edge) or the negative number of the pair whose end
    that is; 0 for a cell within a line. ``edges``, ``cells`` ndarray[int32]: stacks of edges to
    decide, as ``2 * edge + (OFF - value)``, and of cells to look at. ``decided``, ``mates``
    ndarray[int32]: trails. ``choices`` ndarray[int32], shape (n, 4): the choice, as in ``edges``,
    the lengths of the trails before it, and whether it has been reversed. ``counter``
    ndarray[int64]: see `EDGES`.
    """

    edge: NDArray[np.uint8]
    mate: NDArray[np.int32]
    edges: NDArray[np.int32]
    cells: NDArray[np.int32]
    decided: NDArray[np.int32]
    mates: NDArray[np.int32]
    choices: NDArray[np.int32]
    counter: NDArray[np.int64]


@inlined
def look_later(state: NormalState, cell: int) -> None:
    """Queue a cell to be looked at, in place."""
    state.cells[state.counter[CELLS]] = cell
    state.counter[CELLS] += 1


@compiled
def lay_out(
    board: NormalBoard, state: NormalState, cells: NDArray[np.int64], lengths: NDArray[np.int64]
) -> None:
    """Prepare a board for the puzzle of a known solution, in place.

    ``board.kind`` marks the cells outside; everything else may be from another puzzle. ``cells``
    (int64) are those of all lines, one line after another, on this board; ``lengths`` (int64) has
    the number of cells of each line, at least two.
    """
    width, kind = board.width, board.kind
    state.counter[:] = 0
    state.edge[:] = OFF
    board.known[:] = 0
    board.turns[:] = 0
    for cell in range(board.first, board.last):
        if kind[cell] != OUTSIDE:
            kind[cell] = INNER
            state.mate[cell] = cell
            look_later(state, cell)
            if kind[cell + 1] != OUTSIDE:
                state.edge[2 * cell] = UNKNOWN
            if kind[cell + width] != OUTSIDE:
                state.edge[2 * cell + 1] = UNKNOWN
    place = 0
    for number in range(len(lengths)):
        for end in (cells[place], cells[place + lengths[number] - 1]):
            kind[end] = END
            state.mate[end] = -number - 1
        for _ in range(lengths[number] - 1):
            one, other = min(cells[place], cells[place + 1]), max(cells[place], cells[place + 1])
            board.known[2 * one + int(other - one == width)] = 1
            place += 1
        place += 1
    for cell in range(board.last - width - 1, board.first - 1, -1):
        for sign, bit in ((1, RIGHTWARD), (-1, LEFTWARD)):
            # A square needs all four cells; a blocked cell on the diagonal acts as an end.
            next_turn = cell + width + sign
            is_square = kind[cell + sign] != OUTSIDE and kind[cell + width] != OUTSIDE
            if is_square and (kind[next_turn] != INNER or board.turns[next_turn] & bit):
                board.turns[cell] |= bit


@inlined
def _decide_later(state: NormalState, edge: int, value: int) -> None:
    if state.edge[edge] != value:
        state.edges[state.counter[EDGES]] = 2 * edge + OFF - value
        state.counter[EDGES] += 1


@inlined
def _set_mate(state: NormalState, cell: int, mate: int) -> None:
    at = 2 * state.counter[MATES]
    state.mates[at] = cell
    state.mates[at + 1] = state.mate[cell]
    state.counter[MATES] += 1
    state.mate[cell] = mate


@inlined
def _join(board: NormalBoard, state: NormalState, cell: int, other: int) -> bool:
    """Join two fragments by the edge between two cells, in place; False if no line may do that."""
    far, beyond = state.mate[cell], state.mate[other]
    if far == 0 or beyond == 0 or far == other:
        return False
    if far < 0 and beyond < 0 and far != beyond:
        return False
    if far != cell:
        _set_mate(state, cell, 0)
    if beyond != other:
        _set_mate(state, other, 0)
    if far > 0:
        _set_mate(state, far, beyond)
    if beyond > 0:
        _set_mate(state, beyond, far)
    if far > 0 and beyond > 0:
        # Adjacent cells of a line must be joined, and these two would close a loop.
        apart = abs(far - beyond)
        return (far == cell and beyond == other) or (apart != 1 and apart != board.width)
    if far > 0 and far != cell:
        look_later(state, far)
    elif beyond > 0 and beyond != other:
        look_later(state, beyond)
    return True


@inlined
def _keep_squares(board: NormalBoard, state: NormalState, edge: int) -> bool:
    """Limit the squares beside an edge that is on to two edges, in place; False if one has more."""
    step, aside = (board.width, 1) if edge & 1 else (1, board.width)
    for corner in (edge >> 1, (edge >> 1) - aside):
        # The two edges at the ends of this one, and the opposite one.
        across = 2 * corner + (edge & 1)
        if corner == edge >> 1:
            across += 2 * aside
        first = 2 * corner + 1 - (edge & 1)
        second = first + 2 * step
        count = 0
        for side in (first, second, across):
            count += int(state.edge[side] == ON)
        if count > 1:
            return False
        if count:
            for side in (first, second, across):
                if state.edge[side] == UNKNOWN:
                    _decide_later(state, side, OFF)
    return True


@inlined
def _aside(cell: int, sign: int) -> int:
    return 2 * cell + sign - 1


@inlined
def _push_turns(board: NormalBoard, state: NormalState, edge: int) -> bool:
    """Decide the cells diagonally below the turns that an edge makes: they turn in the same way."""
    for sign in (1, -1):
        turn = edge >> 1
        if edge & 1:
            if state.edge[_aside(turn, sign)] != ON:
                continue
        else:
            turn += int(sign < 0)
            if state.edge[2 * turn + 1] != ON:
                continue
        below = turn + board.width + sign
        if board.kind[below] == INNER:
            if not board.turns[turn] & (RIGHTWARD if sign > 0 else LEFTWARD):
                return False
            _decide_later(state, 2 * below + 1, ON)
            _decide_later(state, _aside(below, sign), ON)
    return True


@inlined
def _has_no_end(board: NormalBoard, left: int, right: int) -> bool:
    """Return whether the triangle above a run of cells has no end and is within the outline."""
    low, high = left - board.width + 1, right - board.width - 1
    while low <= high and low > board.width:
        for cell in range(low, high + 1):
            if board.kind[cell] != INNER:
                return False
        low += 1 - board.width
        high -= 1 + board.width
    return True


@inlined
def _keep_pocket(board: NormalBoard, state: NormalState, cell: int) -> bool:
    """Forbid a pocket through a cell that goes around no end, in place; False if there is one."""
    left = right = cell
    while state.edge[2 * left - 2] == ON:
        left -= 1
    while state.edge[2 * right] == ON:
        right += 1
    if right - left < 2:
        return True
    left_side, right_side = 2 * (left - board.width) + 1, 2 * (right - board.width) + 1
    is_up, is_up_too = state.edge[left_side] == ON, state.edge[right_side] == ON
    if state.edge[left_side] == OFF or state.edge[right_side] == OFF or not (is_up or is_up_too):
        return True
    if not _has_no_end(board, left, right):
        return True
    if is_up and is_up_too:
        return False
    _decide_later(state, right_side if is_up else left_side, OFF)
    return True


@inlined
def _may_turn(board: NormalBoard, state: NormalState, cell: int, sign: int) -> bool:
    """Return whether a line may turn down at a cell from the right (sign 1) or the left (-1)."""
    below = cell + board.width + sign
    return board.kind[below] != INNER or (
        board.turns[cell] & (RIGHTWARD if sign > 0 else LEFTWARD) != 0
        and state.edge[2 * below + 1] != OFF
        and state.edge[_aside(below, sign)] != OFF
    )


@inlined
def _decide(board: NormalBoard, state: NormalState, edge: int, value: int) -> bool:
    """Decide an edge and queue the cells to be looked at, in place; False on a contradiction."""
    if state.edge[edge] != UNKNOWN:
        return state.edge[edge] == value
    cell = edge >> 1
    other = cell + (board.width if edge & 1 else 1)
    if value == ON and not _join(board, state, cell, other):
        return False
    state.edge[edge] = value
    state.decided[state.counter[DECIDED]] = edge
    state.counter[DECIDED] += 1
    look_later(state, cell)
    look_later(state, other)
    if value == ON:
        return (
            _keep_squares(board, state, edge)
            and _push_turns(board, state, edge)
            and _keep_pocket(board, state, other)
        )
    # Turns above may have lost the turn that they need below.
    if board.kind[cell] == INNER:
        look_later(state, cell - board.width - 1)
        if edge & 1:
            look_later(state, cell - board.width + 1)
    if not edge & 1 and board.kind[other] == INNER:
        look_later(state, other - board.width + 1)
    return True


@inlined
def _settle(board: NormalBoard, state: NormalState, cell: int) -> bool:
    """Decide edges of a cell by their number, its line and its turns; False on a contradiction."""
    if board.kind[cell] == OUTSIDE:
        return True
    right, below = 2 * cell, 2 * cell + 1
    left, above = right - 2, below - 2 * board.width
    used, unknown = int(board.kind[cell]), 0
    for edge in (right, below, left, above):
        used += int(state.edge[edge] == ON)
        unknown += int(state.edge[edge] == UNKNOWN)
    if used > 2 or (used == 1 and unknown == 0):
        return False
    if unknown == 0:
        return True
    if used == 2 or unknown == 1:
        for edge in (right, below, left, above):
            if state.edge[edge] == UNKNOWN:
                _decide_later(state, edge, ON if used == 1 else OFF)
        return True
    if used == 1 and state.mate[cell] < 0:
        for edge, beside in (
            (right, cell + 1),
            (below, cell + board.width),
            (left, cell - 1),
            (above, cell - board.width),
        ):
            if state.edge[edge] == UNKNOWN and state.mate[beside] < 0:
                # Fragments whose ends touch: one, which would touch itself, or two.
                is_same = state.mate[beside] == state.mate[cell]
                _decide_later(state, edge, ON if is_same else OFF)
    for edge, sign in ((right, 1), (left, -1)):
        if state.edge[edge] + state.edge[below] >= OFF or _may_turn(board, state, cell, sign):
            continue
        if used == 1:
            if state.edge[below] != state.edge[edge]:
                _decide_later(state, edge if state.edge[below] == ON else below, OFF)
        elif unknown == 2:
            _decide_later(state, edge, OFF)
            _decide_later(state, below, OFF)
    return True


@inlined
def _propagate(board: NormalBoard, state: NormalState) -> bool:
    counter = state.counter
    while True:
        if counter[EDGES]:
            counter[EDGES] -= 1
            wanted = state.edges[counter[EDGES]]
            if not _decide(board, state, wanted >> 1, OFF - (wanted & 1)):
                return False
        elif counter[CELLS]:
            counter[CELLS] -= 1
            if not _settle(board, state, state.cells[counter[CELLS]]):
                return False
        else:
            return True


@inlined
def _take_back(state: NormalState) -> bool:
    """Backtrack to the last choice not yet reversed, and reverse it, in place; False if none."""
    counter = state.counter
    while counter[DEPTH] and state.choices[counter[DEPTH] - 1, 3]:
        counter[DEPTH] -= 1
    if counter[DEPTH] == 0:
        return False
    choice = state.choices[counter[DEPTH] - 1]
    while counter[DECIDED] > choice[1]:
        counter[DECIDED] -= 1
        state.edge[state.decided[counter[DECIDED]]] = UNKNOWN
    while counter[MATES] > choice[2]:
        counter[MATES] -= 1
        at = 2 * counter[MATES]
        state.mate[state.mates[at]] = state.mates[at + 1]
    counter[EDGES] = counter[CELLS] = 0
    choice[3] = 1
    choice[0] ^= 1
    _decide_later(state, choice[0] >> 1, OFF - (choice[0] & 1))
    return True


@inlined
def _is_known(board: NormalBoard, state: NormalState) -> bool:
    for edge in range(2 * board.first, 2 * board.last):
        if int(state.edge[edge] == ON) != board.known[edge]:
            return False
    return True


@compiled
def find_second(board: NormalBoard, state: NormalState, budget: int) -> int:
    """Search a board that `lay_out` has prepared for another solution, in normal form.

    Return `FOUND` with the solution in ``state.edge``, `DONE` if there is none, or `SPENT` after
    ``budget`` chosen edges.
    """
    counter = state.counter
    cell = board.first
    while True:
        is_right = _propagate(board, state)
        if is_right:
            if counter[DEPTH]:
                cell = state.choices[counter[DEPTH] - 1, 0] >> 2
            # Earlier cells are decided, and the edge to the right of this one decides that below.
            while cell < board.last and state.edge[2 * cell] != UNKNOWN:
                cell += 1
            if cell < board.last:
                if counter[STEPS] == budget:
                    return SPENT
                choice = state.choices[counter[DEPTH]]
                value = ON if board.known[2 * cell] else OFF
                choice[0] = 4 * cell + OFF - value
                choice[1] = counter[DECIDED]
                choice[2] = counter[MATES]
                choice[3] = 0
                counter[STEPS] += 1
                counter[DEPTH] += 1
                _decide_later(state, 2 * cell, value)
                continue
            is_right = not _is_known(board, state)
            if is_right:
                return FOUND
        if not _take_back(state):
            return DONE
