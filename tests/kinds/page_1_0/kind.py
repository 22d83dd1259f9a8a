"""Latin Square: every number once in each row and column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pipeline.kinds.kit.cells import number_words
from pipeline.kinds.kit.constraints.boards import Boards, require_square
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.layouts import random_numbers
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.forms import Forms

from pipeline.kernels.random_state import RandomState
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.declaration import Declared, Images, Params
from pipeline.kinds.kit.options import require_squares

EMPTY: Final = 0


# What is solved (numbers), and the clues that a cell may have.
BOARDS: Final = Boards(
    family="numbers",
    empty=EMPTY,
    allowed=lambda rows, cols: range(rows + 1),
    expected="numbers from 1 to the side of the board, 0 for an empty cell",
    is_renamed=True,
    repose=require_square,
    most_side=9,
)


def declare(clues: Clues) -> Model:
    """Return the rules as constraints; the names are reasons of ``texts.en.toml``."""
    values = range(1, max(clues.rows, clues.cols) + 1)
    model = Model(clues.grid)
    holds = model.numbers(values, "cell")
    for k, line in enumerate(clues.grid.lines()):
        model.all_different(holds, line, values, "row" if k < clues.rows else "column")
    model.given(holds, clues.values, EMPTY)
    return model


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules by definition: it shares nothing with `declare`."""
    numbers = [number for _, number in solution.items]
    for cell, given in enumerate(clues.values):
        if given not in (EMPTY, numbers[cell]):
            yield Violation("given-changed", (cell,), f"the clue {given} became {numbers[cell]}")
    for cell, number in enumerate(numbers):
        for other in range(cell):
            if numbers[other] != number:
                continue
            if other // clues.cols == cell // clues.cols:
                yield Violation("row-repeat", (other, cell), f"{number} is repeated in a row")
            if other % clues.cols == cell % clues.cols:
                yield Violation("column-repeat", (other, cell), f"{number} is repeated in a column")


def lay_out(board: Clues, state: RandomState, _: Images) -> tuple[Clues, Solution] | None:
    """Return a random full board as clues and solution; clues are then removed. None: try again."""
    numbers = random_numbers(len(board.values), board.grid.lines(), board.rows, state)
    if numbers is None:
        return None
    return replace(board, values=tuple(numbers)), Solution("numbers", tuple(enumerate(numbers)))


KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Latin Square",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        layout=lay_out,
        looks=Looks(),
        formats=(Forms(BOARDS).table("rows of numbers, - for an empty cell", number_words(9)),),
        presets={
            "tiny": Params(4, 4),
            "small": Params(5, 5, symmetry="half-turn"),
            "usual": Params(6, 6),
        },
        plain=("cell", "row", "column"),
        sizes=require_squares(2, 3, 4, 5, 6, 7, 8, 9),
    )
)
