"""Finds solutions: by exhaustive search, by SAT, or by whichever answers first.

Which solution comes first depends on the engine; that all are found where the answer says so does
not. The claim "unique" is made in `prove`.
"""

from __future__ import annotations

from functools import cache
from time import perf_counter
from typing import Final

from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.numberlink.encode_sat import (
    EdgeMap,
    differs_from,
    encode_plain,
    loop_clause,
    read_model,
    suits_sat,
)
from pipeline.kinds.numberlink.model import Clues, Solution, make_clues
from pipeline.kinds.numberlink.refuse import why_unsolvable
from pipeline.kinds.numberlink.search import Search
from pipeline.model import ConfigError
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

SOLVERS: Final = ("auto", "search", *SAT_SOLVERS)
"""Names that `solve` takes. "auto": a short exhaustive search, then SAT, then a long search."""

QUICK_NODES: Final = {"free": 100, "cover": 300, "no-uturn": 5_000, "no-touch": 5_000}
"""Nodes after which SAT is likelier to answer than further search, by rule; measured."""


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
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(2, 3, "free", ["a", 0, "a", 0, 0, 0])
    >>> found = solve(clues, 10, Budget(nodes=1000, conflicts=1000))
    >>> len(found.solutions), found.is_complete, found.method
    (4, True, 'search')
    """
    if solver not in SOLVERS:
        raise ConfigError(f"unknown solver {solver!r}: expected one of {', '.join(SOLVERS)}")
    if limit < 1:
        raise ConfigError(f"expected to look for at least 1 solution, found {limit}")
    warm_up()
    start = perf_counter()
    reason = why_unsolvable(clues)
    if reason is not None:
        return Solved((), True, 0, reason, perf_counter() - start)
    if solver == "search":
        found = _by_search(clues, limit, budget)
    elif solver == "auto":
        found = _by_whichever_answers(clues, limit, budget)
    else:
        found = by_sat(clues, limit, budget.conflicts, solver)
    return Solved(
        found.solutions, found.is_complete, found.nodes, found.method, perf_counter() - start
    )


@cache
def warm_up() -> None:
    """Compile the search kernels for every rule, so that timings and workers start warm."""
    Search(make_clues(2, 2, "no-touch", ["a", "a", "b", "b"])).next_solution(10)


def collect(search: Search, limit: int, nodes: int) -> list[Solution]:
    """Return further solutions of a search, up to ``limit`` of them or until ``nodes`` are spent.

    Searches on after the last one wanted only as far as it must to know whether it was the last.
    """
    found: list[Solution] = []
    while len(found) < limit:
        solution = search.next_solution(nodes)
        if solution is None:
            break
        found.append(solution)
    return found


def _by_search(clues: Clues, limit: int, budget: Budget) -> Solved[Solution]:
    if not Search.suits(clues):
        return Solved((), False, 0, "search")
    search = Search(clues)
    found = collect(search, limit, budget.nodes)
    return Solved(tuple(found), search.is_complete, search.nodes, "search")


def _by_whichever_answers(clues: Clues, limit: int, budget: Budget) -> Solved[Solution]:
    """Search a little; where that does not answer ask SAT; where that does not, search on."""
    if not Search.suits(clues):
        return by_sat(clues, limit, budget.conflicts, SAT_SOLVERS[0])
    search = Search(clues)
    found = collect(search, limit, min(budget.nodes, QUICK_NODES[clues.rule]))
    if search.is_complete or len(found) == limit:
        return Solved(tuple(found), search.is_complete, search.nodes, "search")
    other = by_sat(clues, limit, budget.conflicts, SAT_SOLVERS[0])
    if other.is_complete or len(other.solutions) == limit:
        return other
    found += collect(search, limit - len(found), budget.nodes)
    if search.is_complete or len(found) >= len(other.solutions):
        return Solved(tuple(found), search.is_complete, search.nodes, "search")
    return other


def by_sat(clues: Clues, limit: int, conflicts: int, name: str) -> Solved[Solution]:
    """Return up to ``limit`` solutions found by a SAT solver in the plain encoding.

    Each solution found is forbidden before the next is looked for; under the cover rules so is
    each closed loop that a model has. ``nodes`` are the solver's conflicts. A board too large to be
    encoded is not begun.
    """
    if not suits_sat(clues):
        return Solved((), False, 0, f"sat:{name}")
    encoding = encode_plain(clues)
    found: list[Solution] = []
    is_complete = False
    with SatSolver(name, encoding.clauses) as solver:
        while len(found) < limit:
            solution, answer = next_by_sat(clues, encoding.edges, solver, conflicts)
            if solution is None:
                is_complete = answer is False
                break
            found.append(solution)
            solver.add_clause(differs_from(encoding.edges, solution))
        spent = solver.conflicts
    return Solved(tuple(found), is_complete, spent, f"sat:{name}")


def next_by_sat(
    clues: Clues, edges: EdgeMap, solver: SatSolver, conflicts: int
) -> tuple[Solution | None, bool | None]:
    """Return a solution that the solver's clauses allow, and the solver's last answer.

    Forbids closed loops as they turn up, where the rule does not let them be taken out.

    Parameters
    ----------
    solver : SatSolver
        Holds an encoding of ``clues`` over ``edges``.
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
        solution, loops = read_model(clues, edges, solver.model())
        if not loops or clues.rule == "free":
            return solution, True
        solver.add_clauses(loop_clause(loop) for loop in loops)
