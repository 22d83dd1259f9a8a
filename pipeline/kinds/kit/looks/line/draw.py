"""Draw lines through cells, borders of cells, heavy lines between regions, and strokes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot
from typing import Final

from pipeline.kinds.kit.board.board import Solution
from pipeline.kinds.kit.board.grid import chains
from pipeline.kinds.kit.looks.measures import turns
from pipeline.kinds.kit.looks.pen import Pen
from pipeline.scene import Ink, Mark, Polyline, Role

_LINE: Final = 0.17
_BORDER: Final = 0.115
"""Thickness of lines of an answer, in cells."""
_AROUND: Final = 0.37  # Distance of an outline from the middle of a stroke, in cells
_OUTLINE: Final = 0.06  # Its thickness


def lines(pen: Pen, solution: Solution, ink: Ink) -> Iterator[Mark]:
    """Yield the lines of an answer, each from end to end; borders as long straight ones."""
    if solution.family == "borders":
        yield from pen.lines(solution.items, pen.thickness(_BORDER), ink)
        return
    for chain in chains(solution.items):
        points = turns([pen.centre(cell) for cell in chain])
        yield Polyline(points, pen.thickness(_LINE), ink)


def strokes(pen: Pen, solution: Solution, ink: Ink) -> Iterator[Mark]:
    """Yield an outline with round ends about the cells of each stroke, which crosses no letter."""
    around, width = round(_AROUND * pen.cell_mm, 4), pen.thickness(_OUTLINE)
    for first, last in solution.items:
        (x0, y0), (x1, y1) = pen.centre(first), pen.centre(last)
        share = around / hypot(x1 - x0, y1 - y0)
        along, down = share * (x1 - x0), share * (y1 - y0)
        corners = (
            (x0 - along + down, y0 - down - along), (x1 + along + down, y1 + down - along),
            (x1 + along - down, y1 + down + along), (x0 - along - down, y0 - down + along),
        )  # fmt: skip
        points = tuple((round(x, 4), round(y, 4)) for x, y in corners)
        yield Polyline(points, width, ink, is_closed=True, corner_mm=around)


def regions(pen: Pen, is_walled: bool) -> Iterator[Mark]:
    """Yield heavy lines between cells of different regions, or of different walled cages."""
    part = dict(enumerate(pen.board.cage_of if is_walled else pen.board.regions))
    yield from areas(pen, part, Ink(Role.FRAME))


def areas(pen: Pen, part: Mapping[int, int], ink: Ink) -> Iterator[Mark]:
    """Yield heavy lines between cells of different parts, or of different numbers."""
    borders = (border for border, _ in pen.board.grid.parting(part))
    yield from pen.lines(borders, pen.style.frame_mm, ink)
