"""Draw shaded areas, row by row, below the grid."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.area.clue import AREA
from pipeline.kinds.kit.looks.layers import Drawing, Keyed
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.pen import Pen, place_at
from pipeline.scene import Ink, Rect, Role

_LIGHT: Final = Ink(Role.TINT, 1)


def area_marks(board: Board, pen: Pen, looks: Looks) -> Iterator[Keyed]:
    """Yield a rectangle for each run of cells of an area in a row."""
    for clue in board.clues_of(AREA):
        places = enumerate(divmod(cell, board.cols) for cell in clue.place)
        for _, run in groupby(places, lambda one: (one[1][0], one[1][1] - one[0])):
            cells = [place for _, place in run]
            corner, side = place_at(pen.style, *cells[0]), pen.cell_mm
            yield None, Rect(corner, round(len(cells) * side, 4), side, _LIGHT)


DRAWING: Final = Drawing(ground=area_marks)
