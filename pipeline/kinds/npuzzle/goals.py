"""Boards to reach: the usual ones by name, with the blank in any cell, or one that is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from pipeline.kinds.npuzzle.model import BLANK, find_fault
from pipeline.model import ConfigError

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

    Examples
    --------
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
    words = [row.split(",") for row in text.split("/")]
    if not all(_is_tile(word) for row in words for word in row):
        raise ConfigError(
            f"expected goal to be one of {', '.join(GOALS)}, or the tiles of each row such as "
            f"1,2,3/4,0,5/6,7,8, found {text!r}"
        )
    if blank is not None:
        raise ConfigError("expected a named goal with blank, found tiles; put 0 where it goes")
    if len(words) != rows or any(len(row) != cols for row in words):
        raise ConfigError(
            f"expected goal to have {rows} rows of {cols} tiles, found "
            f"{'/'.join(str(len(row)) for row in words)}; write / between rows and , between tiles"
        )
    board = tuple(int(word) for row in words for word in row)
    fault = find_fault(rows * cols, board)
    if fault:
        raise ConfigError(f"expected goal to hold {fault}")
    return board


def goal_name(rows: int, cols: int, goal: tuple[int, ...]) -> str:
    """Return the first name of a board, "own" if it has none.

    Examples
    --------
    >>> goal_name(2, 2, (1, 2, 3, 0)), goal_name(2, 2, (3, 2, 1, 0))
    ('classic', 'own')
    """
    names = (name for name in GOALS if named_goal(name, rows, cols) == goal)
    return next(names, "own")


def _is_tile(word: str) -> bool:
    return word.strip().isascii() and word.strip().isdigit() and len(word) <= 4
