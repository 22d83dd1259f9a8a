"""Masyu: one loop through cells, straight at white pearls and turning at black ones.

Sources of its text forms: ``mashu.js`` of pzprjs (MIT), ``pearl.c`` of Simon Tatham's collection
(MIT), janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import product
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
from pipeline.kinds.kit.constraints.views.drawing import Looks, Sign
from pipeline.kinds.kit.constraints.views.forms import Forms, Threes
from pipeline.kinds.kit.forms import rows_form
from pipeline.kinds.kit.options import require_sides
from pipeline.kinds.kit.penpa import DASHES

EMPTY, WHITE, BLACK = 0, 1, 2
TRIES: Final = 2_000  # Random changes of a loop towards more pearls
STEPS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))  # North, east, south, west as (row, col)

BOARDS: Final = Boards(
    family="edges",
    empty=EMPTY,
    allowed=lambda rows, cols: range(3),
    expected="1 for a white pearl, 2 for a black one, 0 for none",
)


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each line between neighbours."""
    grid, model = clues.grid, Model(clues.grid)
    edges = model.edges()

    def line(cell: int | None, step: tuple[int, int]) -> int:
        """Return the variable of the line from a cell in a direction, 0 outside of the board."""
        other = None if cell is None else grid.look(cell, *step)
        if cell is None or other is None:
            return 0
        return edges[min(cell, other), max(cell, other)]

    for cell, pearl in enumerate(clues.values):
        near = [line(cell, step) for step in STEPS]
        here = [v for v in near if v]
        model.count(here, (0, 2), "cell", about=(cell,))
        if pearl != EMPTY:
            far = [line(grid.look(cell, *step), step) for step in STEPS]
            known = [v for v in (*near, *far) if v]
            ways = _ways(pearl, tuple(map(bool, (*near, *far))))
            reason = "black" if pearl == BLACK else "white"
            model.count(here, (2,), "pearl", about=(cell,), clue=cell)
            model.table(known, ways, reason, about=(cell,), clue=cell)
    model.loop(edges, "loop")
    return model


@cache
def _ways(pearl: int, places: tuple[bool, ...]) -> tuple[tuple[bool, ...], ...]:
    """Return the allowed values of the lines at a pearl that have a place on the board.

    First come the lines to its neighbours, then those that continue straight from there.
    """
    ways = []
    known = [k for k, has_place in enumerate(places) if has_place]
    for values in product((False, True), repeat=len(known)):
        drawn = dict(zip(known, values, strict=True))
        out = [k for k in range(4) if drawn.get(k)]
        if len(out) == 2:
            is_straight, go_on = out[1] - out[0] == 2, all(drawn.get(4 + k) for k in out)
            if (is_straight, go_on) == ((False, True) if pearl == BLACK else (True, False)):
                ways.append(values)
    return tuple(ways)


RULE_CODES: Final = ("no-loop", "several-loops", "missed-pearl", "white-pearl", "black-pearl")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    graph = nx.Graph(solution.items)
    yield from one_loop(clues, graph)

    def turns(cell: int) -> bool:
        places = [divmod(end, clues.cols) for end in graph[cell]]
        return len(places) == 2 and all(a != b for a, b in zip(*places, strict=True))

    for cell, pearl in enumerate(clues.values):
        if pearl == EMPTY:
            continue
        if cell not in graph:
            yield Violation("missed-pearl", (cell,), "the loop does not pass this pearl")
            continue
        beside = any(map(turns, graph[cell]))
        if pearl == WHITE and (turns(cell) or not beside):
            what = "straight through this white pearl with a turn before or after it"
            yield Violation("white-pearl", (cell,), f"the loop does not go {what}")
        if pearl == BLACK and (not turns(cell) or beside):
            what = "in this black pearl and go straight on before and after it"
            yield Violation("black-pearl", (cell,), f"the loop does not turn {what}")


def lay_out(board: Clues, state: RandomState, _: Images) -> tuple[Clues, Solution]:
    """Return a random loop with all possible pearls."""
    edges = random_loop(board.rows - 1, board.cols - 1, state, TRIES)
    near = nx.Graph(edges).adj
    straight = {cell: abs(a - b) in (2, 2 * board.cols) for cell, (a, b) in near.items()}
    pearls = [EMPTY] * len(board.values)
    for cell, ends in near.items():
        go_on = all(straight[end] for end in ends)
        if straight[cell] != go_on:
            pearls[cell] = BLACK if go_on else WHITE
    return BOARDS.make_clues(board.rows, board.cols, pearls), Solution("edges", tuple(edges))


_FORMS: Final = Forms(BOARDS)


def _words(signs: str, expected: str, advice: str = "check the file") -> CellWords:
    values = {"w": WHITE, "o": WHITE, "1": WHITE, "b": BLACK, "x": BLACK, "2": BLACK}
    return CellWords({sign: values.get(sign, EMPTY) for sign in signs}, range(0), expected, advice)


_PEARLS: Final = "w for a white pearl, b for a black one, or - for none"
_TABLE: Final = _FORMS.table(
    "rows of words, w and b for pearls, - for a cell without one",
    _words("-._wbox", _PEARLS, "check the table"),
    likeness=lambda clues: 2,
    tags=("masyu", DASHES),
)

KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Masyu",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        layout=lay_out,
        looks=Looks(
            signs={
                WHITE: Sign("white", is_number=False),
                BLACK: Sign("black", is_number=False),
            }
        ),
        formats=(
            _FORMS.address(
                ("masyu", "mashu", "pearl"), (Threes(),), "three cells as 0 to 9, a to q"
            ),
            _FORMS.file(("mashu", "masyu", "pearl"), _words(".12-", "1, 2 or a dot")),
            _FORMS.tatham(
                "Pearl",
                "|d[a-z]n?",
                (Signs({"W": WHITE, "B": BLACK}), Runs(EMPTY, ascii_lowercase)),
                "6x6:aBfWbW...",
            ),
            _FORMS.janko(("masyu",), _words("-.wb12", _PEARLS)),
            _TABLE,
            rows_form("rows of signs", _TABLE),
        ),
        sorts=(WHITE, BLACK),
        ceilings={**CEILINGS, "easy": ("single",), "medium": ("global",)},
        presets={
            "tiny": Params(5, 5),
            "small": Params(7, 7),
            "wide": Params(5, 8),
            "symmetric": Params(7, 7, symmetry="half-turn"),
            "no-guessing": Params(8, 8, hardest="global"),
        },
        plain=("black", "white", "pearl", "cell"),
        sizes=partial(require_sides, least=4, most=40),
    )
)
