"""Params, Clues and Solution of the sliding puzzle, their JSON form, and goals by name.

A board is the tile on each cell in reading order, 0 for the blank. Moves are letters, the way the
blank goes: ``U``, ``D``, ``L``, ``R``; the tile goes the other way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.kinds.kit.board.json_rows import read_rows, read_whole
from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.model import ConfigError, JsonObject, PuzzleFormatError

SMALLEST_SIDE: Final = 2
LARGEST_SIDE: Final = 8

BLANK: Final = 0  # What a board holds where there is no tile
MOVES: Final = "UDLR"  # Letters of the moves of the blank
LONGEST_SOLUTION: Final = 100_000  # Most moves of a solution that is read


@dataclass(frozen=True, slots=True)
class Params:
    """What the user asks of the generator; ``options.parse_params`` makes it.

    ``goal`` is the board to reach. ``scramble`` is one of ``options.SCRAMBLES``: ``walk`` random
    moves from the goal, any solvable board evenly, or one whose optimal number of moves lies in
    ``depth`` (inclusive). ``band`` is the band that the boards must be in, None for any.
    """

    rows: int
    cols: int
    goal: tuple[int, ...]
    scramble: str = "uniform"
    walk: int = 0
    depth: tuple[int, int] = (0, 0)
    band: str | None = None


@dataclass(frozen=True, slots=True)
class Clues:
    """The puzzle as printed: size, the board at the start, and the board to reach."""

    rows: int
    cols: int
    start: tuple[int, ...]
    goal: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """The moves of the blank from start to goal, letters of `MOVES`.

    ``is_proved``: that no way has fewer.
    """

    moves: str
    is_proved: bool = False


def make_clues(rows: int, cols: int, start: Sequence[int], goal: Sequence[int]) -> Clues:
    """Return the puzzle to get from one board to another.

    `PuzzleFormatError` if the size is unfit, or a board does not hold the blank and each tile once.

    >>> make_clues(2, 2, [0, 1, 3, 2], [1, 2, 3, 0]).start
    (0, 1, 3, 2)
    """
    for side in (rows, cols):
        if not SMALLEST_SIDE <= side <= LARGEST_SIDE:
            raise PuzzleFormatError(
                f"expected both sides from {SMALLEST_SIDE} to {LARGEST_SIDE} cells, found "
                f"{cols}x{rows}"
            )
    for name, board in (("start", start), ("goal", goal)):
        fault = find_fault(rows * cols, board)
        if fault:
            raise PuzzleFormatError(f"expected {name} to hold {fault}")
    return Clues(rows, cols, tuple(start), tuple(goal))


def find_fault(cells: int, board: Sequence[int]) -> str:
    """Return what is wrong with a board, as text after "expected ... to hold", or "".

    >>> find_fault(4, [1, 2, 3, 0])
    ''
    >>> find_fault(4, [1, 2, 2, 0])
    '0 (the blank) and each tile from 1 to 3 once, found 2 twice; 3 is missing'
    """
    asked = f"0 (the blank) and each tile from 1 to {cells - 1} once, found "
    if len(board) != cells:
        return f"{asked}{len(board)} numbers instead of {cells}"
    foreign = next((tile for tile in board if not 0 <= tile < cells), None)
    if foreign is not None:
        return f"{asked}{foreign}, which is no tile of this size"
    missing = sorted(set(range(cells)) - set(board))
    if not missing:
        return ""
    twice = next(tile for tile in board if board.count(tile) > 1)
    name = "two blanks" if twice == BLANK and board.count(twice) == 2 else _times(twice, board)
    lost = ", ".join(str(tile) for tile in missing[:5]) + (", ..." if len(missing) > 5 else "")
    return f"{asked}{name}; {lost} {'is' if len(missing) == 1 else 'are'} missing"


def _times(tile: int, board: Sequence[int]) -> str:
    times = board.count(tile)
    return f"{tile} twice" if times == 2 else f"{tile} {times} times"


def encode(clues: Clues) -> JsonObject:
    """Return the JSON form of a puzzle.

    >>> encode(make_clues(2, 2, [0, 1, 3, 2], [1, 2, 3, 0]))["start"]
    [[0, 1], [3, 2]]
    """
    return {
        "rows": clues.rows,
        "cols": clues.cols,
        "start": [list(row) for row in split_rows(clues.start, clues.cols)],
        "goal": [list(row) for row in split_rows(clues.goal, clues.cols)],
    }


def decode(puzzle: JsonObject) -> Clues:
    """Return the puzzle in a ``record.puzzle``.

    `PuzzleFormatError` for whatever would make a later stage fail: sizes, ragged rows, tiles
    missing or repeated.
    """
    if not isinstance(puzzle, Mapping):
        raise PuzzleFormatError(f"expected puzzle to be an object, found {puzzle!r}")
    rows, cols = (read_whole(puzzle, key, LARGEST_SIDE, SMALLEST_SIDE) for key in ("rows", "cols"))
    expected = "whole numbers in puzzle.{} (0 for the blank)"
    boards = (
        read_rows(puzzle.get(key), f"puzzle.{key}", rows, cols, expected.format(key), "tiles")
        for key in ("start", "goal")
    )
    return make_clues(rows, cols, *boards)


def encode_solution(solution: Solution) -> JsonObject:
    """Return the JSON form of a solution: ``{"moves": "ULDR", "proved": true}``."""
    return {"moves": solution.moves, "proved": solution.is_proved}


def decode_solution(clues: Clues, value: JsonObject) -> Solution:
    """Return the solution in a ``record.solution``; whether it is right is for `check` to say.

    `PuzzleFormatError` if it is no text of the letters U, D, L and R, or ``proved``, which may be
    left out, is neither true nor false.
    """
    moves = value.get("moves") if isinstance(value, Mapping) else None
    if not isinstance(moves, str):
        raise PuzzleFormatError("expected solution.moves to be a text of the letters U, D, L and R")
    if len(moves) > LONGEST_SOLUTION:
        raise PuzzleFormatError(
            f"expected at most {LONGEST_SOLUTION} moves in solution.moves, found {len(moves)}"
        )
    for index, letter in enumerate(moves, start=1):
        if letter not in MOVES:
            raise PuzzleFormatError(
                f"expected only the letters U, D, L and R in solution.moves (the way the blank "
                f"goes), found {letter!r} as move {index}"
            )
    is_proved = value.get("proved", False)
    if not isinstance(is_proved, bool):
        raise PuzzleFormatError(
            f"expected solution.proved to be true or false, found {is_proved!r}"
        )
    return Solution(moves, is_proved)


_CLOCKWISE: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))


def _snake(rows: int, cols: int) -> Iterator[int]:
    for row in range(rows):
        line = range(row * cols, row * cols + cols)
        yield from line if row % 2 == 0 else reversed(line)


def _spiral(rows: int, cols: int) -> Iterator[int]:
    left = {(row, col) for row in range(rows) for col in range(cols)}
    row, col, way = 0, 0, 0
    while left:
        yield row * cols + col
        left.discard((row, col))
        if (row + _CLOCKWISE[way][0], col + _CLOCKWISE[way][1]) not in left:
            way = (way + 1) % 4
        row, col = row + _CLOCKWISE[way][0], col + _CLOCKWISE[way][1]


_ORDERS: Final[Mapping[str, Callable[[int, int], Iterable[int]]]] = {
    "classic": lambda rows, cols: range(rows * cols),
    "blank-first": lambda rows, cols: range(rows * cols),
    "spiral": _spiral,
    "snake": _snake,
}

GOALS: Final = tuple(_ORDERS)
"""Names of goals: rows from left to right with the blank last, the same with the blank first,
inwards round the border, and rows there and back; the last two end with the blank."""


def named_goal(
    name: str, rows: int, cols: int, blank: tuple[int, int] | None = None
) -> tuple[int, ...]:
    """Return the board of a name.

    ``blank`` is the row and column of the blank, from 0; tiles go on behind it. None for where it
    is by the name.

    >>> named_goal("spiral", 3, 3)
    (1, 2, 3, 8, 0, 4, 7, 6, 5)
    >>> named_goal("classic", 2, 3, (0, 1))
    (1, 0, 2, 3, 4, 5)
    """
    cells = list(_ORDERS[name](rows, cols))
    last = cells[0] if name == "blank-first" else cells[-1]
    free = last if blank is None else blank[0] * cols + blank[1]
    board = [BLANK] * len(cells)
    for tile, cell in enumerate((cell for cell in cells if cell != free), start=1):
        board[cell] = tile
    return tuple(board)


def parse_goal(text: str, rows: int, cols: int, blank: tuple[int, int] | None) -> tuple[int, ...]:
    """Return the board that a setting says: a name, or rows such as ``1,2,3/4,0,5/6,7,8``.

    `ConfigError` if it is neither, or does not fit the size.
    """
    if text in GOALS:
        return named_goal(text, rows, cols, blank)
    rows_of_words = [row.split(",") for row in text.split("/")]
    if not all(_is_tile(word) for row in rows_of_words for word in row):
        raise ConfigError(
            f"expected goal to be one of {', '.join(GOALS)}, or the tiles of each row such as "
            f"1,2,3/4,0,5/6,7,8, found {text!r}"
        )
    if blank is not None:
        raise ConfigError("expected a named goal with blank, found tiles; put 0 where it goes")
    if len(rows_of_words) != rows or any(len(row) != cols for row in rows_of_words):
        raise ConfigError(
            f"expected goal to have {rows} rows of {cols} tiles, found "
            f"{'/'.join(str(len(row)) for row in rows_of_words)}; write / between rows, "
            "and , between tiles"
        )
    board = tuple(int(word) for row in rows_of_words for word in row)
    fault = find_fault(rows * cols, board)
    if fault:
        raise ConfigError(f"expected goal to hold {fault}")
    return board


def goal_name(rows: int, cols: int, goal: tuple[int, ...]) -> str:
    """Return the first name of a board, "own" if it has none."""
    names = (name for name in GOALS if named_goal(name, rows, cols) == goal)
    return next(names, "own")


def _is_tile(word: str) -> bool:
    return word.strip().isascii() and word.strip().isdigit() and len(word) <= 4
