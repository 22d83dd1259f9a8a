"""Solutions counted by listing them: for kinds, rules and boards without a better way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pipeline.kinds.interface import Budget, Counted, Solved

MOST_LISTED: Final = 100_000
"""Solutions after which listing stops: all are held at once."""


def count_by_listing(
    solve: Callable[[Any, int, Budget], Solved[Any]],
    clues: Any,
    budget: Budget,
    limit: int = MOST_LISTED,
) -> Counted:
    """Return how many solutions a kind's ``solve`` finds up to ``limit``, and whether they are all.

    Examples
    --------
    >>> def solve(clues, limit, budget):
    ...     return Solved(tuple(range(min(clues, limit))), clues <= limit, 0, "example")
    >>> count_by_listing(solve, 3, Budget(10, 10)).count
    3
    >>> count_by_listing(solve, 3, Budget(10, 10), limit=2).note
    'stopped after listing 2 solutions'
    """
    found = solve(clues, limit, budget)
    count = len(found.solutions)
    if found.is_complete:
        note = ""
    elif count >= limit:
        note = f"stopped after listing {count} solutions"
    else:
        note = f"{budget.nodes} nodes and {budget.conflicts} conflicts were spent"
    return Counted(count, found.is_complete, found.steps, found.method, note, found.seconds)
