"""The rules of Slitherlink by definition, without code shared with the engines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import networkx as nx

from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution

RULE_CODES: Final = ("wrong-number", "no-loop", "several-loops")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> tuple[Violation, ...]:
    """Return the broken rules, () for a correct solution.

    >>> square = Solution("borders", ((0, 1), (0, 3), (1, 4), (3, 4)))
    >>> check(Clues(1, 2, (4, 1)), square)
    ()
    >>> [found.code for found in check(Clues(1, 2, (4, 2)), square)]
    ['wrong-number']
    """
    graph = nx.Graph(solution.items)
    return (*_check_numbers(clues, graph), *_check_loop(clues, graph))


def _check_numbers(clues: Clues, graph: nx.Graph) -> Iterator[Violation]:
    for cell, number in enumerate(clues.values):
        if number < 0:
            continue
        row, col = divmod(cell, clues.cols)
        a, b, c, d = (
            (row + down) * (clues.cols + 1) + col + right
            for down, right in ((0, 0), (0, 1), (1, 0), (1, 1))
        )
        drawn = sum(graph.has_edge(*side) for side in ((a, b), (a, c), (b, d), (c, d)))
        if drawn != number:
            yield Violation("wrong-number", (cell,), f"{drawn} sides of this {number} are drawn")


def _check_loop(clues: Clues, graph: nx.Graph) -> Iterator[Violation]:
    ends = [corner for corner, degree in graph.degree if degree != 2]
    if ends or not graph:
        where = _cells_at(clues, ends[0]) if ends else tuple(range(len(clues.values)))
        yield Violation("no-loop", where, "the line ends or branches, or there is none")
        return
    parts = sorted(sorted(part) for part in nx.connected_components(graph))
    for part in parts[1:]:
        yield Violation("several-loops", _cells_at(clues, part[0]), "there is more than one loop")


def _cells_at(clues: Clues, corner: int) -> tuple[int, ...]:
    row, col = divmod(corner, clues.cols + 1)
    return tuple(
        r * clues.cols + c
        for r in (row - 1, row)
        for c in (col - 1, col)
        if 0 <= r < clues.rows and 0 <= c < clues.cols
    )
