"""Boards of Star Battle as arrays: other answers of a board, and regions that exclude them.

The stars of a row are one of some patterns. ``patterns``, int64 of shape (patterns, 3), has by
pattern its columns as bits, these with the columns beside them, and a 1 in the field of each: a
number of four bits for each column. Stars by region are counted in such fields too, all at once: a
field has its bit 3 set if more than enough was added. So a board has at most 15 rows.

``known`` has the pattern of each row in the answer that a board is to have.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled
from pipeline.kernels.random_state import random_below, shuffle
from pipeline.kinds.kit.making.kernels.groups import BESIDE, is_whole_without

FIELD = 4  # Bits of a field
BITS, NEAR, SPREAD = 0, 1, 2  # Of a pattern
TRIED, COLUMNS, REGIONS, IS_KNOWN = 0, 1, 2, 3  # Of a row of the stack
NONE, FOUND, SPENT = 0, 1, 2  # What a search for another answer ends with


class Tables(NamedTuple):
    """The patterns of a size, and work space."""

    patterns: NDArray[np.int64]
    order: NDArray[np.int64]
    """The patterns of each row in the order in which they are tried, shape (rows, patterns)."""
    adding: NDArray[np.int64]
    """What patterns add to the regions: fields by row and pattern."""
    room: NDArray[np.int64]
    """The stars that regions, and columns, can get from a row on: two fields by row."""
    stack: NDArray[np.int64]
    """The rows of a search."""
    wanted: NDArray[np.bool_]
    """Cells that may be moved, shape (rows, cols)."""
    seen: NDArray[np.int64]
    waiting: NDArray[np.int64]


@compiled
def grow(regions: NDArray[np.int64], rim: NDArray[np.int64], state: NDArray[np.uint64]) -> None:
    """Let regions grow at random, in place, over all cells with -1; the state is advanced.

    ``rim`` is work space of the size of the board.
    """
    rows, cols = regions.shape
    count = 0
    for cell in range(rows * cols):
        if regions[cell // cols, cell % cols] >= 0:
            rim[count] = cell
            count += 1
    while count:
        at = random_below(state, count)
        row, col = rim[at] // cols, rim[at] % cols
        free, goal = 0, 0
        for down, right in BESIDE:
            r, c = row + down, col + right
            if 0 <= r < rows and 0 <= c < cols and regions[r, c] < 0:
                free += 1
                if random_below(state, free) == 0:
                    goal = r * cols + c
        if free == 0:
            count -= 1
            rim[at] = rim[count]
            continue
        regions[goal // cols, goal % cols] = regions[row, col]
        rim[count] = goal
        count += 1


@compiled
def sum_up(regions: NDArray[np.int64], number: int, tables: Tables) -> None:
    """Write what patterns add to regions with ``number`` stars each, and their room, in place."""
    patterns, adding, room = tables.patterns, tables.adding, tables.room
    side, full = regions.shape[0], (1 << FIELD) - 1
    for row in range(side - 1, -1, -1):
        for k in range(patterns.shape[0]):
            fields = 0
            for col in range(side):
                fields += (patterns[k, BITS] >> col & 1) << FIELD * regions[row, col]
            adding[row, k] = fields
        room[row, 0] = room[row + 1, 0]
        for col in range(side):
            shift = FIELD * regions[row, col]
            if room[row, 0] >> shift & full < number:
                room[row, 0] += 1 << shift


@compiled
def find_other(known: NDArray[np.int64], number: int, tables: Tables, steps: int) -> int:
    """Search, row by row, for an answer besides the known one; trying a pattern is a step.

    Return `FOUND`, `NONE` or `SPENT`. The patterns of what is found are those tried last.
    """
    patterns, adding, room, stack = tables.patterns, tables.adding, tables.room, tables.stack
    side, ones = known.shape[0], 0
    for field in range(side):
        ones |= 1 << FIELD * field
    high, over, under = ones << 3, (7 - number) * ones, (8 - number) * ones
    row, above = 0, 0
    stack[0, TRIED], stack[0, COLUMNS], stack[0, REGIONS], stack[0, IS_KNOWN] = -1, 0, 0, 1
    for _ in range(steps):
        stack[row, TRIED] += 1
        if stack[row, TRIED] == patterns.shape[0]:
            if row == 0:
                return NONE
            row -= 1
            continue
        k = tables.order[row, stack[row, TRIED]]
        if row > 0:
            above = patterns[tables.order[row - 1, stack[row - 1, TRIED]], NEAR]
            if above & patterns[k, BITS] != 0:
                continue
        columns = stack[row, COLUMNS] + patterns[k, SPREAD]
        regions = stack[row, REGIONS] + adding[row, k]
        if ((columns + over) | (regions + over)) & high != 0:
            continue
        reached = (columns + room[row + 1, 1] + under) & (regions + room[row + 1, 0] + under)
        if reached & high != high:
            continue
        is_known = stack[row, IS_KNOWN] != 0 and k == known[row]
        if row < side - 1:
            row += 1
            stack[row, TRIED], stack[row, COLUMNS], stack[row, REGIONS] = -1, columns, regions
            stack[row, IS_KNOWN] = is_known
        elif not is_known:
            return FOUND
    return SPENT


@compiled
def draw(
    known: NDArray[np.int64], number: int, tables: Tables, state: NDArray[np.uint64], steps: int
) -> bool:
    """Write random stars, in place, ``number`` in each row and column; False without luck.

    Patterns get the random order in which they are tried from now on; the state is advanced.
    """
    side = known.shape[0]
    known[:] = -1
    tables.adding[:] = 0
    for row in range(side):
        tables.room[row, 0] = tables.room[0, 1]
        for k in range(tables.order.shape[1]):
            tables.order[row, k] = k
        shuffle(state, tables.order[row])
    tables.room[side, 0] = tables.room[0, 1]
    if find_other(known, number, tables, steps) != FOUND:
        return False
    tables.room[side, 0] = 0
    for row in range(side):
        known[row] = tables.order[row, tables.stack[row, TRIED]]
    return True


@compiled
def move(
    regions: NDArray[np.int64],
    stars: NDArray[np.bool_],
    tables: Tables,
    state: NDArray[np.uint64],
) -> bool:
    """Move a random one of the wanted cells without a star to a region beside it, in place.

    All regions stay connected. False if no cell can be moved.
    """
    rows, cols = regions.shape
    ways, cell, goal = 0, 0, 0
    for one in range(rows * cols):
        row, col = one // cols, one % cols
        if not tables.wanted[row, col] or stars[row, col]:
            continue
        first = ways
        for down, right in BESIDE:
            r, c = row + down, col + right
            if not (0 <= r < rows and 0 <= c < cols) or regions[r, c] == regions[row, col]:
                continue
            if ways == first and not is_whole_without(regions, one, tables.seen, tables.waiting):
                break
            ways += 1
            if random_below(state, ways) == 0:
                cell, goal = one, regions[r, c]
    if ways > 0:
        regions[cell // cols, cell % cols] = goal
    return ways > 0


@compiled
def exclude_others(
    regions: NDArray[np.int64],
    stars: NDArray[np.bool_],
    known: NDArray[np.int64],
    number: int,
    tables: Tables,
    state: NDArray[np.uint64],
    moves: int,
    steps: int,
) -> bool:
    """Move cells in which another answer has stars, in place, until none is found.

    Return whether that is so after some moves. A search ends after some steps.
    """
    side = regions.shape[0]
    for _ in range(moves):
        sum_up(regions, number, tables)
        if find_other(known, number, tables, steps) != FOUND:
            return True
        for row in range(side):
            bits = tables.patterns[tables.order[row, tables.stack[row, TRIED]], BITS]
            for col in range(side):
                tables.wanted[row, col] = bits >> col & 1 == 1
        if not move(regions, stars, tables, state):
            tables.wanted[:] = True
            if not move(regions, stars, tables, state):
                return False
    return False
