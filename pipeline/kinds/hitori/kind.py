"""Hitori: shade cells so that no line repeats a number, and white cells are connected.

Sources of its text forms: ``hitori.js`` of pzprjs (MIT), ``singles.c`` of Simon Tatham's collection
(MIT), janko.at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from string import ascii_letters, digits
from typing import Final

from pipeline.kernels.random_state import RandomState, pick, shuffled
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.cells import CellWords, Signs
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.by_definition import rows_and_columns, shades_apart
from pipeline.kinds.kit.constraints.declaration import CEILINGS, Declared, Images, Params
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.layouts import random_numbers, shade
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.forms import rows_form
from pipeline.kinds.kit.options import require_sides

NONE: Final = 0  # A cell without a number, as in some collections

BOARDS: Final = Boards(
    family="cells",
    empty=NONE,
    allowed=lambda rows, cols: range(100),
    expected="a number from 1 to 99, or 0 for none",
)


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each shaded cell."""
    grid, model = clues.grid, Model(clues.grid)
    shaded = model.cells()
    for line in grid.lines():
        same: dict[int, list[int]] = {}
        for cell in line:
            if clues.values[cell] != NONE:
                same.setdefault(clues.values[cell], []).append(cell)
        for cells in same.values():
            if len(cells) > 1:
                model.count([-shaded[cell] for cell in cells], (0, 1), "twice", about=cells)
    for a, b in grid.edges():
        model.clause([-shaded[a], -shaded[b]], "touch", about=(a, b))
    model.connected({cell: -shaded[cell] for cell in grid.cells}, "whole")
    return model


RULE_CODES: Final = ("repeated", "side-by-side", "parted")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    shaded = {cell for (cell,) in solution.items}
    for k, (name, line) in enumerate(rows_and_columns(clues), 1):
        white = [cell for cell in line if cell not in shaded]
        for number in sorted({clues.values[cell] for cell in white} - {NONE}):
            same = tuple(cell for cell in white if clues.values[cell] == number)
            if len(same) > 1:
                where = f"{name} {k if name == 'row' else k - clues.rows}"
                yield Violation("repeated", same, f"{number} occurs {len(same)} times in {where}")
    yield from shades_apart(clues, shaded)


def lay_out(board: Clues, state: RandomState, _: Images) -> tuple[Clues, Solution] | None:
    """Return numbers that differ among the white cells of each line, and repeat in shaded ones."""
    grid = board.grid
    shaded = shade(grid, shuffled(state, grid.cells))
    lines = [[cell for cell in line if cell not in shaded] for line in grid.lines()]
    numbers = random_numbers(len(grid.cells), lines, max(board.rows, board.cols), state)
    if numbers is None:
        return None
    used = [{numbers[cell] for cell in line} for line in lines]
    for cell in sorted(shaded):
        across, down = used[cell // board.cols], used[board.rows + cell % board.cols]
        numbers[cell] = pick(state, sorted(across & down or across | down))
    clues = BOARDS.make_clues(board.rows, board.cols, numbers)
    return clues, Solution("cells", tuple((cell,) for cell in sorted(shaded)))


_NUMBER: Final = re.compile(r"[.%@]|[0-9a-z]|-[g-z]|-[0-9a-f][0-9a-z]")
_SIGNS: Final = digits + ascii_letters


class Base36:
    """The codec of base 36 numbers: one digit, or two after a minus; a dot, % or @ is no number.

    Older programs also write a minus before a single letter from g to z.
    """

    def encode(self, values: Sequence[int], at: int) -> tuple[str, int] | None:
        """Return the text of a number."""
        number = values[at]
        high = f"-{_SIGNS[number // 36]}" if number >= 36 else ""
        return ("." if number == NONE else high + _SIGNS[number % 36]), 1

    def decode(self, text: str, at: int) -> tuple[list[int], int] | None:
        """Return the number at a position of a text."""
        found = _NUMBER.match(text, at)
        if found is None:
            return None
        number = found[0].removeprefix("-")
        return [NONE if number in ".%@" else int(number, 36)], len(found[0])


def likeness(clues: Clues) -> int:
    """Return 2 for a full board with no more distinct numbers than the length of a side."""
    is_full = min(clues.rows, clues.cols) > 2 and NONE not in clues.values
    return 2 * (is_full and len(set(clues.values)) <= max(clues.rows, clues.cols))


def _words(*signs: str) -> CellWords:
    known = dict.fromkeys(signs, NONE)
    return CellWords(known, range(1, 100), "a number from 1 to 99", "check the file")


_FORMS: Final = Forms(BOARDS)
_TABLE: Final = _FORMS.table("rows of numbers", _words("-", "."), likeness, tags=("hitori",))

KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Hitori",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        layout=lay_out,
        keeps_clues=True,
        looks=Looks(),
        formats=(
            _FORMS.address(("hitori",), (Base36(),), "a figure or letter for each cell"),
            _FORMS.file(("hitori",), _words(".", "-"), is_apart=True),
            _FORMS.tatham(
                "Singles",
                "|d[a-z]",
                (Signs({sign: k for k, sign in enumerate(_SIGNS)}),),
                "5x5:1432...",
            ),
            _FORMS.janko(("hitori",), _words("-")),
            _TABLE,
            rows_form("rows of signs", _TABLE),
        ),
        presets={
            "tiny": Params(4, 4),
            "small": Params(5, 5),
            "wide": Params(5, 7),
            "one-trial": Params(6, 6, hardest="trial"),
        },
        plain=("twice", "touch", "overlap"),
        ceilings={**CEILINGS, "easy": ("overlap",), "medium": ("overlap", "set")},
        sample=lambda rows, cols: [max(rows, cols)] * (rows * cols),
        sizes=partial(require_sides, least=4, most=30),
    )
)
