"""The rules of Hitori by definition, without code shared with the engines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import networkx as nx

from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution

RULE_CODES: Final = ("repeated", "side-by-side", "parted")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> tuple[Violation, ...]:
    """Return the broken rules, () for a correct solution.

    Examples
    --------
    >>> check(Clues(2, 2, (1, 1, 2, 1)), Solution("cells", ((1,),)))
    ()
    >>> [found.code for found in check(Clues(2, 2, (1, 1, 2, 1)), Solution("cells", ()))]
    ['repeated', 'repeated']
    """
    shaded = {cell for (cell,) in solution.items}
    return (*_numbers_differ(clues, shaded), *_shades_are_apart(clues, shaded, clues.cols))


def _numbers_differ(clues: Clues, shaded: set[int]) -> Iterator[Violation]:
    rows, cols = clues.rows, clues.cols
    lines = [(f"row {r + 1}", range(r * cols, (r + 1) * cols)) for r in range(rows)]
    lines += [(f"column {c + 1}", range(c, rows * cols, cols)) for c in range(cols)]
    for name, line in lines:
        white = [cell for cell in line if cell not in shaded]
        for number in sorted({clues.values[cell] for cell in white} - {0}):
            same = tuple(cell for cell in white if clues.values[cell] == number)
            if len(same) > 1:
                yield Violation("repeated", same, f"{number} occurs {len(same)} times in {name}")


def _shades_are_apart(clues: Clues, shaded: set[int], cols: int) -> Iterator[Violation]:
    board = nx.grid_2d_graph(clues.rows, clues.cols)
    for one, other in board.edges:
        pair = tuple(sorted(row * cols + col for row, col in (one, other)))
        if shaded.issuperset(pair):
            yield Violation("side-by-side", pair, "two shaded cells share a side")
    board.remove_nodes_from(divmod(cell, cols) for cell in shaded)
    parts = sorted(nx.connected_components(board), key=lambda part: (len(part), min(part)))
    if not parts:
        yield Violation("parted", tuple(sorted(shaded)), "no cell stays white")
    for part in parts[:-1]:
        cells = tuple(sorted(row * cols + col for row, col in part))
        yield Violation("parted", cells, "these white cells are cut off from the others")
