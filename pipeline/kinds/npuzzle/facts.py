"""What a report says of a sliding puzzle beyond its size."""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.kinds.npuzzle.goals import goal_name
from pipeline.kinds.npuzzle.heuristics import distance
from pipeline.kinds.npuzzle.model import Clues
from pipeline.kinds.npuzzle.problem import is_solvable, make_problem


def facts(clues: Clues) -> Mapping[str, int | str]:
    """Return the columns of a report.

    The goal's name, tiles out of place, the sum of their distances, whether it can be solved.

    Examples
    --------
    >>> facts(Clues(2, 2, (1, 0, 3, 2), (1, 2, 3, 0)))
    {'goal': 'classic', 'misplaced': 1, 'distance': 1, 'solvable': 'yes'}
    """
    problem = make_problem(clues)
    misplaced = sum(
        label not in (cell, problem.goal_blank) for cell, label in enumerate(problem.labels)
    )
    return {
        "goal": goal_name(clues.rows, clues.cols, clues.goal),
        "misplaced": misplaced,
        "distance": distance(problem),
        "solvable": "yes" if is_solvable(problem) else "no",
    }
