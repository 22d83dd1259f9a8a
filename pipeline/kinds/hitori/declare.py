"""The constraints of Hitori, and random boards."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import random_below, shuffle
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.declaration import Images
from pipeline.kinds.kit.constraints.layouts import random_numbers, shade
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution

NONE: Final = 0
"""A cell without a number, as in some collections."""

BOARDS: Final = Boards(
    family="cells",
    empty=NONE,
    allowed=lambda rows, cols: range(100),
    expected="a number from 1 to 99, or 0 for none",
)


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each shaded cell."""
    grid = clues.grid
    model = Model(grid)
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


def lay_out(
    board: Clues, state: NDArray[np.uint64], images: Images
) -> tuple[Clues, Solution] | None:
    """Return numbers that differ among the white cells of each line, and repeat in shaded ones."""
    grid = board.grid
    order = np.arange(len(grid.cells), dtype=np.int64)
    shuffle(state, order)
    shaded = shade(grid, order.tolist())
    lines = [[cell for cell in line if cell not in shaded] for line in grid.lines()]
    numbers = random_numbers(len(order), lines, max(board.rows, board.cols), state)
    if numbers is None:
        return None
    row, col = ([{numbers[cell] for cell in line} for line in part] for part in (
        lines[: board.rows], lines[board.rows :]
    ))  # fmt: skip
    for cell in sorted(shaded):
        across, down = row[cell // board.cols], col[cell % board.cols]
        repeats = sorted(across & down or across | down)
        numbers[cell] = repeats[int(random_below(state, len(repeats)))]
    clues = BOARDS.make_clues(board.rows, board.cols, numbers)
    return clues, Solution("cells", tuple((cell,) for cell in sorted(shaded)))
