"""Grades by a reference search: IDA* with the distances of the tiles and nothing else.

It looks through the last bound to its end, and so counts the same whatever the order of moves: on
all images of a puzzle, under all names of its tiles. docs/grading.md says what the counts mean. Any
change of a count is a new `VERSION`.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Final

from pipeline.kinds.npuzzle.heuristics import make_estimate
from pipeline.kinds.npuzzle.model import Clues, Solution
from pipeline.kinds.npuzzle.problem import is_solvable, make_problem, smallest_image
from pipeline.kinds.npuzzle.solve import Outcome, deepen, find_ways
from pipeline.model import Band, Grade

METHOD: Final = "ida-manhattan"
VERSION: Final = 1

BUDGET: Final = 20_000_000
"""Nodes that the reference search may spend."""

COUNT_BUDGET: Final = 50_000_000
"""Nodes spent on the number of shortest solutions where the reference search has not told it."""

ALL: Final = 1 << 62


def grade(clues: Clues, solution: Solution) -> Grade:
    """Return the reference grade of a puzzle, the same for all its images.

    Parameters
    ----------
    clues : Clues
        The puzzle.
    solution : Solution
        A solution; it enters only where no shorter one was found.

    Returns
    -------
    Grade
        ``nodes`` is the count of the reference search, ``score`` log2(1 + nodes) with two places.
        ``extra``: ``moves`` of the best solution known, ``proved`` the least number of moves that
        none can go below, and ``shortest_solutions``, how many there are (None if not known).

    Examples
    --------
    >>> result = grade(Clues(2, 2, (0, 3, 2, 1), (1, 2, 3, 0)), Solution("DRULDR"))
    >>> result.nodes, result.extra
    ((12,), {'moves': 6, 'proved': 6, 'shortest_solutions': 2})
    """
    result = grade_alone(clues, solution)
    percentile = percentile_of(clues.rows, clues.cols, hundredths(result.nodes[0]))
    band = tuple(Band)[min(percentile // 25, 3)]
    return replace(result, percentile=percentile, band=band)


def grade_alone(clues: Clues, solution: Solution) -> Grade:
    """Return the grade without percentile, its band easy, for the table of percentiles."""
    reference = reference_search(clues)
    best = reference
    if not reference.is_complete:
        best = find_ways(clues, 1, ALL, COUNT_BUDGET)
    moves = min([len(solution.moves), *(len(way.moves) for way in best.ways)])
    score = hundredths(reference.nodes)
    return Grade(
        score=f"{score // 100}.{score % 100:02d}",
        nodes=(reference.nodes,),
        capped=int(not reference.is_complete),
        band=Band.EASY,
        percentile=None,
        method=METHOD,
        version=VERSION,
        extra={
            "moves": moves,
            "proved": best.bound,
            "shortest_solutions": best.count if best.is_complete else None,
        },
    )


def reference_search(clues: Clues) -> Outcome:
    """Return what the reference search finds, all shortest solutions counted."""
    problem = smallest_image(make_problem(clues))
    if clues.start == clues.goal or not is_solvable(problem):
        return find_ways(clues, 1, ALL, BUDGET)
    return deepen(problem, make_estimate(problem, "manhattan"), 1, ALL, BUDGET)


def hundredths(nodes: int) -> int:
    """Return 100 * log2(1 + nodes), rounded half up, exactly: in integers.

    Examples
    --------
    >>> hundredths(0), hundredths(7), hundredths(2)
    (0, 300, 158)
    """
    return ((1 + nodes) ** 200).bit_length() // 2


def percentile_of(rows: int, cols: int, score: int) -> int:
    """Return the rank, 0 to 100, among generated puzzles of the size, or of the nearest one.

    Half of those that are equal count as below.

    Parameters
    ----------
    rows, cols : int
        Size of the board.
    score : int
        In hundredths.

    Examples
    --------
    >>> percentile_of(3, 3, 0) < 50 < percentile_of(3, 3, 2000)
    True
    """
    table = _population()
    size = min(rows, cols), max(rows, cols)
    nearest = min(table, key=lambda known: (abs(known[0] * known[1] - rows * cols), known != size))
    scores = table[nearest]
    below, not_above = bisect_left(scores, score), bisect_right(scores, score)
    return (100 * (below + not_above) + len(scores)) // (2 * len(scores))


@cache
def _population() -> dict[tuple[int, int], list[int]]:
    """Return the quantiles by size; tests/benchmarks/npuzzle_population.py made them."""
    text = resources.files(__package__).joinpath("population.json").read_text(encoding="utf-8")
    return {(size["rows"], size["cols"]): size["scores"] for size in json.loads(text)["sizes"]}
