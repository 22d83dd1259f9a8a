"""A mended layout is unique and keeps its promises."""

from __future__ import annotations

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.kernels.layout import Style, make_layout
from pipeline.kinds.numberlink.mending.mend import local_rivals, mend_by_rerouting, widen
from pipeline.kinds.numberlink.mending.rival import RivalFinder


def test_mending_ends_with_a_layout_without_rivals():
    mended = 0
    with RivalFinder(8, 8, 5, "free") as finder, RivalFinder(8, 8, 5, "free") as fresh:
        for seed in range(12):
            state = new_state(seed)
            layout = make_layout(8, 8, 5, Style(), state)
            if layout is None or finder.find(layout, 10_000).is_unique:
                continue
            better = mend_by_rerouting(8, 8, layout, Style(), finder, 10_000, 30, state)
            if better is not None:
                assert fresh.find(better, 10_000).is_unique
                assert len(better) == 5
                mended += 1
    assert mended > 3


def test_no_rounds_no_layout():
    state = new_state(1)
    layout = make_layout(8, 8, 5, Style(), state)
    assert layout is not None
    with RivalFinder(8, 8, 5, "free") as finder:
        assert mend_by_rerouting(8, 8, layout, Style(), finder, 10_000, 0, state) is None


def test_local_rivals_are_mended_before_the_solver_is_asked():
    """A layout with a local rival is changed even where no proof is allowed."""
    tried = 0
    with RivalFinder(15, 15, 13, "free") as finder:
        for seed in range(12):
            state = new_state(seed)
            layout = make_layout(15, 15, 13, Style(), state)
            if layout is None or not local_rivals(15, 15, layout):
                continue
            before = int(state[0])
            assert not finder.find(layout, 10_000).is_unique
            assert mend_by_rerouting(15, 15, layout, Style(), finder, 10_000, 1, state) != layout
            assert int(state[0]) != before
            tried += 1
    assert tried > 0


def test_local_rivals_are_rivals():
    """Where windows show a rival, the solver knows one; most small boards have none."""
    counts = [0, 0]
    with RivalFinder(9, 9, 6, "free") as finder:
        for seed in range(40):
            layout = make_layout(9, 9, 6, Style(), new_state(seed))
            if layout is None:
                continue
            found = local_rivals(9, 9, layout)
            assert not found or not finder.find(layout, 10_000).is_unique
            counts[bool(found)] += 1
    assert min(counts) > 0


def test_widening_stops_at_the_edge_of_the_board():
    assert widen(3, 3, [8], 1) == [4, 5, 7, 8]
    assert widen(3, 3, [4], 1) == list(range(9))
    assert widen(3, 3, [0], 2) == list(range(9))
    assert widen(3, 3, [], 1) == []
