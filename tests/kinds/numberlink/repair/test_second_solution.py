"""The generator's question is answered as the naive solver answers it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
from pipeline.kinds.numberlink.repair.second_solution import FinderPlan, SecondSolutionFinder
from tests.kinds.numberlink.layout_clues import clues_of
from tests.naive.numberlink import all_solutions

PLENTY = 100_000


@pytest.mark.parametrize(
    ("rule", "search_steps", "most_cells_kept", "least_cells_windowed"),
    [
        ("free", PLENTY, 0, 26),
        ("free", 0, 0, 26),
        ("free", 0, 0, 0),
        ("cover", 0, 0, 26),
        ("cover", 0, 25, 26),
    ],
)
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), rows=st.integers(4, 5), pairs=st.integers(2, 4))
def test_answers_agree_with_the_naive_solver(
    rule: str,
    search_steps: int,
    most_cells_kept: int,
    least_cells_windowed: int,
    seed: int,
    rows: int,
    pairs: int,
):
    state = new_state(seed)
    layouts = [make_layout(rows, 5, pairs, LayoutStyle(), state) for _ in range(3)]
    plan = FinderPlan(
        search_steps=search_steps,
        most_cells_kept=most_cells_kept,
        least_cells_windowed=least_cells_windowed,
    )
    with SecondSolutionFinder(rows, 5, pairs, rule, plan=plan) as finder:
        for layout in layouts:
            if layout is None:
                continue
            answer = finder.find(layout, PLENTY)
            found = all_solutions(clues_of(rows, 5, layout, rule=rule), 2)
            assert answer.is_unique == (len(found) == 1)
            assert answer.has_second == (not answer.is_unique)
            assert bool(answer.cells) == answer.has_second


def test_the_search_and_sat_agree_at_once_and_by_windows():
    answers = []
    for search_steps, least_cells_windowed in ((PLENTY, 0), (0, 0), (0, 10**6)):
        plan = FinderPlan(search_steps=search_steps, least_cells_windowed=least_cells_windowed)
        with SecondSolutionFinder(13, 13, 14, "free", plan=plan) as finder:
            state = new_state(6)
            layouts = [make_layout(13, 13, 14, LayoutStyle(), state) for _ in range(20)]
            answers.append([finder.find(layout, PLENTY).is_unique for layout in layouts if layout])
    assert answers[0] == answers[1] == answers[2]
    assert set(answers[0]) == {True, False}


@pytest.mark.parametrize("rule", ["free", "cover"])
def test_a_spent_budget_is_no_answer(rule: str):
    layout = None
    state = new_state(4)
    while layout is None:
        layout = make_layout(18, 18, 14, LayoutStyle(), state)
    with SecondSolutionFinder(18, 18, 14, rule, plan=FinderPlan(search_steps=1)) as finder:
        answer = finder.find(layout, 1)
    assert (answer.is_unique, answer.has_second) == (False, False)
    assert answer.cells
