"""Draw circles, with a number in it, empty, and small ones of an answer; and lamps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.looks.layers import PAPER, CellDrawing
from pipeline.kinds.kit.looks.look import CellLook
from pipeline.kinds.kit.looks.measures import corner_reach
from pipeline.kinds.kit.looks.pen import Pen
from pipeline.scene import Disc, Ink, Mark, Role

_SHARES: Final = {"white": 0.5, "black": 0.46}  # Font size of numbers, in cells
_EMPTY: Final = 0.36
_NUMBERED: Final = 0.4
_SMALL: Final = 0.24
_LAMP: Final = 0.3
"""Radius in cells of an empty circle, of one with a number, of one of an answer, and of a lamp."""
_CORE: Final = 0.6  # Radius of the disc in a lamp as a share
_RING: Final = 0.055  # Thickness of a circle, in cells


def circles(look: CellLook, pen: Pen, cell: int, ink: Ink, has_number: bool) -> Iterator[Mark]:
    """Yield a circle, or the ring and the disc of a lamp."""
    centre, ring = pen.centre(cell), pen.thickness(_RING)
    if look.name == "lamp":
        radius = round(_LAMP * pen.cell_mm, 4)
        yield Disc(centre, radius, PAPER, ink, ring)
        yield Disc(centre, round(_CORE * radius, 4), ink)
        return
    share = _SMALL if ink.role is Role.ANSWER else _NUMBERED if has_number else _EMPTY
    radius = round(share * pen.cell_mm - ring / 2, 4)
    yield Disc(centre, radius, ink if look.is_dark else PAPER, ink, ring)


def fits(pen: Pen, digits: int) -> float:
    """Return the font size of a number that fits into a circle."""
    return (_NUMBERED * pen.cell_mm - pen.thickness(_RING)) / corner_reach(1.0, digits)


DRAWING: Final = CellDrawing(circles, lambda look: _SHARES.get(look.name, _SHARES["black"]), fits)
