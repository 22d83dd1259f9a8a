"""Latin squares by trying every way to fill the rows: slow, obvious, judged by `check` alone."""

from __future__ import annotations

from itertools import permutations, product

from pipeline.kinds.template.model import Clues, Solution
from pipeline.kinds.template.rules import check


def solutions(clues: Clues) -> set[Solution]:
    """Return every solution; for squares of up to 4 cells a side."""
    side = clues.side
    ways = [
        [
            way
            for way in permutations(range(1, side + 1))
            if all(
                given in (0, number)
                for given, number in zip(
                    clues.numbers[row * side : (row + 1) * side], way, strict=True
                )
            )
        ]
        for row in range(side)
    ]
    filled = (Solution(sum(rows, ())) for rows in product(*ways))
    return {solution for solution in filled if not check(clues, solution)}
