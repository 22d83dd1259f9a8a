"""Counting by listing: exact, stopped by its limit, stopped by the budget."""

from __future__ import annotations

from typing import Any

from pipeline.kinds.interface import Budget, Counted, Solved
from pipeline.kinds.kit.listing import count_by_listing

BUDGET = Budget(nodes=12, conflicts=34)


def _count(found: int, is_complete: bool, limit: int) -> Counted:
    def solve(clues: Any, most: int, budget: Budget) -> Solved[int]:
        assert (most, budget) == (limit, BUDGET)
        return Solved(tuple(range(found)), is_complete, 5, "engine")

    return count_by_listing(solve, None, BUDGET, limit=limit)


def test_all_were_listed() -> None:
    assert _count(7, True, 100) == Counted(7, True, 5, "engine")
    assert _count(100, True, 100).is_exact


def test_the_limit_was_reached() -> None:
    found = _count(100, False, 100)
    assert (found.count, found.is_exact) == (100, False)
    assert found.note == "stopped after listing 100 solutions"


def test_the_budget_was_spent() -> None:
    found = _count(7, False, 100)
    assert (found.count, found.is_exact) == (7, False)
    assert found.note == "12 nodes and 34 conflicts were spent"
