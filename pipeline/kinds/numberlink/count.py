"""How many solutions a puzzle has, exactly: by proof, by listing, or over a frontier.

A proof or a short list settles most puzzles of any size at once. Where there are more solutions
than one would list, the frontier counts them without looking at any (`frontier_count`).
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Final

from pipeline.kinds.interface import Budget, Counted
from pipeline.kinds.kit.listing import count_by_listing
from pipeline.kinds.numberlink.counting.frontier_count import count_over_frontier, suits_frontier
from pipeline.kinds.numberlink.engines.refuse import why_unsolvable
from pipeline.kinds.numberlink.model import Clues, make_clues
from pipeline.kinds.numberlink.prove import prove
from pipeline.kinds.numberlink.solve import solve, warm_up
from pipeline.model import Status

FIRST_STEPS: Final = 5_000
"""Nodes and conflicts that proof and list may spend on a count before the frontier is tried."""

SHORT_LIST: Final = 500
"""Solutions listed for a count before the frontier is tried."""


_EXACT: Final = {Status.UNIQUE: 1, Status.UNSOLVABLE: 0}


def count(clues: Clues, budget: Budget) -> Counted:
    """Return the exact number of solutions, or a lower bound and why no more is known.

    ``states`` are for the frontier; ``nodes`` and ``conflicts`` for proof and list, which have the
    last word where the frontier grows too wide.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> corners = make_clues(7, 7, "free", ["a", *[0] * 47, "a"])
    >>> found = count(corners, Budget(nodes=10, conflicts=10))
    >>> found.count, found.method
    (575780564, 'frontier')
    """
    warm_up()
    start = perf_counter()
    return replace(_count(clues, budget), seconds=perf_counter() - start)


def warm_up_counts() -> None:
    """Compile the kernels of the frontier by counting the solutions of a board."""
    count_over_frontier(make_clues(2, 2, "cover", ["a", "a", "b", "b"]), 10)


def _count(clues: Clues, budget: Budget) -> Counted:
    reason = why_unsolvable(clues)
    if reason is not None:
        return Counted(0, True, 0, reason)
    if not suits_frontier(clues):
        return _count_by_proof(clues, budget) or count_by_listing(solve, clues, budget)
    first = replace(
        budget,
        nodes=min(budget.nodes, FIRST_STEPS),
        conflicts=min(budget.conflicts, FIRST_STEPS),
    )
    if (proved := _count_by_proof(clues, first)) is not None:
        return proved
    listed = count_by_listing(solve, clues, first, limit=SHORT_LIST)
    if listed.is_exact:
        return listed
    found = count_over_frontier(clues, budget.states)
    if found.count is not None:
        return Counted(found.count, True, found.visited, "frontier")
    note = (
        f"frontier too wide: more than {budget.states} states after {found.passed} of "
        f"{clues.rows * clues.cols} cells"
    )
    if listed.count < SHORT_LIST:
        listed = _count_by_proof(clues, budget) or count_by_listing(
            solve, clues, budget, limit=SHORT_LIST
        )
    return listed if listed.is_exact else replace(listed, note=note)


def _count_by_proof(clues: Clues, budget: Budget) -> Counted | None:
    """Return the number of solutions if it is one or none and can be proved."""
    verdict = prove(clues, None, budget)
    if verdict.status not in _EXACT:
        return None
    return Counted(_EXACT[verdict.status], True, 0, verdict.method or "")
