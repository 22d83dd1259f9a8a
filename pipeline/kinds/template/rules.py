"""The rules of Latin squares by definition, without code shared with the engines.

Each rule has a code, and ``examples.json`` has a board for each code that breaks only that rule.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution

RULE_CODES: Final = ("given-changed", "row-repeat", "column-repeat")
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> tuple[Violation, ...]:
    """Return the broken rules, () for a correct solution.

    Examples
    --------
    >>> square = Solution("numbers", ((0, 1), (1, 2), (2, 1), (3, 2)))
    >>> [found.message for found in check(Clues(2, 2, (1, 0, 0, 0)), square)]
    ['1 occurs 2 times in column 1', '2 occurs 2 times in column 2']
    """
    side, found = clues.rows, []
    numbers = [number for _, number in solution.items]
    for cell, (given, number) in enumerate(zip(clues.values, numbers, strict=True)):
        if given not in (0, number):
            what = f"the clue {given} became {number}"
            found.append(Violation("given-changed", (cell,), what))
    for k in range(side):
        row, column = range(k * side, k * side + side), range(k, side * side, side)
        for name, cells in (("row", row), ("column", column)):
            for number, times in Counter(numbers[cell] for cell in cells).items():
                if times > 1:
                    same = tuple(cell for cell in cells if numbers[cell] == number)
                    what = f"{number} occurs {times} times in {name} {k + 1}"
                    found.append(Violation(f"{name}-repeat", same, what))
    return tuple(found)
