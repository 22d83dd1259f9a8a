"""Latin Square: every number once in each row and column."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from puzzlepress import kit

making, tables, words = kit.making, kit.sites.tables, kit.sites.words

# What is solved (numbers), and the clues that a cell may have.
BOARDS: Final = kit.Boards(
    family="numbers",
    allowed=lambda rows, cols: range(rows + 1),
    expected="numbers from 1 to the side of the board, 0 for an empty cell",
    is_renamed=True,
    normalize=kit.require_square,
    most_side=9,
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add what depends on the size alone; the names are reasons of ``texts.en.toml``."""
    number = model.numbers()
    for name, line in board.lines():
        model.all_different(number[line], name)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add what follows from the clues."""
    model.given()


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules by definition: it shares nothing with `fixed` and `declare`."""
    yield from answer.require_given()
    for name, cells in (*answer.rows(), *answer.columns()):
        yield from answer.require_different(f"{name}-repeat", cells, name)


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return a random full board as clues and answer; clues are then removed. None: try again."""
    numbers = making.random_groups(board, state)
    return None if numbers is None else BOARDS.draft(board, numbers, values=tuple(numbers))[:2]


NUMBERS: Final = words.Words(
    range(1, 10), "a number from 1 to 9, or - for an empty cell", "check it"
)

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Remove(layout=layout),
    forms=(tables.table("rows of numbers, - for an empty cell", NUMBERS),),
)
