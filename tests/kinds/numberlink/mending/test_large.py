"""Large layouts are unique when they are delivered, keep their promises, or are given up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.engines import sweep
from pipeline.kinds.numberlink.engines.sweep import windows_of
from pipeline.kinds.numberlink.kernels.layout import Path, Style, make_layout
from pipeline.kinds.numberlink.layouts.shape import Shape, shape_of
from pipeline.kinds.numberlink.mending import large
from pipeline.kinds.numberlink.mending.large import make_large, mend_large, share_across
from pipeline.kinds.numberlink.model import Params, make_solution
from tests.kinds.numberlink.layout_clues import clues_of
from tests.naive.numberlink import all_solutions

ROWS, COLS = 20, 26


def are_beside(cols: int, one: int, other: int) -> bool:
    row, col = divmod(one, cols)
    row2, col2 = divmod(other, cols)
    return abs(row - row2) + abs(col - col2) == 1


def assert_is_layout(rows: int, cols: int, paths: tuple[Path, ...], style: Style) -> None:
    """Judge by definition: every cell once, steps to neighbours, no touching, long enough."""
    assert sorted(cell for path in paths for cell in path) == list(range(rows * cols))
    for path in paths:
        assert len(path) >= style.shortest
        for at, cell in enumerate(path):
            beside = [k for k in range(at) if are_beside(cols, path[k], cell)]
            assert beside == ([at - 1] if at else [])
    if not style.adjacent:
        ends = [cell for path in paths for cell in (path[0], path[-1])]
        assert not any(
            are_beside(cols, one, other) for at, one in enumerate(ends) for other in ends[:at]
        )


def is_unique(rows: int, cols: int, layout: tuple[Path, ...]) -> bool:
    """Ask another solver than the generator's, about the board upside down."""
    turned = tuple(tuple(rows * cols - 1 - cell for cell in path) for path in layout)
    swept = sweep.sweep(clues_of(rows, cols, turned), make_solution(turned), "cadical195", 10**6)
    return swept.is_unique


@pytest.fixture
def small_parts(monkeypatch) -> Iterator[None]:
    """Boxes and windows of 3x3 and 4x4 cells, so that a small board has several."""
    monkeypatch.setattr(large, "LEVELS", ((3, 1, 1_000), (4, 1, 1_000)))
    monkeypatch.setattr(sweep, "WINDOW", 3)
    monkeypatch.setattr(sweep, "STRIDE", 2)
    windows_of.cache_clear()
    yield
    windows_of.cache_clear()


@pytest.mark.usefixtures("small_parts")
def test_what_is_mended_has_one_solution_by_the_naive_solver():
    style = Style()
    mended = 0
    for seed in range(120):
        state = new_state(seed)
        layout = make_layout(5, 5, 4, style, state)
        if layout is None or len(all_solutions(clues_of(5, 5, layout), 2)) == 1:
            continue
        made = mend_large(5, 5, layout, style, 5, state)
        if made is None:
            continue
        mended += 1
        assert len(all_solutions(clues_of(5, 5, made), 2)) == 1
        assert 4 <= len(made) <= 5
        assert_is_layout(5, 5, made, style)
    assert mended > 5


@pytest.mark.usefixtures("small_parts")
def test_what_has_one_solution_stays_as_it_is():
    kept = 0
    for seed in range(60):
        state = new_state(seed)
        layout = make_layout(5, 5, 5, Style(), state)
        if layout is not None and len(all_solutions(clues_of(5, 5, layout), 2)) == 1:
            before = int(state[0])
            assert mend_large(5, 5, layout, Style(), 5, state) == layout
            assert int(state[0]) == before
            kept += 1
    assert kept > 3


@pytest.mark.parametrize("style", [Style(4, 75, True, 30), Style(3, 75, False, 30)])
def test_a_large_layout_is_unique_and_as_asked(style: Style):
    made, attempts = make_large(ROWS, COLS, (36, 40), style, new_state(5))
    assert made is not None
    assert 0 <= attempts < large.ATTEMPTS
    assert 36 <= len(made) <= 40
    assert_is_layout(ROWS, COLS, made, style)
    assert is_unique(ROWS, COLS, made)


def test_equal_seeds_give_equal_layouts():
    style = Style(4, 75, True, 30)
    first = make_large(ROWS, COLS, (36, 40), style, new_state(8))
    assert make_large(ROWS, COLS, (36, 40), style, new_state(8)) == first
    assert make_large(ROWS, COLS, (36, 40), style, new_state(9)) != first


@pytest.mark.parametrize("most", [22, 26])
def test_cuts_keep_within_the_pairs_asked_and_the_shortest_path(most: int, monkeypatch):
    monkeypatch.setattr(large, "PATIENCE_TO_CUT", 0)
    style = Style(4, 75, True, 30)
    counts = set()
    for seed in (2,):
        state = new_state(seed)
        layout = make_layout(ROWS, COLS, 22, style, state)
        assert layout is not None
        made = mend_large(ROWS, COLS, layout, style, most, state)
        if made is not None:
            counts.add(len(made))
            assert_is_layout(ROWS, COLS, made, style)
    assert counts
    assert min(counts) >= 22
    assert max(counts) <= most
    assert (max(counts) > 22) == (most > 22)


