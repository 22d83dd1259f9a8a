"""Draw a number outside of the board, and a short arrow from it along a diagonal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.layers import CLUE, Drawing, Keyed, Margins
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.measures import DIGIT_EM, FACE, label_size
from pipeline.kinds.kit.looks.pen import Pen, place_at
from pipeline.kinds.kit.looks.slant.clue import SLANT, slants_of
from pipeline.scene import Cap, Label, Polyline

_NUMBER_SHARE: Final = 0.42
_WIDEST: Final = 0.6
_MIDDLE: Final = 0.75
_ARROW: Final = (0.45, 0.06)
_HEAD: Final = 0.16
_STROKE: Final = 0.04
_MARGIN: Final = 1.1
"""Type size of a number, its greatest width, how far its middle is outside of its cell's corner on
both ways, where its arrow begins and ends, the sides of its head, its thickness, and the room
beside the board, in cells."""


def slant_marks(board: Board, pen: Pen, looks: Looks) -> Iterator[Keyed]:
    """Yield each number, and its arrow to the corner of the first cell."""
    cell_mm, style = pen.cell_mm, pen.style
    ways = slants_of(board.rows, board.cols)
    for clue in board.clues_of(SLANT):
        (row, col), (out_row, out_col) = divmod(clue.place[0], board.cols), ways[clue.place]
        down, right = row - out_row, col - out_col
        corner = row + (down < 0), col + (right < 0)  # which the arrow points at

        def at(far: float, corner: tuple[int, int] = corner,
               way: tuple[int, int] = (down, right)) -> tuple[float, float]:  # fmt: skip
            y, x = (corner[k] - way[k] * far for k in (0, 1))
            return place_at(style, y, x)

        text = str(clue.numbers[0])
        wished, fits = _NUMBER_SHARE * cell_mm, _WIDEST * cell_mm / (len(text) * DIGIT_EM)
        size = round(label_size(min(wished, fits), fits), 4)
        yield clue, Label(text, at(_MIDDLE), size, CLUE, FACE)
        width = pen.thickness(_STROKE)
        tip = x, y = at(_ARROW[1])
        yield clue, Polyline((at(_ARROW[0]), tip), width, CLUE, Cap.BUTT)
        across, along = -right * _HEAD * cell_mm, -down * _HEAD * cell_mm
        sides = (round(x + across, 4), y), (x, round(y + along, 4))
        yield clue, Polyline((sides[0], tip, sides[1]), width, CLUE)


def _margins(board: Board, cell_mm: float) -> Margins:
    has_any = bool(board.clues_of(SLANT))
    return Margins(*[round(_MARGIN * cell_mm, 4)] * 4) if has_any else Margins()


DRAWING: Final = Drawing(over=slant_marks, margins=_margins)
