"""Slitherlink: one loop along the borders of cells; numbers count the sides on the loop.

Sources of its text forms: ``slither.js`` of pzprjs (MIT), ``loopy.c`` of Simon Tatham's collection
(MIT), janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from string import ascii_lowercase
from typing import Final

import networkx as nx

from pipeline.kernels.random_state import RandomState
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.cells import CellWords, Runs, Signs
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.by_definition import one_loop
from pipeline.kinds.kit.constraints.declaration import CEILINGS, Declared, Images, Params
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.layouts import random_loop
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.forms import Forms, Fours
from pipeline.kinds.kit.forms import rows_form
from pipeline.kinds.kit.options import require_sides
from pipeline.kinds.kit.penpa import DOTS

EMPTY: Final = -1

BOARDS: Final = Boards(
    family="borders",
    empty=EMPTY,
    allowed=lambda rows, cols: range(EMPTY, 5),
    expected="clues from 0 to 4, -1 for a cell without one",
)


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each border."""
    grid, model = clues.grid, Model(clues.grid)
    side = model.borders()
    for cell, number in enumerate(clues.values):
        if number != EMPTY:
            here = [side[border] for border in grid.borders_of(cell)]
            model.count(here, (number,), "number", about=(cell,), clue=cell)
    at: dict[int, list[int]] = {}
    about: dict[int, set[int]] = {}
    for border, variable in side.items():
        for corner in border:
            at.setdefault(corner, []).append(variable)
            about.setdefault(corner, set()).update(grid.cells_beside(border))
    for corner, here in at.items():
        model.count(here, (0, 2), "corner", about=sorted(about[corner]))
    model.loop(side, "loop")
    return model


RULE_CODES: Final = ("wrong-number", "no-loop", "several-loops")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    graph, wide = nx.Graph(solution.items), clues.cols + 1
    for cell, number in enumerate(clues.values):
        a = cell // clues.cols * wide + cell % clues.cols
        b, c, d = a + 1, a + wide, a + wide + 1
        drawn = sum(graph.has_edge(*side) for side in ((a, b), (a, c), (b, d), (c, d)))
        if number not in (EMPTY, drawn):
            yield Violation("wrong-number", (cell,), f"{drawn} sides of this {number} are drawn")

    def around(corners: Sequence[int]) -> tuple[int, ...]:
        row, col = divmod(corners[0], wide)
        rows, cols = range(clues.rows), range(clues.cols)
        places = ((r, c) for r in (row - 1, row) for c in (col - 1, col))
        return tuple(r * clues.cols + c for r, c in places if r in rows and c in cols)

    yield from one_loop(clues, graph, around)


def lay_out(board: Clues, state: RandomState, _: Images) -> tuple[Clues, Solution]:
    """Return a random loop and the number of every cell."""
    loop, grid = random_loop(board.rows, board.cols, state), board.grid
    drawn = {*loop}
    numbers = [len(drawn.intersection(grid.borders_of(cell))) for cell in grid.cells]
    clues = BOARDS.make_clues(board.rows, board.cols, numbers)
    return clues, Solution("borders", tuple(loop))


def likeness(clues: Clues) -> int:
    """Return 2 if there are both 0 and empty cells, which other tables do not have."""
    size, left = len(clues.values), clues.values.count(EMPTY)
    if not left or max(clues.values) > 3:
        return 0
    return 2 if 0 in clues.values else int(size > 9 and 4 * left < 3 * size)


_FORMS: Final = Forms(BOARDS)
_NAMES: Final = ("slither", "slitherlink")


def _words(advice: str, *signs: str) -> CellWords:
    expected = "numbers from 0 to 4, or a dot for none"
    return CellWords(dict.fromkeys(signs, EMPTY), range(5), expected, advice)


_TABLE: Final = _FORMS.table(
    "rows of words, - for a cell without a number",
    _words("check the table", "-", ".", "_"),
    likeness=likeness,
    tags=("slitherlink", DOTS),
)

KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Slitherlink",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        layout=lay_out,
        looks=Looks(is_dotted=True),
        formats=(
            _FORMS.address(
                _NAMES, (Fours(EMPTY, EMPTY),), "cells as 0 to 9, a to e, g to z or a dot"
            ),
            _FORMS.file(_NAMES, _words("check the file", ".", "-")),
            _FORMS.tatham(
                "Loopy",
                "t0|t0d[a-z]",
                (Signs({str(k): k for k in range(5)}), Runs(EMPTY, ascii_lowercase)),
                "7x7t0:3a2...",
            ),
            _FORMS.janko(("slitherlink",), _words("check the file", "-", ".")),
            _TABLE,
            rows_form("rows of signs", _TABLE),
        ),
        sorts=(0, 1, 2, 3, 4),
        ceilings={**CEILINGS, "hard": ("set",)},  # most that need trials are expert
        presets={
            "tiny": Params(5, 5),
            "small": Params(7, 7),
            "wide": Params(5, 8),
            "symmetric": Params(7, 7, symmetry="half-turn"),
            "no-guessing": Params(8, 8, hardest="global"),
            "full": Params(6, 6, clues=(20, 26)),
        },
        plain=("number", "corner", "overlap"),
        sizes=partial(require_sides, least=4, most=40),
    )
)
