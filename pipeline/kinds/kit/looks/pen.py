"""Where the parts of a board are on paper, and how thick its lines are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.measures import THINNEST_MM
from pipeline.scene import Cap, Ink, Line, Point
from pipeline.scene.board import BoardStyle, cell_centre


@dataclass(frozen=True, slots=True)
class Pen:
    """What draws on a board of a style."""

    board: Board
    style: BoardStyle

    @property
    def cell_mm(self) -> float:
        """The side of a cell in millimetres."""
        return self.style.cell_mm

    def thickness(self, share: float) -> float:
        """Return the thickness of a line, given in cells; printers need some."""
        return round(max(share * self.cell_mm, THINNEST_MM), 4)

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell."""
        return cell_centre(cell, self.board.cols, self.style)

    def corner(self, corner: int) -> Point:
        """Return the place of a corner of cells."""
        return place_at(self.style, *divmod(corner, self.board.cols + 1))

    def lines(self, borders: Iterable[tuple[int, ...]], width: float, ink: Ink) -> Iterator[Line]:
        """Yield borders of cells, merged into straight lines."""
        wide, pairs = self.board.cols + 1, [*borders]
        for is_across in (True, False):
            # starts of borders as (line, place in the line)
            starts = sorted(
                divmod(a, wide) if is_across else divmod(a, wide)[::-1]
                for a, b in pairs
                if (b == a + 1) == is_across
            )
            for _, run in groupby(enumerate(starts), lambda one: (one[1][0], one[1][1] - one[0])):
                (_, (line, at)), *more = run
                ends = ((line, at), (line, at + 1 + len(more)))
                first, last = (r * wide + c if is_across else c * wide + r for r, c in ends)
                yield Line(self.corner(first), self.corner(last), width, ink, Cap.ROUND)


def place_at(style: BoardStyle, row: float, col: float) -> Point:
    """Return the place so many cells below and right of the board's corner, in millimetres."""
    margin, cell_mm = style.margin_mm, style.cell_mm
    return round(margin + col * cell_mm, 4), round(margin + row * cell_mm, 4)
