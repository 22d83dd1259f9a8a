"""Path covers as the chain of `path_cover.py` finds and leaves them: laid, counted and read."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled
from pipeline.kinds.numberlink.kernels.path_cover import (
    ADJACENT_ENDS,
    FIRST_WAY,
    NOWHERE,
    PATHS,
    SURPLUS,
    VIOLATIONS,
    PathCover,
    count_ends_beside,
)
from pipeline.kinds.numberlink.kernels.soft_constraints import add_end


@compiled
def lay_dominoes(board: PathCover, lines: int, width: int, along: int) -> None:
    """Change an empty ``board`` in place to dominoes, with one path of three where cells are odd.

    There are ``lines`` lines of ``width`` cells in direction ``along``, 0 or 1 (dominoes lie along
    the lines); where both are odd, one of them is at least 3.
    """
    paths, across = 0, along ^ 1
    start = board.step[1] + 1
    for line in range(lines):
        for at in range(0, width - 1, 2):
            cell = start + line * board.step[across] + at * board.step[along]
            paths = _lay(board, cell, along, 2, paths)
    if width % 2:
        last = start + (width - 1) * board.step[along]
        for line in range(0, lines - 3 * (lines % 2), 2):
            paths = _lay(board, last + line * board.step[across], across, 2, paths)
        if lines % 2 and lines > 1:
            paths = _lay(board, last + (lines - 3) * board.step[across], across, 3, paths)
        elif lines % 2:
            # A single line has none beside it to share the odd cell: it lengthens the last domino.
            paths = _lay(board, last - 2 * board.step[along], along, 3, paths - 1)
    board.counts[PATHS] = paths


@compiled
def _lay(board: PathCover, cell: int, way: int, length: int, path: int) -> int:
    """Change ``board`` in place: a straight path from ``cell``; return the next path's number."""
    board.ends[2 * path] = cell
    board.length[path] = length
    for i in range(length):
        board.path[cell] = path
        board.edges[cell] = (i > 0) << (way ^ 2) | (i < length - 1) << way
        cell += board.step[way]
    board.ends[2 * path + 1] = cell - board.step[way]
    return path + 1


@compiled
def count_board(board: PathCover) -> None:
    """Write adjacent ends, violations and the surplus of edges to ``board.counts``."""
    count, violations, surplus = 0, 0, 0
    for edges in board.edges:
        surplus += int(edges & 1) - int(edges >> 1 & 1)
    for slot in range(2 * board.counts[PATHS]):
        count += count_ends_beside(board, board.ends[slot])
        violations += add_end(board.constraints, board.ends[slot], 1)
    board.counts[ADJACENT_ENDS] = count // 2
    board.counts[VIOLATIONS] = violations
    board.counts[SURPLUS] = surplus


@compiled
def count_short(board: PathCover, shortest: int) -> int:
    """Return how many paths have fewer than ``shortest`` cells."""
    count = 0
    for path in range(board.counts[PATHS]):
        count += int(board.length[path] < shortest)
    return count


@compiled
def read_path(board: PathCover, path: int, cells: NDArray[np.int32]) -> int:
    """Write the cells of a path, numbered without border, to ``cells``; return how many."""
    stride = board.step[1]
    cell, back, count = board.ends[2 * path], NOWHERE, 0
    while True:
        row, col = cell // stride - 1, cell % stride - 1
        cells[count] = row * (stride - 2) + col
        count += 1
        onward = board.edges[cell] & (15 ^ (1 << back))
        if onward == 0:
            return count
        way = FIRST_WAY[onward]
        cell += board.step[way]
        back = way ^ 2
