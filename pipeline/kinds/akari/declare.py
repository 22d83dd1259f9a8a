"""The constraints of Akari, and random boards with a number on every wall."""

from __future__ import annotations

from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import random_below
from pipeline.kinds.akari import kernels
from pipeline.kinds.akari.kernels import WHITE
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.declaration import Images
from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution

WALL: Final = -2
"""A wall without a number; 0 to 4 are walls with one."""

WALL_PERCENT: Final = range(18, 31)
"""Range of the share of walls in percent."""

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


def lay_out(
    board: Clues, state: NDArray[np.uint64], images: Images
) -> tuple[Clues, Solution] | None:
    """Return symmetric numbered walls, and lamps; None if a lamp can move."""
    size, cols = board.rows * board.cols, board.cols
    most = size * WALL_PERCENT[int(random_below(state, len(WALL_PERCENT)))] // 100
    values, order = np.full(size, WHITE, dtype=np.int64), np.arange(size, dtype=np.int64)
    beams, of_beam = (np.zeros((2, wide), dtype=np.int64) for wide in (size, 2 * size))
    kernels.lay_out(values, cols, beams, of_beam[0], order, np.array([order, *images]), most, state)
    if kernels.can_move(values, cols, beams, *of_beam):
        return None
    lamps = np.unique(of_beam[0][of_beam[0] >= 0]).tolist()
    clues = BOARDS.make_clues(board.rows, cols, values.tolist())
    return clues, Solution("cells", tuple((lamp,) for lamp in lamps))
