"""Draw the dominoes to be placed in rows below the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import BOTTOM, Clue
from pipeline.kinds.kit.looks.bank.clue import dominoes_of
from pipeline.kinds.kit.looks.layers import CLUE, Drawing, Keyed, Margins
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.measures import FACE
from pipeline.kinds.kit.looks.pen import Pen, place_at
from pipeline.scene import Label, Line, Polyline

_HALF: Final = 0.54  # Side of a half, in cells
_APART: Final = 0.24  # Distance between dominoes
_FIRST: Final = 0.4  # Distance of the first row from the board
_OUTLINE: Final = 0.035
_ROUND: Final = 0.12  # Radius of the corners
_SIZE: Final = 0.42  # Type size


def _per_row(board: Board) -> int:
    return max(1, int((board.cols + _APART) / (2 * _HALF + _APART)))


def domino_marks(board: Board, pen: Pen, looks: Looks) -> Iterator[Keyed]:
    """Yield an outline, a line in the middle and two numbers for each domino."""
    width, radius = pen.thickness(_OUTLINE), round(_ROUND * pen.cell_mm, 4)
    wide = _per_row(board)
    start = (board.cols - wide * (2 * _HALF + _APART) + _APART) / 2
    for number, domino in enumerate(dominoes_of(board)):
        down, across = divmod(number, wide)
        top = board.rows + _FIRST + down * (_HALF + _APART)
        left = start + across * (2 * _HALF + _APART)
        key = Clue(BOTTOM, (number,))
        ends = (top, left), (top, left + 2 * _HALF), (top + _HALF, left + 2 * _HALF)
        corners = tuple(place_at(pen.style, *at) for at in (*ends, (top + _HALF, left)))
        yield key, Polyline(corners, width, CLUE, is_closed=True, corner_mm=radius)
        middle = [place_at(pen.style, at, left + _HALF) for at in (top, top + _HALF)]
        yield key, Line(middle[0], middle[1], width, CLUE)
        for half, value in enumerate(domino):
            place = place_at(pen.style, top + _HALF / 2, left + (half + 0.5) * _HALF)
            yield key, Label(str(value), place, round(_SIZE * pen.cell_mm, 4), CLUE, FACE)


def _margins(board: Board, cell_mm: float) -> Margins:
    rows = -(-len(dominoes_of(board)) // _per_row(board))
    cells = _FIRST + rows * (_HALF + _APART)
    return Margins(bottom=round(cells * cell_mm, 4) if rows else 0.0)


DRAWING: Final = Drawing(over=domino_marks, margins=_margins)
