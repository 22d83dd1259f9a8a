"""The smallest of the eight images of a puzzle, its tiles named by the cells where they belong.

Two puzzles that a solver would call the same have one text here, whatever their tiles are called:
it is the key by which duplicates are found.
"""

from __future__ import annotations

from pipeline.kinds.npuzzle.model import Clues
from pipeline.kinds.npuzzle.problem import make_problem, smallest_image


def canonical(clues: Clues) -> str:
    """Return the text of the smallest form: size, goal cell of the blank, and labels.

    Examples
    --------
    >>> canonical(Clues(2, 3, (1, 2, 3, 4, 0, 5), (1, 2, 3, 4, 5, 0)))
    '2x3:0:1,0,2,3,4,5'
    """
    least = smallest_image(make_problem(clues))
    labels = ",".join(str(label) for label in least.labels)
    return f"{least.rows}x{least.cols}:{least.goal_blank}:{labels}"
