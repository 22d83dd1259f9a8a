"""Draw lines through cells, below the grid: wide ones with a bulb or without, thin arrows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.layers import PAPER, SHADE, Drawing, Keyed
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.pen import Pen
from pipeline.kinds.kit.looks.thread.clue import LINE, SUM_ARROW, THERMOMETER
from pipeline.scene import Cap, Disc, Point, Polyline

_WIDTHS: Final = {THERMOMETER: 0.26, LINE: 0.16, SUM_ARROW: 0.09}
_BULB: Final = 0.35
_RING: Final = 0.4
_HEAD: Final = 0.2
"""Thickness of lines, radius of a bulb and of a circle, length of both sides of an arrow's head, in
cells."""
_CASE: Final = 0.05  # Width of the blank edge that keeps a line apart from a shaded cell


def thread_marks(board: Board, pen: Pen, looks: Looks) -> Iterator[Keyed]:
    """Yield blank edges, then each line with its bulb or circle."""
    lines = [(clue, _points(clue, pen)) for name in _WIDTHS for clue in board.clues_of(name)]
    for clue, (middle, points) in lines:
        wider = pen.thickness(_WIDTHS[clue.sort] + 2 * _CASE)
        yield None, Polyline(points, wider, PAPER)
        if clue.sort == SUM_ARROW:
            yield None, Disc(middle, round(_RING * pen.cell_mm, 4), None, PAPER, wider)
        elif clue.sort == THERMOMETER:
            yield None, Disc(middle, round((_BULB + _CASE) * pen.cell_mm, 4), PAPER)
    for clue, (middle, points) in lines:
        width = pen.thickness(_WIDTHS[clue.sort])
        if clue.sort == SUM_ARROW:
            yield None, Disc(middle, round(_RING * pen.cell_mm, 4), None, SHADE, width)
        elif clue.sort == THERMOMETER:
            yield None, Disc(middle, round(_BULB * pen.cell_mm, 4), SHADE)
        cap = Cap.BUTT if clue.sort == SUM_ARROW else Cap.ROUND
        yield None, Polyline(points, width, SHADE, cap)
        if clue.sort == SUM_ARROW:
            yield None, Polyline(_head(points, pen.cell_mm), width, SHADE)


def _points(clue: Clue, pen: Pen) -> tuple[Point, tuple[Point, ...]]:
    """Return the middle of the first cell, and the points of a line, from the rim of a circle."""
    first, *more = (pen.centre(cell) for cell in clue.place)
    start = first
    if clue.sort == SUM_ARROW:
        turn = math.atan2(more[0][1] - first[1], more[0][0] - first[0])
        start = _ahead(first, turn, _RING * pen.cell_mm)
    return first, (start, *more)


def _head(points: tuple[Point, ...], cell_mm: float) -> tuple[Point, ...]:
    """Return both sides of the head of an arrow with its tip at the last point."""
    (x0, y0), (x, y) = points[-2:]
    back = math.atan2(y0 - y, x0 - x)
    sides = (_ahead((x, y), back + turn, _HEAD * cell_mm) for turn in (-0.7, 0.7))
    one, other = sides
    return one, (x, y), other


def _ahead(point: Point, turn: float, far: float) -> Point:
    return round(point[0] + far * math.cos(turn), 4), round(point[1] + far * math.sin(turn), 4)


DRAWING: Final = Drawing(ground=thread_marks)
