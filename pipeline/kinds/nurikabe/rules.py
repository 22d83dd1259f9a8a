"""The rules of Nurikabe by definition, without code shared with the engines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import networkx as nx

from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution

RULE_CODES: Final = (
    *("shaded-number", "wrong-size", "several-numbers", "no-number", "parted", "pool"),
)
"""Every code that `check` can report."""

_UNKNOWN: Final = -1


def check(clues: Clues, solution: Solution) -> tuple[Violation, ...]:
    """Return the broken rules, () for a correct solution.

    >>> check(Clues(2, 2, (1, 0, 0, 0)), Solution("cells", ((1,), (2,), (3,))))
    ()
    >>> [found.code for found in check(Clues(2, 2, (2, 0, 0, 0)), Solution("cells", ((1,), (3,))))]
    []
    """
    sea = {cell for (cell,) in solution.items}
    return (
        *(
            Violation("shaded-number", (cell,), "a cell with a number is shaded")
            for cell in sorted(sea)
            if clues.values[cell]
        ),
        *_check_islands(clues, sea),
        *_check_sea(clues, sea),
    )


def _parts(clues: Clues, cells: set[int]) -> list[tuple[int, ...]]:
    board = nx.grid_2d_graph(clues.rows, clues.cols)
    own = board.subgraph(divmod(cell, clues.cols) for cell in cells)
    parts = nx.connected_components(own)
    return sorted(tuple(sorted(r * clues.cols + c for r, c in part)) for part in parts)


def _check_islands(clues: Clues, sea: set[int]) -> Iterator[Violation]:
    for island in _parts(clues, set(range(clues.rows * clues.cols)) - sea):
        numbers = [clues.values[cell] for cell in island if clues.values[cell]]
        if not numbers:
            yield Violation("no-number", island, "an island has no number")
        elif len(numbers) > 1:
            yield Violation("several-numbers", island, f"an island has {len(numbers)} numbers")
        elif numbers[0] not in (len(island), _UNKNOWN):
            message = f"the island of this {numbers[0]} has {len(island)} cells"
            yield Violation("wrong-size", island, message)


def _check_sea(clues: Clues, sea: set[int]) -> Iterator[Violation]:
    parts = sorted(_parts(clues, sea), key=len)
    for part in parts[:-1]:
        yield Violation("parted", part, "a part of the sea is cut off from the rest")
    for row in range(clues.rows - 1):
        for col in range(clues.cols - 1):
            first = row * clues.cols + col
            block = (first, first + 1, first + clues.cols, first + clues.cols + 1)
            if sea.issuperset(block):
                yield Violation("pool", block, "the sea fills two by two cells")
