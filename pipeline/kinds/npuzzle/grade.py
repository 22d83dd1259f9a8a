"""Grades by a reference search, IDA* with the distances of the tiles: ``docs/grading.md``.

It searches the last bound to its end, so that the count does not depend on the order of moves. Any
change of a count is a new `VERSION`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pipeline.kinds.kit.grades.grading import (
    band_cuts,
    mean_log2_hundredths,
    percentile_of,
    to_score,
)
from pipeline.kinds.kit.grades.minutes import with_minutes
from pipeline.kinds.npuzzle.heuristics import make_estimate
from pipeline.kinds.npuzzle.model import Clues, Solution
from pipeline.kinds.npuzzle.problem import is_solvable, make_problem, smallest_image
from pipeline.kinds.npuzzle.solve import ALL, Outcome, deepen, find_ways, improve
from pipeline.model import Band, Grade

METHOD: Final = "ida-manhattan"
VERSION: Final = 1

BUDGET: Final = 20_000_000  # Nodes that the reference search may spend
COUNT_BUDGET: Final = 50_000_000  # Nodes for the number of shortest solutions, if not counted

MOST_CELLS: Final = 25
"""Cells of the largest boards in the population; larger ones are ranked among these."""


def grade(clues: Clues, solution: Solution) -> Grade:
    """Return the reference grade of a puzzle, the same for all its images.

    The solution counts only if no shorter one was found. ``nodes`` is the count of the reference
    search, ``score`` log2(1 + nodes). ``extra`` has ``moves`` of the best solution known,
    ``proved``, a lower bound, and ``shortest_solutions``, how many there are (None if not known).

    >>> result = grade(Clues(2, 2, (0, 3, 2, 1), (1, 2, 3, 0)), Solution("DRULDR"))
    >>> result.nodes, result.extra
    ((12,), {'moves': 6, 'proved': 6, 'shortest_solutions': 2})
    """
    reference, best = _search(clues)
    moves = len(improve(solution, best).moves)
    score = mean_log2_hundredths([reference.nodes])
    percentile = percentile_of(__package__, min(len(clues.start), MOST_CELLS), score)
    assert percentile is not None
    bands = (band for band, cut in band_cuts(__package__) if percentile < cut)
    grade_ = Grade(
        score=to_score(score),
        nodes=(reference.nodes,),
        capped=int(not reference.is_complete),
        band=next(bands, Band.EXPERT),
        percentile=percentile,
        method=METHOD,
        version=VERSION,
        extra={
            "moves": moves,
            "proved": best.bound,
            "shortest_solutions": best.count if best.is_complete else None,
        },
    )
    return with_minutes(grade_, __package__, len(clues.start))


def find_shorter(clues: Clues, solution: Solution) -> Solution:
    """Return the shortest way known, of those that the grade looks for and a right one given.

    It is marked as proved or not, whatever the mark of the one given.

    >>> find_shorter(Clues(2, 2, (0, 3, 2, 1), (1, 2, 3, 0)), Solution("DRULDRLR"))
    Solution(moves='DRULDR', is_proved=True)
    """
    return improve(solution, _search(clues)[1])


@lru_cache(maxsize=1)  # a stage asks for the way and for the grade, one puzzle after another
def _search(clues: Clues) -> tuple[Outcome, Outcome]:
    """Return what the reference search found, and the outcome with the most shortest ways."""
    reference = reference_search(clues)
    if reference.is_complete:
        return reference, reference
    return reference, find_ways(clues, 1, ALL, COUNT_BUDGET)


def reference_search(clues: Clues) -> Outcome:
    """Return what the reference search finds, all shortest solutions counted."""
    problem = smallest_image(make_problem(clues))
    if clues.start == clues.goal or not is_solvable(problem):
        return find_ways(clues, 1, ALL, BUDGET)
    return deepen(problem, make_estimate(problem, "manhattan"), 1, ALL, BUDGET)
