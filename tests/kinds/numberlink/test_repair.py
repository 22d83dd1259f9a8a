"""Repair of layouts that have a second solution."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink import repair
from pipeline.kinds.numberlink.engines.boxes import BoxChecker, Boxes, place_boxes
from pipeline.kinds.numberlink.engines.by_sat import Windows, refute_by_windows
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
from pipeline.kinds.numberlink.layouts.shape import Shape, shape_of
from pipeline.kinds.numberlink.model import Params, Path, make_solution
from pipeline.kinds.numberlink.repair import (
    LARGE_PLAN,
    LargePlan,
    draw_even,
    make_large,
    repair_by_rerouting,
    repair_large,
    share_across,
    widen,
)
from tests.kinds.numberlink.layout_clues import clues_of
from tests.kinds.numberlink.layouts.test_layout import assert_is_layout
from tests.naive.numberlink import all_solutions


def is_unique(rows: int, cols: int, layout: tuple[Path, ...]) -> bool:
    """Ask another solver than the generator's, about the board upside down."""
    turned = tuple(tuple(rows * cols - 1 - cell for cell in path) for path in layout)
    clues, known = clues_of(rows, cols, turned), make_solution(turned)
    return refute_by_windows(clues, known, "cadical195", 10**6).is_unique


def test_repair_ends_with_a_layout_without_second_solutions():
    repaired = 0
    for seed in range(12):
        state = new_state(seed)
        layout = make_layout(8, 8, 5, LayoutStyle(), state)
        if layout is None or is_unique(8, 8, layout):
            continue
        better = repair_by_rerouting(8, 8, layout, LayoutStyle(), state, rounds=30)
        if better is not None:
            assert is_unique(8, 8, better)
            assert len(better) == 5
            repaired += 1
    assert repaired > 3


def test_rerouted_small_layouts_have_one_solution_by_the_naive_solver():
    made = 0
    for seed in range(60):
        state = new_state(seed)
        layout = make_layout(5, 5, 4, LayoutStyle(), state)
        better = layout and repair_by_rerouting(5, 5, layout, LayoutStyle(), state)
        if better:
            assert len(all_solutions(clues_of(5, 5, better), 2)) == 1
            made += 1
    assert made > 20


def test_no_rounds_no_layout(monkeypatch: pytest.MonkeyPatch):
    state = new_state(1)
    layout = make_layout(8, 8, 6, LayoutStyle(), state)
    assert layout is not None
    kept = repair_by_rerouting(8, 8, layout, LayoutStyle(), state)
    assert kept is not None
    assert repair_by_rerouting(8, 8, kept, LayoutStyle(), state, rounds=0) is None
    monkeypatch.setattr(repair, "SEARCH_STEPS", 0)
    assert repair_by_rerouting(8, 8, kept, LayoutStyle(), state) is None


def test_widening_stops_at_the_edge_of_the_board():
    assert widen(3, 3, [8], 1) == [4, 5, 7, 8]
    assert widen(3, 3, [4], 1) == list(range(9))
    assert widen(3, 3, [0], 2) == list(range(9))
    assert widen(3, 3, [], 1) == []


ROWS, COLS = 20, 26


SMALL = LargePlan(
    levels=(Boxes(3, 1, 1_000), Boxes(4, 1, 1_000)), windows=Windows(side=3, stride=2)
)
"""Boxes and windows of 3x3 and 4x4 cells, so that a small board has several."""


def test_what_is_repaired_has_one_solution_by_the_naive_solver():
    style = LayoutStyle()
    repaired = 0
    for seed in range(120):
        state = new_state(seed)
        layout = make_layout(5, 5, 4, style, state)
        if layout is None or len(all_solutions(clues_of(5, 5, layout), 2)) == 1:
            continue
        made = repair_large(5, 5, layout, style, state, SMALL)
        if made is None:
            continue
        repaired += 1
        assert len(all_solutions(clues_of(5, 5, made), 2)) == 1
        assert len(made) == 4
        assert_is_layout(5, 5, made, style)
    assert repaired > 5


def test_what_has_one_solution_stays_as_it_is():
    kept = 0
    for seed in range(60):
        state = new_state(seed)
        layout = make_layout(5, 5, 5, LayoutStyle(), state)
        if layout is not None and len(all_solutions(clues_of(5, 5, layout), 2)) == 1:
            before = int(state[0])
            assert repair_large(5, 5, layout, LayoutStyle(), state, SMALL) == layout
            assert int(state[0]) == before
            kept += 1
    assert kept > 3


