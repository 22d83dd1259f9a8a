"""What can be read in a grid of letters: all lines in eight directions as one text.

A search for a word in that text finds all places in which it can be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from pipeline.kinds import kit
from pipeline.kinds.kit.board.grid import Pair

END: Final = " "  # What parts the lines of the text


class Readings(NamedTuple):
    """The letters of all lines, and the cell of each of them, -1 between lines."""

    text: str
    cells: Sequence[int]

    def at(self, word: str) -> Iterator[tuple[int, int]]:
        """Yield the cells of the first and the last letter wherever a word can be read."""
        start = self.text.find(word)
        while start >= 0:
            yield self.cells[start], self.cells[start + len(word) - 1]
            start = self.text.find(word, start + 1)

    def places(self, word: str) -> list[Pair]:
        """Return where a word is, sorted; a palindrome, which is read both ways, once."""
        return sorted({(min(ends), max(ends)) for ends in self.at(word)})


def readings_of(rows: int, cols: int, letters: Sequence[str]) -> Readings:
    """Return what can be read on a board.

    >>> found = readings_of(2, 2, "ABCA")
    >>> found.places("AC"), found.places("AA"), found.places("CAT")
    ([(0, 2), (2, 3)], [(0, 3)], [])
    """
    cells = _cells(rows, cols)
    return Readings("".join(letters[cell] if cell >= 0 else END for cell in cells), cells)


@lru_cache(maxsize=64)
def on_board(board: kit.Board) -> Readings:
    """Return what can be read on a finished board."""
    return readings_of(board.rows, board.cols, letters_of(board))


def letters_of(board: kit.Board) -> str:
    """Return the letter of each cell."""
    return "".join(chr(ord("A") - 1 + value) for value in board.values)


@lru_cache(maxsize=64)
def _cells(rows: int, cols: int) -> tuple[int, ...]:
    """Return the cells of all lines, across, down and along both diagonals, in both ways."""
    lines = [[row * cols + col for col in range(cols)] for row in range(rows)]
    lines += [[row * cols + col for row in range(rows)] for col in range(cols)]
    for total in range(rows + cols - 1):
        inside = range(max(0, total - cols + 1), min(rows, total + 1))
        lines.append([row * cols + total - row for row in inside])
        lines.append([row * cols + cols - 1 - total + row for row in inside])
    ways = (way for line in lines for way in (line, line[::-1]))
    return tuple(cell for way in ways for cell in (*way, -1))
