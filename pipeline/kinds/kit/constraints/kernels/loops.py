"""A random region without holes, whose outline is one loop; numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import random_below, shuffle


@compiled
def grow_region(
    inside: NDArray[np.int8], order: NDArray[np.int64], random: NDArray[np.uint64], passes: int
) -> None:
    """Grow a region of cells, in place, without a hole or two cells that touch at a corner only.

    Parameters
    ----------
    inside : ndarray[int8], shape (rows + 2, cols + 2)
        Zeros; becomes 1 in the region. The frame stays outside.
    order : ndarray[int64], shape (rows * cols,)
        All numbers from 0; shuffled anew in each pass.
    random : ndarray[uint64], shape (1,)
        Advanced in place.
    passes : int
        How often every cell is looked at. It joins where it leaves the region in one piece and the
        rest too; the fewer neighbours it has in it, the likelier, so that the outline winds.
    """
    cols = inside.shape[1] - 2
    first = random_below(random, order.shape[0])
    inside[first // cols + 1, first % cols + 1] = 1
    for _ in range(passes):
        shuffle(random, order)
        for k in range(order.shape[0]):
            row, col = order[k] // cols + 1, order[k] % cols + 1
            if inside[row, col]:
                continue
            beside, changes = look_round(inside, row, col)
            if beside in (1, 2) and changes == 2 and (beside == 1 or random_below(random, 5) == 0):
                inside[row, col] = 1


@inlined
def look_round(inside: NDArray[np.int8], row: int, col: int) -> tuple[int, int]:
    """Return how many cells beside one are in the region, and how often that changes round it."""
    # plain numbers: two truths of numpy add up to one
    north, south = int(inside[row - 1, col]), int(inside[row + 1, col])
    west, east = int(inside[row, col - 1]), int(inside[row, col + 1])
    north_west, north_east = int(inside[row - 1, col - 1]), int(inside[row - 1, col + 1])
    south_west, south_east = int(inside[row + 1, col - 1]), int(inside[row + 1, col + 1])
    changes = (north != north_east) + (north_east != east) + (east != south_east)
    changes += (south_east != south) + (south != south_west) + (south_west != west)
    changes += (west != north_west) + (north_west != north)
    return north + south + west + east, changes


@compiled
def add_marks(
    inside: NDArray[np.int8], random: NDArray[np.uint64], tries: int, regret: int
) -> None:
    """Change a region, in place, so that its outline has more nodes that a pearl can mark.

    These are bends between two straight nodes, and straight nodes beside a bend. Cells join or
    leave where the region and the rest stay in one piece; a change for the worse is taken once in
    ``regret`` times.
    """
    rows, cols = inside.shape[0] - 2, inside.shape[1] - 2
    for _ in range(tries):
        row, col = random_below(random, rows) + 1, random_below(random, cols) + 1
        beside, changes = look_round(inside, row, col)
        if beside in (0, 4) or changes != 2:
            continue
        before = count_marks(inside, row, col)
        inside[row, col] ^= 1
        worse = before - count_marks(inside, row, col)
        if worse > 0 and random_below(random, regret) != 0:
            inside[row, col] ^= 1


@compiled
def count_marks(inside: NDArray[np.int8], row: int, col: int) -> int:
    """Return how many nodes near a cell can be marked; see `add_marks`.

    Node (row, col) lies between the cells (row, col) and (row + 1, col + 1).
    """
    found = 0
    for r in range(max(row - 2, 0), min(row + 2, inside.shape[0] - 1)):
        for c in range(max(col - 2, 0), min(col + 2, inside.shape[1] - 1)):
            is_corner = (r < row - 1 or r > row) and (c < col - 1 or c > col)
            found += not is_corner and can_be_marked(inside, r, c)
    return found


@compiled
def can_be_marked(inside: NDArray[np.int8], row: int, col: int) -> bool:
    """Return whether the outline bends between straight nodes, or runs straight by a bend."""
    shape = outline(inside, row, col)
    if shape == 0:
        return False
    is_bent = shape != 5 and shape != 10
    bends = 0
    for side in range(4):
        if shape >> side & 1:
            down = (side == 2) - (side == 0)
            right = (side == 1) - (side == 3)
            other = outline(inside, row + down, col + right)
            bends += other != 5 and other != 10
    return bends == 0 if is_bent else bends > 0


@inlined
def outline(inside: NDArray[np.int8], row: int, col: int) -> int:
    """Return which ways the outline leaves a node, as bits: north 1, east 2, south 4, west 8."""
    north = inside[row, col] != inside[row, col + 1]
    east = inside[row, col + 1] != inside[row + 1, col + 1]
    south = inside[row + 1, col] != inside[row + 1, col + 1]
    west = inside[row, col] != inside[row + 1, col]
    return north + 2 * east + 4 * south + 8 * west
