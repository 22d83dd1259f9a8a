"""The board of the search by whole diagonals: words of bits, read from any corner; numba.

Bit ``row`` of a word is the cell of its diagonal in that row, as seen from the corner that the
search starts from. Corners are those of `frontier_board`, seen from the one that the plain board is
laid out from.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.numberlink.kernels import frontier_shapes as shapes
from pipeline.kinds.numberlink.kernels.frontier import FrontierBoard

MOST_ROWS: Final = 62
"""Longest side of a board whose diagonals fit a word, with a bit to spare on either side."""

CELLS, ENDS, OPEN, CLOSE, TURN_DOWN, TURN_RIGHT, ACROSS, DOWN = range(8)
FROM_LEFT, FROM_ABOVE, TO_RIGHT, TO_BELOW = range(8, 12)
"""Of an end: where its only edge may lead."""
WORDS: Final = 12
"""Words of a diagonal: its cells, the ends among them, and which cells may take which shape."""

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
"""The shape that each word from `OPEN` on is about, as seen from the search's corner."""


def _seen_from(corner: int, found: int) -> int:
    """Return a shape as the plain board has it."""
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
"""Of a choice: its diagonal, the row of its end, the option taken, how many there are and how many
of these leave to the right, and the rectangle that its options failed by so far."""
CHOICE: Final = 7


class DiagonalBoard(NamedTuple):
    """What a search is about: size, rule, corner, pairs by cell, words by diagonal."""

    rows: int
    cols: int
    rule: int
    corner: int
    pairs: NDArray[np.int32]
    words: NDArray[np.int64]


class DiagonalState(NamedTuple):
    """Everything the search writes to.

    ``across``, ``down``: by diagonal, the cells that an edge enters from the left, from above.
    ``pieces``: by edge that crosses the frontier, named after its row, or after its column plus the
    rows: its far end, or minus the pair that ends there; then, by the same names, the lowest row
    and the rightmost column that its piece has turned in. ``kept``: by choice, the pieces before
    it. ``touched``: by diagonal, rows whose pieces changed before its choices, across and down.
    ``met``: by diagonal, the shapes met at the depth where the search turns back. Of the counter,
    `ROW` and `COL` are the rectangle that the search is stuck by.
    """

    across: NDArray[np.int64]
    down: NDArray[np.int64]
    pieces: NDArray[np.int32]
    kept: NDArray[np.int32]
    choices: NDArray[np.int32]
    touched: NDArray[np.int64]
    met: NDArray[np.int64]
    counter: NDArray[np.int64]


@inlined
def plain_cell(board: DiagonalBoard, row: int, col: int) -> int:
    """Return where a cell lies on the plain board, which is padded."""
    if board.corner & 1:
        row = board.rows - 1 - row
    if board.corner & 2:
        col = board.cols - 1 - col
    return (row + 1) * (board.cols + 1) + col


@compiled
def begin(plain: FrontierBoard, board: DiagonalBoard, state: DiagonalState, depth: int) -> None:
    """Begin a search that turns back at a depth, on the shapes that the plain board has by now."""
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
    """Add the shapes of the cells decided to those met, in place."""
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
    """Take from the plain board the shapes that were not met, and what follows, in place."""
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
def write_edges(board: DiagonalBoard, state: DiagonalState, on: NDArray[np.uint8]) -> None:
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
