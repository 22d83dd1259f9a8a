"""Find solutions: by an exhaustive search, by SAT, or by whichever answers first."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from time import perf_counter
from typing import Final, TypeAlias

from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.proving.engines import require_request, solve_by_search, solve_in_turn
from pipeline.kinds.numberlink.encode_sat import suits_sat
from pipeline.kinds.numberlink.engines.by_sat import STRICT, find_by_sat
from pipeline.kinds.numberlink.engines.refuse import why_unsolvable
from pipeline.kinds.numberlink.engines.search import (
    DIAGONALS_BEFORE_SAT,
    DiagonalSearch,
    FrontierSearch,
    searches_whole_diagonals,
)
from pipeline.kinds.numberlink.model import Clues, Solution, make_clues
from pipeline.model import ConfigError
from pipeline.solvers.sat import SAT_SOLVERS

SOLVERS: Final = ("auto", "frontier", *SAT_SOLVERS)
"""Names that `solve` takes. "auto": a short search, then SAT, then a long search."""

LARGE_TO_SOLVE: Final = 10_000  # Cells: only the search by diagonals solves larger boards
NARROW: Final = 8  # Shorter side up to which the search by diagonals decides most boards


_Search: TypeAlias = FrontierSearch | DiagonalSearch

_SMALL: Final = make_clues(2, 2, "no-touch", ["a", "a", "b", "b"])


def solve(clues: Clues, limit: int, budget: Budget, solver: str = "auto") -> Solved[Solution]:
    """Return up to ``limit`` solutions, and whether these are all.

    ``nodes`` are for each exhaustive search, ``conflicts`` for SAT; each may be spent in full.
    `ConfigError` if there is no such solver, the limit is below 1, or the board is too large for
    the solver.

    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(2, 3, "free", ["a", 0, "a", 0, 0, 0])
    >>> found = solve(clues, 10, Budget(nodes=1000, conflicts=1000))
    >>> len(found.solutions), found.is_complete, found.method
    (4, True, 'frontier')
    """
    require_request(solver, SOLVERS, limit)
    suits = FrontierSearch.suits if solver == "frontier" else suits_sat
    if solver != "auto" and not suits(clues):
        raise ConfigError(
            f"expected a board within the limit of solver {solver!r}, found {clues.rows}x"
            f"{clues.cols}; leave --solver out, or name frontier"
        )
    warm_up_search(searches_whole_diagonals(clues))
    start = perf_counter()
    reason = why_unsolvable(clues)
    if reason is not None:
        return Solved((), True, 0, reason, perf_counter() - start)
    if solver == "auto":
        solved = _by_whichever_answers(clues, limit, budget)
    elif solver == "frontier":
        search, name = first_search(clues)
        solved = solve_by_search(search, limit, budget.nodes, name)
    else:
        solved = find_by_sat(clues, limit, budget.conflicts, solver)
    return replace(solved, seconds=perf_counter() - start)


def warm_up() -> None:
    """Compile the kernels of the search cell by cell, so that workers start warm."""
    warm_up_search(is_whole=False)


def warm_up_diagonals() -> None:
    """Compile the kernels of the search by whole diagonals, of large boards under some rules."""
    warm_up_search(is_whole=True)


@cache
def warm_up_search(is_whole: bool) -> None:
    """Compile or load the kernels of one search, by whole diagonals or cell by cell."""
    search: _Search = DiagonalSearch(_SMALL) if is_whole else FrontierSearch(_SMALL)
    search.next_solution(10)


def nodes_before_sat(clues: Clues) -> int:
    """Return the nodes of the first search after which SAT is likelier to answer, as measured.

    A node is a decided cell, or a diagonal if `searches_whole_diagonals` is true.
    """
    if searches_whole_diagonals(clues):
        return DIAGONALS_BEFORE_SAT
    if clues.rule in STRICT or clues.rows * clues.cols > LARGE_TO_SOLVE:
        return max(300_000, 3 * clues.rows * clues.cols)
    if min(clues.rows, clues.cols) <= NARROW:
        return 200_000
    return 5_000 if clues.rule == "free" else 30_000


def first_search(clues: Clues) -> tuple[_Search, str]:
    """Return the search for a board, and its name."""
    if searches_whole_diagonals(clues):
        return DiagonalSearch(clues), "diagonals"
    return FrontierSearch(clues), "frontier"


def _by_whichever_answers(clues: Clues, limit: int, budget: Budget) -> Solved[Solution]:
    by_sat = partial(find_by_sat, clues, limit, budget.conflicts, SAT_SOLVERS[0])
    if not FrontierSearch.suits(clues):
        return by_sat()
    search, name = first_search(clues)
    return solve_in_turn(search, limit, nodes_before_sat(clues), budget.nodes, by_sat, name)
