"""Draw the signs between cells: texts, chevrons to the smaller number, walls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import BETWEEN, WALL
from pipeline.kinds.kit.looks.between.clue import BLACK, DOTS
from pipeline.kinds.kit.looks.layers import CLUE, PAPER, SIGN_TEXTS, Drawing, Keyed
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.measures import DIGIT_EM, FACE, label_size
from pipeline.kinds.kit.looks.pen import Pen, place_at
from pipeline.scene import Cap, Disc, Ink, Label, Line, Polyline, Role

_SIGN_SHARE: Final = 0.42
_PLATE_SHARE: Final = 0.15
_DOT_SHARE: Final = 0.15
_CHEVRON_SHARES: Final = ((0.11, 0.11), (0.07, 0.12))
_STROKE_SHARE: Final = 0.04
_WIDEST: Final = 0.34
"""Type size of a sign, radius of the blank disc under it and of a dot, half the depth and half the
width of a chevron on lines and between separate squares, its thickness, the greatest width of a
text, in cells."""


def sign_marks(board: Board, pen: Pen, looks: Looks) -> Iterator[Keyed]:
    """Yield the signs between cells; a chevron points to the smaller number.

    >>> from pipeline.kinds.kit.board.clues import Clue
    >>> from pipeline.scene.board import BoardStyle
    >>> board = Board(1, 2, (0, 0), other_clues=(Clue(BETWEEN, (0, 1), (), "<"),))
    >>> pen = Pen(board, BoardStyle(10.0, 0.3, 0.7, 0.0))
    >>> plate, chevron = sign_marks(board, pen, Looks())
    >>> chevron[1].points
    ((11.1, 3.9), (8.9, 5.0), (11.1, 6.1))
    """
    cell_mm = pen.cell_mm
    whole = round(label_size(_SIGN_SHARE * cell_mm, 0.6 * cell_mm), 4)
    for clue in board.clues_of(BETWEEN):
        (row, col), (row2, col2) = (divmod(cell, board.cols) for cell in clue.place)
        x, y = place_at(pen.style, (row + row2 + 1) / 2, (col + col2 + 1) / 2)
        along = (row2 - row, col2 - col)
        if clue.sign == WALL:
            half = cell_mm / 2
            ends = [(x + side * along[0] * half, y + side * along[1] * half) for side in (-1, 1)]
            start, end = ((round(a, 4), round(b, 4)) for a, b in ends)
            yield None, Line(start, end, pen.style.frame_mm, Ink(Role.FRAME), Cap.ROUND)
            continue
        if clue.sign in DOTS:
            ring = pen.thickness(_STROKE_SHARE)
            radius = round(_DOT_SHARE * cell_mm - ring / 2, 4)
            yield clue, Disc((x, y), radius, CLUE if clue.sign == BLACK else PAPER, CLUE, ring)
            continue
        if clue.sign in "<>":
            if not looks.is_parted:
                yield None, Disc((x, y), round(_PLATE_SHARE * cell_mm, 4), PAPER)
            reach, half = (share * cell_mm for share in _CHEVRON_SHARES[looks.is_parted])
            reach = reach if clue.sign == "<" else -reach
            points = [
                (
                    round(x + a * along[1] + b * along[0], 4),
                    round(y + a * along[0] + b * along[1], 4),
                )
                for a, b in ((reach, -half), (-reach, 0.0), (reach, half))
            ]
            yield clue, Polyline(tuple(points), pen.thickness(_STROKE_SHARE), CLUE)
        else:
            text = SIGN_TEXTS.get(clue.sign, clue.sign)
            size = round(min(whole, _WIDEST * cell_mm / (len(text) * DIGIT_EM)), 4)
            radius = round(max(_PLATE_SHARE * cell_mm, 0.36 * size), 4)
            yield None, Disc((x, y), radius, PAPER)
            yield clue, Label(text, (x, y), size, CLUE, FACE)


DRAWING: Final = Drawing(over=sign_marks)
