"""The rules of Hitori by definition, without code shared with the engines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.by_definition import shades_apart
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution

RULE_CODES: Final = ("repeated", "side-by-side", "parted")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> tuple[Violation, ...]:
    """Return the broken rules, () for a correct solution.

    >>> check(Clues(2, 2, (1, 1, 2, 1)), Solution("cells", ((1,),)))
    ()
    >>> [found.code for found in check(Clues(2, 2, (1, 1, 2, 1)), Solution("cells", ()))]
    ['repeated', 'repeated']
    """
    shaded = {cell for (cell,) in solution.items}
    return (*_numbers_differ(clues, shaded), *shades_apart(clues, shaded))


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
