"""How engines take turns at a puzzle, the same for every kind. It knows no kind.

A search answers easy puzzles at once and a learning solver most others, so the one is asked a
little, then the other, then the first again with all that it may spend.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from pipeline.kinds.interface import Solved

S_co = TypeVar("S_co", covariant=True)
S = TypeVar("S")


class ResumableSearch(Protocol[S_co]):
    """An exhaustive search that can be stopped and taken up again.

    ``is_complete``: it has found every solution. ``nodes``: assumptions made so far.
    """

    is_complete: bool

    @property
    def nodes(self) -> int:
        """Assumptions made so far."""

    def next_solution(self, nodes: int) -> S_co | None:
        """Return the next solution; None where none is left or ``nodes`` are spent in all."""


SPENT: Final = 2
"""What the kernels of searches answer where they stopped at their budget."""


def in_slices(advance: Callable[[int], int], spent: int, nodes: int, size: int) -> int:
    """Return what a search answers after going on to ``nodes``, a slice of ``size`` at a time.

    Between slices Python can be interrupted, and can show that it works. ``advance`` takes a number
    of nodes counted from the start of the search.

    Examples
    --------
    >>> in_slices(lambda nodes: 1 if nodes >= 25 else SPENT, 0, 30, 10)
    1
    >>> in_slices(lambda nodes: SPENT, 0, 30, 10) == SPENT
    True
    """
    while True:
        spent = min(nodes, spent + size)
        answer = advance(spent)
        if answer != SPENT or spent >= nodes:
            return answer


def collect(search: ResumableSearch[S], limit: int, nodes: int) -> list[S]:
    """Return up to ``limit`` further solutions of a search that may spend ``nodes`` in all."""
    found: list[S] = []
    while len(found) < limit:
        solution = search.next_solution(nodes)
        if solution is None:
            break
        found.append(solution)
    return found


def solve_by_search(search: ResumableSearch[S], limit: int, nodes: int) -> Solved[S]:
    """Return up to ``limit`` solutions of a fresh search."""
    found = collect(search, limit, nodes)
    return Solved(tuple(found), search.is_complete, search.nodes, "search")


def solve_in_turn(
    search: ResumableSearch[S],
    limit: int,
    quick_nodes: int,
    nodes: int,
    by_sat: Callable[[], Solved[S]],
    method: str = "search",
) -> Solved[S]:
    """Search a little; where that does not answer ask SAT; where that does not, search on.

    Parameters
    ----------
    search : ResumableSearch
        Fresh.
    limit : int
        Most solutions wanted.
    quick_nodes, nodes : int
        What the search may spend before SAT is asked, and in all.
    by_sat : function to Solved
        Asks a SAT solver for as many solutions.
    method : str
        The name of the search.
    """
    found = collect(search, limit, min(nodes, quick_nodes))
    if search.is_complete or len(found) == limit:
        return Solved(tuple(found), search.is_complete, search.nodes, method)
    other = by_sat()
    if other.is_complete or len(other.solutions) == limit:
        return other
    found += collect(search, limit - len(found), nodes)
    if search.is_complete or len(found) >= len(other.solutions):
        return Solved(tuple(found), search.is_complete, search.nodes, method)
    return other
