"""Run an exhaustive search and a SAT solver in turn.

A search solves easy puzzles at once and SAT most others, so a short search comes first, then SAT,
then the search again with its whole budget.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import Generic, TypeVar

from pipeline.kinds.interface import Solved
from pipeline.model import ConfigError, unknown_name

S = TypeVar("S")

DONE, FOUND, SPENT = 0, 1, 2  # Results of a search kernel


class ResumableSearch(ABC, Generic[S]):
    """An exhaustive search in a kernel that can be resumed.

    ``is_complete`` is set when every solution was found. The kernel runs ``slice_nodes`` at a time,
    so that Python can handle interrupts and show progress.
    """

    is_complete = False
    slice_nodes = 1 << 20

    @property
    @abstractmethod
    def nodes(self) -> int:
        """Nodes spent so far: assumptions, or cells decided."""

    @abstractmethod
    def go_on(self, nodes: int) -> int:
        """Run the kernel up to a total of ``nodes``; return its result."""

    @abstractmethod
    def read(self) -> S:
        """Return the last solution found."""

    def next_solution(self, nodes: int) -> S | None:
        """Return the next solution; None if there is none (``is_complete``) or ``nodes`` are spent.

        ``nodes`` counts from the start of the search.
        """
        spent = self.nodes
        while not self.is_complete:
            spent = min(nodes, spent + self.slice_nodes)
            answer = self.go_on(spent)
            if answer == FOUND:
                return self.read()
            self.is_complete = answer == DONE
            if spent >= nodes:
                break
        return None


def require_request(solver: str, solvers: Collection[str], limit: int) -> None:
    """Raise `ConfigError` if a solver is unknown or the limit is below 1."""
    if solver not in solvers:
        raise unknown_name("solver", solver, solvers)
    if limit < 1:
        raise ConfigError(f"expected a limit of at least 1 solution, found {limit}")


def collect(search: ResumableSearch[S], limit: int, nodes: int) -> list[S]:
    """Return up to ``limit`` further solutions of a search within a total of ``nodes``."""
    solutions: list[S] = []
    while len(solutions) < limit:
        solution = search.next_solution(nodes)
        if solution is None:
            break
        solutions.append(solution)
    return solutions


def solve_by_search(
    search: ResumableSearch[S], limit: int, nodes: int, method: str = "search"
) -> Solved[S]:
    """Return up to ``limit`` solutions of a new search; ``method`` is its name."""
    found = collect(search, limit, nodes)
    return Solved(tuple(found), search.is_complete, search.nodes, method)


def solve_in_turn(
    search: ResumableSearch[S],
    limit: int,
    nodes_before_sat: int,
    nodes: int,
    by_sat: Callable[[], Solved[S]],
    method: str = "search",
) -> Solved[S]:
    """Return up to ``limit`` solutions by a short search, else by SAT, else by a long search.

    The new search may spend ``nodes_before_sat`` before SAT, and ``nodes`` in total; ``method`` is
    its name.
    """
    solutions = collect(search, limit, min(nodes, nodes_before_sat))
    if search.is_complete or len(solutions) == limit:
        return Solved(tuple(solutions), search.is_complete, search.nodes, method)
    other = by_sat()
    if other.is_complete or len(other.solutions) == limit:
        return other
    solutions += collect(search, limit - len(solutions), nodes)
    if search.is_complete or len(solutions) >= len(other.solutions):
        return Solved(tuple(solutions), search.is_complete, search.nodes, method)
    return other
