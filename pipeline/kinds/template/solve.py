"""Solutions of a Latin square, by search.

Copying this kind? `solve` checks its arguments, sets up arrays and calls the kernel; that pair of
a friendly wrapper and a bare kernel is the form of every engine here. A kind with several engines
names them in ``SOLVERS``; the choice between them must be deterministic.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.engines import require_request
from pipeline.kinds.template import kernels
from pipeline.kinds.template.model import Clues, Solution

SOLVERS: Final = ("search",)
"""Names that `solve` takes, the default first."""

VERSION: Final = 1
"""Raised when the search counts its nodes otherwise."""


def solve(clues: Clues, limit: int, budget: Budget, solver: str = SOLVERS[0]) -> Solved[Solution]:
    """Return up to ``limit`` solutions (at least 1), and whether they are all.

    Raises
    ------
    ConfigError
        If there is no such solver, or the limit is below 1.

    Examples
    --------
    >>> solve(Clues(2, (1, 0, 0, 0)), 2, Budget(100, 100)).solutions
    (Solution(numbers=(1, 2, 2, 1)),)
    """
    require_request(solver, SOLVERS, limit)
    return search(clues, limit, budget, plain_orders(clues.side))


def search(clues: Clues, limit: int, budget: Budget, orders: NDArray[np.int64]) -> Solved[Solution]:
    """Return up to ``limit`` solutions, trying the numbers of each cell in the given order.

    ``orders``, ndarray[int64] of shape (side * side, side), has for each cell the numbers 1 to side
    as they are tried.
    """
    groups = cell_groups(clues.side)
    used = np.zeros(int(groups.max()) + 1, dtype=np.int64)
    for cell, number in enumerate(clues.numbers):
        for group in groups[cell]:
            if number and used[group] >> (number - 1) & 1:
                return Solved((), True, 0, "search")
            used[group] |= 1 << number >> 1
    grid = np.array(clues.numbers, dtype=np.int64).reshape(clues.side, clues.side)
    found = np.zeros((limit, clues.side**2), dtype=np.int64)
    start = perf_counter()
    count, nodes, is_complete = kernels.search(grid, groups, used, orders, found, budget.nodes)
    seconds = perf_counter() - start
    solutions = tuple(Solution(tuple(int(n) for n in row)) for row in found[:count])
    return Solved(solutions, bool(is_complete), int(nodes), "search", seconds)


def plain_orders(side: int) -> NDArray[np.int64]:
    """Return the order 1, 2, ... for each cell, ndarray[int64] of shape (side * side, side)."""
    return np.tile(np.arange(1, side + 1, dtype=np.int64), (side * side, 1))


def cell_groups(side: int) -> NDArray[np.int64]:
    """Return the row and the column that each cell lies in, ndarray[int64] (side * side, 2).

    Rows are numbered first, then columns.

    Examples
    --------
    >>> cell_groups(2)[3].tolist()
    [1, 3]
    """
    cells = np.arange(side * side, dtype=np.int64)
    return np.stack((cells // side, side + cells % side), axis=1)


def warm_up() -> None:
    """Compile the kernels by solving a tiny square."""
    solve(Clues(2, (0, 0, 0, 0)), 1, Budget(10, 10))
