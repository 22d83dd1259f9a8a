"""Draw silhouettes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.looks.figure.mark import Figure
from pipeline.kinds.kit.looks.layers import CellDrawing
from pipeline.kinds.kit.looks.measures import THINNEST_MM
from pipeline.kinds.kit.looks.pen import Pen
from pipeline.scene import Cap, Ink, Mark, Polyline, Rect


def figures(look: Figure, pen: Pen, cell: int, ink: Ink, has_number: bool) -> Iterator[Mark]:
    """Yield a silhouette."""
    (x, y), side = pen.centre(cell), pen.cell_mm
    corners = tuple((round(x + side * dx, 4), round(y + side * dy, 4)) for dx, dy in look.corners)
    if len(corners) == 4:  # whose outline would be that of a board
        (left, top), (right, bottom) = corners[0], corners[2]
        yield Rect(corners[0], round(right - left, 4), round(bottom - top, 4), ink)
        return
    yield Polyline(corners, THINNEST_MM, ink, Cap.BUTT, is_closed=True, fill=ink)


DRAWING: Final = CellDrawing(figures)
