"""Repair: a layout that has a second solution is drawn anew around it, until it has none.

Keeps the number of paths. Where a proof is dear, second solutions within small windows are looked
for first. The cells where one differs are drawn anew with a margin, since what the chain may not
change much comes out much the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.kernels.layout import Path, Style, board_of, reroute
from pipeline.kinds.numberlink.kernels.window_search import mark_second_solutions
from pipeline.kinds.numberlink.kernels.windows import make_scratch
from pipeline.kinds.numberlink.repair.second_solution import SecondSolutionFinder
from pipeline.kinds.numberlink.tuning import TUNING, Tuning


def repair_by_rerouting(
    rows: int,
    cols: int,
    paths: tuple[Path, ...],
    style: Style,
    finder: SecondSolutionFinder,
    state: NDArray[np.uint64],
    tuning: Tuning = TUNING,
) -> tuple[Path, ...] | None:
    """Return a layout without second solutions that is close to the one given, or None.

    Where the budget of a proof is spent, what is still unsettled is drawn anew.

    Parameters
    ----------
    rows, cols : int
        Size in cells.
    paths : tuple of paths
        Covers the board and never touches itself.
    style : Style
        Kept where paths are drawn anew.
    finder : SecondSolutionFinder
        Of the same size, for at least as many pairs.
    state : ndarray[uint64], shape (1,)
        Random state, advanced in place.
    """
    layout: tuple[Path, ...] | None = paths
    conflicts = tuning.proof_conflicts_per_cell * rows * cols
    rounds = max(tuning.rounds, rows * cols // tuning.cells_per_round)
    scans = tuning.scans * rounds if rows * cols >= tuning.least_cells_scanned else 0
    while layout is not None:
        cells = find_local_second_solutions(rows, cols, layout, tuning) if scans else ()
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
        region = widen(rows, cols, cells, tuning.reroute_margin)
        layout = reroute(rows, cols, layout, region, style, state)
    return None


def find_local_second_solutions(
    rows: int, cols: int, paths: Sequence[Sequence[int]], tuning: Tuning = TUNING
) -> tuple[int, ...]:
    """Return the cells, in rising order, where second solutions in small windows leave a layout.

    None where there is no such solution; that says nothing of larger windows.

    Examples
    --------
    >>> find_local_second_solutions(3, 3, [(0, 1, 2), (3, 4, 5), (6, 7, 8)])
    ()
    >>> find_local_second_solutions(3, 4, [(1, 0, 4, 5, 6, 2), (3, 7, 11, 10, 9, 8)])
    (0, 1, 2, 4, 5, 6)
    """
    board = board_of(rows, cols, paths)
    marks = np.zeros(len(board.path), dtype=np.uint8)
    shape = (rows, cols, tuning.scan_side)
    mark_second_solutions(board.edges, board.path, shape, marks, make_scratch(), tuning.scan_nodes)
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
