"""Read numbers outside of a board, in line with a row or column, from the board outwards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.clues import LEFT, RIGHT, TOP, Clue
from pipeline.kinds.kit.looks.found import NEAR_MIDDLE, ClueReader, Parts
from pipeline.kinds.kit.looks.outside.clue import Outside
from pipeline.scene.board_reading import Box, TextRun

_LARGEST: Final = 1.05
_SMALL_MM: Final = 2.6
"""Greatest type size, in that of the values in cells or, if there are none, in cells; but of
any board so many millimetres. A caption is larger."""
_NEXT: Final = 1.1
_SAME_SIZE: Final = 0.1
"""Greatest distance between numbers of a list in cells; share by which their sizes may differ."""


class OutsideReader(ClueReader[Outside]):
    """Finds the numbers outside of a board."""

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        has_zeros = 0 in self.sort.numbers(1)
        return (clue for clue, _ in self._numbers() if has_zeros or any(clue.numbers))

    def box(self) -> Box:
        """Return the area of the board with the width of the numbers, and the middles of rows."""
        left, top, right, bottom = self.board.box
        for _, texts in self._numbers():
            for text in texts:
                (x, y), half = text.centre, text.width_mm / 2
                left, right = min(left, x - half), max(right, x + half)
                top, bottom = min(top, y), max(bottom, y)
        return left, top, right, bottom

    def _numbers(self) -> Iterator[tuple[Clue, list[TextRun]]]:
        """Yield the numbers outside with their texts.

        All have the type size of the one nearest to the board.
        """
        board = self.board
        lines: dict[tuple[str, int], list[tuple[float, TextRun]]] = {}
        for side in self.sort.sides:
            for text in self.content.texts:
                x, y = board.in_cells(text.centre)
                along, out = (y, x) if side in (LEFT, RIGHT) else (x, y)
                count, length = (board.rows, board.cols)[:: 1 if side in (LEFT, RIGHT) else -1]
                far = -out if side in (LEFT, TOP) else out - length
                if far > 0 and 0 <= along < count and abs(along % 1 - 0.5) <= NEAR_MIDDLE:
                    lines.setdefault((side, int(along)), []).append((far, text))
        beside = (one for line in lines.values() for one in line)
        numbered = ((far, text) for far, text in beside if text.text.replace(" ", "").isdecimal())
        nearest = min(numbered, default=None)  # not a caption
        if nearest is None or nearest[0] > _NEXT:
            return
        size = nearest[1].size_mm
        inside = [one.size_mm for one in self.content.texts if self._is_in_a_cell(one)]
        if size > max(_LARGEST * max(inside, default=board.cell_mm), _SMALL_MM):
            return
        for (side, index), line in lines.items():
            numbers: list[int] = []
            texts: list[TextRun] = []
            last = 0.0
            for far, text in sorted(line)[: 1 if self.sort.is_one_number else None]:
                is_same = abs(text.size_mm - size) <= _SAME_SIZE * size
                words = text.text.split()
                if far - last > _NEXT or not is_same or not all(map(str.isdecimal, words)):
                    break
                last = far
                texts.append(text)
                numbers += map(int, words[::-1] if side == LEFT else words)
            if numbers:
                inwards = tuple(numbers[::-1] if side in (LEFT, TOP) else numbers)
                yield Clue(side, (index,), inwards), texts

    def _is_in_a_cell(self, text: TextRun) -> bool:
        """Return whether a text is a value of a cell, not a sign between cells or in a corner."""
        x, y = self.board.in_cells(text.centre)
        is_middle = all(abs(place % 1 - 0.5) <= NEAR_MIDDLE for place in (x, y))
        return is_middle and 0 <= x < self.board.cols and 0 <= y < self.board.rows


READER: Final = OutsideReader
