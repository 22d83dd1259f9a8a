"""Killer Sudoku: Sudoku with cages of different numbers that have a total."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from pipeline.kernels.random_state import RandomState, pick, random_below
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.areas import move_cell, random_cages
from pipeline.kinds.kit.constraints.boards import Boards, fit_boxes
from pipeline.kinds.kit.constraints.by_definition import (
    changed_numbers,
    repeats,
    rows_and_columns,
)
from pipeline.kinds.kit.constraints.declaration import Declared, Drafted, Params
from pipeline.kinds.kit.constraints.extra import CAGE, Clue, Extra
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.layouts import random_numbers
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.regions import region_numbers
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.extra_forms import killer_id
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.constraints.views.janko_forms import cages_form
from pipeline.kinds.kit.options import require_squares

EMPTY: Final = 0
CAGE_SIZES: Final = {"easy": (2, 2, 2, 3), "medium": (2, 2, 3, 3), None: (2, 2, 3, 3, 3, 4)}
"""By band, the sizes of cages from which a board is made."""
LARGEST: Final = 5
MOST_IMPLIED: Final = 4
"""Most cells of a rest that follows from the cages of a row, column or box."""

BOARDS: Final = Boards(
    family="numbers",
    empty=EMPTY,
    allowed=lambda rows, cols: range(rows + 1),
    expected="numbers from 1 to the side of the board, 0 for an empty cell",
    has_regions=True,
    repose=fit_boxes,
    most_side=9,
    extra=Extra(
        has_cages=True,
        totals=lambda side, size: range(
            size * (size + 1) // 2, size * (2 * side - size + 1) // 2 + 1
        ),
    ),
)


def groups_of(clues: Clues) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the name and the cells of each row, column and box."""
    for k, line in enumerate(clues.grid.lines()):
        yield ("row" if k < clues.rows else "column"), line
    yield from (("box", box) for box in clues.areas)


@lru_cache(maxsize=16)
def _without_clues(board: Clues) -> tuple[Model, dict[tuple[int, int], int]]:
    values = range(1, board.rows + 1)
    model = Model(board.grid)
    holds = model.numbers(values, "cell")
    for reason, cells in groups_of(board):
        model.all_different(holds, cells, values, reason)
    return model, holds


def declare(clues: Clues) -> Model:
    """Return the model of a board, with the totals that follow from cages in a row or box."""
    base, holds = _without_clues(replace(clues, values=(), extra=()))
    model, values = base.extended(), range(1, clues.rows + 1)
    model.given(holds, clues.values, EMPTY)
    for cage in clues.extra:
        if cage.numbers:
            model.total(holds, cage.place, values, cage.numbers[0], "cage")
        else:
            model.all_different(holds, cage.place, values, "apart")
    for cells, total in implied_totals(clues):
        model.total(holds, cells, values, total, "rest")
    return model


def implied_totals(clues: Clues) -> Iterator[tuple[Sequence[int], int]]:
    """Yield the few cells that cages inside of a row, column or box leave: the rule of 45."""
    whole = sum(range(1, clues.rows + 1))
    for _, cells in groups_of(clues):
        inside = [cage for cage in clues.extra if cage.numbers and {*cage.place} <= {*cells}]
        rest = set(cells).difference(*(cage.place for cage in inside))
        if inside and 0 < len(rest) <= MOST_IMPLIED:
            yield sorted(rest), whole - sum(cage.numbers[0] for cage in inside)


RULE_CODES: Final = (
    "given-changed",
    "row-repeat",
    "column-repeat",
    "region-repeat",
    "cage-repeat",
    "wrong-total",
)
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    numbers = [number for _, number in solution.items]
    yield from changed_numbers(clues, numbers, EMPTY)
    boxes = (
        ("region", tuple(cell for cell, own in enumerate(clues.regions) if own == box))
        for box in range(clues.rows)
    )
    cages = (("cage", cage.place) for cage in clues.extra)
    yield from repeats(numbers, (*rows_and_columns(clues), *boxes, *cages))
    for cage in clues.extra:
        total = sum(numbers[cell] for cell in cage.place)
        if cage.numbers and total != cage.numbers[0]:
            yield Violation("wrong-total", cage.place, f"{total} is not {cage.numbers[0]}")


def draft(board: Clues, state: RandomState, params: Params) -> Drafted | None:
    """Return a full board as random cages with their totals."""
    board = BOARDS.repose(board)
    groups = [cells for _, cells in groups_of(board)]
    numbers = random_numbers(len(board.values), groups, board.rows, state)
    if numbers is None:
        return None

    def may_join(cage: Collection[int], cell: int) -> bool:
        return all(numbers[one] != numbers[cell] for one in cage)

    sizes = CAGE_SIZES.get(params.band, CAGE_SIZES[None])
    cages = random_cages(board.grid, sizes, state, may_join)
    full = with_cages(board, region_numbers(cages), numbers)
    return Drafted(full, Solution("numbers", tuple(enumerate(numbers))))


def with_cages(board: Clues, cage_of: Sequence[int], numbers: Sequence[int]) -> Clues:
    """Return a board with cages and their totals."""
    cages: dict[int, list[int]] = {}
    for cell, cage in enumerate(cage_of):
        cages.setdefault(cage, []).append(cell)
    parts = sorted(part for cells in cages.values() for part in board.grid.parts(cells))
    totals = (sum(numbers[cell] for cell in part) for part in parts)
    clues = (Clue(CAGE, tuple(part), (total,)) for part, total in zip(parts, totals, strict=True))
    return replace(board, extra=tuple(clues))


def mend(
    clues: Clues, solution: Solution, cells: Sequence[int], state: RandomState, _: Params
) -> tuple[Clues, Solution]:
    """Move one of some cells to a neighbouring cage, or else make it a cage of its own."""
    numbers = [number for _, number in solution.items]
    cage_of = clues.cage_of

    def may_move(cell: int, cage: int) -> bool:
        inside = clues.extra[cage].place
        return len(inside) < LARGEST and all(numbers[one] != numbers[cell] for one in inside)

    moved = move_cell(clues.grid, cage_of, cells, state, may_move)
    if moved is None or not random_below(state, 4):
        moved = cage_of
        moved[pick(state, cells)] = len(numbers)
    return with_cages(clues, moved, numbers), solution


KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Killer Sudoku",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        draft=draft,
        mend=mend,
        looks=Looks(),
        formats=(
            killer_id(Forms(BOARDS)),
            cages_form(Forms(BOARDS), ("killer", "killer-sudoku", "sumdoku")),
        ),
        presets={"tiny": Params(4, 4), "small": Params(6, 6), "usual": Params(9, 9)},
        ceilings={
            None: ("global", "overlap", "set"),
            "easy": ("global",),
            "medium": ("global", "overlap"),
            "hard": ("overlap", "set", "trial"),
            "expert": ("trial", None),
        },
        plain=("cell", "row", "column", "box", "cage"),
        sizes=require_squares(4, 6, 8, 9),
    )
)
