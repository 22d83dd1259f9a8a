"""Grades by the reference search: the arrays it needs, and what its counts mean.

docs/grading.md says why this search and what it agrees with. The search itself is in
``kernels/grade.py`` and ``kernels/grade_search.py``, the levels of deduction below it and the
chains of a single assumption in ``kernels/grade_rounds.py``; the canonical form, which makes the
grade invariant, in ``canonical.py``.
Any change of a count is a new `VERSION`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import prod
from typing import Final

import numpy as np

from pipeline.kinds.kit.grading import (
    band_cuts,
    mean_log2_hundredths,
    percentile_of,
    to_hundredths,
    to_score,
)
from pipeline.kinds.numberlink.canonical import canonical_clues
from pipeline.kinds.numberlink.grade_board import Assumptions, find_assumptions, make_arrays
from pipeline.kinds.numberlink.kernels import grade as kernel
from pipeline.kinds.numberlink.kernels import grade_rounds, grade_search
from pipeline.kinds.numberlink.model import Clues, Solution
from pipeline.model import Band, Grade, Json

METHOD: Final = "taut-search-16"
"""The method for solutions that fill the board and never touch themselves: the usual scale."""

OTHER_METHOD: Final = "valid-search-16"
"""The method for other solutions: only the deductions that hold for them, a scale of its own."""

VERSION: Final = 3

ORDERS: Final = 16
"""Edge orders; their seeds are 0 to 15."""

LARGEST: Final = 2_500
"""Cells of the largest boards that are searched in all orders."""

BUDGET: Final = 2_000
"""Nodes that the search may spend on one order."""

_SPENT: Final = -1

PROBE_BUDGET: Final = 400_000
"""Tries that probing may spend; it runs only where an order was capped."""

CHAIN_BUDGET: Final = 20_000
"""Trials that the search for the longest chain may spend: enough up to about 17x17."""

DEDUCTIONS: Final = ("forced", "square", "beside", "candidates", "trial", "search")
"""Names of the hardest deduction that a puzzle may need; with the first four nobody guesses."""

LEVEL_RANGE: Final = 39
"""Hundredths of the score from one level to the next. G is 1.58 at least where it is not 0."""

HALF_WAY: Final = 32
"""So many rounds of deduction bring a puzzle half way up its level."""


def grade(clues: Clues, solution: Solution) -> Grade:
    """Return the reference grade of a puzzle, the same for all its images.

    The solution, believed right, decides which deductions the search may use; the rule that the
    puzzle is posed under does not enter.

    Returns
    -------
    Grade
        ``nodes`` are the counts behind G, in the order of the seeds; a capped count is the budget.
        ``score`` is G, the mean over the orders of log2(1 + nodes), with two places, and orders
        also what G does not tell apart, see `score_hundredths`. ``extra`` names the ``hardest``
        deduction needed and the rounds of the longest ``chain``, and holds the probes where an
        order was capped, and what was ``assumed`` under `OTHER_METHOD`.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(3, 3, "cover", ["a", 0, 0, 0, "b", 0, "b", "a", 0])
    >>> grade(clues, Solution(((0, 1, 2, 5, 8, 7), (4, 3, 6)))).score
    '0.06'
    """
    result = grade_alone(clues, solution)
    if result.method != METHOD:
        return result
    cells = len(clues.numbers) - len(clues.blocked)
    percentile = percentile_of(__package__, cells, to_hundredths(result.score))
    return replace(result, percentile=percentile)


def grade_alone(clues: Clues, solution: Solution) -> Grade:
    """Return the grade without its percentile: what the table of percentiles is made from."""
    assumptions = find_assumptions(clues, solution)
    form = canonical_clues(clues)
    counts = count_nodes(form, assumptions)
    ladder = climb(form, assumptions)
    extra: dict[str, Json] = {"hardest": DEDUCTIONS[ladder.level]}
    if ladder.chain is not None:
        extra["chain"] = ladder.chain
    if counts.probes is not None:
        extra |= {"probes": counts.probes, "undecided": counts.undecided}
    if not assumptions.keeps_no_touch:
        extra["assumed"] = assumptions.names()
    return Grade(
        score=to_score(score_hundredths(counts, ladder)),
        nodes=counts.nodes,
        capped=counts.capped,
        band=band_of(counts.nodes),
        percentile=None,
        method=METHOD if assumptions.keeps_no_touch else OTHER_METHOD,
        version=VERSION,
        extra=extra,
    )


@dataclass(frozen=True, slots=True)
class Counts:
    """What the search counts: nodes for each order, and how many of these ran into the budget.

    If any did: the tries of probing to the depth of one edge, and the edges it left undecided.
    """

    nodes: tuple[int, ...]
    capped: int
    probes: int | None = None
    undecided: int | None = None


@dataclass(frozen=True, slots=True)
class Ladder:
    """What a person needs: the place in `DEDUCTIONS`, and how long deduction goes on.

    ``rounds`` are those of the level that solves the puzzle, 0 where none does; ``chain`` the
    rounds of the longest chain that refutes an assumption, 0 where none is needed, None where
    single assumptions do not solve the puzzle within their budget.
    """

    level: int
    rounds: int
    chain: int | None


def climb(clues: Clues, assumptions: Assumptions) -> Ladder:
    """Return how far up the levels of deduction a puzzle leads.

    The clues are in canonical form for the reference grade.
    """
    for level in range(kernel.LEVELS):
        board, state = make_arrays(clues, assumptions)
        rounds = grade_rounds.deduce_in_rounds(board, state, level)
        if grade_rounds.count_unknown(board, state) == 0:
            return Ladder(level, rounds, 0)
    found = np.zeros(2, dtype=np.int64)
    grade_rounds.measure_chain(board, state, CHAIN_BUDGET, found)
    chain, unknown = found.tolist()
    if unknown == 0:
        return Ladder(kernel.LEVELS, 0, chain)
    # Where the budget ended first, probing says whether single assumptions are enough.
    grade_search.probe(board, state, PROBE_BUDGET, found)
    return Ladder(kernel.LEVELS + int(found[1] > 0), 0, None)


def count_nodes(clues: Clues, assumptions: Assumptions) -> Counts:
    """Return what the reference search counts.

    The clues are in canonical form for the reference grade.
    """
    counts = search_in_orders(clues, assumptions)
    capped = counts.count(_SPENT)
    nodes = tuple(BUDGET if count == _SPENT else count for count in counts)
    if not capped:
        return Counts(nodes, 0)
    board, state = make_arrays(clues, assumptions)
    kernel.deduce(board, state)
    probed = np.zeros(2, dtype=np.int64)
    grade_search.probe(board, state, PROBE_BUDGET, probed)
    probes, undecided = probed.tolist()
    return Counts(nodes, capped, probes, undecided)


def search_in_orders(clues: Clues, assumptions: Assumptions, most: int = ORDERS) -> list[int]:
    """Return the nodes of the first orders, at most so many, -1 where one spent its budget."""
    return list(islice(search_order_by_order(clues, assumptions), most))


def search_order_by_order(clues: Clues, assumptions: Assumptions) -> Iterator[int]:
    """Yield the nodes of one order after another, as `search_in_orders` returns them."""
    board, state = make_arrays(clues, assumptions)
    nodes = np.zeros(1, dtype=np.int64)
    is_open = kernel.deduce(board, state)
    for seed in range(orders_for(len(clues.numbers))):
        if is_open:
            grade_search.search_orders(board, state, np.full(1, seed, np.uint64), BUDGET, nodes)
        yield int(nodes[0])


def warm_up() -> None:
    """Compile the kernels, so that timings and worker processes start warm."""
    clues = Clues(2, 2, "cover", (1, 2, 1, 2))
    board, state = make_arrays(clues, Assumptions(True, True, True))
    kernel.deduce(board, state)
    grade_search.search_orders(board, state, np.zeros(1, np.uint64), 1, np.zeros(1, np.int64))
    grade_search.probe(board, state, 1, np.zeros(2, np.int64))
    board, state = make_arrays(clues, Assumptions(False, False, False))
    grade_rounds.deduce_in_rounds(board, state, 0)
    grade_rounds.count_unknown(board, state)
    grade_rounds.measure_chain(board, state, 1, np.zeros(2, np.int64))


def orders_for(cells: int) -> int:
    """Return how many orders are searched on a board of so many cells.

    All 16 up to 2,500 cells (50x50); beyond, where every order runs into its budget anyway,
    as many as cost the same.
    """
    return max(1, min(ORDERS, ORDERS * LARGEST // cells))


def score_hundredths(counts: Counts, ladder: Ladder) -> int:
    """Return 100 times the score, by which all puzzles of one method are ordered.

    It is 100 G wherever G tells puzzles apart. Below it, where deduction alone solves a puzzle, it
    is the level and, within the level, the rounds: less than the least G above 0. Above it, where
    every order is capped, it goes on with the probes; what probing leaves open counts as if each
    of these edges were tried with everything.

    Examples
    --------
    >>> score_hundredths(Counts((2,) * 16, 0), Ladder(4, 0, 1))
    158
    >>> score_hundredths(Counts((0,) * 16, 0), Ladder(3, 10**6, 0))
    154
    >>> score_hundredths(Counts((2000,) * 16, 16, 6000, 0), Ladder(4, 0, 9))
    1297
    """
    if not any(counts.nodes):
        level, rounds = ladder.level, ladder.rounds
        return LEVEL_RANGE * level + (LEVEL_RANGE - 1) * rounds // (rounds + HALF_WAY)
    if counts.capped == len(counts.nodes):
        probes, undecided = counts.probes or 0, counts.undecided or 0
        return mean_log2_hundredths([(1 + BUDGET + probes) * (1 + undecided) - 1])
    return mean_log2_hundredths(counts.nodes)


def band_of(nodes: Sequence[int]) -> Band:
    """Return the band of node counts, exactly.

    With G their score, P the product of all 1 + nodes and n counts, 2**G - 1 < k is P < (1 + k)**n.

    Examples
    --------
    >>> [str(band_of([count])) for count in (7, 8, 32, 512)]
    ['easy', 'medium', 'hard', 'expert']
    """
    product = prod(1 + count for count in nodes)
    for band, cut in band_cuts(__package__):
        if product < (1 + cut) ** len(nodes):
            return band
    return Band.EXPERT
