"""Sudoku: every number once in each row, column and region."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.sudoku.boards import BOARDS, BOXES, DIAGONAL, IRREGULAR, MOST_SIDE, groups_of
from pipeline.kinds.sudoku.forms import FORMS
from pipeline.kinds.sudoku.race import race


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add the rules of lines and regions."""
    digit = model.numbers()
    for name, cells in groups_of(board):
        model.all_different(digit[cells], name)


def declare(_: kit.Board, model: kit.Model) -> None:
    """Add the given numbers."""
    model.given()


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_given()
    size, groups = board.rows, []
    lines = zip(answer.rows(), answer.columns(), answer.regions(), strict=True)
    for k, (row, column, region) in enumerate(lines, 1):
        groups.append((*row, f"row {k}"))
        groups.append((*column, f"column {k}"))
        groups.append((*region, "a region"))
    if board.rule == DIAGONAL:
        groups.append(("diagonal", tuple(range(0, size**2, size + 1)), "a diagonal"))
        groups.append(("diagonal", tuple(range(size - 1, size**2 - 1, size - 1)), "a diagonal"))
    for name, cells, where in groups:
        for number in sorted({answer.numbers[cell] for cell in cells}):
            same = tuple(cell for cell in cells if answer.numbers[cell] == number)
            if len(same) > 1:
                found = f"{number} occurs {len(same)} times in {where}"
                yield kit.Violation(f"{name}-repeat", same, found)


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return a full board, under ``irregular`` with random regions."""
    size, board = board.rows, BOARDS.normalize(board)
    if board.rule == IRREGULAR:
        # With more exchanges hardly any large board can be filled.
        swaps = 4 * size if size <= 10 else 8
        regions = making.random_regions(board.regions, board.grid, state, swaps)
        board = BOARDS.make_clues(size, size, board.values, IRREGULAR, regions)
    groups = [cells for _, cells in groups_of(board)]
    numbers: list[int] | None
    if size == MOST_SIDE:
        names = making.shuffled(state, range(1, size + 1))
        numbers = making.refill([names[k] for k in _pattern(size)], groups, size, state)
    else:
        numbers = making.random_numbers(size * size, groups, size, state)
    return None if numbers is None else BOARDS.draft(board, numbers, values=tuple(numbers))[:2]


def _pattern(size: int) -> list[int]:
    """Return a full board under ``diagonal``, numbers from 0, of 25x25 cells.

    Row, column and number are pairs of numbers modulo 5, the number a linear function of the other
    two; its 2x2 matrices, and their sum and difference, are regular, so nothing is repeated in a
    line, a box or a diagonal.
    """
    side = isqrt(size)
    return [
        (col // side + row % side) % side * side + (col + 2 * (row // side)) % side
        for row in range(size)
        for col in range(size)
    ]


_FEWEST: Final = {4: 4, 6: 8, 9: 17}
"""The least number of clues of a unique board with boxes, by its side (McGuire, Tugemann and
Civario, "There is no 16-clue Sudoku", 2012, for 9x9; smaller sizes by exhaustive searches)."""


def fewest_clues(rows: int, _: int, rule: str) -> int:
    """Return a lower bound of clues: at most one number can be missing from the clues."""
    return _FEWEST.get(rows, rows - 1) if rule == BOXES else rows - 1


def require_boxes(params: kit.Params) -> None:
    """Raise `ConfigError` for irregular regions of a size that is filled from a pattern."""
    if params.rule == IRREGULAR and params.rows == MOST_SIDE:
        raise kit.ConfigError(
            f"expected a board of at most 16x16 for the rule {IRREGULAR}, found {MOST_SIDE}x"
            f"{MOST_SIDE}; use {BOXES} or {DIAGONAL} for this size"
        )


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    require_own=require_boxes,
    making=making.Remove(
        layout=layout,
        clearing=making.Clearing(clues=tuple(range(1, MOST_SIDE + 1))),
        fewest=fewest_clues,
    ),
    looks=kit.Looks(diagonals=DIAGONAL),
    forms=FORMS,
    measure=race,
    is_weaker_than=lambda rule, other: rule == other or (rule, other) == (BOXES, DIAGONAL),
)
