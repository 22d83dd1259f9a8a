"""Large boards of Yajilin as arrays: changes beside cells, and boards after them.

``marks`` has a row for each of `RIGHT`, `DOWN` (whether the loop goes on to that side), `SHADED`
and `ARROW` (a place in `kit.SIDES`, -1 for no arrow), and a column for each cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import random_below

RIGHT, DOWN, SHADED, ARROW = range(4)
CUT, GROW, TURN, SHADE = range(4)
"""What is changed: a bulge of the loop cut off or added, a new or turned arrow, a shaded cell."""
WAYS = 5  # Sorts of changes, of which one is drawn first: arrows are new or turned


@inlined
def beside(cell: int, side: int, rows: int, cols: int) -> int:
    """Return the neighbour of a cell at a side, left, top, right or bottom; -1 if there is none."""
    row, col = cell // cols, cell % cols
    if side % 2:
        row += side - 2
        return cell + (side - 2) * cols if 0 <= row < rows else -1
    col += side - 1
    return cell + side - 1 if 0 <= col < cols else -1


@inlined
def has_line(marks: NDArray[np.int8], cell: int, other: int) -> bool:
    """Return whether the loop goes from a cell to its neighbour."""
    return bool(marks[RIGHT if abs(other - cell) == 1 else DOWN, min(cell, other)])


@inlined
def set_line(marks: NDArray[np.int8], cell: int, other: int, is_drawn: bool) -> None:
    """Draw or erase, in place, the loop between a cell and its neighbour."""
    marks[RIGHT if abs(other - cell) == 1 else DOWN, min(cell, other)] = is_drawn


@inlined
def is_off_loop(marks: NDArray[np.int8], cell: int) -> bool:
    """Return whether a cell is shaded or has an arrow."""
    return bool(marks[SHADED, cell] or marks[ARROW, cell] >= 0)


@inlined
def may_shade(marks: NDArray[np.int8], cell: int, rows: int, cols: int) -> bool:
    """Return whether no neighbour of a cell is shaded."""
    for side in range(4):
        other = beside(cell, side, rows, cols)
        if other >= 0 and marks[SHADED, other]:
            return False
    return True


@inlined
def offer(
    counts: NDArray[np.int64],
    best: NDArray[np.int64],
    way: int,
    what: int,
    cells: tuple[int, int, int, int],
    state: NDArray[np.uint64],
) -> None:
    """Keep a change, in place, as the one of its way with equal chances for all of them."""
    counts[way] += 1
    if random_below(state, counts[way]) == 0:
        best[way, 0] = what
        for k in range(4):
            best[way, 1 + k] = cells[k]


@compiled
def list_ways(
    marks: NDArray[np.int8],
    b: int,
    rows: int,
    cols: int,
    counts: NDArray[np.int64],
    best: NDArray[np.int64],
    state: NDArray[np.uint64],
) -> None:
    """Offer, in place, the changes of a cell."""
    if is_off_loop(marks, b):
        if marks[SHADED, b]:
            offer(counts, best, 2, TURN, (b, -1, -1, -1), state)
        else:
            offer(counts, best, 3, TURN, (b, -1, -1, -1), state)
            if may_shade(marks, b, rows, cols):
                offer(counts, best, 4, SHADE, (b, -1, -1, -1), state)
    for side in range(4):
        c = beside(b, side, rows, cols)
        if c < 0 or is_off_loop(marks, c) != is_off_loop(marks, b):
            continue
        is_long = not is_off_loop(marks, b)
        if is_long and not has_line(marks, b, c):
            continue
        for across in ((side + 1) % 4, (side + 3) % 4):
            a, d = beside(b, across, rows, cols), beside(c, across, rows, cols)
            if a < 0 or d < 0 or is_off_loop(marks, a) or is_off_loop(marks, d):
                continue
            is_cut_off = has_line(marks, a, b) and has_line(marks, c, d)
            if is_long and is_cut_off and not has_line(marks, a, d):
                offer(counts, best, 0, CUT, (a, b, c, d), state)
            elif not is_long and has_line(marks, a, d):
                offer(counts, best, 1, GROW, (a, b, c, d), state)


@compiled
def propose_changes(
    marks: NDArray[np.int8],
    shape: tuple[int, int],
    places: NDArray[np.int64],
    state: NDArray[np.uint64],
    working: tuple[NDArray[np.int64], NDArray[np.int64]],
    changes: NDArray[np.int64],
) -> int:
    """Write a random change around each of some places into rows; return their number.

    A row has what is changed, four cells, of which an arrow uses the first, and two sides; the
    first column is left for its caller. ``working`` is room for `WAYS`: counts, and a change each.
    """
    rows, cols = shape
    counts, best = working
    found = 0
    for k in range(places.shape[0]):
        counts[:] = 0
        row, col = places[k, 1] // cols, places[k, 1] % cols
        for near in range(max(row - 1, 0), min(row + 2, rows)):
            for cell in range(near * cols + max(col - 1, 0), near * cols + min(col + 2, cols)):
                list_ways(marks, cell, rows, cols, counts, best, state)
        ways = 0
        chosen = 0
        for way in range(WAYS):
            if counts[way]:
                ways += 1
                if random_below(state, ways) == 0:
                    chosen = way
        if ways == 0:
            continue
        changes[found, 0] = places[k, 0]
        for at in range(5):
            changes[found, 1 + at] = best[chosen, at]
        for at in range(2):
            changes[found, 6 + at] = random_below(state, 4)
        found += 1
    return found


@inlined
def turn_arrow(marks: NDArray[np.int8], cell: int, first: int, rows: int, cols: int) -> None:
    """Give a cell, in place, an arrow to the first side, from one on, that has cells."""
    while beside(cell, first % 4, rows, cols) < 0:
        first += 1
    marks[SHADED, cell], marks[ARROW, cell] = 0, first % 4


@inlined
def fill(marks: NDArray[np.int8], cell: int, side: int, rows: int, cols: int) -> None:
    """Shade a cell, in place, or give it an arrow if a neighbour is shaded."""
    marks[ARROW, cell] = -1
    if may_shade(marks, cell, rows, cols):
        marks[SHADED, cell] = 1
    else:
        turn_arrow(marks, cell, side, rows, cols)


@compiled
def make_changes(
    marks: NDArray[np.int8], shape: tuple[int, int], changes: NDArray[np.int64]
) -> None:
    """Make, in place, those changes of `propose_changes` that are still possible."""
    rows, cols = shape
    length = 0
    for cell in range(marks.shape[1]):
        length += marks[RIGHT, cell] + marks[DOWN, cell]
    for k in range(changes.shape[0]):
        what = changes[k, 1]
        a, b, c, d = changes[k, 2], changes[k, 3], changes[k, 4], changes[k, 5]
        if what in (TURN, SHADE):
            if not is_off_loop(marks, a):
                continue
            marks[SHADED, a] = 0
            if what == SHADE:
                fill(marks, a, changes[k, 6], rows, cols)
            else:
                turn_arrow(marks, a, changes[k, 6], rows, cols)
            continue
        grows = what == GROW
        if grows:
            is_possible = has_line(marks, a, d)
            is_possible = is_possible and is_off_loop(marks, b) and is_off_loop(marks, c)
        else:
            is_possible = has_line(marks, a, b) and has_line(marks, b, c) and has_line(marks, c, d)
            is_possible = is_possible and length > 4
        if not is_possible:
            continue
        set_line(marks, a, d, not grows)
        set_line(marks, a, b, grows)
        set_line(marks, b, c, grows)
        set_line(marks, c, d, grows)
        length += 2 if grows else -2
        if grows:
            marks[SHADED, b] = marks[SHADED, c] = 0
            marks[ARROW, b] = marks[ARROW, c] = -1
        else:
            fill(marks, b, changes[k, 6], rows, cols)
            fill(marks, c, changes[k, 7], rows, cols)
