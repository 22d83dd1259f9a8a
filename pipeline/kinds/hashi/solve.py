"""Finds solutions: by exhaustive search, by SAT, or by whichever answers first.

Which solution comes first depends on the engine; that all are found where the answer says so does
not. The claim "unique" is made in `prove`.
"""

from __future__ import annotations

from functools import cache
from time import perf_counter
from typing import Final

from pipeline.kinds.hashi.encode_sat import (
    Encoding,
    broken_clauses,
    differs_from,
    encode,
    read_model,
    to_solution,
)
from pipeline.kinds.hashi.model import Clues, Solution, make_clues
from pipeline.kinds.hashi.search import Search
from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.engines import solve_by_search, solve_in_turn
from pipeline.model import ConfigError
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

SOLVERS: Final = ("auto", "search", *SAT_SOLVERS)
"""Names that `solve` takes. "auto": a short exhaustive search, then SAT, then a long search."""

QUICK_NODES: Final = 50
"""Nodes after which SAT is likelier to answer than further search; measured."""


def solve(clues: Clues, limit: int, budget: Budget, solver: str = "auto") -> Solved[Solution]:
    """Return up to ``limit`` solutions, and whether they are all there are.

    Parameters
    ----------
    clues : Clues
        The puzzle, with its rule.
    limit : int
        Most solutions wanted, from 1.
    budget : Budget
        ``nodes`` for the exhaustive search, ``conflicts`` for SAT; either may be spent in full.
    solver : str
        One of `SOLVERS`.

    Raises
    ------
    ConfigError
        If there is no such solver, or the limit is below 1.

    Examples
    --------
    >>> clues = make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2], "free-2")
    >>> found = solve(clues, 10, Budget(nodes=1000, conflicts=1000))
    >>> len(found.solutions), found.is_complete, found.method
    (3, True, 'search')
    """
    if solver not in SOLVERS:
        raise ConfigError(f"unknown solver {solver!r}: expected one of {', '.join(SOLVERS)}")
    if limit < 1:
        raise ConfigError(f"expected to look for at least 1 solution, found {limit}")
    warm_up()
    start = perf_counter()
    if solver == "search":
        found = solve_by_search(Search(clues), limit, budget.nodes)
    elif solver == "auto":
        found = solve_in_turn(
            Search(clues),
            limit,
            QUICK_NODES,
            budget.nodes,
            lambda: by_sat(clues, limit, budget.conflicts, SAT_SOLVERS[0]),
        )
    else:
        found = by_sat(clues, limit, budget.conflicts, solver)
    return Solved(
        found.solutions, found.is_complete, found.nodes, found.method, perf_counter() - start
    )


@cache
def warm_up() -> None:
    """Compile the search kernels, so that timings and workers start warm."""
    Search(make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2], "tree-2")).next_solution(10)


def by_sat(clues: Clues, limit: int, conflicts: int, name: str) -> Solved[Solution]:
    """Return up to ``limit`` solutions found by a SAT solver; ``nodes`` are its conflicts.

    Each solution found is forbidden before the next is looked for.
    """
    encoding = encode(clues)
    found: list[Solution] = []
    is_complete = False
    with SatSolver(name, encoding.clauses) as solver:
        while len(found) < limit:
            counts, answer = next_by_sat(clues, encoding, solver, conflicts)
            if counts is None:
                is_complete = answer is False
                break
            found.append(to_solution(encoding.links, counts))
            solver.add_clause(differs_from(encoding, counts))
        spent = solver.conflicts
    return Solved(tuple(found), is_complete, spent, f"sat:{name}")


def next_by_sat(
    clues: Clues, encoding: Encoding, solver: SatSolver, conflicts: int
) -> tuple[list[int] | None, bool | None]:
    """Return the bridges of a solution that the solver's clauses allow, and its last answer.

    Forbids groups that are shut off, and loops, as they turn up.

    Parameters
    ----------
    solver : SatSolver
        Holds ``encoding`` of ``clues``.
    conflicts : int
        Most conflicts that the solver may have spent when this returns, since it was made.
    """
    while True:
        spent = solver.conflicts
        if spent >= conflicts:
            return None, None
        answer = solver.solve(conflicts=conflicts - spent)
        if not answer:
            return None, answer
        counts = read_model(encoding, solver.model())
        broken = broken_clauses(clues, encoding, counts)
        if not broken:
            return counts, True
        solver.add_clauses(broken)
