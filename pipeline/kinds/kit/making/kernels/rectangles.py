"""Random rectangles that cover a board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled
from pipeline.kernels.random_state import random_below

LEAST_SIZE = 3  # Of a rectangle that is drawn; less remains where there is no room


@compiled
def divide(
    regions: NDArray[np.int32], sizes: NDArray[np.int64], is_wide: bool, state: NDArray[np.uint64]
) -> int:
    """Write the number of a rectangle into each cell, in place; return how many there are.

    ``regions`` is initially -1. ``sizes`` and ``is_wide`` are as for `growth.random_rectangles`;
    the state is advanced.
    """
    rows, cols = regions.shape
    number = 0
    for first in range(rows * cols):
        row, col = first // cols, first % cols
        if regions[row, col] >= 0:
            continue
        # Below free cells of this row all cells are free, since the others began earlier.
        wide = 1
        while col + wide < cols and regions[row, col + wide] < 0:
            wide += 1
        size = max(LEAST_SIZE, sizes[random_below(state, sizes.shape[0])])
        largest, ways, wide_ways, chosen = 1, 0, 0, 0
        high = width = 1
        for turn in range(3):  # find the largest area, count the shapes, and choose one of them
            if turn == 2:
                is_wide_here = is_wide and wide_ways > 0
                chosen = random_below(state, max(1, wide_ways if is_wide_here else ways))
            for h in range(1, rows - row + 1):
                if rows - row - h == 1:  # a single row below would leave single cells
                    continue
                for w in range(1, min(wide, size // h) + 1):
                    if turn == 0:
                        largest = max(largest, h * w)
                    elif h * w > 1 and h * w >= largest - 1:
                        is_thin = h == 1 or w == 1
                        ways += turn == 1
                        wide_ways += turn == 1 and not is_thin
                        if turn == 2 and not (is_wide_here and is_thin):
                            if chosen == 0:
                                high, width = h, w
                            chosen -= 1
        regions[row : row + high, col : col + width] = number
        number += 1
    return number
