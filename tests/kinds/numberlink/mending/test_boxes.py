"""Rivals found in boxes are second solutions by definition, and small puzzles are one box."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.kernels.layout import Style, make_layout
from pipeline.kinds.numberlink.mending import boxes
from pipeline.kinds.numberlink.mending.boxes import find_in_boxes
from pipeline.kinds.numberlink.model import Clues, Solution, make_clues, make_solution
from pipeline.kinds.numberlink.rules import check
from tests.naive.numberlink import all_solutions


def puzzle(rows: int, cols: int, pairs: int, rule: str, seed: int) -> tuple[Clues, Solution] | None:
    layout = make_layout(rows, cols, pairs, Style(), new_state(seed))
    if layout is None:
        return None
    labels = [0] * (rows * cols)
    layout = tuple(sorted(layout, key=lambda path: min(path[0], path[-1])))
    for number, path in enumerate(layout, start=1):
        labels[path[0]] = labels[path[-1]] = number
    return make_clues(rows, cols, rule, labels), make_solution(layout)


@pytest.mark.parametrize("rule", ["no-uturn", "no-touch"])
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_board_of_one_box_is_searched_to_the_end(rule: str, seed: int):
    made = puzzle(4, 5, 2, rule, seed)
    if made is None:
        return
    clues, solution = made
    rivals = all_solutions(clues, 3) - {solution}
    found = find_in_boxes(clues, solution)
    assert (found is None) == (not rivals)
    assert found is None or check(clues, found) == ()


def test_small_boxes_show_rivals_that_hold_on_the_whole_board(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(boxes, "SIDE", 6)
    monkeypatch.setattr(boxes, "STRIDE", 3)
    counts = [0, 0]
    for seed in range(60):
        made = puzzle(12, 13, 12, "cover", seed)
        if made is None:
            continue
        clues, solution = made
        found = find_in_boxes(clues, solution)
        counts[found is not None] += 1
        if found is not None:
            assert found != solution
            assert check(clues, found) == ()
    assert min(counts) > 0
