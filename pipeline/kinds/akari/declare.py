"""Akari as variables and constraints, and walls with all their numbers to begin with."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import random_below, shuffle
from pipeline.kinds.kit.constraints.answers import Clues, Solution
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.making import Images
from pipeline.kinds.kit.constraints.model import Model

WHITE, WALL = -1, -2
"""A cell for a lamp, and a wall without a number; 0 to 4 are walls with one."""

WALL_PERCENT: Final = (18, 30)
"""Walls in percent of the cells, the least and the most."""

BOARDS: Final = Boards(
    family="cells",
    empty=WHITE,
    allowed=lambda rows, cols: range(WALL, 5),
    said="0 to 4 for a wall with a number, -2 for one without, -1 for a white cell",
)


def declare(clues: Clues) -> Model:
    """Return the model of a board: a white cell holds a lamp or not."""
    whole = Grid(clues.rows, clues.cols)
    walls = frozenset(cell for cell, clue in enumerate(clues.values) if clue != WHITE)
    grid = Grid(clues.rows, clues.cols, walls)
    model = Model(grid)
    lamp = model.cells()
    seen: dict[int, list[int]] = {cell: [] for cell in grid.cells}
    for beam in beams(clues):
        if len(beam) > 1:
            model.count([lamp[cell] for cell in beam], (0, 1), "beam", about=beam)
        for cell in beam:
            seen[cell] += beam
    for cell in grid.cells:
        model.clause([lamp[c] for c in sorted(set(seen[cell]))], "lit", about=(cell,))
    for wall in sorted(walls):
        if clues.values[wall] >= 0:
            here = [lamp[c] for c in whole.neighbours(wall) if c in lamp]
            model.count(here, (clues.values[wall],), "number", about=(wall,), clue=wall)
    return model


def beams(clues: Clues) -> list[list[int]]:
    """Return the runs of white cells between walls, across and down."""
    found: list[list[int]] = []
    for line in Grid(clues.rows, clues.cols).lines():
        run: list[int] = []
        for cell in line:
            if clues.values[cell] == WHITE:
                run.append(cell)
            elif run:
                found.append(run)
                run = []
        if run:
            found.append(run)
    return found


def lay_out(board: Clues, state: NDArray[np.uint64], images: Images) -> tuple[Clues, Solution]:
    """Return walls that lie alike in the images, lamps that light all, and every number."""
    size = board.rows * board.cols
    low, high = WALL_PERCENT
    most = size * (low + int(random_below(state, high - low + 1))) // 100
    order = np.arange(size, dtype=np.int64)
    shuffle(state, order)
    values = [WHITE] * size
    for cell in order.tolist():
        if values.count(WALL) >= most:
            break
        for other in (cell, *(image[cell] for image in images)):
            values[other] = WALL
    seen: dict[int, set[int]] = {}
    for beam in beams(Clues(board.rows, board.cols, tuple(values))):
        for cell in beam:
            seen.setdefault(cell, set()).update(beam)
    shuffle(state, order)
    lit: set[int] = set()
    lamps = []
    for cell in order.tolist():
        if values[cell] == WHITE and cell not in lit:
            lamps.append(cell)
            lit |= seen[cell]
    whole = Grid(board.rows, board.cols)
    for cell, value in enumerate(values):
        if value == WALL:
            values[cell] = sum(other in lamps for other in whole.neighbours(cell))
    clues = BOARDS.make_clues(board.rows, board.cols, values)
    return clues, Solution("cells", tuple((cell,) for cell in sorted(lamps)))
