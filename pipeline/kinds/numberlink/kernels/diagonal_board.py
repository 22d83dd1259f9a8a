"""The board of the search by whole diagonals, and how deciding a diagonal changes it; numba.

Bit ``row`` of a word is the cell of its diagonal in that row, seen from the search's corner. Cells
that rule out a step widen the rectangle that explains why the search is stuck (see `diagonals`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.numberlink.kernels import frontier as shapes
from pipeline.kinds.numberlink.kernels.frontier import NO_TOUCH, Flags, FrontierBoard, Ints

MOST_ROWS: Final = 62  # Diagonals fit a word with a bit to spare on either side

CELLS, ENDS, OPEN, CLOSE, TURN_DOWN, TURN_RIGHT, ACROSS, DOWN = range(8)
FROM_LEFT, FROM_ABOVE, TO_RIGHT, TO_BELOW = range(8, 12)  # Of an end: where its only edge may lead
WORDS: Final = 12  # Of a diagonal: its cells, its ends, and which cells may take which shape

_SHAPES: Final = (
    shapes.RIGHT_BELOW,
    shapes.ABOVE_LEFT,
    shapes.LEFT_BELOW,
    shapes.ABOVE_RIGHT,
    shapes.LEFT_RIGHT,
    shapes.ABOVE_BELOW,
    1 << 4,
    1 << 8,
    1 << 1,
    1 << 2,
)
"""The shape of each word from `OPEN` on, as seen from the search's corner."""


def _seen_from(corner: int, found: int) -> int:
    """Return a shape seen from a corner as a shape of the plain board."""
    number = found.bit_length() - 1
    right, below, left, above = (number >> place & 1 for place in range(4))
    if corner & 1:
        below, above = above, below
    if corner & 2:
        right, left = left, right
    return 1 << (right + 2 * below + 4 * left + 8 * above)


_SEEN: Final = np.array(
    [[0, 0, *(_seen_from(corner, found) for found in _SHAPES)] for corner in range(4)]
)

DIAGONAL, TOP, NODES, BACK, ROW, COL, DEPTH, LEAVES = range(8)
COUNTERS: Final = 8

AT, END, OPTION, OPTIONS, RIGHTS, SEEN_ROW, SEEN_COL = range(7)
"""Columns of a choice: its diagonal, the row of its end, the option taken, the number of options,
how many of these leave to the right, and the rectangle by which its options have failed so far."""
CHOICE: Final = 7


class DiagonalBoard(NamedTuple):
    """What never changes during a search: size, rule, corner, pairs by cell, words by diagonal."""

    rows: int
    cols: int
    rule: int
    corner: int
    pairs: Ints
    words: NDArray[np.int64]


class DiagonalState(NamedTuple):
    """Everything the search writes to.

    ``across``, ``down``: by diagonal, the cells that an edge enters from the left, from above.
    ``pieces``: by edge that crosses the frontier, indexed by its row, or by its column plus the
    number of rows: its far end, or minus the pair that ends there; then, by the same indices, the
    lowest row and the rightmost column in which its piece has turned. ``kept``: by choice, the
    pieces before it. ``touched``: by diagonal, rows whose pieces changed before its choices.
    ``met``: by diagonal, the shapes met where the search turns back. In ``counter``, `ROW` and
    `COL` are the rectangle.
    """

    across: NDArray[np.int64]
    down: NDArray[np.int64]
    pieces: Ints
    kept: Ints
    choices: Ints
    touched: NDArray[np.int64]
    met: NDArray[np.int64]
    counter: NDArray[np.int64]


@inlined
def plain_cell(board: DiagonalBoard, row: int, col: int) -> int:
    """Return the index of a cell on the plain board, which is padded."""
    if board.corner & 1:
        row = board.rows - 1 - row
    if board.corner & 2:
        col = board.cols - 1 - col
    return (row + 1) * (board.cols + 1) + col


