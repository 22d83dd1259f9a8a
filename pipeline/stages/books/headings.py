"""The dots over a printed puzzle, which show how hard it is: discs, or stars for children."""

from __future__ import annotations

from typing import Final, NamedTuple

from pipeline.model import Band
from pipeline.scene import Point
from pipeline.scene.page_content import Box, PageContent

_LEAST_EM, _MOST_EM = 0.15, 0.75
"""Sides of a dot, in sizes of the number beside it."""
_SQUARE: Final = 0.15
"""Share of its side by which a dot may be wider or less wide than high."""
_REACH_EM: Final = 0.9
"""How far above the baseline of the number the middle of a dot may be, in sizes of the number."""
_APART_EM: Final = 1.3
"""How far the middles of two dots in a row may be apart, in the same."""


class Dots(NamedTuple):
    """How many dots are in a heading, and how many of them are filled."""

    total: int
    filled: int

    @property
    def is_whole(self) -> bool:
        """Whether there is a dot for each band, and the first is filled."""
        return self.total == len(Band) and self.filled > 0


def read_dots(content: PageContent, number: Point, size_mm: float) -> Dots:
    """Return the dots on the line of a puzzle's number, the next ones to its right.

    ``number`` is where the number begins on its baseline.
    """
    x, y = number
    found: dict[float, bool] = {}
    areas = [(fill.box, True) for fill in content.fills if fill.ink]
    areas += [(stroke.box, False) for stroke in content.strokes if stroke.is_closed and stroke.ink]
    for box, is_filled in areas:
        middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        if _is_dot(box, size_mm) and middle[0] > x and 0 < y - middle[1] <= _REACH_EM * size_mm:
            place = round(middle[0], 1)
            found[place] = found.get(place, False) or is_filled
    row: list[bool] = []
    last = None
    for place, is_filled in sorted(found.items()):
        if last is not None and place - last > _APART_EM * size_mm:
            break
        row.append(is_filled)
        last = place
    return Dots(len(row), sum(row))


def _is_dot(box: Box, size_mm: float) -> bool:
    wide, high = box[2] - box[0], box[3] - box[1]
    is_square = abs(wide - high) <= _SQUARE * max(wide, high)
    return is_square and _LEAST_EM * size_mm <= wide <= _MOST_EM * size_mm
