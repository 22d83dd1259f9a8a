"""What deciding a diagonal does, to words of bits and to pieces of line; numba.

See `diagonals`, whose search this is a part of. Where something cannot be done, the cells that say
so are blamed: the rectangle that the search is stuck by is widened to hold them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import inlined
from pipeline.kinds.numberlink.kernels.diagonal_board import (
    ACROSS,
    AT,
    CELLS,
    CLOSE,
    COL,
    DOWN,
    END,
    ENDS,
    FROM_ABOVE,
    FROM_LEFT,
    OPEN,
    OPTION,
    RIGHTS,
    ROW,
    TOP,
    DiagonalBoard,
    DiagonalState,
)
from pipeline.kinds.numberlink.kernels.frontier_shapes import NO_TOUCH

_SEQUENCE: Final = 0x03F79D71B4CB0A89
_PLACES: Final = np.array([(_SEQUENCE << n & (1 << 64) - 1) >> 58 for n in range(64)]).argsort()
"""Where the only bit of a word is, by its product with a sequence of de Bruijn."""


@inlined
def row_of(bit: int) -> int:
    """Return the row of a word's only bit."""
    return int(_PLACES[(bit * _SEQUENCE >> 58) & 63])


@inlined
def _pair(board: DiagonalBoard, d: int, row: int) -> int:
    """Return the pair that ends in a row of a diagonal."""
    return int(board.pairs[row * board.cols + d - row])


@inlined
def _turned(pieces: NDArray[np.int32], edges: int, edge: int, row: int, col: int) -> None:
    """Write that a piece, known by one of its edges, has been at a cell, in place."""
    pieces[edges + edge] = max(pieces[edges + edge], row)
    pieces[2 * edges + edge] = max(pieces[2 * edges + edge], col)


@inlined
def blame(state: DiagonalState, row: int, col: int) -> None:
    """Widen the rectangle that the search is stuck by, to a cell, in place."""
    state.counter[ROW] = max(state.counter[ROW], row)
    state.counter[COL] = max(state.counter[COL], col)


@inlined
def _blame_piece(state: DiagonalState, edges: int, edge: int) -> None:
    """Widen the rectangle that the search is stuck by, to a piece of line, in place."""
    pieces = state.pieces
    blame(state, int(pieces[edges + edge]), int(pieces[2 * edges + edge]))


@inlined
def wrong_cells(board: DiagonalBoard, state: DiagonalState, d: int, across: int, down: int) -> int:
    """Return the cells of a diagonal that no shape suits which what enters them leaves.

    ``across`` and ``down`` of the diagonals before are read from the state.
    """
    words = board.words[d]
    ends = int(words[ENDS])
    inner = int(words[CELLS]) & ~ends
    both, none = inner & across & down, inner & ~across & ~down
    found = (both & ~int(words[CLOSE])) | (none & ~int(words[OPEN]))
    if d > 0:  # the square of a line that closes is open to nothing else
        found |= both & ((int(state.across[d - 1]) << 1) | int(state.down[d - 1]))
    found |= ends & across & (down | ~int(words[FROM_LEFT]))
    return found | (ends & down & ~int(words[FROM_ABOVE]))


@inlined
def _note_change(board: DiagonalBoard, state: DiagonalState, d: int, end: int) -> None:
    """Note on a diagonal that the piece at an edge beyond it has changed, in place."""
    if end < board.rows:
        state.touched[d, 0] |= 1 << end
    else:
        state.touched[d, 1] |= 1 << (d + 1 - (end - board.rows))


@inlined
def enter(board: DiagonalBoard, state: DiagonalState, d: int) -> bool:
    """Do on a diagonal what leaves no choice, in place; return whether that can be done.

    Lines close and open, and ends take what enters them.
    """
    rows, edges = board.rows, board.rows + board.cols
    words, pieces = board.words[d], state.pieces
    across, down = int(state.across[d]), int(state.down[d])
    ends = int(words[ENDS])
    inner = int(words[CELLS]) & ~ends
    both, none = inner & across & down, inner & ~across & ~down
    if d == 0 and wrong_cells(board, state, 0, 0, 0):
        return False
    state.touched[d, 0], state.touched[d, 1] = none, none << 1
    rest = ends & (across | down)
    while rest:
        bit = rest & -rest
        rest ^= bit
        row = row_of(bit)
        edge = row if across & bit else rows + d - row
        pair = _pair(board, d, row)
        end = int(pieces[edge])
        _turned(pieces, edges, edge, row, d - row)
        if end < 0 and end != -pair:
            _blame_piece(state, edges, edge)
            return False
        if end >= 0:
            pieces[end] = -pair
            _turned(pieces, edges, end, int(pieces[edges + edge]), int(pieces[2 * edges + edge]))
            _note_change(board, state, d, end)
    rest = both
    while rest:
        bit = rest & -rest
        rest ^= bit
        row = row_of(bit)
        edge, other = row, rows + d - row
        one, two = int(pieces[edge]), int(pieces[other])
        _turned(pieces, edges, edge, row, d - row)
        _turned(pieces, edges, edge, int(pieces[edges + other]), int(pieces[2 * edges + other]))
        if one == other or (one < 0 and two < 0 and one != two):
            _blame_piece(state, edges, edge)
            return False
        for end, beyond in ((one, two), (two, one)):
            if end >= 0:
                pieces[end] = beyond
                _turned(
                    pieces, edges, end, int(pieces[edges + edge]), int(pieces[2 * edges + edge])
                )
                _note_change(board, state, d, end)
    while none:
        bit = none & -none
        none ^= bit
        row = row_of(bit)
        edge, other = row, rows + d - row
        pieces[edge], pieces[other] = other, edge
        for end in (edge, other):
            pieces[edges + end], pieces[2 * edges + end] = row, d - row
    return True


