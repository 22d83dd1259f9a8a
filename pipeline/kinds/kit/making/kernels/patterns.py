"""Random patterns of filled cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled
from pipeline.kernels.random_state import random_below


@compiled
def draw_pattern(
    noise: NDArray[np.int8], picture: NDArray[np.int8], percent: int, state: NDArray[np.uint64]
) -> None:
    """Fill a picture, in place, where most cells around are filled in noise, give or take.

    ``noise``, of the shape of the picture, gets some percent of cells that are filled.
    """
    rows, cols = noise.shape
    for row in range(rows):
        for col in range(cols):
            noise[row, col] = random_below(state, 100) < percent
    for row in range(rows):
        for col in range(cols):
            filled, around = 0, 0
            for r in range(max(0, row - 1), min(rows, row + 2)):
                for c in range(max(0, col - 1), min(cols, col + 2)):
                    filled += noise[r, c]
                    around += 1
            give = random_below(state, 5) - 2
            picture[row, col] = 2 * (filled + noise[row, col]) + give > around
