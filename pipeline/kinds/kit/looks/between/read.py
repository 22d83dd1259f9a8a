"""Read what is between two cells: a text, a chevron, or a heavy line."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from pipeline.kinds.kit.board.clues import BETWEEN, WALL, Clue
from pipeline.kinds.kit.board.grid import Pair
from pipeline.kinds.kit.looks.between.clue import BLACK, WHITE, Between
from pipeline.kinds.kit.looks.found import (
    INSIDE,
    NEAR_MIDDLE,
    SIGNS_WRITTEN,
    ClueReader,
    Parts,
    Span,
    where,
)
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import BoardFound, TextRun, circle_of
from pipeline.scene.marks import Point

_DARK: Final = 0.5  # Least ink of a black dot
_WIDEST: Final = 0.3  # Greatest distance of the end of a chevron from its middle, in cells
_BESIDE_SIGN: Final[tuple[Span, ...]] = ((0.1, 0.33), (0.67, 0.9))


@dataclass
class SignReader(ClueReader[Between]):
    """Finds signs by pair of cells."""

    signs: dict[Pair, str] = field(default_factory=dict)

    @property
    def has_walls(self) -> bool:
        """See `ClueReader`."""
        return WALL in self.sort.signs

    @property
    def spans(self) -> tuple[Span, ...]:
        """See `ClueReader`."""
        return _BESIDE_SIGN

    def take(self, cell: int, text: TextRun) -> bool:
        """See `ClueReader`."""
        pair = pair_at(self.board, text.centre)
        if pair is not None:
            self.signs[pair] = self.signs.get(pair, "") + text.text.strip()
        return pair is not None

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        board = self.board
        for pair, text in self.signs.items():
            sign = SIGNS_WRITTEN.get(text, text)
            if sign not in self.sort.signs:
                raise PuzzleFormatError(f"no sign of this kind: {text!r}{where(board, pair[0])}")
            yield Clue(BETWEEN, pair, (), sign)
        for stroke in board.strokes(self.content):
            if stroke.is_closed or len(stroke.points) != 3 or not stroke.ink:
                continue
            (x0, y0), (x1, y1), (x2, y2) = stroke.points
            middle = ((x0 + 2 * x1 + x2) / 4, (y0 + 2 * y1 + y2) / 4)
            pair_here = pair_at(board, middle)
            is_wide = max(math.dist(middle, one) for one in stroke.points) > _WIDEST * board.cell_mm
            if (
                pair_here is None
                or is_wide
                or not all(self.content.shows_line(stroke, *p) for p in pairwise(stroke.points))
            ):
                continue
            ahead = (x0 + x2) / 2 - x1 if pair_here[1] == pair_here[0] + 1 else (y0 + y2) / 2 - y1
            if abs(ahead) > INSIDE[0] * board.cell_mm:
                yield Clue(BETWEEN, pair_here, (), "<" if ahead > 0 else ">")
        yield from self._dots()
        if self.has_walls:
            yield from (Clue(BETWEEN, pair, (), WALL) for pair in parts.walls)

    def _dots(self) -> Iterator[Clue]:
        """Yield the dots between cells: a ring, which is white or filled."""
        black = [circle_of(one.points) for one in self.content.fills if one.ink > _DARK]
        for stroke in self.board.strokes(self.content) if BLACK in self.sort.signs else ():
            circle = circle_of(stroke.points) if stroke.is_closed and stroke.ink else None
            pair = None if circle is None else pair_at(self.board, circle[0])
            if circle and pair and self.content.shows_outline(stroke):
                is_black = any(one and math.dist(one[0], circle[0]) < 0.1 for one in black)
                yield Clue(BETWEEN, pair, (), BLACK if is_black else WHITE)


def pair_at(board: BoardFound, point: Point) -> Pair | None:
    """Return the two cells beside the middle of a border that a point is on, else None."""
    x, y = board.in_cells(point)
    for across, down, step in ((x, y, 1), (y, x, board.cols)):
        line, is_middle = round(across), abs(down % 1 - 0.5) <= NEAR_MIDDLE
        if is_middle and abs(across - line) <= NEAR_MIDDLE:
            last, length = (board.cols, board.rows) if step == 1 else (board.rows, board.cols)
            if not (0 < line < last and 0 <= down < length):
                return None
            row, col = (int(down), line) if step == 1 else (line, int(down))
            return row * board.cols + col - step, row * board.cols + col
    return None


READER: Final = SignReader
