"""Boxes show a rival where, and only where, the naive solver finds one."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.kernels.layout import Path, Style, make_layout
from pipeline.kinds.numberlink.layouts.shape import Shape
from pipeline.kinds.numberlink.mending import cutout
from pipeline.kinds.numberlink.mending.cutout import BoxDoubter
from pipeline.kinds.numberlink.model import Clues
from tests.naive.numberlink import all_solutions

PLENTY = 100_000
ROWS, COLS, SIDE = 7, 7, 5


def layout_of(seed: int, pairs: int = 4, blocked: frozenset[int] = frozenset()) -> tuple[Path, ...]:
    state = new_state(seed)
    while True:
        layout = make_layout(ROWS, COLS, pairs, Style(shape=Shape(blocked=blocked)), state)
        if layout is not None:
            return layout


def edges_of(paths: tuple[Path, ...]) -> set[tuple[int, int]]:
    return {(min(pair), max(pair)) for path in paths for pair in pairwise(path)}


def posed_by_hand(paths: tuple[Path, ...], top: int, left: int) -> Clues:
    """The puzzle in a box: what a line does there joins two ends, a lone cell is a wall."""
    box = {
        (top + row) * COLS + left + col: row * SIDE + col
        for row in range(SIDE)
        for col in range(SIDE)
    }
    steps = [(one, two) for one, two in sorted(edges_of(paths)) if one in box and two in box]
    numbers = [0] * (SIDE * SIDE)
    blocked = {box[cell] for cell in box if not any(cell in step for step in steps)}
    seen = 0
    waiting = list(steps)
    while waiting:
        line = [waiting.pop()]
        while joined := [step for step in waiting if {*step} & {c for one in line for c in one}]:
            line.extend(joined)
            waiting = [step for step in waiting if step not in joined]
        cells = [cell for step in line for cell in step]
        seen += 1
        for cell in cells:
            if cells.count(cell) == 1:
                numbers[box[cell]] = seen
    return Clues(SIDE, SIDE, "free", tuple(numbers), frozenset(blocked))


@settings(max_examples=15, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    pairs=st.integers(4, 6),
    blocked=st.sampled_from([frozenset(), frozenset({0, 15}), frozenset({24})]),
)
def test_a_box_has_a_rival_where_the_naive_solver_finds_one(
    seed: int, pairs: int, blocked: frozenset[int]
):
    paths = layout_of(seed, pairs, blocked)
    edges = edges_of(paths)
    with BoxDoubter(SIDE, SIDE, PLENTY) as doubter:
        for top in range(ROWS - SIDE + 1):
            for left in range(COLS - SIDE + 1):
                rival = doubter.rival(COLS, top, left, paths)
                naive = all_solutions(posed_by_hand(paths, top, left), 2)
                assert (rival is not None) == (len(naive) > 1)
                if rival is None:
                    continue
                assert rival.left
                assert set(rival.left) <= edges
                assert {cell for edge in rival.left for cell in edge} <= set(rival.cells)
                assert all(
                    top <= cell // COLS < top + SIDE and left <= cell % COLS < left + SIDE
                    for cell in rival.cells
                )


def test_boxes_find_rivals_and_their_absence():
    """The comparison above means something: both answers are common."""
    with BoxDoubter(SIDE, SIDE, PLENTY) as doubter:
        found = [doubter.rival(COLS, 1, 1, layout_of(seed)) is not None for seed in range(40)]
    assert 2 < sum(found) < 38


def test_answers_do_not_depend_on_what_was_asked_before(monkeypatch):
    """Nor on when the solver is made anew; which rival is shown may."""
    boxes = [(seed, top) for seed in range(20) for top in range(2)]
    answers = []
    for kept in (1, 5, 300):
        monkeypatch.setattr(cutout, "KEPT_CALLS", kept)
        with BoxDoubter(SIDE, SIDE, PLENTY) as doubter:
            answers.append(
                [doubter.rival(COLS, top, 1, layout_of(seed)) is not None for seed, top in boxes]
            )
    assert answers[0] == answers[1] == answers[2]
    assert set(answers[0]) == {True, False}


def test_a_box_as_large_as_the_board_poses_the_puzzle_itself():
    answers = []
    with BoxDoubter(5, 5, PLENTY) as doubter:
        for seed in range(30):
            layout = make_layout(5, 5, 4, Style(), new_state(seed))
            if layout is None:
                continue
            numbers = [0] * 25
            for number, path in enumerate(layout, start=1):
                numbers[path[0]] = numbers[path[-1]] = number
            found = all_solutions(Clues(5, 5, "free", tuple(numbers)), 2)
            answers.append(doubter.rival(5, 0, 0, layout) is None)
            assert answers[-1] == (len(found) == 1)
    assert set(answers) == {True, False}


def test_a_spent_budget_shows_no_rival():
    layout = make_layout(12, 12, 10, Style(), new_state(0))
    assert layout is not None
    with BoxDoubter(12, 12, 1) as hasty, BoxDoubter(12, 12, PLENTY) as patient:
        assert hasty.rival(12, 0, 0, layout) is None
        assert patient.rival(12, 0, 0, layout) is not None
