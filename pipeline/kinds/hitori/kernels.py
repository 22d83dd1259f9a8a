"""Boards of Hitori as arrays: the numbers of shaded cells, and the constraints of all numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled
from pipeline.kernels.random_state import random_below
from pipeline.kinds.kit.engine.kernels.bits import count_bits

AT_MOST_ONE = 3  # Sums of a count as bits


@compiled
def repeat(
    numbers: NDArray[np.int64],
    cells: NDArray[np.int64],
    used: NDArray[np.int64],
    cols: int,
    once_percent: int,
    state: NDArray[np.uint64],
) -> None:
    """Write into shaded cells, in place, numbers that white cells of their lines have.

    Such a number is in both lines if there is one, but with a chance of ``once_percent`` in one
    alone. ``used`` is the bit set of the numbers of the white cells in each row and column, as
    `fill_numbers` leaves it. The state is advanced.
    """
    rows = numbers.shape[0] // cols
    for cell in cells:
        across, down = used[cell // cols], used[rows + cell % cols]
        near = across & down
        if near == 0:
            near = across | down
        if once_percent and random_below(state, 100) < once_percent and across != down:
            near = across ^ down
        for _ in range(random_below(state, count_bits(near))):
            near &= near - 1
        numbers[cell] = count_bits((near & -near) - 1)


@compiled
def state_rules(
    numbers: NDArray[np.int64],
    cols: int,
    largest: int,
    sizes: NDArray[np.int32],
    codes: NDArray[np.int32],
    sums: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> None:
    """Append the counts that `declare` adds for equal numbers of a line, in place.

    They are as in `engine.arrays.Rows`, with the numbers of counts and of codes in ``ends``.
    """
    rows = numbers.shape[0] // cols
    count, end = ends
    for line in range(rows + cols):
        first, step, length = line * cols, 1, cols
        if line >= rows:
            first, step, length = line - rows, cols, rows
        for number in range(1, largest + 1):
            begin = end
            for k in range(length):
                if numbers[first + k * step] == number:
                    codes[end] = 2 * (first + k * step + 1) + 1
                    end += 1
            if end - begin > 1:
                sizes[count], sums[count] = end - begin, AT_MOST_ONE
                count += 1
            else:
                end = begin
    ends[0], ends[1] = count, end
