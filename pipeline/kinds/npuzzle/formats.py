"""Text forms of the sliding puzzle, which ``docs/formats.md`` describes; 0 is the blank.

A line of ``line`` with a number before a square board is an entry of a list such as Korf's: its
goal has the blank first if that can be reached. Source of ``tatham``: ``fifteen.c`` (MIT).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from math import isqrt
from typing import Final

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.rule_names import require_no_rule
from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.kinds.kit.sites.forms import game_id_form, make_format, to_lines
from pipeline.kinds.kit.sites.text_lines import (
    MOST_DIGITS,
    Line,
    content_lines,
    number_lines,
    parse_number,
    split_blocks,
)
from pipeline.kinds.npuzzle.model import (
    LARGEST_SIDE,
    SMALLEST_SIDE,
    Clues,
    Solution,
    find_fault,
    goal_name,
    make_clues,
    named_goal,
)
from pipeline.kinds.npuzzle.problem import is_solvable, make_problem
from pipeline.model import PuzzleFormatError, cut

_NUMBERS: Final = re.compile(r"[0-9]+(?:[ \t]+[0-9]+)*", re.ASCII)
_PASSED_OVER: Final = re.compile(r"array\(|[\[\](),]")


def detect_line(text: str) -> bool:
    """Return whether the first line with numbers is a whole board."""
    said = (line.partition(">")[0] for _, line in number_lines(text))
    first = next((row for row in map(_numbers, said) if row != []), None)
    if first is None or len(first) > LARGEST_SIDE:
        return first is not None
    shape = _shape(first)
    if shape is None:
        return _listed(first) is not None
    return not find_fault(shape[0] * shape[1], shape[2])


def detect_grid(text: str) -> bool:
    """Return whether the first lines are numbers, and the first is no whole board."""
    rows = (row for _, line in number_lines(text) if (row := _numbers(line)) != [])
    first = list(islice(rows, 2))
    return bool(first) and None not in first and not detect_line(text)


def read_line(line: Line, rule: str | None) -> Parsed[Clues, Solution]:
    """Return the puzzle of a line; `PuzzleFormatError` if it is none."""
    require_no_rule("npuzzle", rule)
    before, mark, behind = line[1].partition(">")
    numbers = _require_numbers(before, line[0])
    listed = None if mark or _shape(numbers) else _listed(numbers)
    if listed is not None:
        side = isqrt(len(listed))
        goal: Sequence[int] | None = named_goal("blank-first", side, side)
        clues = clues_of(side, side, listed, line[0], goal)
        if not is_solvable(make_problem(clues)):
            clues = clues_of(side, side, listed, line[0])
        return Parsed(line[0], clues, source_id=str(numbers[0]))
    rows, cols, start = _shape(numbers) or _square(numbers, line[0])
    goal = _require_numbers(behind, line[0]) if mark else None
    return Parsed(line[0], clues_of(rows, cols, start, line[0], goal))


def read_grid(block: list[Line], rule: str | None) -> Parsed[Clues, Solution]:
    """Return the puzzle of some lines, a row of the board on each.

    `PuzzleFormatError` with the line of the first mistake.
    """
    require_no_rule("npuzzle", rule)
    rows = [(line, row) for line, said in block if (row := _require_numbers(said, line))]
    if len(rows) > 1 and _is_size(rows[0][1], [row for _, row in rows[1:]]):
        del rows[0]
    width = len(rows[0][1]) if rows else 0
    for line, row in rows:
        if len(row) != width:
            raise PuzzleFormatError(
                f"expected {width} tiles as in the first row, found {len(row)}; correct the row",
                line=line,
            )
    start = [tile for _, row in rows for tile in row]
    return Parsed(block[0][0], clues_of(len(rows), width, start, block[0][0]))


def write_line(clues: Clues, _: Solution | None) -> str:
    """Return width, height and tiles of a puzzle, and its goal if it is not the classic one."""
    numbers = " ".join(str(number) for number in (clues.cols, clues.rows, *clues.start))
    is_classic = goal_name(clues.rows, clues.cols, clues.goal) == "classic"
    goal = "" if is_classic else f" > {' '.join(str(tile) for tile in clues.goal)}"
    return f"{numbers}{goal}\n"


def write_grid(clues: Clues, _: Solution | None) -> str:
    """Return a board with a line for each row."""
    width = len(str(len(clues.start) - 1))
    rows = split_rows(clues.start, clues.cols)
    return to_lines(*(" ".join(f"{tile:{width}}" for tile in row) for row in rows))


def _split_boards(text: str) -> Iterator[list[Line]]:
    kept = ((line, said) for line, said in number_lines(text) if not said or _plain(said))
    return split_blocks(kept)


def clues_of(
    rows: int, cols: int, start: Sequence[int], line: int, goal: Sequence[int] | None = None
) -> Clues:
    """Return the puzzle from a start to a goal, None for the classic one; errors say the line."""
    try:
        # A size that is refused has no named goal.
        is_fit = all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (rows, cols))
        classic = named_goal("classic", rows, cols) if is_fit else ()
        return make_clues(rows, cols, start, classic if goal is None else goal)
    except PuzzleFormatError as error:
        raise PuzzleFormatError(f"{error.message}; correct the board", line=line) from None


def refuse_other_goals(name: str, clues: Clues, _: Solution | None) -> None:
    """Refuse to write a puzzle with another goal than the classic one."""
    found = goal_name(clues.rows, clues.cols, clues.goal)
    if found != "classic":
        raise PuzzleFormatError(
            f"format {name} cannot say the goal ({found}); only the classic goal, blank last, can "
            "be written; choose the form line"
        )


LINE: Final[TextFormat[Clues, Solution]] = make_format(
    "line", "a board on each line, with W H or without", detect_line, content_lines, read_line,
    write_line,
)  # fmt: skip
GRID: Final[TextFormat[Clues, Solution]] = make_format(
    "grid", "a line for each row, or a list of lists", detect_grid, _split_boards, read_grid,
    write_grid, "\n", refuse_other_goals,
)  # fmt: skip


def _plain(line: str) -> str:
    return _PASSED_OVER.sub(" ", line.partition("#")[0]).strip()


def _numbers(line: str) -> list[int] | None:
    """Return the numbers on a line, none for a comment; None if there is anything else."""
    plain = _plain(line)
    if plain and _NUMBERS.fullmatch(plain) is None:
        return None
    words = plain.split()
    # All at once where they are no longer than they may be, since a text may have a million.
    read = int if len(max(words, key=len, default="")) <= MOST_DIGITS else parse_number
    return [*map(read, words)]


def _require_numbers(said: str, line: int) -> list[int]:
    numbers = _numbers(said)
    if numbers is None:
        raise PuzzleFormatError(
            f"expected whole numbers, 0 for the blank, found {cut(said)!r}; correct the line",
            line=line,
        )
    return numbers


def _shape(numbers: list[int]) -> tuple[int, int, list[int]] | None:
    """Return rows, columns and tiles of a whole board on one line, None if it is none."""
    side = isqrt(len(numbers))
    if side >= 2 and side * side == len(numbers) and not find_fault(len(numbers), numbers):
        return side, side, numbers
    if len(numbers) > 2 and numbers[0] * numbers[1] == len(numbers) - 2 and min(numbers[:2]) > 1:
        cols, rows, *start = numbers
        return rows, cols, start
    return None


def _listed(numbers: list[int]) -> list[int] | None:
    """Return the tiles of a square board behind its number in a list, None if there is none."""
    sides = (3, 4, 5, 6)
    boards = (numbers[1 : 1 + side * side] for side in sides)
    found = (board for side, board in zip(sides, boards, strict=True)
             if len(numbers) - 5 < side * side < len(numbers))  # fmt: skip
    return next((board for board in found if not find_fault(len(board), board)), None)


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
    if board and first == [len(board)] == [len(board[0])] != [1]:
        return True
    if not board or first != [len(board[0]), len(board)]:
        return False
    cols, rows = first
    return cols != 2 or not find_fault(2 * rows, [tile for row in board for tile in row])


_ID: Final = re.compile(r"([0-9]+)x([0-9]+):([0-9]+(?:,[0-9]+)*)", re.ASCII)


def _read(match: re.Match[str], line: int, rule: str | None) -> Parsed[Clues, Solution]:
    require_no_rule("npuzzle", rule)
    cols, rows = parse_number(match[1]), parse_number(match[2])
    start = [parse_number(word) for word in match[3].split(",")]
    return Parsed(line, clues_of(rows, cols, start, line))


def _write(clues: Clues, _: Solution | None) -> str:
    return f"{clues.cols}x{clues.rows}:{','.join(str(tile) for tile in clues.start)}\n"


TATHAM: Final[TextFormat[Clues, Solution]] = game_id_form(
    "Fifteen", _ID, "2x2:1,0,3,2", _read, _write, refuse_other_goals
)


FORMATS: Final[tuple[TextFormat[Clues, Solution], ...]] = (TATHAM, LINE, GRID)
