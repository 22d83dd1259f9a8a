"""The rules of Masyu by definition, without code shared with the engines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import networkx as nx

from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution

RULE_CODES: Final = ("no-loop", "several-loops", "missed-pearl", "white-pearl", "black-pearl")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> tuple[Violation, ...]:
    """Return the broken rules, () for a correct solution.

    >>> square = Solution("edges", ((0, 1), (0, 2), (1, 3), (2, 3)))
    >>> check(Clues(2, 2, (0, 0, 0, 0)), square)
    ()
    >>> [found.code for found in check(Clues(2, 2, (0, 2, 0, 0)), square)]
    ['black-pearl']
    """
    graph = nx.Graph(solution.items)
    return (*_check_loop(clues, graph), *_check_pearls(clues, graph))


def _check_loop(clues: Clues, graph: nx.Graph) -> Iterator[Violation]:
    ends = [cell for cell, degree in graph.degree if degree != 2]
    if ends or not graph:
        where = tuple(ends[:1]) or tuple(range(len(clues.values)))
        yield Violation("no-loop", where, "the line ends or branches, or there is none")
        return
    parts = sorted(sorted(part) for part in nx.connected_components(graph))
    for part in parts[1:]:
        yield Violation("several-loops", tuple(part), "there is more than one loop")


def _check_pearls(clues: Clues, graph: nx.Graph) -> Iterator[Violation]:
    for cell, pearl in enumerate(clues.values):
        if not pearl:
            continue
        if cell not in graph:
            yield Violation("missed-pearl", (cell,), "the loop does not pass this pearl")
            continue
        beside = [_turns(clues, graph, end) for end in graph[cell]]
        if pearl == 1 and (_turns(clues, graph, cell) or not any(beside)):
            what = "straight through this white pearl with a turn before or after it"
            yield Violation("white-pearl", (cell,), f"the loop does not go {what}")
        if pearl == 2 and (not _turns(clues, graph, cell) or any(beside)):
            what = "in this black pearl and go straight on before and after it"
            yield Violation("black-pearl", (cell,), f"the loop does not turn {what}")


def _turns(clues: Clues, graph: nx.Graph, cell: int) -> bool:
    places = [divmod(end, clues.cols) for end in graph[cell]]
    is_straight = len({row for row, _ in places}) == 1 or len({col for _, col in places}) == 1
    return len(places) == 2 and not is_straight
