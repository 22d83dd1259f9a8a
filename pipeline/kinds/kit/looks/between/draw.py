"""Draw the signs between cells: texts, chevrons to the smaller number, walls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import BETWEEN, WALL
from pipeline.kinds.kit.looks.layers import SIGN_TEXTS, Drawing, place_at
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.measures import FACE, THINNEST_MM, label_size
from pipeline.scene import Cap, Disc, Ink, Label, Line, Mark, Polyline
from pipeline.scene.board import BoardStyle
from pipeline.scene.marks import Role

_SIGN_SHARE: Final = 0.42
_PLATE_SHARE: Final = 0.15
_CHEVRON_SHARE: Final = 0.11
_STROKE_SHARE: Final = 0.04
"""Type size of a sign, radius of the blank disc under it, half the width of a chevron, and its
thickness, in cells."""


def sign_marks(board: Board, style: BoardStyle, looks: Looks) -> Iterator[Mark]:
    """Yield the signs between cells; a chevron points to the smaller number.

    >>> from pipeline.kinds.kit.board.clues import Clue
    >>> board = Board(1, 2, (0, 0), extra=(Clue(BETWEEN, (0, 1), (), "<"),))
    >>> plate, chevron = sign_marks(board, BoardStyle(10.0, 0.3, 0.7, 0.0), Looks())
    >>> chevron.points
    ((11.1, 3.9), (8.9, 5.0), (11.1, 6.1))
    """
    cell_mm, ink = style.cell_mm, Ink(Role.CLUE)
    size = round(label_size(_SIGN_SHARE * cell_mm, 0.6 * cell_mm), 4)
    for clue in board.extra_on(BETWEEN):
        (row, col), (row2, col2) = (divmod(cell, board.cols) for cell in clue.place)
        x, y = place_at(style, (row + row2 + 1) / 2, (col + col2 + 1) / 2)
        along = (row2 - row, col2 - col)
        if clue.sign == WALL:
            half = cell_mm / 2
            ends = [(x + side * along[0] * half, y + side * along[1] * half) for side in (-1, 1)]
            start, end = ((round(a, 4), round(b, 4)) for a, b in ends)
            yield Line(start, end, style.frame_mm, Ink(Role.FRAME), Cap.ROUND)
            continue
        if clue.sign in "<>":
            yield Disc((x, y), round(_PLATE_SHARE * cell_mm, 4), Ink(Role.PAPER))
            reach = _CHEVRON_SHARE * cell_mm * (1 if clue.sign == "<" else -1)
            points = [
                (
                    round(x + a * along[1] + b * along[0], 4),
                    round(y + a * along[0] + b * along[1], 4),
                )
                for a, b in ((reach, -abs(reach)), (-reach, 0.0), (reach, abs(reach)))
            ]
            width = round(max(_STROKE_SHARE * cell_mm, THINNEST_MM), 4)
            yield Polyline(tuple(points), width, ink)
        else:
            yield Disc((x, y), round(max(_PLATE_SHARE * cell_mm, 0.36 * size), 4), Ink(Role.PAPER))
            yield Label(SIGN_TEXTS.get(clue.sign, clue.sign), (x, y), size, ink, FACE)


DRAWING: Final = Drawing(over=sign_marks)
