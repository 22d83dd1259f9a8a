"""Draw up to four numbers in a cell: one in the middle, two diagonally, three, four around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.looks.layers import CellDrawing
from pipeline.kinds.kit.looks.measures import DIGIT_EM, FACE, FIGURE_EM, label_size
from pipeline.kinds.kit.looks.pen import Pen
from pipeline.scene import Ink, Label, Mark, Point

_PLACES: Final[dict[int, tuple[float, tuple[Point, ...]]]] = {
    1: (0.62, ((0, 0),)),
    2: (0.54, ((-0.2, -0.2), (0.2, 0.2))),
    3: (0.48, ((-0.23, -0.2), (0.23, -0.2), (0, 0.2))),
    4: (0.42, ((0, -0.27), (-0.27, 0), (0.27, 0), (0, 0.27))),
}
"""By the number of digits, the font size and the centres about that of the cell, in cells."""
_ROOM: Final = 0.46  # Greatest width and height of one of several digits, in cells


def digits(pen: Pen, cell: int, text: str, ink: Ink) -> Iterator[Mark]:
    """Yield the digits of a text, each at its place."""
    (x, y), side = pen.centre(cell), pen.cell_mm
    share, places = _PLACES[len(text)]
    room = (_ROOM if len(text) > 1 else 1) * side
    size = round(label_size(share * side, min(room / DIGIT_EM, room / FIGURE_EM)), 4)
    for digit, (right, down) in zip(text, places, strict=True):
        place = (round(x + right * side, 4), round(y + down * side, 4))
        yield Label(digit, place, size, ink, FACE, is_small=len(text) > 1)


DRAWING: Final = CellDrawing(label=digits)
