"""Random regions without holes, whose outline is one loop."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import random_below, shuffle


@compiled
def grow_region(
    inside: NDArray[np.int8], order: NDArray[np.int64], random: NDArray[np.uint64], passes: int
) -> None:
    """Grow a region of cells, in place, without holes or cells that touch only at a corner.

    ``inside``, int8 of shape (rows + 2, cols + 2), is initially 0 and becomes 1 in the region; the
    frame stays outside. ``order``, int64, has the cells, shuffled in each of ``passes`` over all. A
    cell may join if the region and the rest stay connected; cells with fewer neighbours in the
    region are preferred, so that the outline winds.
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
            beside, changes = scan_neighbours(inside, row, col)
            if beside in (1, 2) and changes == 2 and (beside == 1 or random_below(random, 5) == 0):
                inside[row, col] = 1


@inlined
def scan_neighbours(inside: NDArray[np.int8], row: int, col: int) -> tuple[int, int]:
    """Return how many neighbours of a cell are in the region, and the changes around it."""
    # int, since the sum of two numpy booleans is a boolean
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
    """Change a region, in place, so that more nodes of its outline can have a pearl.

    Pearls are possible at bends between two straight nodes and at straight nodes beside a bend.
    Cells join or leave if the region and the rest stay connected; one in ``regret`` changes for the
    worse is kept.
    """
    rows, cols = inside.shape[0] - 2, inside.shape[1] - 2
    for _ in range(tries):
        row, col = random_below(random, rows) + 1, random_below(random, cols) + 1
        change_for_marks(inside, row, col, random, regret)


@compiled
def change_marks(
    inside: NDArray[np.int8],
    places: NDArray[np.int64],
    random: NDArray[np.uint64],
    tries: int,
    regret: int,
) -> None:
    """Change a region, in place, as `add_marks` does, but only at some places of ``inside``."""
    cols = inside.shape[1]
    for _ in range(tries):
        place = places[random_below(random, len(places))]
        change_for_marks(inside, place // cols, place % cols, random, regret)


@compiled
def change_for_marks(
    inside: NDArray[np.int8], row: int, col: int, random: NDArray[np.uint64], regret: int
) -> None:
    """Let a cell join or leave a region, in place, if that is allowed; see `add_marks`."""
    beside, changes = scan_neighbours(inside, row, col)
    if beside in (0, 4) or changes != 2:
        return
    before = count_marks(inside, row, col)
    inside[row, col] ^= 1
    worse = before - count_marks(inside, row, col)
    if worse > 0 and random_below(random, regret) != 0:
        inside[row, col] ^= 1


@compiled
def count_marks(inside: NDArray[np.int8], row: int, col: int) -> int:
    """Return how many nodes near a cell can have a pearl; see `add_marks`.

    Node (row, col) lies between the cells (row, col) and (row + 1, col + 1).
    """
    count = 0
    for r in range(max(row - 2, 0), min(row + 2, inside.shape[0] - 1)):
        for c in range(max(col - 2, 0), min(col + 2, inside.shape[1] - 1)):
            is_corner = (r < row - 1 or r > row) and (c < col - 1 or c > col)
            count += not is_corner and can_be_marked(inside, r, c)
    return count


@compiled
def can_be_marked(inside: NDArray[np.int8], row: int, col: int) -> bool:
    """Return whether a node is a bend between straight nodes, or straight beside a bend."""
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
    """Return the directions of the outline at a node, as bits: north 1, east 2, south 4, west 8."""
    north = inside[row, col] != inside[row, col + 1]
    east = inside[row, col + 1] != inside[row + 1, col + 1]
    south = inside[row + 1, col] != inside[row + 1, col + 1]
    west = inside[row, col] != inside[row + 1, col]
    return north + 2 * east + 4 * south + 8 * west
