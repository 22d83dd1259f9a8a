from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.interface import Budget
from pipeline.kinds.template.model import Clues
from pipeline.kinds.template.solve import solve
from tests.naive.template import solutions

BUDGET = Budget(nodes=100_000, conflicts=100_000)


@st.composite
def squares(draw: st.DrawFn) -> Clues:
    """Return clues, right or wrong, with two rows given at least, so that the naive way ends."""
    side = draw(st.integers(2, 4))
    numbers = draw(st.lists(st.integers(0, side), min_size=side**2, max_size=side**2))
    given_rows = draw(st.permutations(range(1, side + 1)))
    numbers[:side] = given_rows
    return Clues(side, tuple(numbers))


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(clues=squares())
def test_the_search_finds_what_the_naive_way_finds(clues: Clues) -> None:
    found = solve(clues, 600, BUDGET)
    assert found.is_complete
    assert set(found.solutions) == solutions(clues)


@pytest.mark.parametrize(("side", "count"), [(2, 2), (3, 12), (4, 576)])
def test_empty_squares_have_the_published_number_of_solutions(side: int, count: int) -> None:
    """OEIS A002860."""
    found = solve(Clues(side, (0,) * side**2), 1000, BUDGET)
    assert found.is_complete
    assert len(found.solutions) == count


def test_a_node_is_a_number_tried_where_there_was_a_choice() -> None:
    assert solve(Clues(2, (1, 0, 0, 0)), 2, BUDGET).steps == 0
    assert solve(Clues(2, (0, 0, 0, 0)), 9, BUDGET).steps == 2


def test_a_full_board_is_its_own_solution_or_none() -> None:
    right, wrong = Clues(2, (1, 2, 2, 1)), Clues(2, (1, 2, 1, 2))
    assert [s.numbers for s in solve(right, 2, BUDGET).solutions] == [(1, 2, 2, 1)]
    assert solve(wrong, 2, BUDGET).solutions == ()


@pytest.mark.parametrize("most", [0, 1, 5, 50])
def test_the_search_stops_at_its_budget(most: int) -> None:
    found = solve(Clues(9, (0,) * 81), 10**4, Budget(most, 0))
    assert found.steps == most
    assert not found.is_complete
