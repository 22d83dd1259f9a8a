"""The board of the search for a second solution in normal form, and its layout; numba.

Cell (row, col) stands at ``(row + 1) * width + col + 1`` with ``width = cols + 1``, so that cells
outside lie all round; edge ``2 * cell`` leads right from a cell and ``2 * cell + 1`` down.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined

UNKNOWN, ON, OFF = 0, 1, 2
"""What is known of an edge."""

INNER, END, OUTSIDE = 0, 1, 2
"""What a cell is; its value is also how many edges fewer than two it may have."""

RIGHTWARD, LEFTWARD = 1, 2
"""Bits of a cell from which lines may turn down from the right, and down from the left."""

EDGES, CELLS, DECIDED, MATES, STEPS, DEPTH = range(6)
"""Indices in ``NormalState.counter``: edges to decide, cells to look at, edges decided, mates
changed, edges chosen so far, and choices that stand."""


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
    """Where a search stands, changed in place.

    ``edge`` ndarray[uint8]: by edge. ``mate`` ndarray[int32]: by cell at which a fragment of line
    ends, its other end (itself, while it has no edge) or the negative number of the pair whose end
    that is; 0 for a cell within a line. ``edges``, ``cells`` ndarray[int32]: stacks of edges to
    decide, as ``2 * edge + (OFF - value)``, and of cells to look at. ``decided``, ``mates``
    ndarray[int32]: trails. ``choices`` ndarray[int32], shape (n, 4): what was chosen, as in
    ``edges``, the lengths of the trails before, and whether it was reversed by now. ``counter``
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
    """Note in ``state`` that a cell is to be looked at."""
    state.cells[state.counter[CELLS]] = cell
    state.counter[CELLS] += 1


@compiled
def lay_out(
    board: NormalBoard, state: NormalState, cells: NDArray[np.int64], lengths: NDArray[np.int64]
) -> None:
    """Prepare a board for the puzzle of a known solution, in place.

    Parameters
    ----------
    board, state : NormalBoard, NormalState
        ``board.kind`` says which cells are outside, all else may be left from another puzzle.
    cells : ndarray[int64]
        The cells of all lines, one line after another, as they stand on this board.
    lengths : ndarray[int64]
        How many cells each line has, at least two.
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
    at = 0
    for number in range(len(lengths)):
        for end in (cells[at], cells[at + lengths[number] - 1]):
            kind[end] = END
            state.mate[end] = -number - 1
        for _ in range(lengths[number] - 1):
            one, other = min(cells[at], cells[at + 1]), max(cells[at], cells[at + 1])
            board.known[2 * one + int(other - one == width)] = 1
            at += 1
        at += 1
    for cell in range(board.last - width - 1, board.first - 1, -1):
        for sign, bit in ((1, RIGHTWARD), (-1, LEFTWARD)):
            # A square needs all four cells; what is blocked on the diagonal stops a ray as an end.
            next_turn = cell + width + sign
            is_square = kind[cell + sign] != OUTSIDE and kind[cell + width] != OUTSIDE
            if is_square and (kind[next_turn] != INNER or board.turns[next_turn] & bit):
                board.turns[cell] |= bit