@pytest.mark.parametrize("style", [LayoutStyle(4, 75, True, 30), LayoutStyle(3, 75, False, 30)])
def test_a_large_layout_is_unique_and_as_asked(style: LayoutStyle):
    made, attempts = make_large(ROWS, COLS, (36, 40), style, new_state(5))
    assert made is not None
    assert 0 <= attempts < LARGE_PLAN.attempts
    assert 36 <= len(made) <= 40
    assert_is_layout(ROWS, COLS, made, style)
    assert is_unique(ROWS, COLS, made)


def test_boards_with_holes_are_repaired_too():
    blocked = frozenset({0, 17})
    style = LayoutStyle(shape=Shape(blocked=blocked))
    repaired = 0
    for seed in range(90):
        state = new_state(seed)
        layout = make_layout(5, 6, 4, style, state)
        if layout is None or len(all_solutions(clues_of(5, 6, layout, blocked), 2)) == 1:
            continue
        made = repair_large(5, 6, layout, style, state, SMALL)
        if made is not None:
            assert len(all_solutions(clues_of(5, 6, made, blocked), 2)) == 1
            assert sorted(c for path in made for c in path) == sorted({*range(30)} - blocked)
            repaired += 1
    assert repaired > 2


def test_ends_keep_their_places():
    """Where ends must have their places nothing is cut, however often repair fails."""
    shape = shape_of(Params(10, 12, border="empty", symmetry="half-turn"))
    style = LayoutStyle(3, 75, True, 0, shape)
    kept = 0
    for seed in range(4):
        state = new_state(seed)
        layout = make_layout(10, 12, 14, style, state)
        made = None if layout is None else repair_large(10, 12, layout, style, state)
        if made is None:
            continue
        kept += 1
        ends = {cell for path in made for cell in (path[0], path[-1])}
        assert len(made) == 14
        assert ends.isdisjoint(shape.endless)
        assert {119 - cell for cell in ends} == ends
    assert kept


def test_the_number_of_pairs_is_one_that_is_allowed():
    asked = []

    def allowed(pairs: int) -> int:
        asked.append(pairs)
        return 38

    made, _ = make_large(ROWS, COLS, (36, 40), LayoutStyle(4, 75, False, 30), new_state(5), allowed)
    assert asked[0] == 36
    assert made is not None
    assert len(made) == 38


def test_too_few_pairs_are_given_up_not_exceeded():
    hasty = LargePlan(attempts=2, draws=1, cells_per_redrawing=100)
    made, attempts = make_large(
        ROWS, COLS, (12, 13), LayoutStyle(3, 75, True, 30), new_state(2), plan=hasty
    )
    assert (made, attempts) == (None, 2)


def test_without_refutations_nothing_is_believed():
    style = LayoutStyle(4, 75, True, 30)
    state = new_state(5)
    made, _ = make_large(ROWS, COLS, (40, 40), style, state)
    assert made is not None
    assert repair_large(ROWS, COLS, made, style, state) == made
    blind = LargePlan(refutations=0)
    assert repair_large(ROWS, COLS, made, style, state, blind) is None


@pytest.mark.parametrize("size", [(5, 104), (104, 5)])
def test_strips_are_repaired_too(size: tuple[int, int]):
    made, _ = make_large(*size, (40, 46), LayoutStyle(4, 75, True, 30), new_state(3))
    assert made is not None
    assert_is_layout(*size, made, LayoutStyle(4))
    assert is_unique(*size, made)


def test_even_layouts_are_preferred():
    style = LayoutStyle(4, 90, True, 30)
    shares = []
    for seed in range(8):
        layout = draw_even(24, 24, 36, style, new_state(seed), LARGE_PLAN)
        assert layout is not None
        shares.append(share_across(layout))
    assert all(LARGE_PLAN.least_share <= share <= 1 - LARGE_PLAN.least_share for share in shares)
    assert 0.45 <= sum(shares) / len(shares) <= 0.55


@given(length=st.integers(2, 120), side=st.integers(2, 20), stride=st.integers(1, 12))
def test_boxes_begin_evenly_and_end_with_the_board(length: int, side: int, stride: int):
    side = min(side, length)
    places = place_boxes(length, side, stride)
    assert (places[0], places[-1]) == (0, length - side)
    gaps = [after - before for before, after in pairwise(places)]
    assert all(1 <= gap <= stride for gap in gaps)
    assert not gaps or max(gaps) - min(gaps) <= 1


def test_boxes_that_were_changed_are_checked_again():
    with BoxChecker(4, 4, 100) as checker:
        level = repair._Level(10, 10, checker, 3)
        assert list(level.waiting) == level.boxes
        level.waiting.clear()
        mask = np.zeros((10, 10), dtype=np.bool_)
        mask[9, 0] = True
        level.touch(mask)
        level.touch(mask)
        assert list(level.waiting) == [(6, 0)]
        mask[5, 5] = True
        level.touch(mask)
        assert list(level.waiting) == [(6, 0), (3, 3)]
