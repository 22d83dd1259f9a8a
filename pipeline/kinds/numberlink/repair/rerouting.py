"""Repair: a layout that has a second solution is drawn anew around it, until it has none.

Keeps the number of paths. The cells where a second solution differs are drawn anew with a margin,
since what the chain may not change much comes out much the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.engines.normal_form_search import SEARCH_STEPS, normal_form_search
from pipeline.kinds.numberlink.kernels.frontier import DONE, FOUND
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, reroute
from pipeline.kinds.numberlink.model import Path

ROUNDS: Final = 5
"""Searches spent on one layout: one that needs more is hopeless."""

MARGIN: Final = 3
"""Cells around a difference that are drawn anew with it."""


def repair_by_rerouting(
    rows: int,
    cols: int,
    paths: tuple[Path, ...],
    style: LayoutStyle,
    state: NDArray[np.uint64],
    rounds: int = ROUNDS,
) -> tuple[Path, ...] | None:
    """Return a layout without second solutions under ``free`` that is close to the one given.

    None where there is none after some rounds, or a search spends its steps.

    Parameters
    ----------
    rows, cols : int
        Size in cells.
    paths : tuple of paths
        Covers the board and never touches itself.
    style : LayoutStyle
        Kept where paths are drawn anew; it knows the blocked cells.
    state : ndarray[uint64], shape (1,)
        Random state, advanced in place.
    rounds : int
        Searches spent at most.
    """
    search = normal_form_search(rows, cols, style.shape.blocked)
    layout: tuple[Path, ...] | None = paths
    for _ in range(rounds):
        if layout is None:
            return None
        answer, cells = search.find(layout, SEARCH_STEPS)
        if answer != FOUND:
            return layout if answer == DONE else None
        region = widen(rows, cols, cells, MARGIN)
        layout = reroute(rows, cols, layout, region, style, state)
    return None


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
