"""Mosaic: a number counts the shaded cells among its own and the eight around it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from string import ascii_lowercase
from typing import Final

from pipeline.kernels.random_state import RandomState, pick, random_below
from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.cells import CellWords, Runs, Signs
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.declaration import Declared, Images, Params, Usual
from pipeline.kinds.kit.constraints.kind import make_kind
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.forms import Forms
from pipeline.kinds.kit.options import require_sides

EMPTY: Final = -1
WAYS: Final = (-1, 0, 1)
SMOOTHED: Final = 3
"""One in so many cells takes the colour of a neighbour, so that there are patches."""

BOARDS: Final = Boards(
    family="cells",
    empty=EMPTY,
    allowed=lambda rows, cols: range(EMPTY, 10),
    expected="numbers from 0 to 9, -1 for none",
)


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each shaded cell."""
    grid, model = clues.grid, Model(clues.grid)
    shaded = model.cells()
    for cell, number in enumerate(clues.values):
        if number != EMPTY:
            ways = (grid.look(cell, down, right) for down in WAYS for right in WAYS)
            block = [one for one in ways if one is not None]
            about = sorted(block, key=cell.__ne__)  # first the clue that is met or broken
            model.count([shaded[one] for one in block], (number,), "block", about, cell)
    return model


RULE_CODES: Final = ("wrong-number",)
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Yield the broken rules."""
    for cell, number in enumerate(clues.values):
        block = tuple(around(clues, cell))
        count = sum((one,) in solution.items for one in block)
        if number not in (EMPTY, count):
            yield Violation("wrong-number", block, f"{count} shaded cells around a {number}")


def around(clues: Clues, cell: int) -> Iterator[int]:
    """Yield a cell and those that touch it, at a corner too, in reading order."""
    row, col = divmod(cell, clues.cols)
    for other in range(len(clues.values)):
        if abs(other // clues.cols - row) <= 1 and abs(other % clues.cols - col) <= 1:
            yield other


def lay_out(board: Clues, state: RandomState, _: Images) -> tuple[Clues, Solution]:
    """Return cells shaded at random, in small patches, and the number of every cell."""
    grid = board.grid
    shaded = [bool(random_below(state, 2)) for _ in grid.cells]
    for cell in grid.cells:
        if not random_below(state, SMOOTHED):
            near = grid.neighbours(cell)
            shaded[cell] = shaded[pick(state, near)]
    values = [sum(shaded[one] for one in around(board, cell)) for cell in grid.cells]
    items = tuple((cell,) for cell in grid.cells if shaded[cell])
    return BOARDS.make_clues(board.rows, board.cols, values), Solution("cells", items)


WORDS: Final = CellWords({"-": EMPTY, ".": EMPTY}, range(10), "0 to 9, or -", "check the text")

KIND: Final = make_kind(
    Declared(
        package=__package__,
        title="Mosaic",
        version=1,
        boards=BOARDS,
        declare=declare,
        check=check,
        layout=lay_out,
        looks=Looks(),
        formats=(
            Forms(BOARDS, least_side=3).tatham(
                "Mosaic",
                "|h[01]",
                (Signs({str(k): k for k in range(10)}), Runs(EMPTY, ascii_lowercase)),
                "4x4:2a3b...",
            ),
            Forms(BOARDS).janko(("mosaic", "mosaik"), WORDS),
        ),
        presets={"tiny": Params(5, 5), "small": Params(7, 7), "usual": Params(10, 10)},
        ceilings={
            None: ("single", "overlap"),
            "easy": ("single",),
            "medium": ("overlap",),
            "hard": ("overlap", "trial"),
            "expert": ("trial",),
        },
        by_band={"easy": Usual((45, 60))},
        plain=("block",),
        sizes=partial(require_sides, least=4, most=25),
        facts=lambda clues: {"zeros and nines": sum(clue in (0, 9) for clue in clues.values)},
    )
)
