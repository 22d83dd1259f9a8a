"""Second solutions that differ from a layout inside one small window: an exhaustive search.

Most layouts that are not unique fail in a patch of some four to six cells square, where the same
ends, and the same lines that enter and leave, can be joined otherwise. Such a patch is found here
in microseconds; a SAT solver takes milliseconds to seconds for the whole board.

What counts as a second solution. Take the layout S and a window. Outside the window and across its
border every edge is as in S. Inside, edges are chosen anew: an end keeps one edge, any other cell
has two or none, and every piece of line inside joins two cells of the same line of S. Then the end
of a line leads to its other end: all cells in between have two edges, the two ends have one, and no
edge joins different lines. Closed loops may be left over; without them the rest is still a
solution. So a second choice of edges inside is a second solution under ``free``, where cells may be
empty. The other way about nothing is promised: there may be larger ones, and some in which a
segment outside the window goes over to another line.

The search goes cell by cell in reading order and keeps, for each edge that is still open (a plug),
the line that it belongs to, or that this is not known yet (the frontier method: Knuth, The Art of
Computer Programming 4A, 7.1.4, Simpath). It leaves out what no second solution in normal form does;
the argument of `normal_form`, lemmas 1 to 3, holds as well among the solutions that are S outside
the window. It keeps the frontiers that lead nowhere, and does not follow them twice.

The board is that of `path_cover`, with its border; cells without edges are blocked and stay empty.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.numberlink.kernels.path_cover import DEGREE
from pipeline.kinds.numberlink.kernels.windows import (
    DOWN,
    LEFT,
    MEMORY,
    MOST_LINES,
    OPEN,
    OPTIONS,
    RIGHT,
    UP,
    Scratch,
    Window,
)

NONE, FOUND, SPENT = 0, 1, 2
"""Answers of `find_in_window`."""


@compiled
def mark_second_solutions(
    edges: NDArray[np.uint8],
    path: NDArray[np.int32],
    shape: tuple[int, int, int],
    marks: NDArray[np.uint8],
    scratch: Scratch,
    nodes: int,
) -> int:
    """Return how many windows of a board have a second solution; mark the cells where they differ.

    Windows that hold a cell already marked are passed over, so each solution counts about once.

    Parameters
    ----------
    edges, path : arrays
        As for `find_in_window`.
    shape : tuple of int
        Rows and columns of the board, and the side of the windows in cells.
    marks : ndarray[uint8]
        A cell each, with border; set to 1 where a second solution differs.
    scratch : Scratch
        Overwritten.
    nodes : int
        Choices tried at most in each window.
    """
    rows, cols, side = shape
    stride = cols + 2
    high, wide = min(side, rows), min(side, cols)
    found = 0
    for top in range(rows - high + 1):
        for left in range(cols - wide + 1):
            window = Window((top + 1) * stride + left + 1, high, wide, stride)
            if _has_mark(marks, window):
                continue
            if find_in_window(edges, path, window, scratch, nodes) == FOUND:
                found += 1
                _mark(marks, window, scratch)
    return found


@inlined
def _has_mark(marks: NDArray[np.uint8], window: Window) -> bool:
    for row in range(window.rows):
        for col in range(window.cols):
            if marks[window.first + row * window.stride + col] != 0:
                return True
    return False


@inlined
def _mark(marks: NDArray[np.uint8], window: Window, scratch: Scratch) -> None:
    for at in range(window.rows * window.cols):
        if scratch.chosen[at] != scratch.layout[at]:
            row, col = at // window.cols, at % window.cols
            marks[window.first + row * window.stride + col] = 1


@compiled
def find_in_window(
    edges: NDArray[np.uint8],
    path: NDArray[np.int32],
    window: Window,
    scratch: Scratch,
    nodes: int,
) -> int:
    """Return `FOUND` and leave a second solution in ``scratch.chosen``, or `NONE`, or `SPENT`.

    Parameters
    ----------
    edges : ndarray[uint8]
        Edge masks of the layout, each cell with its border.
    path : ndarray[int32]
        The line of each cell.
    window : Window
        On the board, of at most `MOST_COLS` columns and `MOST_CELLS` cells.
    scratch : Scratch
        Overwritten.
    nodes : int
        Choices tried at most.
    """
    _, _, _, option, same, _, _, _, _, _ = scratch
    remembers = _open_window(edges, path, window, scratch)
    cols = window.cols
    cells = window.rows * cols
    depth = row = col = 0
    option[0] = _ways_on(scratch, window, 0, 0, 0)
    while True:
        left = option[depth]
        if left == 0:
            if depth == 0:
                return NONE
            depth -= 1
            col -= 1
            if col < 0:
                row, col = row - 1, cols - 1
            continue
        option[depth] = left >> 4
        nodes -= 1
        if nodes < 0:
            return SPENT
        if not _choose(scratch, window, depth, row, col, left & 3):
            continue
        if not _step(scratch, window, depth, row, col):
            continue
        if depth + 1 == cells:
            if same[cells] == 0:
                return FOUND
            continue
        if col + 1 < cols:
            col += 1
        else:
            if remembers and same[depth + 1] == 0 and _is_known(scratch, window, row + 1):
                continue
            row, col = row + 1, 0
        depth += 1
        option[depth] = _ways_on(scratch, window, depth, row, col)


@inlined
def _open_window(
    edges: NDArray[np.uint8], path: NDArray[np.int32], window: Window, scratch: Scratch
) -> bool:
    """Write the window to ``scratch``; return whether its lines are few enough for the memory."""
    layout, line, _, _, same, plugs, _, _, _, search = scratch
    search[0] += 1
    same[0] = 1
    lines = at = 0
    for row in range(window.rows):
        for col in range(window.cols):
            cell = window.first + row * window.stride + col
            layout[at] = edges[cell]
            line[at] = 0
            if edges[cell] & LEFT and col > 0:
                line[at] = line[at - 1]
            elif edges[cell] & UP and row > 0:
                line[at] = line[at - window.cols]
            else:
                for before in range(at):
                    back = window.first + before // window.cols * window.stride
                    if path[back + before % window.cols] == path[cell]:
                        line[at] = line[before]
                        break
            if line[at] == 0:
                lines += 1
                line[at] = lines
            at += 1
    for col in range(window.cols):
        plugs[0, col] = line[col] if layout[col] & UP else 0
    plugs[0, window.cols] = line[0] if layout[0] & LEFT else 0
    return lines <= MOST_LINES


@inlined
def _ways_on(scratch: Scratch, window: Window, depth: int, row: int, col: int) -> int:
    """Return the choices at a cell, see `_options`."""
    layout, plugs = scratch.layout[depth], scratch.plugs
    into = int(plugs[depth, col] != 0) + int(plugs[depth, window.cols] != 0)
    right = layout & RIGHT if col == window.cols - 1 else OPEN
    down = layout >> 1 & 1 if row == window.rows - 1 else OPEN
    return OPTIONS[DEGREE[layout], into, right, down]


@inlined
def _choose(scratch: Scratch, window: Window, depth: int, row: int, col: int, out: int) -> bool:
    """Write the cell's mask; return whether it fits those before it in a normal form."""
    layout, _, chosen, _, _, plugs, _, _, _, _ = scratch
    cols = window.cols
    mask = out
    if plugs[depth, cols] != 0:
        mask |= LEFT
    if plugs[depth, col] != 0:
        mask |= UP
    chosen[depth] = mask
    if col > 0 and mask & (LEFT | DOWN) == LEFT | DOWN and chosen[depth - 1] & DOWN:
        return False
    if row > 0:
        above = depth - cols
        if col < cols - 1 and mask & RIGHT:
            sides = (chosen[above] & 3) + (chosen[above + 1] & DOWN)
            # The side between the two cells counts 1, the others 2: any two of them make 3 or more.
            if sides >= 3:
                return False
        if DEGREE[layout[depth]] == 2:
            if col > 0 and chosen[above - 1] == RIGHT | DOWN and mask != RIGHT | DOWN:
                return False
            if col < cols - 1 and chosen[above + 1] == LEFT | DOWN and mask != LEFT | DOWN:
                return False
    if row == window.rows - 2:
        if mask == RIGHT | DOWN and col < cols - 1:
            return _leads_down(layout[depth + cols + 1])
        if mask == LEFT | DOWN and col > 0:
            return _leads_down(layout[depth + cols - 1])
    return True


