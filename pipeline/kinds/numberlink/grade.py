"""Grades by the reference search: the arrays it needs, and what its counts mean.

docs/grading.md says why this search and what it agrees with. The search itself is in
``kernels/grade.py``; the canonical form, which makes the grade invariant, in ``canonical.py``.
Any change of a count is a new `VERSION`.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from math import prod
from typing import Final, TypeAlias

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

VERSION: Final = 2

ORDERS: Final = 16
"""Edge orders; their seeds are 0 to 15."""

LARGEST: Final = 2_500
"""Cells of the largest boards that are searched in all orders."""

BUDGET: Final = 2_000
"""Nodes that the search may spend on one order."""

PROBE_BUDGET: Final = 400_000
"""Tries that probing may spend; it runs only where an order was capped."""

BANDS: Final = ((8, Band.EASY), (32, Band.MEDIUM), (512, Band.HARD))
"""Nodes, as the geometric mean 2**G - 1, below which a puzzle is in the band."""

RankKey: TypeAlias = tuple[int, int, int]
"""What puzzles of one size are ranked by, see `rank_key`."""


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
        the counts, in the order of the seeds; a capped count is the budget. ``extra`` holds the
        probes where an order was capped, and what was ``assumed`` under `OTHER_METHOD`.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(3, 3, "cover", ["a", 0, 0, 0, "b", 0, "b", "a", 0])
    >>> grade(clues, Solution(((0, 1, 2, 5, 8, 7), (4, 3, 6)))).score
    '0.00'
    """
    result = grade_alone(clues, solution)
    if result.method != METHOD:
        return result
    cells = len(clues.numbers) - len(clues.blocked)
    return replace(result, percentile=percentile_of(cells, rank_key(result)))


def grade_alone(clues: Clues, solution: Solution) -> Grade:
    """Return the grade without its percentile: what the table of percentiles is made from.

    Parameters
    ----------
    clues, solution
        As for `grade`.
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
        band=band_of(counts.nodes),
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


def warm_up() -> None:
    """Compile the kernels, so that timings and worker processes start warm."""
    clues = Clues(2, 2, "cover", (1, 2, 1, 2))
    board, state = make_arrays(clues, Tautness(True, True, True))
    kernel.deduce(board, state)
    grade_search.search_orders(board, state, np.zeros(1, np.uint64), 1, np.zeros(1, np.int64))
    grade_search.probe(board, state, 1, np.zeros(2, np.int64))


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
    product = prod(1 + count for count in nodes)
    return (((product**200).bit_length() - 1) // len(nodes) + 1) // 2


def band_of(nodes: Sequence[int]) -> Band:
    """Return the band of node counts, exactly: 2**G - 1 < k is P < (1 + k)**n, P and n as above.

    Examples
    --------
    >>> [str(band_of([count])) for count in (7, 8, 32, 512)]
    ['easy', 'medium', 'hard', 'expert']
    """
    product = prod(1 + count for count in nodes)
    for limit, band in BANDS:
        if product < (1 + limit) ** len(nodes):
            return band
    return Band.EXPERT


def rank_key(result: Grade) -> RankKey:
    """Return what puzzles of one size are ranked by: hundredths of G, edges undecided, probes.

    Where every order is capped, G says no more. Then a puzzle that probing leaves open is harder
    than one that it solves, and among these the one that takes more probes.
    """
    extra = result.extra
    score = int(result.score.replace(".", ""))
    return score, int(extra.get("undecided", 0)), int(extra.get("probes", 0))


def percentile_of(cells: int, key: RankKey) -> int | None:
    """Return the rank, 0 to 100, among generated puzzles of the nearest size.

    Half of those that are equal count as below. None on boards beyond the population: more than
    half as large again as its largest.

    Parameters
    ----------
    cells : int
        Cells of the board, without blocked ones.
    key : tuple of three int
        As `rank_key` gives it.

    Examples
    --------
    >>> percentile_of(100, (0, 0, 0)) < 50 < percentile_of(100, (900, 0, 0))
    True
    >>> percentile_of(2500, (1097, 0, 9000)) is None
    True
    """
    table = _population()
    if 2 * cells > 3 * max(table):
        return None
    quantiles = table[min(table, key=lambda size: (abs(size - cells), size))]
    below, not_above = bisect_left(quantiles, key), bisect_right(quantiles, key)
    return (100 * (below + not_above) + len(quantiles)) // (2 * len(quantiles))


@cache
def _population() -> dict[int, list[RankKey]]:
    """Return the quantiles by number of cells; tests/benchmarks/grade_population.py made them."""
    text = resources.files(__package__).joinpath("population.json").read_text(encoding="utf-8")
    return {
        size["cells"]: list(zip(size["scores"], size["undecided"], size["probes"], strict=True))
        for size in json.loads(text)["sizes"]
    }
