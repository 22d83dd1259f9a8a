"""Random patterns of filled cells, and the numbers of filled cells around each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled
from pipeline.kernels.random_state import random_below


@compiled
def draw_pattern(
    noise: NDArray[np.int8], picture: NDArray[np.int8], percent: int, state: NDArray[np.uint64]
) -> None:
    """Fill the cells of a picture, in place, around which random noise is mostly filled.

    Each cell counts twice for itself, and chance shifts the threshold a little. ``noise``, of the
    shape of the picture, gets about ``percent`` of its cells filled.
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


@compiled
def draw_patches(
    filled: NDArray[np.int8], around: NDArray[np.int8], one_in: int, state: NDArray[np.uint64]
) -> None:
    """Fill cells at random, in place; one cell in ``one_in`` then copies a random neighbour.

    ``around`` gets for each cell the number of filled cells among it and the eight around it.
    """
    rows, cols = filled.shape
    for row in range(rows):
        for col in range(cols):
            filled[row, col] = random_below(state, 2)
    for row in range(rows):
        for col in range(cols):
            if random_below(state, one_in):
                continue
            sides = (row > 0, col > 0, col + 1 < cols, row + 1 < rows)
            chosen = random_below(state, int(sides[0]) + sides[1] + sides[2] + sides[3])
            for k in range(4):
                if sides[k] and chosen == 0:
                    near = row + (k == 3) - (k == 0), col + (k == 2) - (k == 1)
                    filled[row, col] = filled[near[0], near[1]]
                chosen -= sides[k]
    for row in range(rows):
        for col in range(cols):
            around[row, col] = 0
            for r in range(max(0, row - 1), min(rows, row + 2)):
                for c in range(max(0, col - 1), min(cols, col + 2)):
                    around[row, col] += filled[r, c]
