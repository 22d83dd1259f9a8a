"""Boards as plain numbers, 0 for the blank: a line for each board, or a row for each row.

- ``line``: the tiles of a board row by row on one line; before them its width and height where it is
  no square, and where they are given. Commas and brackets are passed over.
- ``grid``: a line for each row, boards parted by blank lines, or each under a line ``W H``; rows may
  stand in brackets, as a program prints a list of lists.

The goal is the classic one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Final, NamedTuple

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.npuzzle.formats.boards import (
    Puzzle,
    classic_clues,
    require_classic,
    require_no_rule,
)
from pipeline.kinds.npuzzle.model import LARGEST_SIDE, Clues, Solution, find_fault, to_grid
from pipeline.kinds.text_lines import cut, number_lines, parse_number, require_found, split_blocks
from pipeline.model import PuzzleFormatError

_NUMBERS: Final = re.compile(r"[0-9]+(?:[ \t]+[0-9]+)*", re.ASCII)


class _Row(NamedTuple):
    """A line's 1-based number, and the numbers on it; none on an empty line."""

    line: int
    numbers: list[int]


def detect_line(text: str) -> bool:
    r"""Return whether the first line that says something is a whole board.

    Examples
    --------
    >>> detect_line("1 0 3 2\n"), detect_line("1 0\n3 2\n"), detect_line("3 2 1 0 2 3 4 5")
    (True, False, True)
    """
    row = _first_row(text)
    return (
        (row is not None and len(row) > LARGEST_SIDE) or (row is not None and _shape(row) is not None)
    )


def detect_grid(text: str) -> bool:
    r"""Return whether the first line that says something is a row of numbers or a size.

    Examples
    --------
    >>> detect_grid("[[1, 0],\n [3, 2]]\n"), detect_grid("3 1\n1.1")
    (True, False)
    """
    row = _first_row(text)
    lines = [line for _, line in number_lines(text) if line]
    return row is not None and all(_numbers(line) is not None for line in lines[:2])


