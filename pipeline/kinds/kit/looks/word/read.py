"""Read the words in columns below a board, and the blanks of a message."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.found import ClueReader, Parts
from pipeline.kinds.kit.looks.line.read import is_capsule
from pipeline.kinds.kit.looks.word.clue import MESSAGE, SHORTEST, WORD, WordList
from pipeline.scene.board_reading import Box, Stroke, TextRun, box_of

_NEXT: Final = 1.5  # Greatest distance from the board to a text, and from row to row, in cells
_LEAST_MM: Final = 0.05  # Height of a line that is level
_LEAST: Final = 0.4  # Least font size of a word, in cells
_BLANK: Final = 0.45  # Greatest length of a blank of a message, in cells
_JOINED: Final = 0.25  # Greatest distance between blanks of a word


class WordReader(ClueReader[WordList]):
    """Finds the words of a board: the texts in capitals below it, row by row."""

    def is_stroke(self, stroke: Stroke) -> bool:
        """Return whether a line may be an outline about a word."""
        return is_capsule(self.board, stroke)

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        texts = self._texts()
        for text in texts:
            yield from (Clue(WORD, (), (), word) for word in text.text.split())
        if texts and (lengths := self._lengths()):
            yield Clue(MESSAGE, (), tuple(lengths))

    def box(self) -> Box:
        """Return the area of the board with its words."""
        corners = [self.board.box[:2], self.board.box[2:]]
        for text in self._texts():
            x, y = text.centre
            corners += [
                (x - text.width_mm / 2, y - text.size_mm / 2),
                (x + text.width_mm / 2, y + text.size_mm / 2),
            ]
        for stroke in self._blanks():
            corners += [stroke.box[:2], stroke.box[2:]]
        return box_of(corners)

    def _lengths(self) -> list[int]:
        """Return how many blanks each word of a message has."""
        board, lengths = self.board, list[int]()
        last = -1.0, -1.0
        for stroke in self._blanks():
            (left, y), (right, _) = (board.in_cells(point) for point in sorted(stroke.points))
            if abs(y - last[1]) < _JOINED and left - last[0] < _JOINED:
                lengths[-1] += 1
            else:
                lengths.append(1)
            last = right, y
        return lengths

    def _blanks(self) -> list[Stroke]:
        """Return the blanks of a message in the order of reading."""
        board, blanks = self.board, []
        texts = self._texts()
        lowest = max((board.in_cells(text.centre)[1] for text in texts), default=math.inf)
        for stroke in self.content.strokes:
            left, top, right, bottom = stroke.box
            x, y = board.in_cells((left, top))
            is_flat = bottom - top < _LEAST_MM and len(stroke.points) == 2
            is_blank = is_flat and 0 < right - left <= _BLANK * board.cell_mm
            is_below = -_JOINED < x < board.cols and y > lowest
            if not (is_blank and is_below and stroke.ink):
                continue
            if self.content.shows_line(stroke, stroke.points[0], stroke.points[1]):
                blanks.append((round(y, 1), x, stroke))
        blanks.sort(key=lambda one: one[:2])
        near, last = [], lowest
        for y, _, stroke in blanks:
            if y - last > _NEXT:
                break
            near.append(stroke)
            last = y
        return near

    def _texts(self) -> list[TextRun]:
        """Return the texts of words, in the order of reading."""
        board, words = self.board, []
        for text in self.content.texts:
            x, y = board.in_cells(text.centre)
            word = "".join(text.text.split())
            is_word = word.isascii() and word.isalpha() and word.isupper()
            is_text = is_word and len(word) >= SHORTEST
            is_large = text.size_mm >= _LEAST * board.cell_mm and text.is_bold
            if is_text and is_large and 0 < x < board.cols and y > board.rows:
                words.append((round(y, 1), x, text))
        words.sort(key=lambda one: one[:2])
        last, near = float(board.rows), []
        for y, _, text in words:
            if y - last > _NEXT:
                break
            near.append(text)
            last = y
        return near


READER: Final = WordReader
