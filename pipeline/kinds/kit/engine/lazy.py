"""Lazy clauses of global constraints: loops, connectivity, paths and regions.

`find_lazy_clauses` returns clauses that an assignment violates. `is_lazy_clause` checks a clause
independently of how it was found: if all its literals are false, a global constraint must be
violated by its definition. No code is shared with the propagator.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.words.base import ALWAYS, LazyGlobal
from pipeline.kinds.kit.words.core import Model
from pipeline.kinds.kit.words.graphs import find_cycles


def find_lazy_clauses(model: Model, values: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """Return clauses that every solution satisfies and these values do not; [] for a solution.

    ``values`` is an ndarray[bool] indexed by variable that satisfies all counts. It may be shorter
    than the variables, as from a solver that omits unused ones; the rest is False.

    >>> from pipeline.kinds.kit.board.grid import Grid
    >>> model = Model(Grid(1, 3))
    >>> model.connected(model.cells(), "whole")
    >>> find_lazy_clauses(model, np.array([False, True, False, True]))
    [(-3, -1, 2)]
    """
    padded = [*values.tolist(), *[False] * (len(model.marks) + 1 - len(values))]

    def holds(literal: int) -> bool:
        return literal == ALWAYS or padded[abs(literal)] == (literal > 0)

    clauses: list[tuple[int, ...]] = []
    for constraint in model.globals:
        if isinstance(constraint, LazyGlobal):
            clauses += constraint.find_clauses(holds)
    for edges in model.forests:
        loops = find_cycles([edge for edge in edges if holds(edge[0])])
        clauses += [tuple(-literal for literal in loop) for loop in loops]
    return clauses


def is_lazy_clause(model: Model, clause: Sequence[int]) -> bool:
    """Return whether a clause follows from a single global constraint by its definition.

    >>> from pipeline.kinds.kit.board.grid import Grid
    >>> model = Model(Grid(1, 3))
    >>> model.connected(model.cells(), "whole")
    >>> is_lazy_clause(model, [-1, -3, 2]), is_lazy_clause(model, [-1, 2])
    (True, False)
    """
    assumed = {abs(literal): literal < 0 for literal in clause}

    def known(literal: int) -> bool | None:
        if literal == ALWAYS:
            return True
        value = assumed.get(abs(literal))
        return None if value is None else value == (literal > 0)

    has_loop = any(any(find_cycles([e for e in edges if known(e[0])])) for edges in model.forests)
    return has_loop or any(
        isinstance(constraint, LazyGlobal) and constraint.is_broken(known)
        for constraint in model.globals
    )
