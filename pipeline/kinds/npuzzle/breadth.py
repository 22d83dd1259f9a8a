"""Every board of a small size by its distance from the goal."""

from __future__ import annotations

from functools import cache
from math import factorial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.npuzzle.heuristics import make_geometry
from pipeline.kinds.npuzzle.kernels import breadth as kernel
from pipeline.kinds.npuzzle.problem import Problem, smallest_image

MOST_CELLS: Final = 10
"""Cells of the largest boards that are all looked at: 1,814,400 boards."""

_KNOWN_DEPTHS: Final = {(3, 4, 0): 53, (4, 4, 0): 80}
"""Largest depths of larger boards, by size and goal cell of the blank in the smallest image.

3x4 by the breadth-first search of tests/benchmarks/npuzzle.py, 4x4 by A. Bruengger, A. Marzetta,
K. Fukuda, J. Nievergelt: The parallel search bench ZRAM (Annals of Operations Research 90, 1999).
"""


class Distances(NamedTuple):
    """Distances ``of[number]``, `UNSEEN` where none is known, and the ``numbers`` in order."""

    of: NDArray[np.uint8]
    numbers: NDArray[np.int64]


@cache
def all_distances(rows: int, cols: int, goal_blank: int) -> Distances:
    """Return the distances of all boards of a size, for a goal cell of the blank.

    The size is at most `MOST_CELLS` cells.

    Examples
    --------
    >>> [int(all_distances(2, 3, 0).of[number]) for number in all_distances(2, 3, 0).numbers[:6]]
    [0, 1, 1, 2, 2, 2]
    """
    cells = rows * cols
    distances = np.full(factorial(cells), kernel.UNSEEN, dtype=np.uint8)
    queue = np.empty(factorial(cells) // 2, dtype=np.int64)
    labels = np.empty(cells, dtype=np.int64)
    moves = make_geometry(rows, cols).moves
    count = kernel.spread(moves, goal_blank, distances, queue, labels)
    return Distances(distances, queue[:count])


def largest_depth(rows: int, cols: int, goal_blank: int) -> int | None:
    """Return the most moves that any board of a size needs, None where nobody knows.

    Examples
    --------
    >>> largest_depth(3, 3, 8), largest_depth(3, 3, 4), largest_depth(8, 8, 63)
    (31, 30, None)
    """
    goal = Problem(rows, cols, goal_blank, tuple(range(rows * cols)))
    rows, cols, goal_blank, _, _ = smallest_image(goal)
    if rows * cols > MOST_CELLS:
        return _KNOWN_DEPTHS.get((rows, cols, goal_blank))
    distances = all_distances(rows, cols, goal_blank)
    return int(distances.of[distances.numbers[-1]])
