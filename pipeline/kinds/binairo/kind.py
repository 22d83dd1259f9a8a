"""Binairo: zeros and ones, as many of each in every line, never three alike in a row.

It is also known as Takuzu; with signs between cells as Tango.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np

from pipeline.kernels.random_state import RandomState, random_below
from pipeline.kinds.binairo.kernels import random_lines
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.cells import CellWords
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.by_definition import rows_and_columns
from pipeline.kinds.kit.constraints.declaration import Declared, Images, Params
from pipeline.kinds.kit.constraints.extra import BETWEEN, Clue, Extra
from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.extra_forms import symbols_id
from pipeline.kinds.kit.constraints.views.forms import Form, Forms
from pipeline.kinds.kit.constraints.views.signs_form import signs_form
from pipeline.kinds.kit.forms import rows_form
from pipeline.model import ConfigError, PuzzleFormatError

EMPTY: Final = -1
DISTINCT, ALIKE, SIGNS = "distinct-lines", "equal-lines", "signs"
"""No two rows and no two columns are equal; they may be; they may be and signs join cells."""
SIZES: Final = range(4, 21, 2)


def _fit(clues: Clues) -> Clues:
    if clues.rows % 2 or clues.cols % 2:
        raise PuzzleFormatError(f"expected even sides, found {clues.cols}x{clues.rows}")
    return clues


BOARDS: Final = Boards(
    family="cells",
    empty=EMPTY,
    allowed=lambda rows, cols: range(-1, 2),
    expected="0 or 1, -1 for an empty cell",
    rules=(DISTINCT, ALIKE, SIGNS),
    repose=_fit,
    extra=Extra(signs=("=", "x")),
)


@lru_cache(maxsize=16)
def _without_clues(grid: Grid, is_distinct: bool) -> tuple[Model, dict[int, int]]:
    model = Model(grid)
    one = model.cells()
    lines = [[one[cell] for cell in line] for line in grid.lines()]
    for k, (cells, line) in enumerate(zip(grid.lines(), lines, strict=True)):
        model.count(line, (len(line) // 2,), "row" if k < grid.rows else "column", about=cells)
        for at in range(len(line) - 2):
            model.count(line[at : at + 3], (1, 2), "three", about=cells[at : at + 3])
    if is_distinct:
        model.distinct_lines(lines[: grid.rows], "equal-rows")
        model.distinct_lines(lines[grid.rows :], "equal-columns")
    return model, one


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each cell that may be one."""
    base, one = _without_clues(clues.grid, clues.rule == DISTINCT)
    model = base.extended()
    for cell, clue in enumerate(clues.values):
        if clue != EMPTY:
            model.clause([one[cell] if clue else -one[cell]], "given", about=(cell,), clue=cell)
    for sign in clues.extra:
        a, b = (one[cell] for cell in sign.place)
        for x, y in ((a, -b), (-a, b)) if sign.sign == "=" else ((a, b), (-a, -b)):
            reason = "same" if sign.sign == "=" else "opposite"
            model.clause([x, y], reason, about=sign.place)
    return model


RULE_CODES: Final = (
    "given-changed",
    "unequal-row",
    "unequal-column",
    "three-alike",
    "equal-rows",
    "equal-columns",
    "wrong-sign",
)
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    ones = {cell for (cell,) in solution.items}
    word = [int(cell in ones) for cell in range(len(clues.values))]
    for cell, clue in enumerate(clues.values):
        if clue not in (EMPTY, word[cell]):
            yield Violation("given-changed", (cell,), f"the clue {clue} became {word[cell]}")
    lines = [*rows_and_columns(clues)]
    for name, line in lines:
        values = [word[cell] for cell in line]
        if 2 * sum(values) != len(values):
            yield Violation(f"unequal-{name}", line, f"{sum(values)} ones in a {name}")
        for at in range(len(line) - 2):
            if len(set(values[at : at + 3])) == 1:
                yield Violation("three-alike", line[at : at + 3], "three alike in a row")
    for (name, one), (sort, other) in combinations(lines if clues.rule == DISTINCT else (), 2):
        if name == sort and [word[cell] for cell in one] == [word[cell] for cell in other]:
            yield Violation(f"equal-{name}s", (*one, *other), f"two {name}s are equal")
    for sign in clues.extra:
        a, b = (word[cell] for cell in sign.place)
        if (a == b) != (sign.sign == "="):
            yield Violation("wrong-sign", sign.place, f"{a} and {b} beside the sign {sign.sign}")


def lay_out(board: Clues, state: RandomState, _: Images) -> tuple[Clues, Solution] | None:
    """Return a random full board, under ``signs`` with a few signs."""
    values = np.full((board.rows, board.cols), EMPTY, dtype=np.int8)
    tried = np.full(values.size, -1, dtype=np.int8)
    if not random_lines(values, tried, board.rule == DISTINCT, state):
        return None
    word = values.ravel().tolist()
    extra = []
    if board.rule == SIGNS:
        edges = board.grid.edges()
        for a, b in edges:
            if random_below(state, len(edges)) < board.rows:
                extra.append(Clue(BETWEEN, (a, b), (), "=" if word[a] == word[b] else "x"))
    ones = tuple((cell,) for cell, value in enumerate(word) if value)
    return replace(board, values=tuple(word), extra=tuple(extra)), Solution("cells", ones)


def require_even(rows: int, cols: int) -> None:
    """Raise `ConfigError` for a size that the generator does not support."""
    if rows not in SIZES or cols not in SIZES:
        raise ConfigError(
            f"expected even sides from {SIZES[0]} to {SIZES[-1]}, found {cols}x{rows}; "
            "choose another size"
        )


_FORMS: Final = Forms(BOARDS, lambda clues: "signs" if clues.extra else "", 4)
_WORDS: Final = CellWords(dict.fromkeys("-._", EMPTY), range(2), "0, 1 or a dot", "check the table")
_TABLE: Final = _FORMS.table(
    "rows of words, - for an empty cell",
    _WORDS,
    likeness=lambda clues: 2 if EMPTY in clues.values and max(clues.values) == 1 else 0,
)
FORMATS: Final[tuple[Form, ...]] = (
    symbols_id(_FORMS, DISTINCT, ALIKE),
    _FORMS.janko(
        ("binairo", "takuzu", "binary", "tohuwavohu"),
        CellWords({"-": EMPTY, ".": EMPTY, "1": 0, "2": 1}, range(0), "1, 2 or -", "check it"),
        filled="2",
        unfilled="1",
        rules={"tohuwavohu": ALIKE},
    ),
    signs_form(Forms(BOARDS, least_side=4), _WORDS, SIGNS),
    _TABLE,
    rows_form("a row of signs for each row", _TABLE),
)

KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Binairo",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        layout=lay_out,
        looks=Looks(symbols=("0", "1")),
        formats=FORMATS,
        sorts=(0, 1),
        presets={
            "tiny": Params(4, 4, DISTINCT),
            "small": Params(6, 6, DISTINCT),
            "usual": Params(10, 10, DISTINCT),
            "signs": Params(6, 6, SIGNS),
        },
        plain=("row", "column", "three", "same", "opposite", "overlap"),
        sizes=require_even,
        is_weaker_than=lambda rule, other: (
            rule == other or other == DISTINCT or (rule, other) == (ALIKE, SIGNS)
        ),
    )
)