@compiled
def begin(plain: FrontierBoard, board: DiagonalBoard, state: DiagonalState, depth: int) -> None:
    """Begin a search that turns back at a depth, with the current shapes of the plain board."""
    words = board.words
    words[:] = 0
    for row in range(board.rows):
        for col in range(board.cols):
            cell = plain_cell(board, row, col)
            here = words[row + col]
            here[CELLS] |= 1 << row
            board.pairs[row * board.cols + col] = plain.number[cell]
            if plain.number[cell] > 0:
                here[ENDS] |= 1 << row
            for word in range(OPEN, WORDS):
                if plain.shapes[cell] & _SEEN[board.corner, word]:
                    here[word] |= 1 << row
    state.met[:] = 0
    state.counter[:NODES] = 0
    state.counter[BACK:] = 0
    state.counter[ROW] = state.counter[COL] = -1
    state.counter[DEPTH] = depth


@inlined
def note_shapes(state: DiagonalState) -> None:
    """Add the shapes of the decided cells to those met, in place."""
    for d in range(state.counter[DEPTH]):
        left, above = int(state.across[d]), int(state.down[d])
        right, below = int(state.across[d + 1]), int(state.down[d + 1]) >> 1
        met = state.met[d]
        met[OPEN] |= right & below & ~left & ~above
        met[CLOSE] |= left & above
        met[TURN_DOWN] |= left & below
        met[TURN_RIGHT] |= above & right
        met[ACROSS] |= left & right
        met[DOWN] |= above & below
        met[FROM_LEFT] |= left & ~above & ~right & ~below
        met[FROM_ABOVE] |= above & ~left & ~right & ~below
        met[TO_RIGHT] |= right & ~left & ~above & ~below
        met[TO_BELOW] |= below & ~left & ~above & ~right


@compiled
def keep_met(plain: FrontierBoard, board: DiagonalBoard, state: DiagonalState) -> None:
    """Remove shapes that were not met from the plain board, and filter the rest, in place."""
    for d in range(state.counter[DEPTH]):
        for row in range(max(0, d - board.cols + 1), min(d, board.rows - 1) + 1):
            cell = plain_cell(board, row, d - row)
            for word in range(OPEN, WORDS):
                if int(state.met[d, word]) & (1 << row) == 0:
                    plain.shapes[cell] &= ~_SEEN[board.corner, word]
    shapes.filter_shapes(
        plain.shapes, plain.number, plain.cells[: plain.area], plain.width, plain.rule
    )


@inlined
def write_edges(board: DiagonalBoard, state: DiagonalState, on: Flags) -> None:
    """Write the edges of a full board as `frontier` names them, in place."""
    for row in range(board.rows):
        for col in range(board.cols):
            cell = plain_cell(board, row, col)
            if col + 1 < board.cols:
                edge = 2 * min(cell, plain_cell(board, row, col + 1))
                on[edge] = (int(state.across[row + col + 1]) >> row) & 1
            if row + 1 < board.rows:
                edge = 2 * min(cell, plain_cell(board, row + 1, col)) + 1
                on[edge] = (int(state.down[row + col + 1]) >> (row + 1)) & 1


_SEQUENCE: Final = 0x03F79D71B4CB0A89
_PLACES: Final = np.array([(_SEQUENCE << n & (1 << 64) - 1) >> 58 for n in range(64)]).argsort()
"""The index of the only bit of a word, by its product with a de Bruijn sequence."""


@inlined
def row_of(bit: int) -> int:
    """Return the row of a word's only bit."""
    return int(_PLACES[(bit * _SEQUENCE >> 58) & 63])


@inlined
def _pair(board: DiagonalBoard, d: int, row: int) -> int:
    return int(board.pairs[row * board.cols + d - row])


@inlined
def _turned(pieces: Ints, edges: int, edge: int, row: int, col: int) -> None:
    """Note that a piece, given by one of its edges, has been at a cell, in place."""
    pieces[edges + edge] = max(pieces[edges + edge], row)
    pieces[2 * edges + edge] = max(pieces[2 * edges + edge], col)


