"""Grades by a reference search whose deductions are those of a person.

The search solves the puzzle three times: with islands that are full alone, with what the other
neighbours cannot take as well, with the isolation of groups as well. Where its deductions end it
tries, and what it counts is trials that were refuted (`kernels/grade.py` says how). docs/grading.md
says what the counts mean. Any change of a count is a new `VERSION`.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from math import prod
from typing import Final

import numpy as np

from pipeline.kinds.hashi.canonical import canonical_clues
from pipeline.kinds.hashi.kernels import grade as kernel
from pipeline.kinds.hashi.kernels.deduce import FULL, ISOLATION, REST
from pipeline.kinds.hashi.links import make_board, make_state
from pipeline.kinds.hashi.model import Clues, Solution
from pipeline.model import Band, Grade

METHOD: Final = "trials-3"
VERSION: Final = 1

BUDGET: Final = 2_000
"""Nodes that the search may spend where trials alone do not solve a puzzle."""

RUNGS: Final = (FULL, REST, ISOLATION)
"""Deductions of the three countings, each with those before it."""

DEDUCTIONS: Final = ("full", "rest", "isolation", "trial", "search")
"""Names of the hardest deduction that a puzzle may need; with the first three nobody guesses."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What the reference search counts, for each of `RUNGS`.

    ``nodes``: trials refuted and nodes searched; ``searched``: of these, nodes searched;
    ``capped``: how many searches ran into the budget.
    """

    nodes: tuple[int, ...]
    searched: tuple[int, ...]
    capped: int

    @property
    def hardest(self) -> str:
        """Name of the hardest deduction needed."""
        for name, nodes in zip(DEDUCTIONS, self.nodes, strict=False):
            if nodes == 0:
                return name
        return DEDUCTIONS[3] if self.searched[-1] == 0 else DEDUCTIONS[4]


def grade(clues: Clues, solution: Solution) -> Grade:
    """Return the reference grade of a puzzle, the same for all its images.

    Parameters
    ----------
    clues : Clues
        The puzzle, with the rule it is posed under.
    solution : Solution
        Its solution; it does not enter.

    Returns
    -------
    Grade
        ``nodes`` are the three counts, ``score`` is the mean of log2(1 + nodes) with two places.
        ``extra`` names the ``hardest`` deduction needed.

    Examples
    --------
    >>> from pipeline.kinds.hashi.model import make_clues
    >>> result = grade(make_clues(1, 5, [2, 0, 3, 0, 1]), Solution(()))
    >>> result.score, result.nodes, result.extra["hardest"]
    ('0.00', (0, 0, 0), 'full')
    """
    result = grade_alone(clues)
    percentile = percentile_of(len(clues.islands), hundredths(result.nodes))
    return replace(result, percentile=percentile)


def grade_alone(clues: Clues) -> Grade:
    """Return the grade without its percentile: what the table of percentiles is made from."""
    counts = count_trials(clues)
    score = hundredths(counts.nodes)
    return Grade(
        score=f"{score // 100}.{score % 100:02d}",
        nodes=counts.nodes,
        capped=counts.capped,
        band=band_of(counts),
        percentile=None,
        method=METHOD,
        version=VERSION,
        extra={"hardest": counts.hardest},
    )


def count_trials(clues: Clues) -> Counts:
    """Return what the reference search counts on the canonical form of a puzzle."""
    _, board = make_board(canonical_clues(clues))
    found = np.zeros((len(RUNGS), kernel.COUNTS), dtype=np.int64)
    for rung, counts in zip(RUNGS, found, strict=True):
        # Once deduction alone solves the puzzle, all that comes later does.
        if rung > FULL and not found[rung - 1].any():
            break
        state = make_state(board, clues.max_bridges)
        kernel.count(board, state, rung, BUDGET, counts)
    refuted, searched = found[:, kernel.REFUTED], found[:, kernel.SEARCHED]
    return Counts(
        tuple((refuted + searched).tolist()),
        tuple(searched.tolist()),
        int(found[:, kernel.IS_CAPPED].sum()),
    )


def band_of(counts: Counts) -> Band:
    """Return the band of what was counted.

    Easy: no group has to be watched. Medium: nothing has to be tried. Hard: one trial is enough.
    Expert: more are needed, or a trial inside a trial.

    Examples
    --------
    >>> str(band_of(Counts((9, 4, 0), (0, 0, 0), 0)))
    'medium'
    """
    if counts.nodes[1] == 0:
        return Band.EASY
    if counts.nodes[2] == 0:
        return Band.MEDIUM
    return Band.HARD if counts.nodes[2] == 1 and counts.searched[2] == 0 else Band.EXPERT


def hundredths(nodes: Sequence[int]) -> int:
    """Return 100 times the mean of log2(1 + nodes), rounded half up, exactly: in integers.

    With P the product of all 1 + nodes and n counts it is at least q - 1/2 if and only if P**200
    is at least 2**(n (2q - 1)).

    Examples
    --------
    >>> hundredths([0, 0]), hundredths([7, 31]), hundredths([1, 2])
    (0, 400, 129)
    """
    product = prod(1 + count for count in nodes)
    return (((product**200).bit_length() - 1) // len(nodes) + 1) // 2


def percentile_of(cells: int, score: int) -> int | None:
    """Return the rank, 0 to 100, among generated puzzles of the nearest size.

    Half of those that are equal count as below. None on boards beyond the population: more than
    half as large again as its largest.

    Parameters
    ----------
    cells : int
        Cells of the board.
    score : int
        In hundredths.

    Examples
    --------
    >>> percentile_of(100, 0) < 50 < percentile_of(100, 900)
    True
    """
    table = _population()
    if 2 * cells > 3 * max(table):
        return None
    scores = table[min(table, key=lambda size: (abs(size - cells), size))]
    below, not_above = bisect_left(scores, score), bisect_right(scores, score)
    return (100 * (below + not_above) + len(scores)) // (2 * len(scores))


@cache
def _population() -> dict[int, list[int]]:
    """Return the quantiles by number of cells; tests/benchmarks/hashi_population.py made them."""
    text = resources.files(__package__).joinpath("population.json").read_text(encoding="utf-8")
    return {size["cells"]: size["scores"] for size in json.loads(text)["sizes"]}
