"""Mending: a layout that has a rival is drawn anew around it, until it has none.

Keeps the number of paths. Rivals within small windows are looked for first where a proof is dear;
what they and the solver's rivals differ in is drawn anew with a margin, since what the chain may
not change much comes out much the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.kernels.layout import Path, Style, board_of, reroute
from pipeline.kinds.numberlink.kernels.local_rivals import make_scratch, mark_local_rivals
from pipeline.kinds.numberlink.mending.rival import RivalFinder

MARGIN: Final = 3
"""Cells around a rival that are drawn anew with it."""

LEAST_CELLS_SCANNED: Final = 100
"""Smallest board that is searched for local rivals: on smaller ones the solver answers as fast."""
WINDOW: Final = 5
"""Side in cells of the windows searched; larger ones cost more than the proofs they spare."""
WINDOW_NODES: Final = 5_000
"""Choices tried in each window, some 200 are usual."""
SCANS: Final = 4
"""Layouts with local rivals that are redrawn, for each proof allowed."""


def mend_by_rerouting(
    rows: int,
    cols: int,
    paths: tuple[Path, ...],
    style: Style,
    finder: RivalFinder,
    conflicts: int,
    rounds: int,
    state: NDArray[np.uint64],
) -> tuple[Path, ...] | None:
    """Return a layout without rivals that is close to the one given, or None.

    Parameters
    ----------
    rows, cols : int
        Size in cells.
    paths : tuple of paths
        Covers the board and never touches itself.
    style : Style
        Kept where paths are drawn anew.
    finder : RivalFinder
        Of the same size, for at least as many pairs.
    conflicts : int
        Budget of each proof; where it is spent, what is still in doubt is drawn anew.
    rounds : int
        Proofs at most.
    state : ndarray[uint64], shape (1,)
        Random state, advanced in place.
    """
    layout: tuple[Path, ...] | None = paths
    scans = SCANS * rounds if rows * cols >= LEAST_CELLS_SCANNED else 0
    while layout is not None:
        cells = local_rivals(rows, cols, layout) if scans else ()
        if cells:
            scans -= 1
        elif rounds == 0:
            return None
        else:
            rounds -= 1
            answer = finder.find(layout, conflicts)
            if answer.is_unique:
                return layout
            cells = answer.cells
        layout = reroute(rows, cols, layout, widen(rows, cols, cells, MARGIN), style, state)
    return None


def local_rivals(rows: int, cols: int, paths: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the cells, in rising order, where rivals within small windows differ from a layout.

    None where there is no such rival; that says nothing of larger ones.

    Examples
    --------
    >>> local_rivals(3, 3, [(0, 1, 2), (3, 4, 5), (6, 7, 8)])
    ()
    >>> local_rivals(3, 4, [(1, 0, 4, 5, 6, 2), (3, 7, 11, 10, 9, 8)])
    (0, 1, 2, 4, 5, 6)
    """
    board = board_of(rows, cols, paths)
    marks = np.zeros(len(board.path), dtype=np.uint8)
    shape = (rows, cols, WINDOW)
    mark_local_rivals(board.edges, board.path, shape, marks, make_scratch(), WINDOW_NODES)
    inner = marks.reshape(rows + 2, cols + 2)[1:-1, 1:-1]
    return tuple(np.flatnonzero(inner).tolist())


def widen(rows: int, cols: int, cells: Iterable[int], margin: int) -> list[int]:
    """Return cells and all those at most ``margin`` rows and columns away, in rising order.

    Examples
    --------
    >>> widen(3, 4, [0], 1)
    [0, 1, 4, 5]
    """
    wide = np.zeros((rows, cols), dtype=np.bool_)
    for cell in cells:
        row, col = divmod(cell, cols)
        top, left = max(0, row - margin), max(0, col - margin)
        wide[top : row + margin + 1, left : col + margin + 1] = True
    found: list[int] = np.flatnonzero(wide).tolist()
    return found