@inlined
def blame(state: DiagonalState, row: int, col: int) -> None:
    """Widen the rectangle that explains a contradiction to a cell, in place."""
    state.counter[ROW] = max(state.counter[ROW], row)
    state.counter[COL] = max(state.counter[COL], col)


@inlined
def _blame_piece(state: DiagonalState, edges: int, edge: int) -> None:
    """Widen the rectangle that explains a contradiction to a piece of line, in place."""
    pieces = state.pieces
    blame(state, int(pieces[edges + edge]), int(pieces[2 * edges + edge]))


@inlined
def wrong_cells(board: DiagonalBoard, state: DiagonalState, d: int, across: int, down: int) -> int:
    """Return the cells of a diagonal that have no shape for the edges that enter them.

    ``across`` and ``down`` of the previous diagonal are read from the state.
    """
    words = board.words[d]
    ends = int(words[ENDS])
    inner = int(words[CELLS]) & ~ends
    both, none = inner & across & down, inner & ~across & ~down
    found = (both & ~int(words[CLOSE])) | (none & ~int(words[OPEN]))
    if d > 0:  # a third edge of the square above left would be a U-turn
        found |= both & ((int(state.across[d - 1]) << 1) | int(state.down[d - 1]))
    found |= ends & across & (down | ~int(words[FROM_LEFT]))
    return found | (ends & down & ~int(words[FROM_ABOVE]))


@inlined
def _note_change(board: DiagonalBoard, state: DiagonalState, d: int, end: int) -> None:
    """Note for a diagonal that the piece at an edge beyond it has changed, in place."""
    if end < board.rows:
        state.touched[d, 0] |= 1 << end
    else:
        state.touched[d, 1] |= 1 << (d + 1 - (end - board.rows))


@inlined
def enter(board: DiagonalBoard, state: DiagonalState, d: int) -> bool:
    """Decide everything on a diagonal that is forced, in place; return False if it is impossible.

    Cells that two edges enter join them, cells that none enters open a line, and ends take the
    edges that enter them.
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
        first, second = int(pieces[edge]), int(pieces[other])
        _turned(pieces, edges, edge, row, d - row)
        _turned(pieces, edges, edge, int(pieces[edges + other]), int(pieces[2 * edges + other]))
        if first == other or (first < 0 and second < 0 and first != second):
            _blame_piece(state, edges, edge)
            return False
        for end, beyond in ((first, second), (second, first)):
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
def turns(choice: Ints, option: int) -> tuple[int, int]:
    """Return the cells that turn down in an option, and those that turn right."""
    row, longer = int(choice[END]), option - int(choice[RIGHTS])
    if longer < 0:
        return 0, ((1 << option) - 1) << (row + 1)
    return ((1 << longer) - 1) << (row - longer), 0


@inlined
def chosen(state: DiagonalState, d: int, top: int) -> tuple[int, int, int, int]:
    """Return the choices for a diagonal that are below a place of the stack, as words.

    These are the cells that turn down and right, and the ends that a line leaves right and down.
    """
    entered = int(state.across[d]) | int(state.down[d])
    turn_down = turn_right = right = below = 0
    place = top - 1
    while place >= 0 and state.choices[place, AT] == d:
        choice = state.choices[place]
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
        place -= 1
    return turn_down, turn_right, right, below


@inlined
def leave(board: DiagonalBoard, state: DiagonalState, d: int) -> bool:
    """Apply the options chosen on a diagonal, in place; return False if they are impossible."""
    rows, edges = board.rows, board.rows + board.cols
    words, pieces = board.words[d], state.pieces
    across, down = int(state.across[d]), int(state.down[d])
    ends = int(words[ENDS])
    inner = int(words[CELLS]) & ~ends
    turn_down, turn_right, right, below = chosen(state, d, int(state.counter[TOP]))
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
    """Return whether a line that has just changed runs beside itself into a diagonal."""
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
