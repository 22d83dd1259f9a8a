"""The constraints of Masyu, and random loops with all their pearls."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.declaration import Images
from pipeline.kinds.kit.constraints.layouts import random_loop
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution

EMPTY, WHITE, BLACK = 0, 1, 2

TRIES: Final = 2_000
"""Random changes of a loop towards more pearls."""

BOARDS: Final = Boards(
    family="edges",
    empty=EMPTY,
    allowed=lambda rows, cols: range(3),
    expected="1 for a white pearl, 2 for a black one, 0 for none",
)

_STEPS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""North, east, south, west as (row, col)."""


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each line between neighbours."""
    grid = clues.grid
    model = Model(grid)
    edges = model.edges()

    def line(cell: int | None, step: tuple[int, int]) -> int:
        """Return the variable of the line from a cell in a direction, 0 outside of the board."""
        other = None if cell is None else grid.look(cell, *step)
        if cell is None or other is None:
            return 0
        return edges[min(cell, other), max(cell, other)]

    for cell in grid.cells:
        near = [line(cell, step) for step in _STEPS]
        pearl = clues.values[cell]
        model.count([v for v in near if v], (0, 2), "cell", about=(cell,))
        if pearl != EMPTY:
            far = [line(grid.look(cell, *step), step) for step in _STEPS]
            known = [v for v in (*near, *far) if v]
            ways = _ways(pearl, tuple(map(bool, near)), tuple(map(bool, far)))
            reason = "black" if pearl == BLACK else "white"
            model.count([v for v in near if v], (2,), "pearl", about=(cell,), clue=cell)
            model.table(known, ways, reason, about=(cell,), clue=cell)
    model.loop(edges, "loop")
    return model


@cache
def _ways(
    pearl: int, near: tuple[bool, ...], far: tuple[bool, ...]
) -> tuple[tuple[bool, ...], ...]:
    """Return the allowed values of the lines at a pearl that are on the board.

    First come the lines to its neighbours, then those that continue straight from there.
    """
    ways = []
    known = [k for k, has_place in enumerate((*near, *far)) if has_place]
    for values in product((False, True), repeat=len(known)):
        drawn = dict(zip(known, values, strict=True))
        out = [k for k in range(4) if drawn.get(k)]
        goes_on = [drawn.get(4 + k, False) for k in out]
        if len(out) != 2:
            continue
        is_straight = out[1] - out[0] == 2
        if pearl == BLACK and not is_straight and all(goes_on):
            ways.append(values)
        if pearl == WHITE and is_straight and not all(goes_on):
            ways.append(values)
    return tuple(ways)


def lay_out(board: Clues, state: NDArray[np.uint64], _: Images) -> tuple[Clues, Solution]:
    """Return a random loop with all possible pearls."""
    edges = random_loop(board.rows - 1, board.cols - 1, state, TRIES)
    on: dict[int, list[int]] = {}
    for a, b in edges:
        on.setdefault(a, []).append(b)
        on.setdefault(b, []).append(a)
    straight = {cell: abs(one - other) in (2, 2 * board.cols) for cell, (one, other) in on.items()}
    pearls = [EMPTY] * (board.rows * board.cols)
    for cell, ends in on.items():
        beside = [straight[end] for end in ends]
        if straight[cell] and not all(beside):
            pearls[cell] = WHITE
        elif not straight[cell] and all(beside):
            pearls[cell] = BLACK
    return BOARDS.make_clues(board.rows, board.cols, pearls), Solution("edges", tuple(edges))