def read_lines(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text with a board on each line.

    Raises
    ------
    PuzzleFormatError
        With the line of the first mistake.

    Examples
    --------
    >>> clues = next(read_lines("3 2 1 0 2 3 4 5\n", None)).clues
    >>> clues.rows, clues.cols, clues.start
    (2, 3, (1, 0, 2, 3, 4, 5))
    """
    require_no_rule(rule)
    found = False
    for line, numbers in _rows(text):
        if numbers:
            found = True
            rows, cols, start = _shape(numbers) or _closest_shape(numbers, line)
            yield Parsed(line, classic_clues(rows, cols, start, line))
    require_found(found, text.count("\n") + 1)


def read_grids(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text with a row of a board on each line.

    Raises
    ------
    PuzzleFormatError
        With the line of the first mistake.

    Examples
    --------
    >>> [puzzle.clues.start for puzzle in read_grids("1 0\n3 2\n\n2 2\n1 2\n3 0\n", None)]
    [(1, 0, 3, 2), (1, 2, 3, 0)]
    """
    require_no_rule(rule)
    found = False
    lines = ((row.line, " ".join(map(str, row.numbers))) for row in _rows(text))
    for block in split_blocks(lines):
        rows = [_Row(line, [parse_number(word) for word in said.split()]) for line, said in block]
        while rows:
            found = True
            first = rows[0]
            height = len(rows)
            if _is_size(rows):
                height = first.numbers[1]
                rows = rows[1:]
            board, rows = rows[:height], rows[height:]
            width = len(board[0].numbers)
            for row in board:
                if len(row.numbers) != width:
                    raise PuzzleFormatError(
                        f"expected {width} tiles as in the row above, found {len(row.numbers)}; "
                        "correct the row",
                        line=row.line,
                    )
            start = [tile for row in board for tile in row.numbers]
            yield Parsed(first.line, classic_clues(len(board), width, start, first.line))
    require_found(found, text.count("\n") + 1)


def write_lines(puzzles: Sequence[Puzzle]) -> str:
    """Return a line for each puzzle: width, height and the tiles; no solutions."""
    lines = []
    for clues, _ in puzzles:
        require_classic("line", clues)
        numbers = (clues.cols, clues.rows, *clues.start)
        lines.append(" ".join(str(number) for number in numbers) + "\n")
    return "".join(lines)


def write_grids(puzzles: Sequence[Puzzle]) -> str:
    """Return the boards with a line for each row, and blank lines between them; no solutions."""
    boards = []
    for clues, _ in puzzles:
        require_classic("grid", clues)
        width = len(str(len(clues.start) - 1))
        rows = to_grid(clues.cols, clues.start)
        boards.append("".join(" ".join(f"{n:{width}}" for n in row) + "\n" for row in rows))
    return "\n".join(boards)


LINE: Final[TextFormat[Clues, Solution]] = TextFormat(
    "line",
    "tiles row by row on one line, with W H or without",
    detect_line,
    read_lines,
    write_lines,
)
GRID: Final[TextFormat[Clues, Solution]] = TextFormat(
    "grid", "a line for each row, or a list of lists; 0 is the blank", detect_grid, read_grids,
    write_grids,
)  # fmt: skip


def _numbers(line: str) -> list[int] | None:
    """Return the numbers on a line, None if anything but numbers, commas and brackets stands there.

    Examples
    --------
    >>> _numbers(" [1, 0],"), _numbers("1 x")
    ([1, 0], None)
    """
    plain = re.sub(r"array\(|[\[\](),]", " ", line).strip()
    if not plain:
        return []
    if _NUMBERS.fullmatch(plain) is None:
        return None
    return [parse_number(word) for word in plain.split()]


def _rows(text: str) -> Iterator[_Row]:
    for line, said in number_lines(text):
        if said.startswith("#"):
            continue
        numbers = _numbers(said)
        if numbers is None:
            raise PuzzleFormatError(
                f"expected whole numbers, 0 for the blank, found {cut(said)!r}; correct the line",
                line=line,
            )
        # A bracket alone on its line parts nothing.
        if numbers or not said:
            yield _Row(line, numbers)


def _first_row(text: str) -> list[int] | None:
    said = (line for _, line in number_lines(text) if line and not line.startswith("#"))
    return next((row for row in map(_numbers, said) if row != []), None)


def _shape(numbers: list[int]) -> tuple[int, int, list[int]] | None:
    """Return rows, columns and tiles of a whole board on one line, None if it is none.

    A board of n cells holds the tile n - 1, so a size before the tiles is never taken for tiles.
    """
    side = isqrt(len(numbers))
    if side >= 2 and side * side == len(numbers) and not find_fault(len(numbers), numbers):
        return side, side, numbers
    if len(numbers) > 2 and numbers[0] * numbers[1] == len(numbers) - 2:
        cols, rows, *start = numbers
        return rows, cols, start
    return None


def _closest_shape(numbers: list[int], line: int) -> tuple[int, int, list[int]]:
    """Return the square that a faulty line was meant to be, for its message, or say what is asked."""
    side = isqrt(len(numbers))
    if side < 2 or side * side != len(numbers):
        raise PuzzleFormatError(
            f"expected the tiles of a square board, or width, height and tiles, found "
            f"{len(numbers)} numbers; correct the line",
            line=line,
        )
    return side, side, numbers


def _is_size(rows: list[_Row]) -> bool:
    """Return whether the first row is a size: two numbers, and below it a row that it fits.

    Two columns are the one doubtful case: there it is a size if the first row is "2 H" and just H
    rows are left, which then hold the board.
    """
    if len(rows) < 2 or len(rows[0].numbers) != 2:
        return False
    cols, height = rows[0].numbers
    if len(rows[1].numbers) != 2:
        return True
    tiles = [tile for row in rows[1 : 1 + height] for tile in row.numbers]
    return cols == 2 and not find_fault(2 * height, tiles)
