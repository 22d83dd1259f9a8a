"""The rules of Zip by definition, without code shared with the engines."""

from __future__ import annotations

from typing import Final

import networkx as nx

from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution

RULE_CODES: Final = ("crosses-wall", "wrong-count", "several-lines", "wrong-order")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> tuple[Violation, ...]:
    """Return the broken rules, () for a correct solution.

    The order of numbers is checked only if the line is complete.

    >>> check(Clues(1, 3, (1, 0, 2)), Solution("edges", ((0, 1), (1, 2))))
    ()
    >>> [found.code for found in check(Clues(1, 3, (1, 0, 2)), Solution("edges", ((0, 1),)))]
    ['wrong-count', 'wrong-count']
    """
    for pair in sorted({clue.place for clue in clues.extra} & {*solution.items}):
        return (Violation("crosses-wall", pair, "the line crosses a wall"),)
    lines = nx.Graph()
    lines.add_nodes_from(range(clues.rows * clues.cols))
    lines.add_edges_from(solution.items)
    numbers = {number: cell for cell, number in enumerate(clues.values) if number}
    ends = (numbers[1], numbers[max(numbers)])
    wrong = tuple(
        Violation("wrong-count", (cell,), f"the line leaves this cell {lines.degree[cell]} times")
        for cell in lines
        if lines.degree[cell] != (1 if cell in ends else 2)
    )
    if wrong:
        return wrong
    parts = sorted(nx.connected_components(lines), key=len)
    if len(parts) > 1:
        return (
            Violation(
                "several-lines", tuple(sorted(parts[0])), "this line is apart from the others"
            ),
        )
    met = [clues.values[cell] for cell in nx.shortest_path(lines, *ends) if clues.values[cell]]
    late = next((k for k, number in enumerate(met, 1) if number != k), 0)
    if late:
        message = f"the line meets {met[late - 1]} where {late} is next"
        return (Violation("wrong-order", (numbers[met[late - 1]],), message),)
    return ()
