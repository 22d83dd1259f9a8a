"""Shaded areas as clues: further groups of cells with different numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pipeline.kinds.kit.board.clues import Clue, GroupSort
from pipeline.kinds.kit.board.grid import Grid
from pipeline.model import PuzzleFormatError

AREA: Final = "area"


@dataclass(frozen=True, slots=True)
class Areas(GroupSort):
    """Connected areas of which no two touch, with at most as many cells as the board has rows."""

    names = (AREA,)

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        cells, size = clue.place, grid.rows * grid.cols
        inside = {*cells} <= {*range(size)} and len({*cells}) == len(cells) <= grid.rows
        if not cells or not inside or not grid.is_connected(cells):
            raise PuzzleFormatError(
                f"expected up to {grid.rows} connected cells from 0 to {size - 1} in an area, "
                f"found {[*cells]}"
            )
        near = {other for cell in cells for other in (cell, *grid.neighbours(cell))}
        if not near.isdisjoint(taken):
            raise PuzzleFormatError(f"expected areas that do not touch; check {[*cells]}")
        taken.update(cells)
