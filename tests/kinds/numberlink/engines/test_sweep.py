"""A sweep answers as the naive solver and as plain SAT do; a spent budget is no answer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.encode_sat import edge_map
from pipeline.kinds.numberlink.engines import sweep as sweeping
from pipeline.kinds.numberlink.engines.sweep import sweep, windows_of
from pipeline.kinds.numberlink.kernels.layout import Style, make_layout
from pipeline.kinds.numberlink.layouts.shape import Shape
from pipeline.kinds.numberlink.model import make_solution
from pipeline.kinds.numberlink.rules import check
from tests.kinds.numberlink.layout_clues import clues_of
from tests.kinds.numberlink.plain_sat import plain_solutions
from tests.naive.numberlink import all_solutions

PLENTY = 1_000_000


@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize("blocked", [frozenset(), frozenset({0, 13}), frozenset({12})])
def test_sweeps_agree_with_the_naive_solver(blocked: frozenset[int]):
    answers = []
    style = Style(shape=Shape(blocked=blocked))

    @settings(max_examples=40, deadline=None, derandomize=True)
    @given(seed=st.integers(0, 2**32), pairs=st.integers(3, 5), solver=st.booleans())
    def compare(seed: int, pairs: int, solver: bool) -> None:
        layout = make_layout(5, 5, pairs, style, new_state(seed))
        if layout is None:
            return
        clues, known = clues_of(5, 5, layout, blocked), make_solution(layout)
        swept = sweep(clues, known, "glucose4" if solver else "cadical195", PLENTY)
        assert swept.is_unique == (len(all_solutions(clues, 2)) == 1)
        assert swept.answer is (swept.other is not None)
        assert not swept.doubted
        if swept.other is not None:
            assert swept.other != known
            assert not check(clues, swept.other)
        answers.append(swept.is_unique)

    compare()
    assert set(answers) == {True, False}


def test_sweeps_agree_with_plain_sat():
    answers = []
    for seed in range(12):
        layout = make_layout(9, 10, 8, Style(), new_state(seed))
        if layout is None:
            continue
        clues, known = clues_of(9, 10, layout), make_solution(layout)
        found = plain_solutions(clues, 2, "cadical195")
        assert found is not None
        swept = sweep(clues, known, "glucose4", PLENTY)
        assert swept.is_unique == (len(found) == 1)
        answers.append(swept.is_unique)
    assert set(answers) == {True, False}


def test_a_spent_budget_is_no_answer():
    layout = make_layout(20, 20, 22, Style(), new_state(1))
    assert layout is not None
    clues, known = clues_of(20, 20, layout), make_solution(layout)
    nothing = sweep(clues, known, "glucose4", 0)
    assert nothing.answer is None
    assert not nothing.is_unique
    assert nothing.doubted == tuple(range(400))
    assert nothing.conflicts == 0
    little = sweep(clues, known, "glucose4", 50)
    assert little.answer is None
    assert little.doubted
    assert 0 < little.conflicts < 1_000
    assert little == sweep(clues, known, "glucose4", 50)


@pytest.mark.parametrize(
    ("rows", "cols", "blocked"),
    [(4, 4, frozenset()), (7, 30, frozenset()), (19, 8, frozenset({0, 40})), (3, 12, frozenset())],
)
def test_every_edge_is_in_a_window(rows: int, cols: int, blocked: frozenset[int]):
    windows = windows_of(rows, cols, blocked)
    edges = edge_map(rows, cols, blocked)
    assert {edge for window in windows for edge in window} == set(range(1, len(edges.edges) + 1))
    for window in windows:
        cells = {cell for variable in window for cell in edges.edges[variable - 1]}
        assert len({cell // cols for cell in cells}) <= sweeping.WINDOW
        assert len({cell % cols for cell in cells}) <= sweeping.WINDOW
