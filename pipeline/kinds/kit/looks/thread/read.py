"""Read lines through the middles of cells: with a bulb, with a circle and a head, or plain."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Set
from functools import cached_property
from itertools import pairwise
from typing import Final

from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.found import ClueReader, Parts, where
from pipeline.kinds.kit.looks.thread.clue import LINE, SUM_ARROW, THERMOMETER, Threads
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import BoardFound, PageContent, Stroke, circle_of
from pipeline.scene.marks import Point

_WIDE: Final = 0.11  # Least thickness of a line that is no arrow, in cells
_NEAR: Final = 0.06  # Greatest distance of a point from the middle of its cell, in cells
_BULB: Final = (0.28, 0.375)
_RING: Final = (0.37, 0.43)
"""Radius of a bulb and of a circle, in cells."""
_SPANS: Final = ((0.22, 0.29), (0.27, 0.345), (0.34, 0.41))
"""Where a line is seen between what is in a cell and a heavy line, one of them beside a dot."""


class ThreadReader(ClueReader[Threads]):
    """Finds lines by their cells."""

    @cached_property
    def _threads(self) -> list[tuple[Stroke, tuple[int, ...]]]:
        return [
            (stroke, cells)
            for stroke in self.board.strokes(self.content)
            if stroke.ink and not (stroke.is_closed or stroke.is_dashed)
            and (cells := self._cells(stroke))
        ]  # fmt: skip

    def _cells(self, stroke: Stroke) -> tuple[int, ...]:
        """Return the cells whose middles a line runs through, () if it is none."""
        board, passed = self.board, list[int]()
        is_wide = stroke.width_mm > _WIDE * board.cell_mm
        for k, point in enumerate(stroke.points):
            cell, off = board.cell_at(point), 0.0 if is_wide or k else _RING[1]
            if cell is None:
                return ()
            far = math.dist(point, board.centre(cell)) / board.cell_mm
            if far > off + _NEAR or (off and far < _RING[0] - _NEAR):
                return ()
            passed.append(cell)
        whole = [passed[0]]
        for first, second in pairwise(passed):  # a file may leave out points of a straight line
            (row, col), (row2, col2) = (divmod(cell, board.cols) for cell in (first, second))
            count = max(abs(row2 - row), abs(col2 - col))
            if not count or {abs(row2 - row), abs(col2 - col)} - {0, count}:
                return ()
            step = (second - first) // count
            whole += range(first + step, second + (1 if step > 0 else -1), step)
        return tuple(whole) if len(whole) > 1 else ()

    @cached_property
    def _bulbs(self) -> Mapping[int, float]:
        return _circles(self.board, self.content, is_filled=True)

    @cached_property
    def _rings(self) -> Mapping[int, float]:
        return _circles(self.board, self.content, is_filled=False)

    @property
    def circles(self) -> Set[int]:
        """See `ClueReader`."""
        first = {cells[0] for _, cells in self._threads}
        return {
            cell
            for found, (low, high) in ((self._bulbs, _BULB), (self._rings, _RING))
            for cell, radius in found.items()
            if cell in first and low <= radius <= high
        }

    def is_stroke(self, stroke: Stroke) -> bool:
        """See `ClueReader`."""
        threads = self._threads
        return stroke.order in {one.order for one, _ in threads} or any(
            self._is_head(stroke, cells) for _, cells in threads
        )

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        ends = {cells[0]: 0 for _, cells in self._threads}
        for stroke, cells in self._threads:
            is_wide = stroke.width_mm > _WIDE * self.board.cell_mm
            if not all(self._is_seen(stroke, *pair) for pair in pairwise(cells)):
                raise PuzzleFormatError(f"a line is not complete{where(self.board, cells[0])}")
            ends[cells[0]] += 1
            if not is_wide and cells[0] in self._rings and self._has_head(cells):
                yield Clue(SUM_ARROW, cells)
            elif is_wide and _BULB[0] <= self._bulbs.get(cells[0], 0) <= _BULB[1]:
                yield Clue(THERMOMETER, cells)
            elif is_wide:
                yield Clue(LINE, min(cells, cells[::-1]))
            else:
                raise PuzzleFormatError(
                    f"an arrow has no circle or no head{where(self.board, cells[0])}"
                )

    def _is_seen(self, stroke: Stroke, one: int, other: int) -> bool:
        """Return whether a line is seen between what is in two cells and what is between them."""
        (x, y), (x2, y2) = self.board.centre(one), self.board.centre(other)

        def at(share: float) -> Point:
            return x + share * (x2 - x), y + share * (y2 - y)

        return any(
            self.content.shows_line(stroke, at(low), at(high), (0,))
            for half in (_SPANS, [tuple(1 - share for share in span) for span in _SPANS])
            for low, high in half
        )

    def _has_head(self, cells: tuple[int, ...]) -> bool:
        """Return whether two short lines meet at the end of an arrow."""
        return any(
            all(self.content.shows_line(stroke, *pair) for pair in pairwise(stroke.points))
            for stroke in self.board.strokes(self.content)
            if self._is_head(stroke, cells)
        )

    def _is_head(self, stroke: Stroke, cells: tuple[int, ...]) -> bool:
        if len(stroke.points) != 3 or stroke.is_closed or not stroke.ink:
            return False
        tip = self.board.centre(cells[-1])
        far = [math.dist(point, tip) / self.board.cell_mm for point in stroke.points]
        return far[1] < _NEAR and max(far) < 0.5 and min(far[0], far[2]) > 2 * _NEAR


def _circles(board: BoardFound, content: PageContent, is_filled: bool) -> dict[int, float]:
    """Return the radius of the circle in the middle of each cell that has one, in cells."""
    radii: dict[int, float] = {}
    for mark in content.fills if is_filled else board.strokes(content):
        circle = circle_of(mark.points) if mark.ink else None
        if circle and board.is_centre(circle[0], 0.1) and not (
            isinstance(mark, Stroke) and not mark.is_closed
        ):  # fmt: skip
            cell = board.cell_at(circle[0])
            if cell is not None:
                radii[cell] = circle[1] / board.cell_mm
    return radii


READER: Final = ThreadReader
