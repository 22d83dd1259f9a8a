"""The rules of Hashi by definition: a function and a code for each way to break a rule.

They share nothing with the solvers, so that they cannot share a bug.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

from pipeline.kinds.hashi.model import UNKNOWN, Clues, Solution
from pipeline.kinds.interface import Violation

Finder = Callable[[Clues, Solution], Iterator[Violation]]


def check(clues: Clues, solution: Solution) -> tuple[Violation, ...]:
    """Return every broken rule in a solution; empty means that the solution is right.

    >>> from pipeline.kinds.hashi.model import make_clues, make_solution
    >>> clues = make_clues(1, 5, [2, 0, 3, 0, 1])
    >>> check(clues, make_solution([(0, 2, 2), (2, 4, 1)]))
    ()
    >>> [violation.code for violation in check(clues, make_solution([(0, 2, 2)]))]
    ['wrong-count', 'wrong-count', 'not-connected']
    """
    return tuple(violation for find in _FINDERS.values() for violation in find(clues, solution))


def _find_loose_ends(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Each bridge begins and ends at an island."""
    for start, end, _ in solution.bridges:
        for cell in (start, end):
            if not clues.islands[cell]:
                yield Violation("loose-end", (cell,), "a bridge ends in the water")


def _find_slanted_bridges(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Each bridge runs straight along a row or a column."""
    for start, end, _ in solution.bridges:
        if start // clues.cols != end // clues.cols and start % clues.cols != end % clues.cols:
            yield Violation("slanted", (start, end), "a bridge runs in no row and no column")


def _find_blocked_bridges(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """No bridge passes over an island."""
    for start, end, _ in solution.bridges:
        met = [cell for cell in _cells_between(clues, start, end) if clues.islands[cell]]
        if met:
            yield Violation("over-island", tuple(met), "a bridge passes over an island")


def _find_crossings(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Bridges do not cross."""
    over: dict[int, list[tuple[int, int, int]]] = {}
    for bridge in solution.bridges:
        for cell in _cells_between(clues, *bridge[:2]):
            over.setdefault(cell, []).append(bridge)
    for cell, bridges in sorted(over.items()):
        for first, second in combinations(bridges, 2):
            if _runs_across(clues, first) != _runs_across(clues, second):
                yield Violation("crossing", (cell,), "two bridges cross")


def _find_too_many(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """No more bridges run side by side than the rule allows."""
    for start, end, count in solution.bridges:
        if count > clues.max_bridges:
            yield Violation(
                "too-many",
                (start, end),
                f"{count} bridges run side by side where {clues.max_bridges} are allowed",
            )


def _find_wrong_counts(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Each island has as many bridges as its number says; at least one where it says nothing."""
    count: Counter[int] = Counter()
    for start, end, times in solution.bridges:
        count[start] += times
        count[end] += times
    for cell, clue in enumerate(clues.islands):
        if clue == UNKNOWN and not count[cell]:
            yield Violation("wrong-count", (cell,), "an island has no bridge")
        elif clue > 0 and count[cell] != clue:
            yield Violation(
                "wrong-count", (cell,), f"an island of {clue} has {count[cell]} bridges"
            )


def _find_separate_groups(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """All islands are connected, where the rule requires it."""
    if not clues.connected:
        return
    near: dict[int, list[int]] = {cell: [] for cell, clue in enumerate(clues.islands) if clue}
    for start, end, _ in solution.bridges:
        if start in near and end in near:
            near[start].append(end)
            near[end].append(start)
    groups = []
    left = set(near)
    for first in near:
        group = [first] if first in left else []
        left.discard(first)
        for cell in group:
            group += left.intersection(near[cell])
            left.difference_update(near[cell])
        groups += [sorted(group)] if group else []
    if len(groups) > 1:
        smallest = min(groups, key=lambda group: (len(group), group))
        yield Violation(
            "not-connected", tuple(smallest), f"the islands fall into {len(groups)} groups, not one"
        )


def _find_loops(clues: Clues, solution: Solution) -> Iterator[Violation]:
    """Bridges close no loop, where the rule forbids it; bridges side by side are none."""
    if clues.loops:
        return
    import networkx as nx  # a tenth of a second that most commands need not wait

    bridges = [bridge[:2] for bridge in solution.bridges]
    graph: nx.Graph[int] = nx.Graph()
    graph.add_edges_from((a, b) for a, b in bridges if clues.islands[a] and clues.islands[b])
    for loop in nx.cycle_basis(graph):
        yield Violation("loop", tuple(sorted(loop)), f"{len(loop)} islands are joined in a loop")


def _cells_between(clues: Clues, start: int, end: int) -> range:
    """Return the cells that a straight bridge passes over; none for one that is not straight."""
    if start // clues.cols == end // clues.cols:
        return range(min(start, end) + 1, max(start, end))
    if start % clues.cols == end % clues.cols:
        return range(min(start, end) + clues.cols, max(start, end), clues.cols)
    return range(0)


def _runs_across(clues: Clues, bridge: tuple[int, int, int]) -> bool:
    return bridge[0] // clues.cols == bridge[1] // clues.cols


_FINDERS: Final[dict[str, Finder]] = {
    "loose-end": _find_loose_ends,
    "slanted": _find_slanted_bridges,
    "over-island": _find_blocked_bridges,
    "crossing": _find_crossings,
    "too-many": _find_too_many,
    "wrong-count": _find_wrong_counts,
    "not-connected": _find_separate_groups,
    "loop": _find_loops,
}

RULE_CODES: Final = tuple(_FINDERS)  # Codes of `check`, each with a breaking board in examples.json
