"""Draw numbers with an arrow above them or to their right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import ARROW, BOTTOM, LEFT, RIGHT
from pipeline.kinds.kit.looks.layers import CLUE, Drawing, Keyed
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.measures import DIGIT_EM, FACE, THINNEST_MM, label_size
from pipeline.kinds.kit.looks.pen import Pen, place_at
from pipeline.scene import Cap, Label, Polyline

_ARROWED_SHARE: Final = 0.5
_ARROWED_WIDTH: Final = 0.56
_ARROWED_SHIFT: Final = 0.12
_ARROW_SHIFT: Final = 0.3
"""Type size of a number with an arrow, its greatest width, how far it is off the middle of its
cell, and how far the arrow is on the other side, in cells."""
_ARROW: Final = (
    (0.32, 0), (0.1, 0.12), (0.1, 0.03), (-0.32, 0.03), (-0.32, -0.03), (0.1, -0.03), (0.1, -0.12)
)  # fmt: skip
"""Corners of an arrow to the right about its middle, in cells, the tip first."""


def arrow_marks(board: Board, pen: Pen, looks: Looks) -> Iterator[Keyed]:
    """Yield numbers with an arrow above them or to their right.

    >>> from pipeline.kinds.kit.board.clues import Clue
    >>> from pipeline.scene.board import BoardStyle
    >>> board = Board(1, 2, (0, 0), other_clues=(Clue(ARROW, (0,), (1,), RIGHT),))
    >>> pen = Pen(board, BoardStyle(10.0, 0.3, 0.7, 0.0))
    >>> number, arrow = (mark for _, mark in arrow_marks(board, pen, Looks()))
    >>> number.text, number.position, arrow.points[0]
    ('1', (5.0, 6.2), (8.2, 2.0))
    """
    cell_mm, style = pen.cell_mm, pen.style
    for arrow in board.clues_of(ARROW):
        row, col = divmod(arrow.place[0], board.cols)
        is_across = arrow.sign in (LEFT, RIGHT)
        down, right = (1, 0) if is_across else (0, -1)
        word = str(arrow.numbers[0])
        fits = _ARROWED_WIDTH * cell_mm / (len(word) * DIGIT_EM)
        size = round(label_size(_ARROWED_SHARE * cell_mm, fits), 4)
        shift = _ARROWED_SHIFT
        place = place_at(style, row + 0.5 + down * shift, col + 0.5 + right * shift)
        yield arrow.place[0], Label(word, place, size, CLUE, FACE)
        sign = 1 if arrow.sign in (RIGHT, BOTTOM) else -1
        middle = row + 0.5 - down * _ARROW_SHIFT, col + 0.5 - right * _ARROW_SHIFT
        corners = ((sign * y, sign * x) if is_across else (sign * x, sign * y) for x, y in _ARROW)
        points = tuple(place_at(style, middle[0] + y, middle[1] + x) for y, x in corners)
        tip = Polyline(points, THINNEST_MM, CLUE, Cap.BUTT, is_closed=True, fill=CLUE)
        yield arrow.place[0], tip


DRAWING: Final = Drawing(over=arrow_marks)
