"""Read thin lines from corner to corner of a board."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.diagonal.clue import DIAGONAL, Diagonals, diagonals_of
from pipeline.kinds.kit.looks.found import ClueReader, Parts
from pipeline.kinds.kit.looks.line.read import OFF_LATTICE, along
from pipeline.scene.board_reading import BoardFound, PageContent, Stroke
from pipeline.scene.marks import Point


class DiagonalReader(ClueReader[Diagonals]):
    """Finds diagonals."""

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        board = self.board
        if board.rows == board.cols:
            for ends, cells in zip(corners_of(board), diagonals_of(board.rows), strict=True):
                if self._is_drawn(*ends):
                    yield Clue(DIAGONAL, cells)

    def _is_drawn(self, start: Point, end: Point) -> bool:
        """Return whether a thin line joins two corners and is seen in half of its cells."""
        count = self.board.rows
        steps: list[Point] = [along(start, end, k / (8 * count)) for k in range(8 * count + 1)]
        return any(
            count
            <= 2
            * sum(
                any(self.content.shows_line(line, *ends) for ends in pairwise(steps[k : k + 9]))
                for k in range(0, 8 * count, 8)
            )
            for line in lines_between(self.board, self.content, start, end)
        )


def corners_of(board: BoardFound) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
    """Return the ends of both diagonals, from left to right, that from the top first."""
    left, top, right, bottom = board.box
    return ((left, top), (right, bottom)), ((left, bottom), (right, top))


def lines_between(
    board: BoardFound, content: PageContent, start: Point, end: Point
) -> Iterator[Stroke]:
    """Yield the straight lines from a place to another one on its right, seen or not."""
    slack = OFF_LATTICE * board.cell_mm
    for line in board.strokes(content):
        ends = sorted(line.points)
        is_straight = len(ends) == 2 and line.ink and not line.is_closed
        if is_straight and max(math.dist(ends[0], start), math.dist(ends[1], end)) <= slack:
            yield line


READER: Final = DiagonalReader
