"""Engines in turn: who is asked when, and whose answer counts."""

import pytest

from pipeline.kinds.interface import Solved
from pipeline.kinds.kit.proving import engines
from pipeline.kinds.kit.proving.engines import collect, solve_by_search, solve_in_turn


class Counting(engines.ResumableSearch[int]):
    """A search whose k-th solution takes ``step * k`` nodes, and which ends after ``total``."""

    nodes = 0

    def __init__(self, total: int, step: int) -> None:
        self.total, self.step, self.given = total, step, 0

    def go_on(self, nodes: int) -> int:
        needed = self.step * (self.given + 1)
        self.nodes = min(nodes, needed)
        if needed > nodes:
            return engines.SPENT
        if self.given == self.total:
            return engines.DONE
        self.given += 1
        return engines.FOUND

    def read(self) -> int:
        """Return the number of the solution found."""
        return self.given


SAT_DONE = Solved((1, 2, 3), True, 7, "sat")
SAT_LOST = Solved((1,), False, 7, "sat")


def not_asked() -> Solved[int]:
    """Fail the test."""
    raise AssertionError("SAT was asked")


def test_a_search_is_taken_up_where_it_stopped() -> None:
    search = Counting(3, 10)
    assert collect(search, 1, 100) == [1]
    assert collect(search, 5, 25) == [2]
    assert collect(search, 5, 100) == [3]
    assert search.is_complete


def test_a_search_alone_reports_whether_it_is_complete() -> None:
    assert solve_by_search(Counting(2, 10), 9, 30) == Solved((1, 2), True, 30, "search")
    assert solve_by_search(Counting(2, 10), 9, 29) == Solved((1, 2), False, 29, "search")


@pytest.mark.parametrize(("limit", "is_complete"), [(9, True), (2, False)])
def test_a_quick_answer_asks_nobody_else(limit: int, is_complete: bool) -> None:
    found = solve_in_turn(Counting(3, 10), limit, 50, 1000, not_asked)
    assert (found.method, found.is_complete, len(found.solutions)) == (
        *("search", is_complete),
        min(limit, 3),
    )


def test_a_slow_search_gives_way_to_sat() -> None:
    assert solve_in_turn(Counting(3, 100), 9, 50, 10_000, lambda: SAT_DONE) == SAT_DONE


def test_where_sat_is_lost_the_search_goes_on() -> None:
    found = solve_in_turn(Counting(3, 100), 9, 50, 10_000, lambda: SAT_LOST)
    assert found == Solved((1, 2, 3), True, 400, "search")


def test_where_both_are_lost_the_one_with_more_solutions_speaks() -> None:
    assert solve_in_turn(Counting(3, 100), 9, 50, 90, lambda: SAT_LOST) == SAT_LOST
    found = solve_in_turn(Counting(3, 100), 9, 50, 250, lambda: SAT_LOST)
    assert (found.solutions, found.is_complete) == ((1, 2), False)
