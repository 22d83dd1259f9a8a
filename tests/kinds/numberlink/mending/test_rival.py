"""The generator's question is answered as the naive solver answers it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.kernels.layout import Style, make_layout
from pipeline.kinds.numberlink.mending import rival
from pipeline.kinds.numberlink.mending.rival import RivalFinder
from tests.kinds.numberlink.layout_clues import clues_of
from tests.naive.numberlink import all_solutions

PLENTY = 100_000


@pytest.mark.parametrize(
    ("rule", "most_cells_kept", "most_cells_whole"),
    [("free", 0, 25), ("free", 25, 25), ("free", 0, 0), ("cover", 0, 25), ("cover", 25, 25)],
)
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), rows=st.integers(4, 5), pairs=st.integers(2, 4))
def test_answers_agree_with_the_naive_solver(
    rule: str, most_cells_kept: int, most_cells_whole: int, seed: int, rows: int, pairs: int
):
    state = new_state(seed)
    layouts = [make_layout(rows, 5, pairs, Style(), state) for _ in range(3)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rival, "MOST_CELLS_KEPT", most_cells_kept)
        patch.setattr(rival, "MOST_CELLS_WHOLE", most_cells_whole)
        with RivalFinder(rows, 5, pairs, rule) as finder:
            for layout in layouts:
                if layout is None:
                    continue
                answer = finder.find(layout, PLENTY)
                found = all_solutions(clues_of(rows, 5, layout, rule=rule), 2)
                assert answer.is_unique == (len(found) == 1)
                assert answer.has_rival == (not answer.is_unique)
                assert bool(answer.cells) == answer.has_rival


def test_sweeping_agrees_with_doubting_all_at_once():
    answers = []
    for most_cells_whole in (0, 400):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rival, "MOST_CELLS_WHOLE", most_cells_whole)
            with RivalFinder(13, 13, 14, "free") as finder:
                state = new_state(6)
                layouts = [make_layout(13, 13, 14, Style(), state) for _ in range(20)]
                answers.append(
                    [finder.find(layout, PLENTY).is_unique for layout in layouts if layout]
                )
    assert answers[0] == answers[1]
    assert set(answers[0]) == {True, False}


@pytest.mark.parametrize("rule", ["free", "cover"])
def test_a_spent_budget_is_no_answer(rule: str):
    layout = None
    state = new_state(4)
    while layout is None:
        layout = make_layout(18, 18, 14, Style(), state)
    with RivalFinder(18, 18, 14, rule) as finder:
        answer = finder.find(layout, 1)
    assert (answer.is_unique, answer.has_rival) == (False, False)
    assert answer.cells
