"""A repaired layout is unique and keeps its promises."""

from __future__ import annotations

import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.engines.windowed_refutation import refute_by_windows
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
from pipeline.kinds.numberlink.model import Path, pose_layout
from pipeline.kinds.numberlink.repair import rerouting
from pipeline.kinds.numberlink.repair.rerouting import repair_by_rerouting, widen
from tests.kinds.numberlink.layout_clues import clues_of
from tests.naive.numberlink import all_solutions


def is_unique(rows: int, cols: int, layout: tuple[Path, ...]) -> bool:
    """Ask SAT, which the repair does not."""
    clues, solution = pose_layout(rows, cols, "free", layout)
    return refute_by_windows(clues, solution, "glucose4", 10**6).is_unique


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


def test_what_is_repaired_has_one_solution_by_the_naive_solver():
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
    monkeypatch.setattr(rerouting, "SEARCH_STEPS", 0)
    assert repair_by_rerouting(8, 8, kept, LayoutStyle(), state) is None


def test_widening_stops_at_the_edge_of_the_board():
    assert widen(3, 3, [8], 1) == [4, 5, 7, 8]
    assert widen(3, 3, [4], 1) == list(range(9))
    assert widen(3, 3, [0], 2) == list(range(9))
    assert widen(3, 3, [], 1) == []
