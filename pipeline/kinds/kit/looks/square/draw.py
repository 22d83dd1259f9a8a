"""Draw filled cells: walls whole, shaded ones with a margin that keeps the grid visible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.looks.layers import CellDrawing
from pipeline.kinds.kit.looks.look import CellLook
from pipeline.kinds.kit.looks.pen import Pen
from pipeline.scene import Ink, Mark, Rect

_INSET: Final = 0.07  # Margin of a shaded cell, in cells


def squares(look: CellLook, pen: Pen, cell: int, ink: Ink, has_number: bool) -> Iterator[Mark]:
    """Yield a filled cell."""
    row, col = divmod(cell, pen.board.cols)
    (x, y), margin = pen.corner(row * (pen.board.cols + 1) + col), 0.0
    if not look.is_under:
        margin = round(_INSET * pen.cell_mm, 4)
    side = round(pen.cell_mm - 2 * margin, 4)
    yield Rect((round(x + margin, 4), round(y + margin, 4)), side, side, ink)


DRAWING: Final = CellDrawing(squares)
