"""How long people look for the next number of a Sudoku: the measure behind its minutes.

What matters is not the hardest technique but how many ways are open against the cells to look at;
docs/grading.md says how well it agrees with people's times.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pipeline.kernels.random_state import new_state
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.sudoku import kernels
from pipeline.kinds.sudoku.boards import BOARDS, BOXES, groups_of

ORDERS: Final = 16


def race(clues: Board) -> int | None:
    """Return the mean cost of solving a 9x9 board in random orders, in parts of `kernels.UNIT`.

    It is equal for all images of a board. None for other sizes and rules, of which no times are
    known.

    >>> from pipeline.kinds.kit.board.board import Board
    >>> race(Board(4, 4, (1, 2, 3, 4) + 12 * (0,), "boxes"))
    """
    if clues.rows != kernels.SIDE or clues.rule != BOXES:
        return None
    least = BOARDS.canonical_clues(clues)
    groups = np.array([list(cells) for _, cells in groups_of(least)], dtype=np.int64)
    of_cells = np.argsort(groups.ravel(), kind="stable").reshape(kernels.CELLS, -1) // kernels.SIDE
    seen = np.zeros(kernels.CELLS, dtype=np.int64)
    start = np.zeros((kernels.ROWS, kernels.LEFT + 1), dtype=np.int8)
    start[: kernels.CELLS, : kernels.LEFT] = 1
    start[kernels.CELLS :, : kernels.LEFT] = start[:, kernels.LEFT] = kernels.SIDE
    for cell, number in enumerate(least.values):
        if number:
            kernels.put(start, groups, of_cells, cell, number - 1)
    cost = 0
    for seed in range(ORDERS):
        words = np.stack([start.ravel()] * 2).view(np.int64)
        states = words.view(np.int8).reshape(2, *start.shape)
        cost += kernels.search_at_random(states, words, groups, of_cells, seen, new_state(seed))
    return cost // ORDERS
