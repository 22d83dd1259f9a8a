"""What each cell may look like, before any search: shapes by their edges, filtered; numba.

A cell's shape is which of its four edges are on, as seen by a search from the first corner: the two
that come *in* (from the left, from above) and the two that go *out* (right, down). Shape
``4 * (left + 2 * above) + right + 2 * below`` is one bit of a cell's set of 16, so that the shapes
that go with what came in are four neighbouring bits.

The filter is sound for every rule: it only takes away what no solution has. Its strongest part is
an old observation on lines without U-turns (published with thomasahle's solver, and in puzzle
magazines before): a turn forces the same turn in the cell that it points away from, and so on
along the diagonal, until an end is met.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled

FREE, COVER, NO_UTURN, NO_TOUCH = 0, 1, 2, 3
"""The rules, by strictness."""

LEFT, ABOVE, RIGHT, BELOW = 0xF0F0, 0xFF00, 0xAAAA, 0xCCCC
"""The shapes with that edge on."""

EVERY: Final = 0xFFFF
ONE_EDGE: Final = 0x0116
"""The shapes of an end: right, below, left, above."""
TWO_EDGES: Final = 0x1668
"""The shapes of a line's other cells: the four turns and the two straights."""
RIGHT_BELOW, LEFT_BELOW, ABOVE_RIGHT, ABOVE_LEFT = 1 << 3, 1 << 6, 1 << 9, 1 << 12
LEFT_RIGHT, ABOVE_BELOW = 1 << 5, 1 << 10

MOST_PASSES: Final = 2
"""Passes over the board, back and forth in turn; more find next to nothing."""


@compiled
def begin_shapes_by_degree(
    shapes: NDArray[np.int32],
    number: NDArray[np.int32],
    cells: NDArray[np.int32],
    width: int,
    rule: int,
) -> None:
    """Write each cell's shapes by its degree alone, in place; parameters as of `begin_shapes`."""
    for cell in cells:
        found = ONE_EDGE if number[cell] else TWO_EDGES
        if rule == FREE and number[cell] == 0:
            found |= 1
        for other, shape in (
            (cell + 1, RIGHT),
            (cell + width, BELOW),
            (cell - 1, LEFT),
            (cell - width, ABOVE),
        ):
            if number[other] < 0:
                found &= ~shape
        shapes[cell] = found


@compiled
def begin_shapes(
    shapes: NDArray[np.int32],
    number: NDArray[np.int32],
    cells: NDArray[np.int32],
    width: int,
    rule: int,
) -> None:
    """Write each cell's shapes by its degree and its neighbours' numbers alone, in place.

    Parameters
    ----------
    shapes : ndarray[int32]
        By padded cell; written.
    number : ndarray[int32]
        By padded cell: the pair whose end the cell is, 0 for none, -1 off the board.
    cells : ndarray[int32]
        The padded cells of the board.
    width, rule : int
        Padded width of the board; rule as in `FREE`.
    """
    for cell in cells:
        own = number[cell]
        found = ONE_EDGE if own else TWO_EDGES
        if rule == FREE and own == 0:
            found |= 1
        right, below = number[cell + 1], number[cell + width]
        left, above = number[cell - 1], number[cell - width]
        for other, shape in ((right, RIGHT), (below, BELOW), (left, LEFT), (above, ABOVE)):
            if not _may_join(own, other):
                found &= ~shape
        if rule == NO_TOUCH and own:
            found &= _must_join(own, right, below, left, above)
        if own == 0:
            for one, other, shape in (
                (right, below, RIGHT_BELOW),
                (left, below, LEFT_BELOW),
                (above, right, ABOVE_RIGHT),
                (above, left, ABOVE_LEFT),
                (left, right, LEFT_RIGHT),
                (above, below, ABOVE_BELOW),
            ):
                if not _may_meet(one, other):
                    found &= ~shape
        shapes[cell] = found


@compiled
def _may_join(own: int, other: int) -> bool:
    """Return whether neighbours with these numbers may be joined."""
    return other >= 0 and (own == 0 or other == 0 or own == other)


@compiled
def _may_meet(one: int, other: int) -> bool:
    """Return whether one cell may be joined to two neighbours with these numbers."""
    return one <= 0 or other <= 0 or one == other


@compiled
def _must_join(own: int, right: int, below: int, left: int, above: int) -> int:
    """Return the shapes left to an end by another end of its pair beside it, under no-touch."""
    if right == own:
        return RIGHT
    if below == own:
        return BELOW
    if left == own:
        return LEFT
    if above == own:
        return ABOVE
    return EVERY


@compiled
def filter_shapes(
    shapes: NDArray[np.int32],
    number: NDArray[np.int32],
    cells: NDArray[np.int32],
    width: int,
    rule: int,
) -> None:
    """Take away shapes that a neighbour, or the next cell of a diagonal, rules out, in place.

    Parameters are those of `begin_shapes`, which comes first.
    """
    count = cells.shape[0]
    for turn in range(MOST_PASSES):
        changed = False
        for place in range(count):
            cell = cells[count - 1 - place if turn % 2 == 0 else place]
            before = shapes[cell]
            if number[cell + 1] >= 0:
                _agree(shapes, cell, cell + 1, RIGHT, LEFT)
            if number[cell + width] >= 0:
                _agree(shapes, cell, cell + width, BELOW, ABOVE)
            if rule >= NO_UTURN:
                _keep_turns(shapes, number, cell, width)
            changed |= shapes[cell] != before
        if not changed:
            return


@compiled
def _agree(shapes: NDArray[np.int32], one: int, other: int, out: int, into: int) -> None:
    """Make two neighbours say the same of the edge between them, in place."""
    a, b = shapes[one], shapes[other]
    if a & out == 0 or b & into == 0:
        a &= ~out
        b &= ~into
    if a & ~out == 0 or b & ~into == 0:
        a &= out
        b &= into
    shapes[one] = a
    shapes[other] = b


@compiled
def _keep_turns(
    shapes: NDArray[np.int32], number: NDArray[np.int32], cell: int, width: int
) -> None:
    """Keep a cell's turns only where the unit square in their arms can stay without a U-turn."""
    found = shapes[cell]
    right, left, below, above = cell + 1, cell - 1, cell + width, cell - width
    for beside, over, turn, one, other, third in (
        (right, below, RIGHT_BELOW, LEFT & ~BELOW, ABOVE & ~RIGHT, LEFT | ABOVE),
        (left, below, LEFT_BELOW, RIGHT & ~BELOW, ABOVE & ~LEFT, RIGHT | ABOVE),
        (right, above, ABOVE_RIGHT, LEFT & ~ABOVE, BELOW & ~RIGHT, LEFT | BELOW),
        (left, above, ABOVE_LEFT, RIGHT & ~ABOVE, BELOW & ~LEFT, RIGHT | BELOW),
    ):
        across = beside + over - cell
        if found & turn and not (
            shapes[beside] & one
            and shapes[over] & other
            and (number[across] < 0 or shapes[across] & ~third)
        ):
            found &= ~turn
    shapes[cell] = found
