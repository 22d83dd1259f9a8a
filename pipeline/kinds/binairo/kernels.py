"""Random full boards of Binairo: small ones by backtracking, large ones by exchanges."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import random_below

STEPS_A_CELL: Final = 60
"""Cells filled, for each cell of the board, before a board is given up."""
EXCHANGES_A_CELL: Final = 400
"""Exchanges tried, for each cell of the board, to get rid of three alike."""


@compiled
def random_lines(
    values: NDArray[np.int8], tried: NDArray[np.int8], is_distinct: bool, state: NDArray[np.uint64]
) -> bool:
    """Fill a board of -1, in place, with zeros and ones; False if that takes too many steps.

    Every cell tries a random value, then the other: ``tried`` has for each cell, -1 at first, the
    first value, plus 2 while the second is tried. ``is_distinct`` forbids equal lines. The state is
    advanced in place.
    """
    rows, cols = values.shape
    cell, steps = 0, 0
    while 0 <= cell < rows * cols:
        row, col = cell // cols, cell % cols
        steps += 1
        if steps > STEPS_A_CELL * rows * cols:
            return False
        if tried[cell] < 0:
            tried[cell] = values[row, col] = random_below(state, 2)
        elif tried[cell] < 2:
            values[row, col] = 1 - tried[cell]
            tried[cell] += 2
        else:
            tried[cell] = values[row, col] = -1
            cell -= 1
            continue
        if fits(values, row, col, is_distinct):
            cell += 1
    return cell > 0


@compiled
def fits(values: NDArray[np.int8], row: int, col: int, is_distinct: bool) -> bool:
    """Return whether the last filled cell of a board breaks no rule."""
    rows, cols = values.shape
    value = values[row, col]
    if col > 1 and values[row, col - 1] == value and values[row, col - 2] == value:
        return False
    if row > 1 and values[row - 1, col] == value and values[row - 2, col] == value:
        return False
    across, down = 0, 0
    for k in range(col + 1):
        across += values[row, k] == value
    for k in range(row + 1):
        down += values[k, col] == value
    if 2 * across > cols or 2 * down > rows:
        return False
    if is_distinct and col == cols - 1:
        for other in range(row):
            is_equal = True
            for k in range(cols):
                is_equal &= values[other, k] == values[row, k]
            if is_equal:
                return False
    if is_distinct and row == rows - 1:
        for other in range(col):
            is_equal = True
            for k in range(rows):
                is_equal &= values[k, other] == values[k, col]
            if is_equal:
                return False
    return True


@compiled
def exchange_lines(values: NDArray[np.int8], state: NDArray[np.uint64]) -> bool:
    """Fill a board, in place, by exchanges between two rows and two columns.

    Each keeps the numbers of zeros and ones of every line. The first are random; later ones are
    kept if the number of places with three alike does not grow. False if some are left. Lines may
    be equal. The state is advanced in place.
    """
    rows, cols = values.shape
    for row in range(rows):
        for col in range(cols):
            values[row, col] = (row + col) % 2
    tries = EXCHANGES_A_CELL * rows * cols
    for k in range(tries):
        a, b = random_below(state, rows), random_below(state, rows)
        c, d = random_below(state, cols), random_below(state, cols)
        value = values[a, c]
        if values[b, d] != value or values[a, d] == value or values[b, c] == value:
            continue
        before = alike_in(values[a], values[b]) + alike_in(values[:, c], values[:, d])
        exchange(values, a, b, c, d)
        after = alike_in(values[a], values[b]) + alike_in(values[:, c], values[:, d])
        if 4 * k > tries and after > before:
            exchange(values, a, b, c, d)
    left = 0
    for row in range(rows):
        left += alike_in(values[row], values[row])
    for col in range(cols):
        left += alike_in(values[:, col], values[:, col])
    return left == 0


@inlined
def exchange(values: NDArray[np.int8], a: int, b: int, c: int, d: int) -> None:
    """Flip the four cells where two rows and two columns cross, in place."""
    for row in (a, b):
        for col in (c, d):
            values[row, col] ^= 1


@inlined
def alike_in(line: NDArray[np.int8], other: NDArray[np.int8]) -> int:
    """Return the number of places with three equal cells in two lines."""
    found = 0
    for k in range(2, len(line)):
        found += line[k] == line[k - 1] and line[k] == line[k - 2]
        found += other[k] == other[k - 1] and other[k] == other[k - 2]
    return found
