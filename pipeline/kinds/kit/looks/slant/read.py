"""Read numbers outside of a board with an arrow along a diagonal."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Final

from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.found import ClueReader, Parts
from pipeline.kinds.kit.looks.slant.clue import SLANT, Slants, slants_of
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import Box, TextRun
from pipeline.scene.marks import Point

_MIDDLE: Final = 0.75
_SLACK: Final = 0.16
"""How far the middle of a number is outside of a corner on both ways; how far it may be off."""
_LEAST: Final = 0.12  # Least length of an arrow on both ways, in cells


class SlantReader(ClueReader[Slants]):
    """Finds numbers with arrows."""

    @cached_property
    def _found(self) -> list[tuple[Clue, TextRun]]:
        board, slants = self.board, list[tuple[Clue, TextRun]]()
        for cells, (out_row, out_col) in slants_of(board.rows, board.cols).items():
            row, col = divmod(cells[0], board.cols)
            down, right = row - out_row, col - out_col
            corner = col + (right < 0), row + (down < 0)
            place = board.from_cells((corner[0] - right * _MIDDLE, corner[1] - down * _MIDDLE))
            for text in self.content.texts:
                if math.dist(text.centre, place) > _SLACK * board.cell_mm or not text.is_bold:
                    continue
                if self._has_arrow(board.from_cells(corner), (right, down)):
                    word = text.text.strip()
                    number = int(word) if word.isascii() and word.isdigit() else 0
                    slants.append((Clue(SLANT, cells, (number,)), text))
        return slants

    def _has_arrow(self, corner: Point, way: tuple[int, int]) -> bool:
        """Return whether a line with a head ends near a corner, from outside on both ways."""
        side = self.board.cell_mm
        for stroke in self.content.strokes:
            if len(stroke.points) != 2 or stroke.is_closed or not stroke.ink:
                continue
            start, end = sorted(stroke.points, key=lambda point: -math.dist(point, corner))
            steps = [(b - a) * one / side for a, b, one in zip(start, end, way, strict=True)]
            if math.dist(end, corner) < 0.2 * side and min(steps) > _LEAST:
                return self.content.shows_line(stroke, start, end) and self._has_head(end)
        return False

    def _has_head(self, tip: Point) -> bool:
        return any(
            math.dist(stroke.points[1], tip) < 0.1 * self.board.cell_mm
            and all(self.content.shows_line(stroke, *one) for one in pairwise(stroke.points))
            for stroke in self.content.strokes
            if len(stroke.points) == 3 and not stroke.is_closed and stroke.ink
        )

    def is_number(self, text: TextRun) -> bool:
        """Return whether a text is the number of a diagonal."""
        return any(text is one for _, one in self._found)

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        for clue, text in self._found:
            if not clue.numbers[0]:
                raise PuzzleFormatError(f"a diagonal has the number {text.text.strip()!r}")
            yield clue

    def box(self) -> Box:
        """See `ClueReader`."""
        left, top, right, bottom = self.board.box
        for _, text in self._found:
            (x, y), half = text.centre, text.width_mm / 2
            left, right = min(left, x - half), max(right, x + half)
            top, bottom = min(top, y), max(bottom, y)
        return left, top, right, bottom


READER: Final = SlantReader
