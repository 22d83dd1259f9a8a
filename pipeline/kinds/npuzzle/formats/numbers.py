"""Boards as plain numbers, 0 for the blank: a line for each board, or a row for each row.

- ``line``: the tiles of a board row by row on one line, its width and height before them where it
  is no square; behind ``>`` the goal, where it is not the classic one.
- ``grid``: a line for each row, under a line ``W H`` or not; boards are parted by blank lines. The
  goal is the classic one.

Commas and brackets are passed over, so that lists of lists are read as programs print them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Final

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.text_lines import (
    cut,
    number_lines,
    parse_number,
    require_found,
    split_blocks,
)
from pipeline.kinds.npuzzle.formats.boards import Puzzle, clues_of, require_classic
from pipeline.kinds.npuzzle.goals import goal_name
from pipeline.kinds.npuzzle.model import (
    LARGEST_SIDE,
    Clues,
    Solution,
    find_fault,
    require_no_rule,
    to_grid,
)
from pipeline.model import PuzzleFormatError

_NUMBERS: Final = re.compile(r"[0-9]+(?:[ \t]+[0-9]+)*", re.ASCII)
_PASSED_OVER: Final = re.compile(r"array\(|[\[\](),]")


def detect_line(text: str) -> bool:
    r"""Return whether the first line with numbers is a whole board.

    Examples
    --------
    >>> detect_line("1 0 3 2\n"), detect_line("1 0\n3 2\n"), detect_line("3 2 1 0 2 3 4 5")
    (True, False, True)
    """
    said = (line.partition(">")[0] for _, line in number_lines(text))
    first = next((row for row in map(_numbers, said) if row != []), None)
    return first is not None and (len(first) > LARGEST_SIDE or _shape(first) is not None)


def detect_grid(text: str) -> bool:
    r"""Return whether the first lines are numbers, and the first is no whole board.

    Examples
    --------
    >>> detect_grid("[[1, 0],\n [3, 2]]\n"), detect_grid("3 1\n1.1")
    (True, False)
    """
    said = [row for _, line in number_lines(text) if (row := _numbers(line)) != []]
    return bool(said) and None not in said[:2] and not detect_line(text)


def read_lines(text: str, rule: str | None) -> Iterator[Parsed[Clues, Solution]]:
    r"""Yield the puzzles of a text with a board on each line.

    Raises
    ------
    PuzzleFormatError
        With the line of the first mistake.

    Examples
    --------
    >>> clues = next(read_lines("3 2 1 0 2 3 4 5 > 0 1 2 3 4 5\n", None)).clues
    >>> clues.rows, clues.cols, clues.start, clues.goal
    (2, 3, (1, 0, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5))
    """
    require_no_rule(rule)
    found = False
    for line, said in number_lines(text):
        before, mark, behind = said.partition(">")
        numbers = _require_numbers(before, line)
        if numbers:
            found = True
            rows, cols, start = _shape(numbers) or _square(numbers, line)
            goal = _require_numbers(behind, line) if mark else None
            yield Parsed(line, clues_of(rows, cols, start, line, goal))
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
    for block in split_blocks(number_lines(text)):
        rows = [(line, row) for line, said in block if (row := _require_numbers(said, line))]
        if not rows:
            continue
        found = True
        first_line, first = rows[0]
        if _is_size(first, [row for _, row in rows[1:]]):
            del rows[0]
        width = len(rows[0][1])
        for line, row in rows:
            if len(row) != width:
                raise PuzzleFormatError(
                    f"expected {width} tiles as in the first row, found {len(row)}; "
                    "correct the row",
                    line=line,
                )
        start = [tile for _, row in rows for tile in row]
        yield Parsed(first_line, clues_of(len(rows), width, start, first_line))
    require_found(found, text.count("\n") + 1)


def write_lines(puzzles: Sequence[Puzzle]) -> str:
    """Return a line for each puzzle: width, height, tiles, and the goal if it is not classic."""
    lines = []
    for clues, _ in puzzles:
        numbers = " ".join(str(number) for number in (clues.cols, clues.rows, *clues.start))
        is_classic = goal_name(clues.rows, clues.cols, clues.goal) == "classic"
        goal = "" if is_classic else f" > {' '.join(str(tile) for tile in clues.goal)}"
        lines.append(f"{numbers}{goal}\n")
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
    "line", "a board on each line, with W H or without", detect_line, read_lines, write_lines
)
GRID: Final[TextFormat[Clues, Solution]] = TextFormat(
    "grid", "a line for each row, or a list of lists", detect_grid, read_grids, write_grids
)


def _numbers(line: str) -> list[int] | None:
    """Return the numbers on a line, none for a comment; None if anything else stands there.

    Examples
    --------
    >>> _numbers(" [1, 0],"), _numbers("1 x")
    ([1, 0], None)
    """
    plain = "" if line.startswith("#") else _PASSED_OVER.sub(" ", line).strip()
    if plain and _NUMBERS.fullmatch(plain) is None:
        return None
    return [parse_number(word) for word in plain.split()]


def _require_numbers(said: str, line: int) -> list[int]:
    numbers = _numbers(said)
    if numbers is None:
        raise PuzzleFormatError(
            f"expected whole numbers, 0 for the blank, found {cut(said)!r}; correct the line",
            line=line,
        )
    return numbers


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


def _square(numbers: list[int], line: int) -> tuple[int, int, list[int]]:
    """Return the square board that a faulty line was meant to be, for the message about it."""
    side = isqrt(len(numbers))
    if side * side != len(numbers):
        raise PuzzleFormatError(
            f"expected the tiles of a square board, or width, height and tiles, found "
            f"{len(numbers)} numbers; correct the line",
            line=line,
        )
    return side, side, numbers


def _is_size(first: list[int], board: list[list[int]]) -> bool:
    """Return whether a row is the size of the board below, and not the first row of it."""
    if not board or first != [len(board[0]), len(board)]:
        return False
    cols, rows = first
    return cols != 2 or not find_fault(2 * rows, [tile for row in board for tile in row])
