"""Read colours from a page by the holes of their swatches, and the numbers on those outside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.found import Parts
from pipeline.kinds.kit.looks.outside.read import OutsideReader
from pipeline.scene.board_reading import (
    BoardFound,
    Box,
    Fill,
    PageContent,
    circle_of,
    inside,
    middle_of,
)
from pipeline.scene.marks import Point

_SIDES: Final = (0.5, 1.02)  # Least and greatest side of a swatch, in cells
_HIGHEST: Final = 0.9  # Greatest height of a hole, as a share of its swatch
_SAME: Final = 0.02  # Differences of sides that are equal, in cells


def swatches(board: BoardFound, content: PageContent) -> Iterator[tuple[Point, Box, int]]:
    """Yield the middle, the box and the colour of each swatch that is seen on a page."""
    holes: dict[tuple[int, int], list[Fill]] = {}
    for fill in content.fills:
        if not fill.ink:
            x, y = board.in_cells(middle_of(fill.box))
            holes.setdefault((round(10 * x), round(10 * y)), []).append(fill)
    for fill in content.fills:
        left, top, right, bottom = (round(at / board.cell_mm, 4) for at in fill.box)
        wide, high = right - left, bottom - top
        is_square = abs(wide - high) <= _SAME and len({*fill.points}) == 4
        if not (fill.ink and is_square and _SIDES[0] <= wide <= _SIDES[1]):
            continue
        middle = middle_of(fill.box)
        x, y = board.in_cells(middle)
        near = [(round(10 * x) + a, round(10 * y) + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        over = [
            hole
            for key in near
            for hole in holes.get(key, ())
            if hole.order > fill.order and inside(middle_of(hole.box), _core(fill.box))
            if hole.box[3] - hole.box[1] < _HIGHEST * (fill.box[3] - fill.box[1])
        ][:1]
        if content.shows_fill(fill, over):
            yield middle, fill.box, _colour_of(fill.box, over)


def _core(box: Box) -> Box:
    (x, y), reach = middle_of(box), (box[2] - box[0]) / 20
    return x - reach, y - reach, x + reach, y + reach


def _colour_of(box: Box, holes: list[Fill]) -> int:
    """Return the colour of a square with its hole, if any."""
    for hole in holes:
        if circle_of(hole.points) is not None:
            return 2
        return 3 if hole.box[2] - hole.box[0] >= 0.95 * (box[2] - box[0]) else 4
    return 1


def colours_of(board: BoardFound, content: PageContent) -> dict[int, int]:
    """Return the colour of each cell of a board that has one."""
    colours = {}
    for middle, _, colour in swatches(board, content):
        cell = board.cell_at(middle)
        if cell is not None and board.is_centre(middle, 0.1):
            colours[cell] = colour
    return colours


class ColouredReader(OutsideReader):
    """Finds numbers outside of a board, and the colours that they are on."""

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        grounds = [(box, colour) for _, box, colour in swatches(self.board, self.content)]
        for clue, texts in self._numbers():
            if not any(clue.numbers):
                continue
            colours = [
                next((colour for box, colour in grounds if inside(text.centre, box)), 0)
                for text in sorted(texts, key=lambda text: text.centre)
            ]
            yield clue._replace(sign="".join(map(str, colours)))


READER: Final = ColouredReader
