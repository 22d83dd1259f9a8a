"""Mending: a layout that has a rival is drawn anew where the two differ, until it has none.

Keeps the number of paths. Most of a layout is as good as any, so this needs far fewer proofs than
starting again: on 20x20 boards some three, where one layout in hundreds is unique at once.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.kernels.layout import Path, Style, reroute
from pipeline.kinds.numberlink.rival import RivalFinder


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
    for _ in range(rounds):
        if layout is None:
            return None
        answer = finder.find(layout, conflicts)
        if answer.is_unique:
            return layout
        region = widen(rows, cols, answer.cells)
        layout = reroute(rows, cols, layout, region, style, state)
    return None


def widen(rows: int, cols: int, cells: Iterable[int]) -> list[int]:
    """Return cells and all their eight neighbours on the board, in rising order.

    Examples
    --------
    >>> widen(3, 4, [0])
    [0, 1, 4, 5]
    """
    wide = np.zeros((rows + 2, cols + 2), dtype=np.bool_)
    for cell in cells:
        row, col = divmod(cell, cols)
        wide[row : row + 3, col : col + 3] = True
    found: list[int] = np.flatnonzero(wide[1:-1, 1:-1]).tolist()
    return found
