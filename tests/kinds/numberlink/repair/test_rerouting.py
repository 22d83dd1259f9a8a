"""A repaired layout is unique and keeps its promises."""

from __future__ import annotations

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.kernels.layout import Style, make_layout
from pipeline.kinds.numberlink.repair.rerouting import (
    find_local_second_solutions,
    repair_by_rerouting,
    widen,
)
from pipeline.kinds.numberlink.repair.second_solution import SecondSolutionFinder
from pipeline.kinds.numberlink.tuning import Tuning

PATIENT = Tuning(rounds=30)
ONE_ROUND = Tuning(rounds=1, cells_per_round=10**6)


def test_repair_ends_with_a_layout_without_second_solutions():
    repaired = 0
    with (
        SecondSolutionFinder(8, 8, 5, "free") as finder,
        SecondSolutionFinder(8, 8, 5, "free") as fresh,
    ):
        for seed in range(12):
            state = new_state(seed)
            layout = make_layout(8, 8, 5, Style(), state)
            if layout is None or finder.find(layout, 10_000).is_unique:
                continue
            better = repair_by_rerouting(8, 8, layout, Style(), finder, state, PATIENT)
            if better is not None:
                assert fresh.find(better, 10_000).is_unique
                assert len(better) == 5
                repaired += 1
    assert repaired > 3


def test_no_rounds_no_layout():
    state = new_state(1)
    layout = make_layout(8, 8, 5, Style(), state)
    assert layout is not None
    with SecondSolutionFinder(8, 8, 5, "free") as finder:
        assert (
            repair_by_rerouting(
                8, 8, layout, Style(), finder, state, Tuning(rounds=0, cells_per_round=10**6)
            )
            is None
        )


def test_local_second_solutions_are_repaired_before_the_solver_is_asked():
    """A layout with a local second solution is changed even where no proof is allowed."""
    tried = 0
    with SecondSolutionFinder(15, 15, 13, "free") as finder:
        for seed in range(12):
            state = new_state(seed)
            layout = make_layout(15, 15, 13, Style(), state)
            if layout is None or not find_local_second_solutions(15, 15, layout):
                continue
            before = int(state[0])
            assert not finder.find(layout, 10_000).is_unique
            assert repair_by_rerouting(15, 15, layout, Style(), finder, state, ONE_ROUND) != layout
            assert int(state[0]) != before
            tried += 1
    assert tried > 0


def test_local_second_solutions_are_second_solutions():
    """Where windows show a second solution, the solver knows one; most small boards have none."""
    counts = [0, 0]
    with SecondSolutionFinder(9, 9, 6, "free") as finder:
        for seed in range(40):
            layout = make_layout(9, 9, 6, Style(), new_state(seed))
            if layout is None:
                continue
            found = find_local_second_solutions(9, 9, layout)
            assert not found or not finder.find(layout, 10_000).is_unique
            counts[bool(found)] += 1
    assert min(counts) > 0


def test_widening_stops_at_the_edge_of_the_board():
    assert widen(3, 3, [8], 1) == [4, 5, 7, 8]
    assert widen(3, 3, [4], 1) == list(range(9))
    assert widen(3, 3, [0], 2) == list(range(9))
    assert widen(3, 3, [], 1) == []
