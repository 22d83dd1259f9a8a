"""Grades by the reference search: the arrays it needs, and what its counts mean.

docs/grading.md says why this search and what it agrees with. The search itself is in
``kernels/grade.py``; the canonical form, which makes the grade invariant, in ``canonical.py``.
Any change of a count is a new `VERSION`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from pipeline.kinds.numberlink.canonical import canonical_clues
from pipeline.kinds.numberlink.grade_board import Tautness, make_arrays, tautness_of
from pipeline.kinds.numberlink.kernels import grade as kernel
from pipeline.kinds.numberlink.kernels import grade_search
from pipeline.kinds.numberlink.model import Clues, Solution
from pipeline.model import Band, Grade, Json

METHOD: Final = "taut-search-16"
"""The method for solutions that fill the board and never touch themselves: the usual scale."""

OTHER_METHOD: Final = "valid-search-16"
"""The method for other solutions: only the deductions that hold for them, a scale of its own."""

VERSION: Final = 1

ORDERS: Final = 16
"""Edge orders; their seeds are 0 to 15."""

LARGEST: Final = 2_500
"""Cells of the largest boards that are searched in all orders."""

BUDGET: Final = 2_000
"""Nodes that the search may spend on one order."""

PROBE_BUDGET: Final = 400_000
"""Tries that probing may spend; it runs only where an order was capped."""

BANDS: Final = ((300, Band.EASY), (500, Band.MEDIUM), (900, Band.HARD))
"""Hundredths of G below which a puzzle is in the band: G = 3, 5, 9 are 8, 32 and 512 nodes."""


def grade(clues: Clues, solution: Solution) -> Grade:
    """Return the reference grade of a puzzle, the same for all its images.

    Parameters
    ----------
    clues : Clues
        The puzzle. The rule it is posed under does not enter.
    solution : Solution
        Its solution, believed right: it decides which deductions the search may use.

    Returns
    -------
    Grade
        ``score`` is G, the mean over the orders of log2(1 + nodes), with two places; ``nodes``
        the counts, in the order of the seeds; a capped count is the budget.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(3, 3, "cover", ["a", 0, 0, 0, "b", 0, "b", "a", 0])
    >>> grade(clues, Solution(((0, 1, 2, 5, 8, 7), (4, 3, 6)))).score
    '0.00'
    """
    tautness = tautness_of(clues, solution)
    counts = count_nodes(canonical_clues(clues), tautness)
    score = score_hundredths(counts.nodes)
    extra: dict[str, Json] = {}
    if counts.probes is not None:
        extra = {"probes": counts.probes, "undecided": counts.undecided}
    if not tautness.is_taut:
        extra["assumed"] = tautness.names()
    return Grade(
        score=f"{score // 100}.{score % 100:02d}",
        nodes=counts.nodes,
        capped=counts.capped,
        band=band_of(score),
        percentile=None,
        method=METHOD if tautness.is_taut else OTHER_METHOD,
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


def count_nodes(clues: Clues, tautness: Tautness) -> Counts:
    """Return what the reference search counts.

    Parameters
    ----------
    clues : Clues
        The puzzle, in canonical form for the reference grade.
    tautness : Tautness
        What the search may assume.
    """
    board, state = make_arrays(clues, tautness)
    orders = orders_for(len(clues.numbers))
    nodes = np.zeros(orders, dtype=np.int64)
    if not kernel.deduce(board, state):
        return Counts((0,) * orders, 0)
    grade_search.search_orders(board, state, np.arange(orders, dtype=np.uint64), BUDGET, nodes)
    is_capped = nodes < 0
    capped = int(is_capped.sum())
    nodes[is_capped] = BUDGET
    if not capped:
        return Counts(tuple(nodes.tolist()), 0)
    probed = np.zeros(2, dtype=np.int64)
    grade_search.probe(board, state, PROBE_BUDGET, probed)
    probes, undecided = probed.tolist()
    return Counts(tuple(nodes.tolist()), capped, probes, undecided)


def orders_for(cells: int) -> int:
    """Return how many orders are searched on a board of so many cells.

    All 16 up to 2,500 cells (50x50); beyond, where every order runs into its budget anyway,
    as many as cost the same.

    Examples
    --------
    >>> orders_for(2500), orders_for(10_000), orders_for(1_000_000)
    (16, 4, 1)
    """
    return max(1, min(ORDERS, ORDERS * LARGEST // cells))


def score_hundredths(nodes: Sequence[int]) -> int:
    """Return 100 G, rounded half up, exactly: in integers, so that no machine rounds otherwise.

    With P the product of all 1 + nodes and n orders, 100 G = log2(P**100) / n. It is at least
    q - 1/2 if and only if P**200 is at least 2**(n (2q - 1)).

    Examples
    --------
    >>> score_hundredths([0, 0]), score_hundredths([7, 31]), score_hundredths([1, 2])
    (0, 400, 129)
    """
    product = 1
    for count in nodes:
        product *= 1 + count
    return (((product**200).bit_length() - 1) // len(nodes) + 1) // 2


def band_of(score: int) -> Band:
    """Return the band of a score in hundredths, as printed.

    Examples
    --------
    >>> [str(band_of(score)) for score in (299, 300, 500, 900)]
    ['easy', 'medium', 'hard', 'expert']
    """
    for limit, band in BANDS:
        if score < limit:
            return band
    return Band.EXPERT
