"""How engines take turns at a puzzle, the same for every kind. It knows no kind.

A search answers easy puzzles at once and a learning solver most others, so the one is asked a
little, then the other, then the first again with all that it may spend.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import Generic, TypeVar

from pipeline.kinds.interface import Solved
from pipeline.model import ConfigError, unknown_name

S = TypeVar("S")


DONE, FOUND, SPENT = 0, 1, 2
"""What a kernel answers that has searched all, has found a solution, has spent its budget."""


class ResumableSearch(ABC, Generic[S]):
    """An exhaustive search in a kernel, which can be stopped and taken up again.

    ``is_complete``: it has found every solution. It goes on a slice of ``slice_nodes`` at a time:
    between two of them Python can be interrupted, and can show that it works.
    """

    is_complete = False
    slice_nodes = 1 << 20

    @property
    @abstractmethod
    def nodes(self) -> int:
        """What was spent so far: assumptions, or cells decided."""

    @abstractmethod
    def go_on(self, nodes: int) -> int:
        """Have the kernel search until ``nodes`` are spent since the start; return its answer."""

    @abstractmethod
    def read(self) -> S:
        """Return the solution that was just found."""

    def next_solution(self, nodes: int) -> S | None:
        """Return the next solution; None where there is none left or ``nodes`` are spent.

        ``is_complete`` tells the two apart. ``nodes`` counts from the start of the search.
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
    """Refuse a solver that a kind has not, and a limit below 1."""
    if solver not in solvers:
        raise unknown_name("solver", solver, solvers)
    if limit < 1:
        raise ConfigError(f"expected to look for at least 1 solution, found {limit}")


def collect(search: ResumableSearch[S], limit: int, nodes: int) -> list[S]:
    """Return up to ``limit`` further solutions of a search that may spend ``nodes`` in all."""
    found: list[S] = []
    while len(found) < limit:
        solution = search.next_solution(nodes)
        if solution is None:
            break
        found.append(solution)
    return found


def solve_by_search(
    search: ResumableSearch[S], limit: int, nodes: int, method: str = "search"
) -> Solved[S]:
    """Return up to ``limit`` solutions of a fresh search; ``method`` is its name."""
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
    """Search a little; where that does not answer ask SAT; where that does not, search on.

    The fresh search may spend ``nodes_before_sat`` before SAT is asked, and ``nodes`` in all;
    ``method`` is its name.
    """
    found = collect(search, limit, min(nodes, nodes_before_sat))
    if search.is_complete or len(found) == limit:
        return Solved(tuple(found), search.is_complete, search.nodes, method)
    other = by_sat()
    if other.is_complete or len(other.solutions) == limit:
        return other
    found += collect(search, limit - len(found), nodes)
    if search.is_complete or len(found) >= len(other.solutions):
        return Solved(tuple(found), search.is_complete, search.nodes, method)
    return other
