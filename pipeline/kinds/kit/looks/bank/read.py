"""Read the dominoes to be placed: rounded outlines below a board, with two numbers in each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.bank.clue import Bank, bank_of
from pipeline.kinds.kit.looks.found import ClueReader, Parts
from pipeline.kinds.kit.looks.line.read import is_capsule
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import Box, Stroke, box_of, inside

_NEXT: Final = 1.0  # Greatest distance from the board to a domino, and from row to row, in cells
_OFF: Final = 0.1  # Greatest distance of the line in the middle of a domino from there
_BESIDE: Final = 0.1  # How far a domino may reach over the sides of the board


class BankReader(ClueReader[Bank]):
    """Finds the dominoes of a board."""

    def is_stroke(self, stroke: Stroke) -> bool:
        """Return whether a line may be the outline of a domino of an answer."""
        return is_capsule(self.board, stroke)

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        dominoes = [self._numbers(box) for box in self._boxes()]
        if dominoes:
            yield bank_of(dominoes)

    def box(self) -> Box:
        """Return the area of the board with its dominoes."""
        boxes = [self.board.box, *self._boxes()]
        return box_of([corner for box in boxes for corner in (box[:2], box[2:])])

    def _boxes(self) -> list[Box]:
        """Return the outlines, from the board downwards."""
        board, outlines = self.board, []
        for stroke in self.content.strokes:
            (left, top), (right, bottom) = (
                board.in_cells(stroke.box[:2]),
                board.in_cells(stroke.box[2:]),
            )
            is_beside = left > -_BESIDE and right < board.cols + _BESIDE
            is_domino = is_capsule(board, stroke) and bottom - top < right - left
            if not (is_domino and is_beside and top > board.rows):
                continue
            if self.content.shows_outline(stroke) and self._is_halved(stroke.box):
                outlines.append((top, bottom, stroke.box))
        last, near = float(board.rows), []
        for top, bottom, box in sorted(outlines):
            if top - last > _NEXT:
                break
            near.append(box)
            last = max(last, bottom)
        return near

    def _is_halved(self, box: Box) -> bool:
        """Return whether a line in the middle of a domino is seen."""
        slack = _OFF * self.board.cell_mm
        x = (box[0] + box[2]) / 2
        for line in self.content.strokes:
            if len(line.points) != 2 or line.is_closed or not line.ink:
                continue
            (x0, y0), (x1, y1) = sorted(line.points, key=lambda point: point[1])
            off = (abs(x0 - x), abs(x1 - x), abs(y0 - box[1]), abs(y1 - box[3]))
            if max(off) < slack and self.content.shows_line(line, (x0, y0), (x1, y1)):
                return True
        return False

    def _numbers(self, box: Box) -> list[int]:
        """Return the two numbers of a domino."""
        texts = sorted(
            (text.centre, text.text.strip())
            for text in self.content.texts
            if inside(text.centre, box)
        )
        words = "".join(word for _, word in texts)
        if len(words) != 2 or not (words.isascii() and words.isdigit()):
            raise PuzzleFormatError(f"a domino has {words or 'no numbers'} in place of two numbers")
        return [*map(int, words)]


READER: Final = BankReader
