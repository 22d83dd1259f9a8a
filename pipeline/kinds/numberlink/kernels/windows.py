"""Small windows of a layout: where they lie, room to search them, how a cell may go on there."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.kernels.path_cover import DEGREE

RIGHT, DOWN, LEFT, UP = 1, 2, 4, 8
"""The bits of an edge mask."""

MOST_COLS: Final = 10
"""Widest window; five bits a column, what the row above did and the row fit into 64 bits."""
MOST_CELLS: Final = 100
MOST_LINES: Final = 25
"""Most lines in a window: with the pieces of unknown line their numbers stay below 32."""
MEMORY: Final = 1 << 13
"""Frontiers kept at most in one search, a power of two; more of them are followed again."""

BLOCKED, END, INNER = 0, 1, 2
"""Kinds of cell, which are degrees in the layout."""
FIXED_OFF, FIXED_ON, OPEN = 0, 1, 2
"""What is known of an edge before a cell is chosen."""


def _options() -> NDArray[np.uint8]:
    """Return how a cell may go on, by kind, edges into it, and what is fixed right and below.

    Each entry holds up to two choices of four bits: 8 for there is one, 1 right, 2 down.
    """
    table = np.zeros((3, 3, 3, 3), dtype=np.uint8)
    allowed = {BLOCKED: (0,), END: (1,), INNER: (0, 2)}
    for kind, into, right, down in np.ndindex(table.shape):
        choices = [
            out
            for out in range(4)
            if into + int(DEGREE[out]) in allowed[kind]
            and right in (out & 1, OPEN)
            and down in (out >> 1, OPEN)
        ]
        assert len(choices) <= 2, "a cell never has more than two ways on"
        for place, out in enumerate(choices):
            table[kind, into, right, down] |= (8 | out) << 4 * place
    return table


OPTIONS: Final = _options()


class Window(NamedTuple):
    """A window of a board: its first cell, with border, its size, and the board's row distance."""

    first: int
    rows: int
    cols: int
    stride: int


class Scratch(NamedTuple):
    """Room for one search; nothing in it outlives a call but ``search``.

    For each cell of the window in reading order: ``layout`` ndarray[uint8], its edge mask;
    ``line`` ndarray[int32], its line, numbered from 1; ``chosen`` ndarray[uint8], the mask now;
    ``option`` ndarray[uint8], choices left; ``same`` ndarray[uint8], as in the layout so far.
    ``plugs`` ndarray[int32], shape (cells + 1, cols + 1): before each cell the label of the open
    edge down into each column, and last the one from the left; 0 none, a line's number, or
    negative for a piece whose line is not known; ``names`` ndarray[int32], such pieces in order.
    ``keys`` ndarray[uint64] and ``stamps`` ndarray[int64]: frontiers seen; ``search``
    ndarray[int64], the number of this search.
    """

    layout: NDArray[np.uint8]
    line: NDArray[np.int32]
    chosen: NDArray[np.uint8]
    option: NDArray[np.uint8]
    same: NDArray[np.uint8]
    plugs: NDArray[np.int32]
    names: NDArray[np.int32]
    keys: NDArray[np.uint64]
    stamps: NDArray[np.int64]
    search: NDArray[np.int64]


def make_scratch() -> Scratch:
    """Return room for searches, one after another."""
    size = MOST_CELLS + 1
    return Scratch(
        layout=np.zeros(size, dtype=np.uint8),
        line=np.zeros(size, dtype=np.int32),
        chosen=np.zeros(size, dtype=np.uint8),
        option=np.zeros(size, dtype=np.uint8),
        same=np.zeros(size, dtype=np.uint8),
        plugs=np.zeros((size, MOST_COLS + 1), dtype=np.int32),
        names=np.zeros(MOST_COLS, dtype=np.int32),
        keys=np.zeros(MEMORY, dtype=np.uint64),
        stamps=np.zeros(MEMORY, dtype=np.int64),
        search=np.zeros(1, dtype=np.int64),
    )
