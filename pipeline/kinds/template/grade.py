"""How hard a Latin square is: the nodes of one reference search on the canonical form.

Copying this kind? One method, versioned; invariant under symmetry (grade the canonical form);
counts, never seconds. Choose it by evidence, and put the evidence into docs/grading.md. A test
measures the population again, so that the table cannot drift from the generator.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from pipeline.kinds.interface import Budget
from pipeline.kinds.template.model import Clues, Solution, canonical_clues
from pipeline.kinds.template.solve import VERSION, solve
from pipeline.model import Band, Grade

BUDGET: Final = Budget(nodes=10_000, conflicts=0)

BANDS: Final = ((0, Band.EASY), (10, Band.MEDIUM), (100, Band.HARD))
"""Most nodes of each band; more is expert. With 0 nodes, forced cells lead all the way."""

DECILES: Final = {
    2: (0, 0, 0, 0, 0, 0, 0, 0, 0),
    3: (0, 0, 0, 0, 0, 0, 0, 0, 0),
    4: (0, 0, 0, 0, 0, 0, 0, 0, 0),
    5: (0, 0, 0, 0, 0, 0, 0, 0, 0),
    6: (0, 0, 0, 0, 0, 0, 2, 4, 6),
    7: (0, 0, 2, 2, 4, 4, 8, 10, 16),
    8: (0, 2, 4, 8, 10, 14, 16, 24, 44),
    9: (6, 10, 16, 24, 36, 52, 70, 118, 216),
}
"""Nodes at the 10th, 20th, ... 90th percentile of 200 generated puzzles (seeds 0 to 199)."""


def grade(clues: Clues, solution: Solution) -> Grade:
    """Return the grade; the solution is not looked at, since the search finds all there are.

    Examples
    --------
    >>> grade(Clues(2, (1, 0, 0, 0)), Solution((1, 2, 2, 1))).band.value
    'easy'
    """
    found = solve(canonical_clues(clues), 2, BUDGET)
    band = next((band for most, band in BANDS if found.steps <= most), Band.EXPERT)
    return Grade(
        score=score(found.steps),
        nodes=(found.steps,),
        capped=int(found.steps == BUDGET.nodes),
        band=band,
        percentile=percentile(clues.side, found.steps),
        method="fewest-candidates-search",
        version=VERSION,
    )


def score(nodes: int) -> str:
    """Return the binary logarithm of 1 + nodes, cut off after two decimals.

    In whole numbers, since the last digit of a float's logarithm may differ between machines:
    2 ** k <= (1 + nodes) ** 100 holds for k / 100 just up to that logarithm.

    Examples
    --------
    >>> score(0), score(2), score(7)
    ('0.00', '1.58', '3.00')
    """
    hundredths = ((1 + nodes) ** 100).bit_length() - 1
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def percentile(side: int, nodes: int) -> int | None:
    """Return how many of a hundred puzzles of that size take fewer nodes, in tens.

    None where no puzzles of that size were measured.

    Examples
    --------
    >>> percentile(6, 4)
    70
    """
    deciles = DECILES.get(side)
    return None if deciles is None else 10 * bisect_left(deciles, nodes)
