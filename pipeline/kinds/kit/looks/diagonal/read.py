"""Read thin lines from corner to corner of a board."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.diagonal.clue import DIAGONAL, Diagonals, diagonals_of
from pipeline.kinds.kit.looks.found import ClueReader, Parts
from pipeline.kinds.kit.looks.line.read import along
from pipeline.scene.marks import Point

_SLACK: Final = 0.06  # Greatest distance of an end from its corner, in cells


class DiagonalReader(ClueReader[Diagonals]):
    """Finds diagonals."""

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        board = self.board
        if board.rows == board.cols:
            left, top, right, bottom = board.box
            ends = (((left, top), (right, bottom)), ((left, bottom), (right, top)))
            for (start, end), cells in zip(ends, diagonals_of(board.rows), strict=True):
                if self._is_drawn(start, end):
                    yield Clue(DIAGONAL, cells)

    def _is_drawn(self, start: Point, end: Point) -> bool:
        """Return whether a thin line joins two corners and is seen in half of its cells."""
        count, slack = self.board.rows, _SLACK * self.board.cell_mm
        steps: list[Point] = [along(start, end, k / (8 * count)) for k in range(8 * count + 1)]
        return any(
            max(math.dist(*pair) for pair in zip(sorted(line.points), (start, end), strict=True))
            <= slack
            and count
            <= 2
            * sum(
                any(self.content.shows_line(line, *ends) for ends in pairwise(steps[k : k + 9]))
                for k in range(0, 8 * count, 8)
            )
            for line in self.board.strokes(self.content)
            if not line.is_closed and len(line.points) == 2 and line.ink
        )


READER: Final = DiagonalReader
