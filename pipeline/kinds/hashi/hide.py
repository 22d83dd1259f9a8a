"""Hides numbers of a unique puzzle: islands that say ``?`` instead, while it stays what was asked.

The islands are tried in random order. Hiding never takes a solution away, so what could not be
hidden once cannot be hidden later either: each island is tried once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import random_below
from pipeline.kinds.hashi.model import UNKNOWN, Clues


def hide_numbers(
    clues: Clues, most: int, is_kept: Callable[[Clues], bool], state: NDArray[np.uint64]
) -> Clues:
    """Return the puzzle with up to ``most`` of its numbers hidden.

    Its own unknown numbers do not count. ``is_kept`` says whether a puzzle with a further number
    hidden will do; the random state is advanced in place.

    Examples
    --------
    >>> from pipeline.kernels.random_state import new_state
    >>> from pipeline.kinds.hashi.model import make_clues
    >>> hide_numbers(make_clues(1, 3, [2, 0, 2]), 1, lambda clues: True, new_state(1)).islands
    (2, 0, -1)
    """
    cells = [cell for cell, clue in enumerate(clues.islands) if clue > 0]
    hidden = 0
    while cells and hidden < most:
        # Swapped to the end and taken off: a shuffle, only as far as it is needed.
        at = int(random_below(state, len(cells)))
        cells[at], cells[-1] = cells[-1], cells[at]
        cell = cells.pop()
        islands = (*clues.islands[:cell], UNKNOWN, *clues.islands[cell + 1 :])
        changed = replace(clues, islands=islands)
        if is_kept(changed):
            clues = changed
            hidden += 1
    return clues
