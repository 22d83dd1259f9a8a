"""The constraints of Hitori, and random boards."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import random_below, shuffle
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.declaration import Images
from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.layouts import random_numbers
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.groups import find_root

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


def shade(grid: Grid, order: list[int]) -> set[int]:
    """Return cells, taken in an order, that are not adjacent and do not divide the other cells.

    Shaded cells that touch at corners form groups; all cells at the edge are one group. A cell that
    touches the same group twice would close a ring, and is skipped.
    """
    edge = len(order)
    above: dict[int, int] = {}
    shaded: set[int] = set()
    for cell in order:
        if shaded.intersection(grid.neighbours(cell)):
            continue
        row, col = divmod(cell, grid.cols)
        is_at_edge = row in (0, grid.rows - 1) or col in (0, grid.cols - 1)
        corners = (grid.look(cell, down, right) for down in (-1, 1) for right in (-1, 1))
        groups = [
            find_root(above, other) for other in corners if other in shaded and other is not None
        ]
        groups += [find_root(above, edge)] * is_at_edge
        if len(set(groups)) == len(groups):
            shaded.add(cell)
            for group in groups:
                above[group] = find_root(above, cell)
    return shaded
