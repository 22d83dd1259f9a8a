"""Repair: a layout that has a second solution is drawn anew around it, until it has none.

Keeps the number of paths. The cells where a second solution differs are drawn anew with a margin,
since what the chain may not change much comes out much the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, reroute
from pipeline.kinds.numberlink.model import Path
from pipeline.kinds.numberlink.repair.second_solution import SecondSolutionFinder


@dataclass(frozen=True, slots=True)
class Rounds:
    """How often a layout is repaired before it is given up, and how much is drawn anew."""

    conflicts_per_cell: int = 100
    """Budget of each proof during repair."""
    least: int = 8
    """Proofs spent on one layout, at least; a small layout that needs more is hopeless."""
    cells_each: int = 30
    """Larger boards get a proof for each so many cells: a new layout would have as many flaws."""
    margin: int = 3
    """Cells around a difference that are drawn anew with it."""


ROUNDS: Final = Rounds()


def repair_by_rerouting(
    rows: int,
    cols: int,
    paths: tuple[Path, ...],
    style: LayoutStyle,
    finder: SecondSolutionFinder,
    state: NDArray[np.uint64],
    rounds: Rounds = ROUNDS,
) -> tuple[Path, ...] | None:
    """Return a layout without second solutions that is close to the one given, or None.

    Where the budget of a proof is spent, what is still unsettled is drawn anew.

    Parameters
    ----------
    rows, cols : int
        Size in cells.
    paths : tuple of paths
        Covers the board and never touches itself.
    style : LayoutStyle
        Kept where paths are drawn anew.
    finder : SecondSolutionFinder
        Of the same size, for at least as many pairs.
    state : ndarray[uint64], shape (1,)
        Random state, advanced in place.
    """
    layout = paths
    conflicts = rounds.conflicts_per_cell * rows * cols
    for _ in range(max(rounds.least, rows * cols // rounds.cells_each)):
        answer = finder.find(layout, conflicts)
        if answer.is_unique:
            return layout
        region = widen(rows, cols, answer.cells, rounds.margin)
        changed = reroute(rows, cols, layout, region, style, state)
        if changed is None:
            return None
        layout = changed
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