@inlined
def _leads_down(layout: int) -> bool:
    """Return whether a turn above may stay: this cell is no inner one, or leaves the window."""
    return bool(DEGREE[layout] != 2 or layout & DOWN)


@inlined
def _step(scratch: Scratch, window: Window, depth: int, row: int, col: int) -> bool:
    """Write the plugs after a cell; return False where different lines or a loop would meet."""
    layout, line, chosen, _, same, plugs, _, _, _, _ = scratch
    cols = window.cols
    mask = chosen[depth]
    for i in range(cols + 1):
        plugs[depth + 1, i] = plugs[depth, i]
    after = depth + 1
    above, left = plugs[depth, col], plugs[depth, cols]
    plugs[after, col] = plugs[after, cols] = 0
    label = above if above != 0 else left
    if above != 0 and left != 0:
        if not _merge(plugs, after, cols, above, left):
            return False
    elif DEGREE[layout[depth]] == 1:
        if label != 0 and not _merge(plugs, after, cols, label, line[depth]):
            return False
        label = line[depth]
    elif label == 0:
        label = -1 - depth
    if mask & DOWN:
        plugs[after, col] = label
    if mask & RIGHT:
        plugs[after, cols] = label
    if row == window.rows - 1 and mask & DOWN:
        plugs[after, col] = 0
        if not _merge(plugs, after, cols, label, line[depth]):
            return False
    if col == cols - 1:
        label = plugs[after, cols]
        plugs[after, cols] = 0
        if label != 0 and not _merge(plugs, after, cols, label, line[depth]):
            return False
        if row < window.rows - 1 and layout[after] & LEFT:
            plugs[after, cols] = line[after]
    same[after] = same[depth] & np.uint8(mask == layout[depth])
    return True


