"""Futoshiki: each row and column has every number once, and signs say which number is larger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pipeline.kernels.random_state import RandomState
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.cells import CellWords
from pipeline.kinds.kit.constraints.declaration import Declared, Images, Params, Usual
from pipeline.kinds.kit.constraints.extra import BETWEEN, Clue, Extra
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.latin import (
    CODES,
    EMPTY,
    check_square,
    latin_boards,
    latin_model,
    random_latin_square,
)
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.extra_forms import signs_id
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.constraints.views.signs_form import janko_signs_form, signs_form
from pipeline.kinds.kit.options import require_squares

BOARDS: Final = latin_boards(Extra(signs=("<", ">")))


def declare(clues: Clues) -> Model:
    """Return the model of a board."""
    model, holds = latin_model(clues)
    values = range(1, clues.rows + 1)
    for k, sign in enumerate(clues.extra, len(clues.values)):
        model.ordered(holds, sign.place[:: 1 if sign.sign == "<" else -1], values, "sign", k)
    return model


RULE_CODES: Final = (*CODES, "wrong-sign")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    numbers = [number for _, number in solution.items]
    yield from check_square(clues, numbers)
    for sign in clues.extra:
        one, other = (numbers[cell] for cell in sign.place)
        if one == other or (one < other) != (sign.sign == "<"):
            yield Violation("wrong-sign", sign.place, f"{one} {sign.sign} {other} is not true")


def lay_out(board: Clues, state: RandomState, _: Images) -> tuple[Clues, Solution] | None:
    """Return a random square with every number and sign."""
    numbers = random_latin_square(board.grid, state)
    if numbers is None:
        return None
    signs = (
        Clue(BETWEEN, pair, (), "<" if numbers[pair[0]] < numbers[pair[1]] else ">")
        for pair in board.grid.edges()
    )
    full = replace(board, values=tuple(numbers), extra=tuple(signs))
    return full, Solution("numbers", tuple(enumerate(numbers)))


_WORDS: Final = CellWords(
    dict.fromkeys("-._0?", EMPTY), range(1, 10), "a number or -", "check the text"
)

KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Futoshiki",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        layout=lay_out,
        removes_extra=True,
        percent_first=90,
        looks=Looks(),
        formats=(
            signs_id(Forms(BOARDS)),
            janko_signs_form(
                Forms(BOARDS),
                ("futoshiki", "unequal"),
                replace(_WORDS, signs={"?": EMPTY} | dict(_WORDS.signs)),
            ),
            signs_form(Forms(BOARDS, least_side=3), _WORDS),
        ),
        presets={"tiny": Params(4, 4), "small": Params(5, 5), "usual": Params(6, 6)},
        ceilings={
            None: ("single", "set"),
            "easy": ("single",),
            "medium": ("single", "set"),
            "hard": ("set",),
            "expert": ("trial",),
        },
        by_band={"easy": Usual((45, 55))},
        plain=("cell", "row", "column", "sign"),
        sizes=require_squares(4, 5, 6, 7, 8, 9),
    )
)
