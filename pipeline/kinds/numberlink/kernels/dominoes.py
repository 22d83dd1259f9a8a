"""Where the chain of `path_cover.py` starts on a rectangle: dominoes, all in one direction."""

from __future__ import annotations

from pipeline.kernels.compiled import compiled
from pipeline.kinds.numberlink.kernels.path_cover import PATHS, PathCover


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
