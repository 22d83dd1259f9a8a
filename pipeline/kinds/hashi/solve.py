"""Finds solutions: by exhaustive search, by SAT, or by whichever answers first.

Which solution comes first depends on the engine; that all are found where the answer says so does
not. The claim "unique" is made in `prove`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from time import perf_counter
from typing import Final

from pipeline.kinds.hashi.declare import model_of, read_bridges, to_literals
from pipeline.kinds.hashi.engines.search import Search
from pipeline.kinds.hashi.model import Clues, Solution, make_clues
from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.constraints.encode import encode
from pipeline.kinds.kit.engines import require_request, solve_by_search, solve_in_turn
from pipeline.kinds.kit.lazy_clauses import list_solutions
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

SOLVERS: Final = ("auto", "search", *SAT_SOLVERS)
"""Names that `solve` takes. "auto": a short exhaustive search, then SAT, then a long search."""

NODES_BEFORE_SAT: Final = 50
"""Nodes after which SAT is likelier to answer than further search; measured."""

MOST_CELLS_IN_PYTHON: Final = 900
"""Largest board whose first nodes, of some milliseconds each, need not wait for numba."""


def solve(clues: Clues, limit: int, budget: Budget, solver: str = "auto") -> Solved[Solution]:
    """Return up to ``limit`` solutions, and whether they are all there are.

    ``nodes`` are for the exhaustive search, ``conflicts`` for SAT; either may be spent in full.
    `ConfigError` if there is no such solver, or the limit is below 1.

    Examples
    --------
    >>> clues = make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2], "free-2")
    >>> found = solve(clues, 10, Budget(nodes=1000, conflicts=1000))
    >>> len(found.solutions), found.is_complete, found.method
    (3, True, 'search')
    """
    require_request(solver, SOLVERS, limit)
    is_small = solver == "auto" and len(clues.islands) <= MOST_CELLS_IN_PYTHON
    if not is_small:
        warm_up_search()
    start = perf_counter()
    if solver == "search":
        found = solve_by_search(Search(clues), limit, budget.nodes)
    elif solver == "auto":
        ask_sat = partial(by_sat, clues, limit, budget.conflicts, SAT_SOLVERS[0])
        search = Search(clues, runs_uncompiled=is_small)
        found = solve_in_turn(search, limit, NODES_BEFORE_SAT, budget.nodes, ask_sat)
    else:
        found = by_sat(clues, limit, budget.conflicts, solver)
    return replace(found, seconds=perf_counter() - start)


@cache
def warm_up_search() -> None:
    """Compile the search kernels, so that timings and workers start warm."""
    Search(make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2], "tree-2")).next_solution(10)


def by_sat(
    clues: Clues, limit: int, conflicts: int, name: str, known: tuple[Solution, ...] = ()
) -> Solved[Solution]:
    """Return up to ``limit`` solutions found by a SAT solver; ``nodes`` are its conflicts.

    Solutions that are known are not looked for, and come first.
    """
    model = model_of(clues)

    def deny(solution: Solution) -> list[int]:
        return [-literal for literal in to_literals(model, solution)]

    with SatSolver(name, encode(model).clauses) as solver:
        return list_solutions(solver, partial(read_bridges, model), deny, limit, conflicts, known)