@inlined
def turns(choice: NDArray[np.int32], option: int) -> tuple[int, int]:
    """Return the cells that an option turns down, and those that it turns right."""
    row, longer = int(choice[END]), option - int(choice[RIGHTS])
    if longer < 0:
        return 0, ((1 << option) - 1) << (row + 1)
    return ((1 << longer) - 1) << (row - longer), 0


@inlined
def chosen(
    board: DiagonalBoard, state: DiagonalState, d: int, top: int
) -> tuple[int, int, int, int]:
    """Return what the choices below a place of the stack say of a diagonal.

    That is the cells that they turn down and right, and the ends that a line leaves right and down.
    """
    entered = int(state.across[d]) | int(state.down[d])
    turn_down = turn_right = right = below = 0
    at = top - 1
    while at >= 0 and state.choices[at, AT] == d:
        choice = state.choices[at]
        option = int(choice[OPTION])
        to_below, to_right = turns(choice, option)
        turn_down |= to_below
        turn_right |= to_right
        bit = 1 << int(choice[END])
        if entered & bit == 0:
            if option < choice[RIGHTS]:
                right |= bit
            else:
                below |= bit
        at -= 1
    return turn_down, turn_right, right, below


@inlined
def leave(board: DiagonalBoard, state: DiagonalState, d: int) -> bool:
    """Take the options chosen on a diagonal, in place; return whether that can be done."""
    rows, edges = board.rows, board.rows + board.cols
    words, pieces = board.words[d], state.pieces
    across, down = int(state.across[d]), int(state.down[d])
    ends = int(words[ENDS])
    inner = int(words[CELLS]) & ~ends
    turn_down, turn_right, right, below = chosen(board, state, d, int(state.counter[TOP]))
    straight_across = inner & across & ~down & ~turn_down
    straight_down = inner & down & ~across & ~turn_right
    wrong = (straight_across & ~int(words[ACROSS])) | (straight_down & ~int(words[DOWN]))
    if wrong:
        row = row_of(wrong & -wrong)
        blame(state, row, d - row)
        return False
    none = inner & ~across & ~down
    right |= none
    below |= none
    right |= straight_across | turn_right
    below |= straight_down | turn_down
    wrong = wrong_cells(board, state, d + 1, right, below << 1)
    if wrong:
        row = row_of(wrong & -wrong)
        blame(state, row, d + 1 - row)
        return False
    rest = ends & (right | below)
    while rest:
        bit = rest & -rest
        rest ^= bit
        row = row_of(bit)
        edge = row if right & bit else rows + d - row
        pieces[edge] = -_pair(board, d, row)
        pieces[edges + edge], pieces[2 * edges + edge] = row, d - row
    rest = turn_down | turn_right
    while rest:
        bit = rest & -rest
        rest ^= bit
        row = row_of(bit)
        edge, new = row, rows + d - row
        if turn_right & bit:
            edge, new = new, edge
        end = int(pieces[edge])
        pieces[new] = end
        for part in (edges, 2 * edges):
            pieces[part + new] = pieces[part + edge]
        _turned(pieces, edges, new, row, d - row)
        if end >= 0:
            pieces[end] = new
            _turned(pieces, edges, end, row, d - row)
    state.across[d + 1], state.down[d + 1] = right, below << 1
    if board.rule != NO_TOUCH:
        return True
    touched_across = int(state.touched[d, 0]) | turn_right | (ends & right)
    touched_down = int(state.touched[d, 1]) | (turn_down | (ends & below)) << 1
    return not _touches(board, state, d + 1, touched_across, touched_down)


@inlined
def _touches(
    board: DiagonalBoard, state: DiagonalState, d: int, touched_across: int, touched_down: int
) -> bool:
    """Return whether a line runs beside itself into a diagonal, where one has just changed."""
    rows, edges, pieces = board.rows, board.rows + board.cols, state.pieces
    across, down = int(state.across[d]), int(state.down[d])
    beside = across & (across << 1) & ~down & (touched_across | (touched_across << 1))
    above = down & (down >> 1) & ~across & (touched_down | (touched_down >> 1))
    for found, is_across in ((beside, True), (above, False)):
        rest = found
        while rest:
            bit = rest & -rest
            rest ^= bit
            row = row_of(bit)
            one = row if is_across else rows + d - row
            two = one - 1
            if pieces[one] == two or (pieces[one] < 0 and pieces[one] == pieces[two]):
                for edge in (one, two):
                    _blame_piece(state, edges, edge)
                blame(state, row if is_across else row + 1, d - row)
                return True
    return False
