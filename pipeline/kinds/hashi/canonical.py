"""The smallest of the eight images of a board under rotation and reflection.

Two puzzles that a solver would call the same have one text here: it is the key by which duplicates
are found, and the form that is graded. The rule does not enter.
"""

from __future__ import annotations

from dataclasses import replace

from pipeline.kinds.hashi.model import Clues
from pipeline.kinds.kit.symmetry import images


def canonical(clues: Clues) -> str:
    """Return the text of the smallest form: its size, and its clues in reading order.

    Examples
    --------
    >>> canonical(Clues(2, 3, (0, 0, 1, 0, 0, 1)))
    '2x3:1,0,0,1,0,0'
    """
    least = canonical_clues(clues)
    return f"{least.rows}x{least.cols}:{','.join(str(clue) for clue in least.islands)}"


def canonical_clues(clues: Clues) -> Clues:
    """Return the smallest form itself, as clues under the same rule.

    The fewest rows come first, then the clues compared in reading order, from the largest clue:
    so that the corner of the board that has an island, if one has, comes to the front.
    """
    rows, cols, islands = min(
        images(clues.rows, clues.cols, clues.islands),
        key=lambda image: (image[0], tuple(-clue for clue in image[2])),
    )
    return replace(clues, rows=rows, cols=cols, islands=islands)
