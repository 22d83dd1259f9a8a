"""Latin squares: models and random ones, for kinds in which each line has every number once."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.layouts import random_numbers
from pipeline.kinds.kit.constraints.model import Model


@lru_cache(maxsize=16)
def latin_square(grid: Grid) -> tuple[Model, dict[tuple[int, int], int]]:
    """Return the model of a square to be `Model.extended`, and its variable of each (cell, number).

    Its reasons are ``cell``, ``row`` and ``column``.

    Examples
    --------
    >>> model, holds = latin_square(Grid(2, 2))
    >>> len(model.globals), holds[3, 2]
    (4, 8)
    """
    model, values = Model(grid), range(1, grid.rows + 1)
    holds = model.numbers(values, "cell")
    for k, line in enumerate(grid.lines()):
        model.all_different(holds, line, values, "row" if k < grid.rows else "column")
    return model, holds


def random_latin_square(grid: Grid, state: NDArray[np.uint64]) -> list[int] | None:
    """Return the numbers of a random square; None if a search is stuck.

    The state is advanced in place.
    """
    return random_numbers(len(grid.cells), grid.lines(), grid.rows, state)
