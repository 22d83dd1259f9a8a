"""The constraints of Slitherlink, and random loops with all their numbers."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.declaration import Images
from pipeline.kinds.kit.constraints.layouts import random_loop
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution

EMPTY: Final = -1

BOARDS: Final = Boards(
    family="borders",
    empty=EMPTY,
    allowed=lambda rows, cols: range(EMPTY, 5),
    expected="clues from 0 to 4, -1 for a cell without one",
)


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each border."""
    grid = clues.grid
    model = Model(grid)
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


def lay_out(board: Clues, state: NDArray[np.uint64], _: Images) -> tuple[Clues, Solution]:
    """Return a random loop and the number of every cell."""
    drawn = set(random_loop(board.rows, board.cols, state))
    grid = board.grid
    numbers = [sum(border in drawn for border in grid.borders_of(cell)) for cell in grid.cells]
    return BOARDS.make_clues(board.rows, board.cols, numbers), Solution(
        "borders", tuple(sorted(drawn))
    )
