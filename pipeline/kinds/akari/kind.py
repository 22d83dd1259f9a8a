"""Akari: lamps that light every cell but not each other, counted by the numbers on walls.

Sources of its text forms: ``lightup.js`` of pzprjs (MIT), ``lightup.c`` of Simon Tatham's
collection (MIT), janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from string import ascii_lowercase
from typing import Final

import numpy as np

from pipeline.kernels.random_state import RandomState, pick
from pipeline.kinds.akari import kernels
from pipeline.kinds.akari.kernels import WHITE
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.cells import CellWords, Runs, Signs
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.declaration import Declared, Images, Params
from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks, Sign
from pipeline.kinds.kit.constraints.views.forms import Forms, Fours
from pipeline.kinds.kit.forms import rows_form
from pipeline.kinds.kit.options import require_sides

WALL: Final = -2  # A wall without a number; 0 to 4 are walls with one
WALL_PERCENT: Final = range(18, 31)  # Range of the share of walls in percent
WAYS: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))

BOARDS: Final = Boards(
    family="cells",
    empty=WHITE,
    allowed=lambda rows, cols: range(WALL, 5),
    expected="0 to 4 for a wall with a number, -2 for one without, -1 for a white cell",
)


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for a lamp in each white cell."""
    whole = Grid(clues.rows, clues.cols)
    walls = frozenset(cell for cell, clue in enumerate(clues.values) if clue != WHITE)
    model = Model(Grid(clues.rows, clues.cols, walls))
    lamp = model.cells()
    seen: dict[int, list[int]] = {cell: [] for cell in lamp}
    runs = (groupby(line, lamp.__contains__) for line in whole.lines())
    for beam in [list(run) for line in runs for is_white, run in line if is_white]:
        here = [lamp[cell] for cell in beam]
        if len(beam) > 1:
            model.count(here, (0, 1), "beam", about=beam)
        for cell in beam:
            seen[cell] += here
    for cell, here in seen.items():
        model.clause(sorted(set(here)), "lit", about=(cell,))
    for wall in sorted(walls):
        if clues.values[wall] >= 0:
            here = [lamp[c] for c in whole.neighbours(wall) if c in lamp]
            model.count(here, (clues.values[wall],), "number", about=(wall,), clue=wall)
    return model


RULE_CODES: Final = ("lamp-on-wall", "wrong-number", "lamp-lit", "dark-cell")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    lamps = {cell for (cell,) in solution.items}
    for lamp in sorted(lamps):
        if clues.values[lamp] != WHITE:
            yield Violation("lamp-on-wall", (lamp,), "a lamp is on a wall")
    for cell, number in enumerate(clues.values):
        found = sum(next(_seen(clues, cell, way), -1) in lamps for way in WAYS)
        if number >= 0 and found != number:
            yield Violation("wrong-number", (cell,), f"the {number} has {found} lamps beside it")
    for cell, value in enumerate(clues.values):
        sources = sorted(lamps & {one for way in WAYS for one in _seen(clues, cell, way)})
        if value == WHITE and cell in lamps and sources:
            yield Violation("lamp-lit", (cell, *sources), "lamps shine on each other")
        if value == WHITE and cell not in lamps and not sources:
            yield Violation("dark-cell", (cell,), "no lamp shines here")


def _seen(clues: Clues, cell: int, way: tuple[int, int]) -> Iterator[int]:
    """Yield the white cells from a cell in a direction, up to a wall."""
    row, col = cell // clues.cols + way[0], cell % clues.cols + way[1]
    while 0 <= row < clues.rows and 0 <= col < clues.cols:
        if clues.values[row * clues.cols + col] != WHITE:
            return
        yield row * clues.cols + col
        row, col = row + way[0], col + way[1]


def lay_out(board: Clues, state: RandomState, images: Images) -> tuple[Clues, Solution] | None:
    """Return symmetric numbered walls, and lamps; None if a lamp can move."""
    size, cols = len(board.values), board.cols
    most = size * pick(state, WALL_PERCENT) // 100
    values, order = np.full(size, WHITE, dtype=np.int64), np.arange(size, dtype=np.int64)
    beams, of_beam = (np.zeros((2, wide), dtype=np.int64) for wide in (size, 2 * size))
    kernels.lay_out(values, cols, beams, of_beam[0], order, np.array([order, *images]), most, state)
    if kernels.can_move(values, cols, beams, *of_beam):
        return None
    lamps = np.unique(of_beam[0][of_beam[0] >= 0]).tolist()
    clues = BOARDS.make_clues(board.rows, cols, values.tolist())
    return clues, Solution("cells", tuple((lamp,) for lamp in lamps))


def _words(white: str, wall: str) -> CellWords:
    known = dict.fromkeys(white, WHITE) | dict.fromkeys(wall, WALL)
    return CellWords(known, range(5), "0 to 4 or x for a wall, or - for a white cell", "check it")


_FORMS: Final = Forms(BOARDS)
_TABLE: Final = _FORMS.table(
    "rows of words, x for a wall without a number, - for a white cell",
    _words("-._", "x#"),
    likeness=lambda clues: 2 if WALL in clues.values else 0,
    tags=("akari",),
    number_style=7,
)
_FILE: Final = CellWords(
    {".": WHITE, "-": WALL}, range(5), "0 to 4 or - for a wall, or a dot", "look at it"
)

KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Akari",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        layout=lay_out,
        looks=Looks(usual=Sign("wall"), signs={WALL: Sign("wall", is_number=False)}, shaded="lamp"),
        formats=(
            _FORMS.address(
                ("akari", "lightup", "bijutsukan"),
                (Fours(WHITE, WALL),),
                "cells as 0 to 9, a to e, g to z or a dot",
            ),
            _FORMS.file(("lightup", "akari", "bijutsukan"), _FILE),
            _FORMS.tatham(
                "Light Up",
                "|b[0-9]+s[0-9]+d[0-9]+",
                (Signs({**{str(k): k for k in range(5)}, "B": WALL}), Runs(WHITE, ascii_lowercase)),
                "7x7:a1B2c...",
            ),
            _FORMS.janko(("akari",), _words("-.", "x#"), filled="o"),
            _TABLE,
            rows_form("rows of signs", _TABLE),
        ),
        presets={
            "tiny": Params(5, 5),
            "small": Params(7, 7),
            "wide": Params(5, 8),
            "symmetric": Params(8, 8, symmetry="half-turn"),
            "no-guessing": Params(9, 9, hardest="global"),
        },
        plain=("number", "lit", "beam"),
        sizes=partial(require_sides, least=4, most=40),
        without=lambda clue: clue if clue == WHITE else WALL,
    )
)
