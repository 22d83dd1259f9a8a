"""Starts are where they were asked to be, evenly, and with shortest solutions."""

from collections import Counter

import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds.npuzzle.generate import generate, random_board, random_walk
from pipeline.kinds.npuzzle.options import parse_params
from pipeline.kinds.npuzzle.problem import play
from pipeline.kinds.npuzzle.rules import check
from pipeline.kinds.npuzzle.solve import find_ways
from tests.naive.npuzzle import distances


@pytest.mark.parametrize(
    ("rows", "cols", "depth"),
    [(2, 2, (6, 6)), (3, 3, (31, 31)), (2, 5, (40, 44)), (3, 4, (25, 28)), (5, 5, (18, 18))],
)
def test_depths_are_exact(rows: int, cols: int, depth: tuple[int, int]) -> None:
    params = parse_params(rows, cols, None, {"depth": f"{depth[0]}:{depth[1]}", "goal": "snake"})
    made = generate(params, 5)
    assert made.clues is not None
    assert made.solution is not None
    assert check(made.clues, made.solution) == ()
    assert depth[0] <= len(made.solution.moves) <= depth[1]
    assert find_ways(made.clues, 1, 1, 10_000_000).bound == len(made.solution.moves)


def test_boards_of_one_depth_are_drawn_evenly() -> None:
    params = parse_params(2, 3, None, {"depth": "20"})
    deep = [board for board, far in distances(2, 3, params.goal).items() if far == 20]
    drawn = Counter(generate(params, seed).clues.start for seed in range(60 * len(deep)))  # type: ignore[union-attr]
    assert set(drawn) == set(deep)
    assert min(drawn.values()) > 25


def test_uniform_boards_are_drawn_evenly_from_those_that_can_be_solved() -> None:
    params = parse_params(2, 2, None, {})
    state = new_state(3)
    drawn = Counter(random_board(params, state) for _ in range(12 * 200))
    assert set(drawn) == set(distances(2, 2, params.goal))
    assert min(drawn.values()) > 130


def test_walks_never_undo_a_move_and_lead_where_they_say() -> None:
    params = parse_params(3, 3, None, {"walk": "40"})
    start, letters = random_walk(params, 40, new_state(1))
    assert play(3, 3, params.goal, letters) == start
    assert not any(letters[k : k + 2] in ("UD", "DU", "LR", "RL") for k in range(39))


def test_a_start_is_never_the_goal() -> None:
    for settings in ({"walk": "12"}, {}):
        params = parse_params(2, 2, None, settings)
        for seed in range(20):
            clues = generate(params, seed).clues
            assert clues is None or clues.start != clues.goal
