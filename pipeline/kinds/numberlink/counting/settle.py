"""What SAT leaves open about edges, settled by counting solutions with and without them.

If as many solutions do without some edges as there are in all, none uses any of them; if as many
go through all of some edges, every solution does. Halving finds the edges of which that is not so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import pairwise

from pipeline.kinds.numberlink.counting.frontier_count import count_over_frontier, suits_frontier
from pipeline.kinds.numberlink.encode_sat import EdgeMap
from pipeline.kinds.numberlink.model import Clues, Solution


class Counting:
    """Counts of one board's solutions; ``total`` is None where the frontier is too wide for it."""

    def __init__(self, clues: Clues, edges: EdgeMap, states: int) -> None:
        self._clues = clues
        self._edges = edges
        self._states = states
        self.total: int | None = None
        if suits_frontier(clues):
            self.total = count_over_frontier(clues, self._states).count

    def settle_unused(self, edges: Collection[int]) -> tuple[set[int], set[int]]:
        """Return which of these edges some solutions use, and which are still open.

        Parameters
        ----------
        edges : collection of int
            Edges of which a solution without them is known.
        """
        return self._settle(edges, lambda some: self._count(without=some))

    def settle_used(self, edges: Collection[int]) -> tuple[set[int], set[int]]:
        """Return without which of these edges some solutions do, and which are still open.

        Parameters
        ----------
        edges : collection of int
            Edges of which a solution with them is known.
        """
        return self._settle(edges, lambda some: self._count(through=some))

    def _settle(
        self, edges: Collection[int], count: Callable[[list[int]], int | None]
    ) -> tuple[set[int], set[int]]:
        varying: set[int] = set()
        still_open: set[int] = set()
        waiting = [sorted(edges)] if edges else []
        while waiting:
            some = waiting.pop()
            number = None if self.total is None else count(some)
            if number is None:
                still_open.update(some)
            elif number != self.total and len(some) == 1:
                varying.update(some)
            elif number != self.total:
                half = len(some) // 2
                waiting += [some[:half], some[half:]]
        return varying, still_open

    def _count(self, without: Collection[int] = (), through: Collection[int] = ()) -> int | None:
        ends = self._edges.edges
        return count_over_frontier(
            self._clues, self._states, [ends[e] for e in without], [ends[e] for e in through]
        ).count


def anchored_cells(edges: EdgeMap, solution: Solution, always: Collection[int]) -> set[int]:
    """Return the cells of a solution that edges of every solution lead from to a number.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.encode_sat import edge_map
    >>> sorted(anchored_cells(edge_map(1, 5), Solution(((0, 1, 2, 3, 4),)), [0, 1]))
    [0, 1, 2, 4]
    """
    found: set[int] = set()
    for path in solution.paths:
        for way in (path, path[::-1]):
            found.add(way[0])
            for one, other in pairwise(way):
                if edges.index[min(one, other), max(one, other)] not in always:
                    break
                found.add(other)
    return found