def test_ends_that_must_stay_apart_are_never_cut_together(monkeypatch):
    monkeypatch.setattr(large, "PATIENCE_TO_CUT", 0)
    style = Style(3, 75, False, 30)
    state = new_state(1)
    layout = make_layout(ROWS, COLS, 36, style, state)
    assert layout is not None
    made = mend_large(ROWS, COLS, layout, style, 60, state)
    assert made is None or len(made) == 36


@pytest.mark.usefixtures("small_parts")
def test_boards_with_holes_are_mended_too():
    blocked = frozenset({0, 17})
    style = Style(shape=Shape(blocked=blocked))
    mended = 0
    for seed in range(90):
        state = new_state(seed)
        layout = make_layout(5, 6, 4, style, state)
        if layout is None or len(all_solutions(clues_of(5, 6, layout, blocked), 2)) == 1:
            continue
        made = mend_large(5, 6, layout, style, 4, state)
        if made is not None:
            assert len(all_solutions(clues_of(5, 6, made, blocked), 2)) == 1
            assert sorted(c for path in made for c in path) == sorted({*range(30)} - blocked)
            mended += 1
    assert mended > 2


def test_ends_keep_their_places(monkeypatch):
    """Where ends must have their places nothing is cut, however often mending fails."""
    monkeypatch.setattr(large, "PATIENCE_TO_CUT", 0)
    shape = shape_of(Params(10, 12, border="empty", symmetry="half-turn"))
    style = Style(3, 75, True, 0, shape)
    kept = 0
    for seed in range(4):
        state = new_state(seed)
        layout = make_layout(10, 12, 14, style, state)
        made = None if layout is None else mend_large(10, 12, layout, style, 30, state)
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

    made, _ = make_large(ROWS, COLS, (36, 40), Style(4, 75, False, 30), new_state(5), allowed)
    assert asked[0] == 36
    assert made is not None
    assert len(made) == 38


def test_too_few_pairs_are_given_up_not_exceeded(monkeypatch):
    for name, value in (("ATTEMPTS", 2), ("DRAWS", 1), ("CELLS_PER_REDRAWING", 100)):
        monkeypatch.setattr(large, name, value)
    made, attempts = make_large(ROWS, COLS, (12, 13), Style(3, 75, True, 30), new_state(2))
    assert (made, attempts) == (None, 2)


def test_pairs_that_no_layout_has_are_given_up():
    made, attempts = make_large(4, 6, (5, 5), Style(6), new_state(2))
    assert (made, attempts) == (None, large.ATTEMPTS)


def test_without_sweeps_nothing_is_believed(monkeypatch):
    style = Style(4, 75, True, 30)
    state = new_state(5)
    made, _ = make_large(ROWS, COLS, (40, 40), style, state)
    assert made is not None
    assert mend_large(ROWS, COLS, made, style, 40, state) == made
    monkeypatch.setattr(large, "SWEEPS", 0)
    assert mend_large(ROWS, COLS, made, style, 40, state) is None


@pytest.mark.parametrize("size", [(5, 104), (104, 5)])
def test_strips_are_mended_too(size: tuple[int, int]):
    made, _ = make_large(*size, (40, 46), Style(4, 75, True, 30), new_state(3))
    assert made is not None
    assert_is_layout(*size, made, Style(4))
    assert is_unique(*size, made)


def test_even_layouts_are_preferred():
    style = Style(4, 90, True, 30)
    shares = []
    for seed in range(8):
        layout = large._draw(24, 24, 36, style, new_state(seed))
        assert layout is not None
        shares.append(share_across(layout))
    assert all(large.LEAST_SHARE <= share <= 1 - large.LEAST_SHARE for share in shares)
    assert 0.45 <= sum(shares) / len(shares) <= 0.55


@given(length=st.integers(2, 120), side=st.integers(2, 20), stride=st.integers(1, 12))
def test_boxes_begin_evenly_and_end_with_the_board(length: int, side: int, stride: int):
    side = min(side, length)
    places = large._places(length, side, stride)
    assert (places[0], places[-1]) == (0, length - side)
    gaps = [after - before for before, after in pairwise(places)]
    assert all(1 <= gap <= stride for gap in gaps)
    assert not gaps or max(gaps) - min(gaps) <= 1


def test_boxes_that_were_changed_are_doubted_again():
    with large.BoxDoubter(4, 4, 100) as doubter:
        level = large._Level(10, 10, doubter, 3)
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


def test_the_share_across_counts_steps():
    assert share_across([(0, 1, 2), (3, 4)]) == 1
    assert share_across([(0, 3, 6), (1, 4)]) == 0
    assert share_across([(0, 1, 4, 5), (2, 5, 8)]) == pytest.approx(2 / 5)
