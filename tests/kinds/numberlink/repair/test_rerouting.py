"""A repaired layout is unique and keeps its promises."""

from __future__ import annotations

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
from pipeline.kinds.numberlink.repair.rerouting import Rounds, repair_by_rerouting, widen
from pipeline.kinds.numberlink.repair.second_solution import SecondSolutionFinder

PATIENT = Rounds(least=30)


def test_repair_ends_with_a_layout_without_second_solutions():
    repaired = 0
    with (
        SecondSolutionFinder(8, 8, 5, "free") as finder,
        SecondSolutionFinder(8, 8, 5, "free") as fresh,
    ):
        for seed in range(12):
            state = new_state(seed)
            layout = make_layout(8, 8, 5, LayoutStyle(), state)
            if layout is None or finder.find(layout, 10_000).is_unique:
                continue
            better = repair_by_rerouting(8, 8, layout, LayoutStyle(), finder, state, PATIENT)
            if better is not None:
                assert fresh.find(better, 10_000).is_unique
                assert len(better) == 5
                repaired += 1
    assert repaired > 3


def test_no_rounds_no_layout():
    state = new_state(1)
    layout = make_layout(8, 8, 5, LayoutStyle(), state)
    assert layout is not None
    with SecondSolutionFinder(8, 8, 5, "free") as finder:
        assert (
            repair_by_rerouting(
                8, 8, layout, LayoutStyle(), finder, state, Rounds(least=0, cells_each=10**6)
            )
            is None
        )


def test_widening_stops_at_the_edge_of_the_board():
    assert widen(3, 3, [8], 1) == [4, 5, 7, 8]
    assert widen(3, 3, [4], 1) == list(range(9))
    assert widen(3, 3, [0], 2) == list(range(9))
    assert widen(3, 3, [], 1) == []
