"""Killer Sudoku: Sudoku with cages of different numbers that have a total."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import fpuzzles, janko, sudokupad, tatham

CAGE_SIZES: Final = {"easy": (2, 2, 2, 3), "medium": (2, 2, 3, 3), None: (2, 2, 3, 3, 3, 4)}
"""By band, the sizes of cages from which a board is made."""
LARGEST: Final = 5
MOST_IMPLIED: Final = 4
"""Most cells of a rest that follows from the cages of a row, column or box."""

BOARDS: Final = kit.Boards(
    family="numbers",
    allowed=lambda rows, cols: range(rows + 1),
    expected="numbers from 1 to the side of the board, 0 for an empty cell",
    has_regions=True,
    has_own_regions=False,
    normalize=kit.fit_boxes,
    most_side=16,
    clue_sorts=(kit.Cages(totals=kit.totals_of),),
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add the rules of Sudoku."""
    digit = model.numbers()
    for name, group in board.groups("box"):
        model.all_different(digit[group], name)


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add given numbers, cages, and the totals that follow from cages in a row or box."""
    digit = model.given()
    for cage in model.each("cage", board.cages):
        if cage.total is None:
            model.all_different(digit[cage.place], "apart")
        else:
            model.total(digit[cage.place], cage.total, "cage")
    for cells, total in model.each("rest", making.implied_totals(board, MOST_IMPLIED)):
        model.total(digit[cells], total, "rest")


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_given("given-changed")
    for name, cells in (*answer.rows(), *answer.columns(), *answer.regions(), *answer.cages()):
        yield from answer.require_different(f"{name}-repeat", cells, name)
    for cage in board.cages:
        yield from answer.require_sum("wrong-total", cage.place, cage.total)


def draft(board: kit.Board, state: kit.RandomState, params: kit.Params) -> kit.Drafted | None:
    """Return a full board as random cages with their totals."""
    board = BOARDS.normalize(board)
    numbers = making.random_groups(board, state)
    if numbers is None:
        return None
    sizes = CAGE_SIZES.get(params.band, CAGE_SIZES[None])
    cages = making.random_cages_apart(board.grid, sizes, numbers, state)
    return BOARDS.draft(making.with_cages(board, cages, numbers), numbers)


def confidence(board: kit.Board) -> int:
    """Return 2 for cages whose totals are those of all cells, or some of them, else 1."""
    totals = [cage.total for cage in board.cages]
    whole = board.rows**2 * (board.rows + 1) // 2
    return 2 if None in totals or sum(filter(None, totals)) == whole else 1


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Mend(
        draft,
        making.move_between_cages(LARGEST, alone=4),
        tidy=making.join_single_cages(LARGEST),
    ),
    forms=(
        tatham.solo({"k": ""}),
        janko.form(
            ("killer", "killer-sudoku", "sumdoku"),
            *(janko.Boxes(), janko.CageAreas(), janko.Totals()),
            confidence=confidence,
        ),
        fpuzzles.form("killer").at_least(4),
        sudokupad.form("killer").at_least(4),
    ),
)
