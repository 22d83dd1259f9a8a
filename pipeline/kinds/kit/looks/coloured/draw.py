"""Draw colours, which have marks besides, and numbers outside of the board on them.

A swatch is a filled square with a hole in the paper's colour: none for colour 1, a disc for 2, a
band across for 3, a square for 4. So colours differ in black print, and for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import LEFT, SIDES, TOP, Clue
from pipeline.kinds.kit.looks.layers import CLUE, PAPER, Drawing, Keyed, Margins
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.measures import DIGIT_EM, FACE, label_size
from pipeline.kinds.kit.looks.outside.draw import beside, ruled_margins
from pipeline.kinds.kit.looks.pen import Pen
from pipeline.scene import Disc, Ink, Label, Mark, Point, Polyline, Rect, Role

CELL: Final = 0.86
HOLE: Final = 0.36
"""Side of a swatch in a cell, and the height of its hole as a share of it."""
CLUE_HOLE: Final = 0.68
"""The height of a hole under a number, as a share of its swatch."""
_SWATCH: Final = 0.84
_GAP: Final = 0.08
"""Side of a swatch outside of the board, and the gap between two, in cells."""
_NUMBER: Final = 0.62
"""Type size of a number, as a share of its swatch."""
ON_SOLID: Final = Ink(Role.PAPER, 1)
"""The ink of numbers on a swatch without a hole."""


def swatch(centre: Point, side: float, colour: int, hole: float) -> Iterator[Mark]:
    """Yield a square of a colour with its hole.

    >>> [type(mark).__name__ for mark in swatch((5, 5), 4, 2, HOLE)]
    ['Rect', 'Disc']
    """
    if not colour:
        return
    x, y = centre
    corner = round(x - side / 2, 4), round(y - side / 2, 4)
    yield Rect(corner, side, side, Ink(Role.ANSWER, colour - 1))
    high = round(hole * side, 4)
    if colour == 2:
        yield Disc(centre, round(high / 2, 4), PAPER)
    elif colour > 2:
        wide = side if colour == 3 else high
        left, top, right, bottom = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        points = tuple((round(a, 4), round(b, 4)) for a, b in corners)
        yield Polyline(points, 0.0, PAPER, is_closed=True, fill=PAPER)


def measure_margins(board: Board, cell_mm: float) -> Margins:
    """Return the room for the longest list on each side."""
    longest = {
        side: max((len(clue.numbers) for clue in board.clues_of(side)), default=0) for side in SIDES
    }
    return Margins(*(
        round((count * (_SWATCH + _GAP) + _GAP) * cell_mm, 4) if count else 0.0
        for count in longest.values()
    ))  # fmt: skip


def number_marks(board: Board, pen: Pen, looks: Looks) -> Iterator[Keyed]:
    """Yield numbers on swatches of their colours, nearest to the board the last of a line."""
    margins = measure_margins(board, pen.cell_mm)
    side_mm = round(_SWATCH * pen.cell_mm, 4)
    step = (_SWATCH + _GAP) * pen.cell_mm
    for side in (LEFT, TOP):
        yield from ruled_margins(board, pen, looks, side, margins[SIDES.index(side)])
        digits = max((len(str(n)) for one in board.clues_of(side) for n in one.numbers), default=1)
        fits = 0.9 * CLUE_HOLE * side_mm / (max(digits, 2) * DIGIT_EM)
        size = round(label_size(_NUMBER * side_mm, fits), 4)
        for clue in board.clues_of(side):
            at, key = clue.place[0], Clue(side, clue.place)
            # A 0, for a line without runs, has no colour.
            outwards = [*zip(clue.numbers, map(int, clue.sign or "0"), strict=True)][::-1]
            for k, (number, colour) in enumerate(outwards):
                place = beside(pen, side, at + 0.5, k * step + _GAP * pen.cell_mm + side_mm / 2)
                for mark in swatch(place, side_mm, colour, CLUE_HOLE):
                    yield key, mark
                ink = ON_SOLID if colour == 1 else CLUE
                yield key, Label(str(number), place, size, ink, FACE)


DRAWING: Final = Drawing(over=number_marks, margins=measure_margins)
