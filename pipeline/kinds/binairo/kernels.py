"""Random full boards of Binairo, row by row with backtracking."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled
from pipeline.kernels.random_state import random_below

STEPS_A_CELL: Final = 60
"""Cells filled, for each cell of the board, before a board is given up."""


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
    at, steps = 0, 0
    while 0 <= at < rows * cols:
        row, col = at // cols, at % cols
        steps += 1
        if steps > STEPS_A_CELL * rows * cols:
            return False
        if tried[at] < 0:
            tried[at] = values[row, col] = random_below(state, 2)
        elif tried[at] < 2:
            values[row, col] = 1 - tried[at]
            tried[at] += 2
        else:
            tried[at] = values[row, col] = -1
            at -= 1
            continue
        if fits(values, row, col, is_distinct):
            at += 1
    return at > 0


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