@inlined
def _merge(plugs: NDArray[np.int32], at: int, cols: int, one: int, other: int) -> bool:
    """Join two pieces whose plugs are closed; return False for different lines and for a loop."""
    if one > 0 and other > 0:
        return one == other
    if one == other:
        return False
    old, new = (one, other) if one < 0 else (other, one)
    for i in range(cols + 1):
        if plugs[at, i] == old:
            plugs[at, i] = new
    return True


@inlined
def _is_known(scratch: Scratch, window: Window, row: int) -> bool:
    """Return whether the frontier above ``row`` was met before in this search; it is from now on.

    What lies below depends on the plugs, on the edges between the cells above (for turns and unit
    squares), and on the row.
    """
    _, _, chosen, _, _, plugs, names, keys, stamps, search = scratch
    cols = window.cols
    depth = row * cols
    key = np.uint64(row)
    unknown = 0
    for col in range(cols):
        label = plugs[depth, col]
        if label < 0:
            first = 0
            while plugs[depth, first] != label:
                first += 1
            if first == col:
                unknown += 1
                names[col] = MOST_LINES + unknown
            else:
                names[col] = names[first]
            label = names[col]
        key = key << np.uint64(5) | np.uint64(label)
    for col in range(cols - 1):
        key = key << np.uint64(1) | np.uint64(chosen[depth - cols + col] & RIGHT)
    slot = np.int64((key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(51))
    for _ in range(8):
        if stamps[slot] != search[0]:
            stamps[slot] = search[0]
            keys[slot] = key
            return False
        if keys[slot] == key:
            return True
        slot = (slot + 1) & (MEMORY - 1)
    return False
