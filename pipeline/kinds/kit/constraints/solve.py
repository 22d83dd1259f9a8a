"""Solutions of a declared puzzle: by the propagator's search, by SAT, or whichever answers first.

Which solution comes first depends on the engine; that all are found where the answer says so does
not. The claim "unique" is made in `prove`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.constraints.answers import (
    Clues,
    Rules,
    Solution,
    model_of,
    read_values,
    to_literals,
)
from pipeline.kinds.kit.constraints.encode import encode
from pipeline.kinds.kit.constraints.lazy import find_lazy_clauses
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.search import ModelSearch
from pipeline.kinds.kit.engines import (
    ResumableSearch,
    require_request,
    solve_by_search,
    solve_in_turn,
)
from pipeline.kinds.kit.lazy_clauses import list_solutions
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

SOLVERS: Final = ("auto", "search", *SAT_SOLVERS)
"""Names that `solve` takes. "auto": a short exhaustive search, then SAT, then a long search."""

NODES_BEFORE_SAT: Final = 50
"""Nodes after which SAT is likelier to answer than further search."""


class SolutionSearch(ResumableSearch[Solution]):
    """The exhaustive search by propagation, its answers read as solutions of a kind."""

    def __init__(self, rules: Rules, clues: Clues) -> None:
        self._model, self._family = model_of(rules, clues), rules.family
        self._search = ModelSearch(self._model)

    @property
    def nodes(self) -> int:
        """Assumptions so far."""
        return self._search.nodes

    def go_on(self, nodes: int) -> int:
        """Search until ``nodes`` are spent since the start; see `ResumableSearch`."""
        return self._search.go_on(nodes)

    def read(self) -> Solution:
        """Return the solution that was just found."""
        return read_values(self._model, self._family, self._search.read())


def solve(
    rules: Rules, clues: Clues, limit: int, budget: Budget, solver: str = SOLVERS[0]
) -> Solved[Solution]:
    """Return up to ``limit`` solutions, and whether they are all there are.

    ``nodes`` are for the exhaustive search, ``conflicts`` for SAT; either may be spent in full.
    `ConfigError` if there is no such solver, or the limit is below 1.
    """
    require_request(solver, SOLVERS, limit)
    start = perf_counter()
    if solver == "search":
        found = solve_by_search(SolutionSearch(rules, clues), limit, budget.nodes)
    elif solver == "auto":
        ask_sat = partial(by_sat, rules, clues, limit, budget.conflicts, SAT_SOLVERS[0])
        search = SolutionSearch(rules, clues)
        found = solve_in_turn(search, limit, NODES_BEFORE_SAT, budget.nodes, ask_sat)
    else:
        found = by_sat(rules, clues, limit, budget.conflicts, solver)
    return replace(found, seconds=perf_counter() - start)


def by_sat(
    rules: Rules,
    clues: Clues,
    limit: int,
    conflicts: int,
    name: str,
    known: tuple[Solution, ...] = (),
) -> Solved[Solution]:
    """Return up to ``limit`` solutions found by a SAT solver; its steps are conflicts.

    Solutions that are known are not looked for, and come first.
    """
    model = model_of(rules, clues)

    def deny(solution: Solution) -> list[int]:
        return [-literal for literal in to_literals(model, solution)]

    with SatSolver(name, encode(model).clauses) as solver:
        read = partial(read_lazily, rules, model)
        return list_solutions(solver, read, deny, limit, conflicts, known)


def read_lazily(
    rules: Rules, model: Model, values: NDArray[np.bool_]
) -> tuple[Solution, Sequence[tuple[int, ...]]]:
    """Return what a model says, and the lazy clauses that it breaks."""
    return read_values(model, rules.family, values), find_lazy_clauses(model, values)
