"""Numbrix: a way through all cells, from side to side, with each number beside the next.

Sources of its text forms: janko.at; tables are those of solvers on the web.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, tables
from pipeline.kinds.kit.sites.words import Words

NONE: Final = 0
LONGEST: Final = 15
"""Most cells of a side: a board has as many variables as the square of its cells."""

BOARDS: Final = kit.Boards(
    family="numbers",
    empty=NONE,
    allowed=lambda rows, cols: range(rows * cols + 1),
    answers=lambda rows, cols: range(1, rows * cols + 1),
    expected="numbers from 1 to the number of cells, 0 for an empty cell",
    normalize=kit.fit_once,
    most_side=LONGEST,
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that each number is in one cell, and touches the next one."""
    number = model.numbers()
    for value in number.numbers:
        model.count(number[board.grid.cells].equal(value), 1, "number")
    model.consecutive("next")


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the given numbers."""
    model.given()


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_given()
    yield from answer.require_consecutive()


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution]:
    """Return a random way through all cells, with all of its numbers."""
    path = making.random_path(board.grid, state)
    numbers = [path.index(cell) + 1 for cell in board.grid.cells]
    return BOARDS.draft(board, numbers, values=tuple(numbers))[:2]


def ends(board: kit.Board) -> list[int]:
    """Return the cells of the first and the last number, which are always given."""
    return [cell for cell, clue in enumerate(board.values) if clue in (1, len(board.values))]


WORDS: Final = Words(
    range(1, LONGEST**2 + 1), "a number, or - for none", "check the file", "- . _ 0 -1"
)

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Remove(
        layout=layout, clearing=making.Clearing(stays=ends), steered=("medium", "hard", "expert")
    ),
    forms=(
        janko.numbers(("numbrix", "zahlenschlange"), LONGEST**2),
        tables.chain("rows of numbers, - for an empty cell", WORDS, has_corners=False),
    ),
)
