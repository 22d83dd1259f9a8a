"""Calcudoku: rows and columns have every number once, and the numbers of a cage give a result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import prod
from typing import Final

from pipeline.kernels.random_state import RandomState, pick, random_below
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.areas import move_cell, random_cages
from pipeline.kinds.kit.constraints.declaration import Declared, Drafted, Params
from pipeline.kinds.kit.constraints.extra import CAGE, Clue, Extra
from pipeline.kinds.kit.constraints.globals.automaton import Layers, unroll
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.latin import (
    CODES,
    check_square,
    latin_boards,
    latin_model,
    random_latin_square,
)
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.regions import region_numbers
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.extra_forms import results_id
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.constraints.views.janko_forms import cages_form
from pipeline.kinds.kit.options import require_squares

CAGE_SIZES: Final = {"easy": (2, 2, 2, 3), "medium": (2, 2, 3, 3), None: (2, 2, 3, 3, 3, 4)}
"""By band, the sizes of cages from which a board is made."""
LARGEST: Final = 4
"""Most cells of a cage after mending."""
MOST: Final = 999
"""The largest result of a generated board, so that answers can be small."""
CELLS_A_SINGLE: Final = 7
"""Of so many cells at most one is a cage of its own."""

BOARDS: Final = latin_boards(
    Extra(
        has_cages=True,
        totals=lambda side, size: range(1, side**size + 1),
        operations=("+", "-", "x", "/"),
    )
)


def declare(clues: Clues) -> Model:
    """Return the model of a board."""
    model, holds = latin_model(clues)
    for _, cells, numbers, sign in clues.extra:
        if len(cells) == len(numbers):
            model.clause([holds[cells[0], numbers[0]]], "alone", about=cells)
        elif numbers:
            options = [[holds[cell, k] for k in range(1, clues.rows + 1)] for cell in cells]
            layers = reckoning(clues.rows, len(cells), sign, numbers[0])
            model.accepted(options, layers, "cage", cells)
    return model


@cache
def reckoning(side: int, cells: int, sign: str, result: int) -> Layers:
    """Return the automaton of a cage; without a sign any operation may give the result.

    A state is the sum, the product and the largest of the numbers, as far as they matter.
    """

    def step(state: tuple[int, int, int], _: int, option: int) -> tuple[int, int, int]:
        total, times, top = state
        number = option + 1
        return (
            total + number * (sign in ("", "+", "-")),
            times * (number if sign in ("", "x", "/") else 1),
            max(top, number) * (sign in ("", "-", "/")),
        )

    def is_end(state: tuple[int, int, int]) -> bool:
        total, times, top = state
        results = {"+": total, "x": times, "-": 2 * top - total, "/": top * top / times}
        return result in ([results[sign]] if sign else results.values())

    return unroll([side] * cells, (0, 1, 0), step, is_end)


RULE_CODES: Final = (*CODES, "wrong-result")
"""Every code that `check` can report."""


def results_of(numbers: Sequence[int]) -> Mapping[str, float]:
    """Return the result of each operation; others are taken from the largest number.

    >>> results_of([2, 6])
    {'+': 8, 'x': 12, '-': 4, '/': 3.0}
    """
    *rest, top = sorted(numbers)
    return {
        "+": sum(numbers), "x": prod(numbers), "-": top - sum(rest), "/": top / prod(rest),
    }  # fmt: skip


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    numbers = [number for _, number in solution.items]
    yield from check_square(clues, numbers)
    for cage in clues.extra:
        found = results_of([numbers[cell] for cell in cage.place])
        allowed = [found[cage.sign]] if cage.sign else found.values()
        if cage.numbers and cage.numbers[0] not in allowed:
            wanted = f"{cage.numbers[0]}{cage.sign}"
            yield Violation("wrong-result", cage.place, f"the cage does not give {wanted}")


def draft(board: Clues, state: RandomState, params: Params) -> Drafted | None:
    """Return random numbers with cages."""
    numbers = random_latin_square(board.grid, state)
    if numbers is None:
        return None
    sizes = CAGE_SIZES.get(params.band, CAGE_SIZES[None])
    cages = region_numbers(random_cages(board.grid, sizes, state))
    full = with_cages(board, cages, numbers, state)
    return Drafted(full, Solution("numbers", tuple(enumerate(numbers))))


def with_cages(
    board: Clues, cage_of: Sequence[int], numbers: Sequence[int], state: RandomState
) -> Clues:
    """Return a board with cages; those that it has already keep their operations."""
    known = {cage.place: cage for cage in board.extra}
    cages: dict[int, list[int]] = {}
    for cell, cage in enumerate(cage_of):
        cages.setdefault(cage, []).append(cell)
    parts = sorted(tuple(part) for cells in cages.values() for part in board.grid.parts(cells))
    clues = (known.get(part) or random_cage(part, numbers, state) for part in parts)
    return replace(board, extra=tuple(clues))


def random_cage(cells: tuple[int, ...], numbers: Sequence[int], state: RandomState) -> Clue:
    """Return a cage with a random operation; two numbers are rather divided or subtracted."""
    own = [numbers[cell] for cell in cells]
    results = results_of(own)
    signs = ["+", "x"] if results["x"] <= MOST else ["+"]
    if len(own) == 2:
        signs += ["-"] * 2 if results["/"] % 1 else ["/"] * 4
    sign = pick(state, signs)
    return Clue(CAGE, cells, (int(results[sign]),), sign if len(own) > 1 else "")


def mend(
    clues: Clues, solution: Solution, cells: Sequence[int], state: RandomState, _: Params
) -> tuple[Clues, Solution] | None:
    """Move one of some cells to a neighbouring cage, or else make it a cage of its own."""
    numbers = [number for _, number in solution.items]
    cage_of = clues.cage_of
    moved = move_cell(
        clues.grid, cage_of, cells, state, lambda _, cage: cage_of.count(cage) < LARGEST
    )
    if moved is None or not random_below(state, 4):
        moved = cage_of
        moved[pick(state, cells)] = len(numbers)
    mended = with_cages(clues, moved, numbers, state)
    singles = sum(len(cage.place) == 1 for cage in mended.extra)
    return (mended, solution) if singles * CELLS_A_SINGLE <= len(numbers) else None


KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Calcudoku",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        draft=draft,
        mend=mend,
        looks=Looks(is_walled=True),
        formats=(
            results_id(Forms(BOARDS, least_side=3)),
            cages_form(Forms(BOARDS, least_side=3), ("kendoku", "calcudoku", "kenken", "mathdoku")),
        ),
        presets={"tiny": Params(4, 4), "small": Params(5, 5), "usual": Params(6, 6)},
        ceilings={
            None: ("global", "set"),
            "easy": ("global",),
            "medium": ("global", "set"),
            "hard": ("set", "trial"),
            "expert": ("trial",),
        },
        plain=("cell", "row", "column", "cage", "alone"),
        sizes=require_squares(4, 5, 6, 7, 8, 9),
    )
)
