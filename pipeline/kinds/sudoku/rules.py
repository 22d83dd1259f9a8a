"""The rules of Sudoku by definition, without code shared with the engines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution

RULE_CODES: Final = (
    *("given-changed", "row-repeat", "column-repeat", "region-repeat", "diagonal-repeat"),
)
"""Every code that `check` can report."""


def check(clues: Clues, solution: Solution) -> tuple[Violation, ...]:
    """Return the broken rules, () for a correct solution.

    >>> square = Solution("numbers", ((0, 1), (1, 2), (2, 2), (3, 1)))
    >>> regions = (0, 0, 1, 1)
    >>> check(Clues(2, 2, (1, 0, 0, 0), "boxes", regions), square)
    ()
    >>> [found.code for found in check(Clues(2, 2, (2, 0, 0, 0), "boxes", regions), square)]
    ['given-changed']
    """
    numbers = {cell: number for cell, number in solution.items}  # noqa: C416 (items are tuples)
    side = range(clues.rows)
    places = [(row, col) for row in side for col in side]

    def group(code: str, name: str, cells: Sequence[tuple[int, int]]) -> Iterator[Violation]:
        written = [numbers[r * clues.cols + c] for r, c in cells]
        for number in range(1, clues.rows + 1):
            if (times := written.count(number)) > 1:
                same = (
                    r * clues.cols + c for r, c in cells if numbers[r * clues.cols + c] == number
                )
                yield Violation(code, tuple(same), f"{number} occurs {times} times in {name}")

    found = [
        Violation("given-changed", (cell,), f"the clue {given} became {numbers[cell]}")
        for cell, given in enumerate(clues.values)
        if given and numbers[cell] != given
    ]
    for k in side:
        region = [(r, c) for r, c in places if clues.regions[r * clues.cols + c] == k]
        found += group("row-repeat", f"row {k + 1}", [(k, c) for c in side])
        found += group("column-repeat", f"column {k + 1}", [(r, k) for r in side])
        found += group("region-repeat", "a region", region)
    if clues.rule == "diagonal":
        found += group("diagonal-repeat", "a diagonal", [(k, k) for k in side])
        found += group("diagonal-repeat", "a diagonal", [(k, clues.rows - 1 - k) for k in side])
    return tuple(found)
