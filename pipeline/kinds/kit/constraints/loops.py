"""Random loops: the outlines of random regions, along the grid or through the centres of cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.constraints.kernels.loops import add_marks, grow_region

PASSES = 6
"""How often every cell may join the region."""


REGRET = 20
"""A change that takes marks away is taken once in so many times."""


def random_region(
    rows: int, cols: int, random: NDArray[np.uint64], tries: int = 0
) -> NDArray[np.bool_]:
    """Return a region in one piece and without a hole, ndarray[bool] of shape (rows, cols).

    Its outline is one loop along the grid. The outline of a region on a board smaller by one each
    way is a loop through centres: each corner there is a cell here.

    Parameters
    ----------
    rows, cols : int
        Size of the board.
    random : ndarray[uint64], shape (1,)
        State of `pipeline.kernels.random_state`, advanced in place.
    tries : int
        How many changes are tried after that for more nodes that a pearl can mark.

    Examples
    --------
    >>> from pipeline.kernels.random_state import new_state
    >>> random_region(4, 4, new_state(7)).sum() > 4
    np.True_
    """
    inside = np.zeros((rows + 2, cols + 2), dtype=np.int8)
    grow_region(inside, np.arange(rows * cols), random, PASSES)
    add_marks(inside, random, tries, REGRET)
    return inside[1:-1, 1:-1].astype(np.bool_)
