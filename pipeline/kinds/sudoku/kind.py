"""Sudoku: every number once in each row, column and region."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from pipeline.kernels.random_state import RandomState
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.by_definition import changed_numbers, rows_and_columns
from pipeline.kinds.kit.constraints.declaration import CEILINGS, Declared, Images, Params, Usual
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.layouts import random_numbers, random_regions
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.options import require_squares
from pipeline.kinds.sudoku.boards import (
    BOARDS,
    BOXES,
    DIAGONAL,
    EMPTY,
    IRREGULAR,
    MOST_SIDE,
    groups_of,
)
from pipeline.kinds.sudoku.forms import FORMATS
from pipeline.kinds.sudoku.race import race


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each cell and number."""
    base, holds = _without_clues(replace(clues, values=(EMPTY,) * len(clues.values)))
    model = base.extended()
    model.given(holds, clues.values, EMPTY)
    return model


@lru_cache(maxsize=8)
def _without_clues(empty: Clues) -> tuple[Model, dict[tuple[int, int], int]]:
    model, values = Model(empty.grid), range(1, empty.rows + 1)
    holds = model.numbers(values, "cell")
    for reason, cells in groups_of(empty):
        model.all_different(holds, cells, values, reason)
    return model, holds


RULE_CODES: Final = (
    *("given-changed", "row-repeat", "column-repeat", "region-repeat", "diagonal-repeat"),
)
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    size, numbers = clues.rows, [number for _, number in solution.items]
    yield from changed_numbers(clues, numbers, EMPTY)
    lines = [cells for _, cells in rows_and_columns(clues)]
    groups = []
    for k in range(size):
        region = tuple(cell for cell, own in enumerate(clues.regions) if own == k)
        groups.append(("row", f"row {k + 1}", lines[k]))
        groups.append(("column", f"column {k + 1}", lines[size + k]))
        groups.append(("region", "a region", region))
    if clues.rule == DIAGONAL:
        groups.append(("diagonal", "a diagonal", tuple(range(0, size**2, size + 1))))
        groups.append(("diagonal", "a diagonal", tuple(range(size - 1, size**2 - 1, size - 1))))
    for name, where, cells in groups:
        for number in sorted({numbers[cell] for cell in cells}):
            same = tuple(cell for cell in cells if numbers[cell] == number)
            if len(same) > 1:
                found = f"{number} occurs {len(same)} times in {where}"
                yield Violation(f"{name}-repeat", same, found)


def lay_out(board: Clues, state: RandomState, _: Images) -> tuple[Clues, Solution] | None:
    """Return a full board, under ``irregular`` with random regions."""
    size, board = board.rows, BOARDS.repose(board)
    if board.rule == IRREGULAR:
        # With more exchanges hardly any large board can be filled.
        swaps = 4 * size if size <= 10 else 8
        regions = random_regions(board.regions, board.grid, state, swaps)
        board = BOARDS.make_clues(size, size, board.values, IRREGULAR, regions)
    numbers = random_numbers(size * size, [cells for _, cells in groups_of(board)], size, state)
    if numbers is None:
        return None
    return replace(board, values=tuple(numbers)), Solution("numbers", tuple(enumerate(numbers)))


_FEWEST: Final = {4: 4, 6: 8, 9: 17}
"""The least number of clues of a unique board with boxes, by its side (McGuire, Tugemann and
Civario, "There is no 16-clue Sudoku", 2012, for 9x9; smaller sizes by exhaustive searches)."""


def fewest_clues(rows: int, _: int, rule: str) -> int:
    """Return a lower bound of clues: at most one number can be missing from the clues."""
    return _FEWEST.get(rows, rows - 1) if rule == BOXES else rows - 1


KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Sudoku",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        layout=lay_out,
        looks=Looks(diagonals=DIAGONAL),
        formats=FORMATS,
        sorts=tuple(range(1, MOST_SIDE + 1)),
        presets={
            "tiny": Params(4, 4, BOXES),
            "small": Params(6, 6, BOXES),
            "usual": Params(9, 9, BOXES, symmetry="half-turn"),
            "diagonal": Params(6, 6, DIAGONAL),
            "irregular": Params(6, 6, IRREGULAR),
            "no-guessing": Params(9, 9, BOXES, hardest="global"),
        },
        plain=("cell", "row", "column", "box", "region", "diagonal"),
        ceilings={**CEILINGS, "hard": ("set",)},  # trials cost more and are as rarely hard
        by_band={
            "easy": Usual((40, 46), "half-turn"),
            "medium": Usual((32, 40), "half-turn"),
            "hard": Usual(symmetry="half-turn"),
            "expert": Usual(symmetry="half-turn"),
        },
        sizes=require_squares(4, 6, 8, 9, 10, 12, 16),
        fewest_clues=fewest_clues,
        measure=race,
        is_weaker_than=lambda rule, other: rule == other or (rule, other) == (BOXES, DIAGONAL),
    )
)
