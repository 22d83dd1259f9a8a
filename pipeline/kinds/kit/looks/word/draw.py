"""Draw the words in columns below the board, and a line for each letter of a message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import BOTTOM, Clue
from pipeline.kinds.kit.looks.layers import CLUE, Drawing, Keyed, Margins
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.measures import FACE
from pipeline.kinds.kit.looks.pen import Pen, place_at
from pipeline.kinds.kit.looks.word.clue import MESSAGE, WORD
from pipeline.scene import Align, Label, Line

SIZE: Final = 0.56  # Font size in cells, nearly that of the letters
_ROW: Final = 0.74  # From word to word, in cells
_FIRST: Final = 0.35  # Distance of the first row from the board, in cells
_LETTER_EM: Final = 0.66  # Advance of a capital of `FACE` in em, on average
_WIDE_EM: Final = {"I": 0.3, "J": 0.42, "M": 0.86, "W": 0.96}
_APART: Final = 0.6  # Least distance between columns, in cells
_BLANK: Final = 0.5  # From blank to blank of a message, in cells
_DRAWN: Final = 0.36  # Length of a blank
_BETWEEN: Final = 0.5  # Distance between words of a message, besides that of blanks
_LINE: Final = 0.03  # Thickness of a blank
_MESSAGE_ROW: Final = 0.9  # Height of a row of a message, in cells


def columns_of(board: Board) -> list[list[tuple[str, float]]]:
    """Return the words of each column with the place where it begins, in cells."""
    words = [clue.sign for clue in board.clues_of(WORD)]
    widest = max(map(_width, words), default=1.0)
    number = max(1, min(int((board.cols + _APART) / (widest + _APART)), len(words)))
    height = -(-len(words) // number)
    wide = board.cols / number
    parts = [words[at : at + height] for at in range(0, len(words), height or 1)]
    return [[(word, at * wide) for word in part] for at, part in enumerate(parts)]


def blanks_of(board: Board) -> list[list[float]]:
    """Return where the blanks of each row of a message begin, in cells."""
    rows: list[list[float]] = []
    across = float(board.cols)
    for clue in board.clues_of(MESSAGE):
        for length in clue.numbers:
            if not rows or across + length * _BLANK > board.cols:
                rows.append([])
                across = 0.0
            rows[-1] += [across + k * _BLANK for k in range(length)]
            across += length * _BLANK + _BETWEEN
    return rows


def word_marks(board: Board, pen: Pen, looks: Looks) -> Iterator[Keyed]:
    """Yield the words, each of a key of its own, and the blanks of a message."""
    size, number = round(SIZE * pen.cell_mm, 4), 0
    for column in columns_of(board):
        for row, (word, across) in enumerate(column):
            place = place_at(pen.style, board.rows + _FIRST + (row + 0.5) * _ROW, across)
            yield Clue(BOTTOM, (number,)), Label(word, place, size, CLUE, FACE, Align.LEFT)
            number += 1
    below = board.rows + _FIRST + _height(board) * _ROW
    for row, blanks in enumerate(blanks_of(board), 1):
        for across in blanks:
            ends = [place_at(pen.style, below + row * _MESSAGE_ROW, x)
                    for x in (across, across + _DRAWN)]  # fmt: skip
            yield Clue(BOTTOM, ()), Line(ends[0], ends[1], pen.thickness(_LINE), CLUE)


def _width(word: str) -> float:
    return SIZE * sum(_WIDE_EM.get(letter, _LETTER_EM) for letter in word)


def _height(board: Board) -> int:
    return max(map(len, columns_of(board)), default=0)


def _margins(board: Board, cell_mm: float) -> Margins:
    cells = _FIRST + _height(board) * _ROW + len(blanks_of(board)) * _MESSAGE_ROW
    return Margins(bottom=round(cells * cell_mm, 4) if board.other_clues else 0.0)


DRAWING: Final = Drawing(over=word_marks, margins=_margins)
