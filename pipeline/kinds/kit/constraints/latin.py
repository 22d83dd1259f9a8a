"""Latin squares: boards, models and random ones, for kinds whose lines have every number once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from pipeline.kernels.random_state import RandomState
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.board import boards
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import ClueSort
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.constraints.by_definition import changed_numbers, rows_and_columns
from pipeline.kinds.kit.making.layouts import random_numbers
from pipeline.kinds.kit.words.core import Model

EMPTY: Final = 0
CODES: Final = ("given-changed", "row-repeat", "column-repeat")
"""Every code that `check_square` can report."""


def latin_boards(
    extra: tuple[ClueSort, ...], numbers: str = "numbers", **more: Any
) -> boards.Boards:
    """Return the squares of numbers of a kind, see `kit.latin_boards`."""
    return boards.latin_boards(*extra, numbers=numbers, **more)


def check_square(clues: Board, numbers: list[int], blanks: int = 0) -> Iterator[Violation]:
    """Yield the given numbers that were changed, and numbers that come twice in a line.

    With ``blanks`` each line has so many zeros, and the numbers up to the side less these.
    """
    yield from changed_numbers(clues, numbers, EMPTY)
    for name, line in rows_and_columns(clues):
        for number in sorted({numbers[cell] for cell in line}):
            same = tuple(cell for cell in line if numbers[cell] == number)
            most = 1 if 0 < number <= len(line) - blanks else 0 if number else blanks
            if len(same) > most:
                found = f"{number} is repeated" if most == 1 else f"{len(same)} times {number}"
                yield Violation(f"{name}-repeat", same, f"{found} in a {name}")


def latin_model(clues: Board, blanks: int = 0) -> tuple[Model, dict[tuple[int, int], int]]:
    """Return the model of a square with its given numbers, and its variables by (cell, number).

    ``blanks`` is as in `check_square`.
    """
    base, holds = latin_square(clues.grid, blanks)
    model = base.extended()
    model.given(holds, clues.values, EMPTY)
    return model, holds


@lru_cache(maxsize=16)
def latin_square(grid: Grid, blanks: int = 0) -> tuple[Model, dict[tuple[int, int], int]]:
    """Return the model of a square to be `Model.extended`, and its variable of each (cell, number).

    Its reasons are ``cell``, ``row`` and ``column``; ``blanks`` is as in `check_square`.

    >>> model, holds = latin_square(Grid(2, 2))
    >>> len(model.globals), holds[3, 2]
    (4, 8)
    """
    model, values = Model(grid), range(0 if blanks else 1, grid.rows + 1 - blanks)
    holds = model.numbers(values, "cell")
    for k, line in enumerate(grid.lines()):
        reason = "row" if k < grid.rows else "column"
        if blanks < 2:
            model.all_different(holds, line, values, reason)
        for value in values if blanks > 1 else ():
            alike = [holds[cell, value] for cell in line]
            model.count(alike, (1 if value else blanks,), reason, line)
    return model, holds


def random_latin_square(grid: Grid, state: RandomState) -> list[int] | None:
    """Return the numbers of a random square; None if a search is stuck.

    The state is advanced in place.
    """
    return random_numbers(len(grid.cells), grid.lines(), grid.rows, state)
