"""How many solutions a puzzle has: they are listed."""

from __future__ import annotations

from pipeline.kinds.hashi.model import Clues
from pipeline.kinds.hashi.solve import solve
from pipeline.kinds.interface import Budget, Counted
from pipeline.kinds.kit.listing import count_by_listing


def count(clues: Clues, budget: Budget) -> Counted:
    """Return how many solutions there are; exact unless the list grew too long or the budget ended.

    Examples
    --------
    >>> from pipeline.kinds.hashi.model import make_clues
    >>> clues = make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2], "free-2")
    >>> count(clues, Budget(nodes=1000, conflicts=1000)).count
    3
    """
    return count_by_listing(solve, clues, budget)
