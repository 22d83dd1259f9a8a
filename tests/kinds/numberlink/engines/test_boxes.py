"""Boxes show a second solution where, and only where, the naive solver finds one."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.engines.boxes import BoxChecker, Boxes, find_in_boxes
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
from pipeline.kinds.numberlink.layouts.shape import Shape
from pipeline.kinds.numberlink.model import Clues, Path, Solution, pose_layout
from pipeline.kinds.numberlink.rules import check
from tests.naive.numberlink import all_solutions

PLENTY = 100_000
ROWS, COLS, SIDE = 7, 7, 5


def layout_of(seed: int, pairs: int = 4, blocked: frozenset[int] = frozenset()) -> tuple[Path, ...]:
    state = new_state(seed)
    while True:
        layout = make_layout(ROWS, COLS, pairs, LayoutStyle(shape=Shape(blocked=blocked)), state)
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
def test_a_box_has_a_second_solution_where_the_naive_solver_finds_one(
    seed: int, pairs: int, blocked: frozenset[int]
):
    paths = layout_of(seed, pairs, blocked)
    edges = edges_of(paths)
    with BoxChecker(SIDE, SIDE, PLENTY) as checker:
        for top in range(ROWS - SIDE + 1):
            for left in range(COLS - SIDE + 1):
                second = checker.find(COLS, top, left, paths)
                naive = all_solutions(posed_by_hand(paths, top, left), 2)
                assert bool(second) == (len(naive) > 1)
                assert not second or edges.intersection(second)
                assert all(
                    top <= cell // COLS < top + SIDE and left <= cell % COLS < left + SIDE
                    for edge in second
                    for cell in edge
                )


def test_answers_do_not_depend_on_what_was_asked_before():
    """Nor on when the solver was created; which second solution is shown may."""
    boxes = [(seed, top) for seed in range(20) for top in range(2)]
    answers = []
    for kept in (1, 5, 300):
        with BoxChecker(SIDE, SIDE, PLENTY, calls=kept) as checker:
            answers.append(
                [bool(checker.find(COLS, top, 1, layout_of(seed))) for seed, top in boxes]
            )
    assert answers[0] == answers[1] == answers[2]
    assert set(answers[0]) == {True, False}


def test_a_spent_budget_shows_nothing():
    layout = make_layout(12, 12, 10, LayoutStyle(), new_state(0))
    assert layout is not None
    with BoxChecker(12, 12, 1) as hasty, BoxChecker(12, 12, PLENTY) as patient:
        assert not hasty.find(12, 0, 0, layout)
        assert patient.find(12, 0, 0, layout)


def posed(rows: int, cols: int, pairs: int, rule: str, seed: int) -> tuple[Clues, Solution] | None:
    layout = make_layout(rows, cols, pairs, LayoutStyle(), new_state(seed))
    return None if layout is None else pose_layout(rows, cols, rule, layout)


def test_a_board_of_one_box_is_searched_to_the_end():
    shown = []
    for seed in range(150):
        made = posed(5, 5, 3, "cover", seed)
        if made is None:
            continue
        clues, solution = made
        others = all_solutions(clues) - {solution}
        found = find_in_boxes(clues, solution, Boxes(20, 10, PLENTY))
        assert (found in others) if others else found is None
        shown.append(bool(others))
    assert 10 < sum(shown) < len(shown) - 10


def test_small_boxes_show_second_solutions_that_hold_on_the_whole_board():
    counts = [0, 0]
    for seed in range(60):
        made = posed(12, 13, 12, "cover", seed)
        if made is None:
            continue
        clues, solution = made
        found = find_in_boxes(clues, solution, Boxes(6, 3, PLENTY))
        counts[found is not None] += 1
        if found is not None:
            assert found != solution
            assert check(clues, found) == ()
    assert min(counts) > 0
