"""Tables of patterns."""

import numpy as np
import pytest

from pipeline.kinds.npuzzle.heuristics import make_estimate, pattern_groups
from pipeline.kinds.npuzzle.kernels.tables import UNSEEN, build_table
from pipeline.kinds.npuzzle.model import Clues, named_goal
from pipeline.kinds.npuzzle.problem import images, make_problem
from tests.naive.npuzzle import distances, pattern_distances


@pytest.mark.parametrize(
    ("rows", "cols", "blank", "tiles"),
    [(2, 3, 0, (1, 4)), (2, 3, 4, (0, 2, 5)), (3, 2, 5, (0, 1, 2)), (3, 3, 4, (0, 8))],
)
def test_tables_are_those_of_the_naive_search(
    rows: int, cols: int, blank: int, tiles: tuple[int, ...]
) -> None:
    cells = rows * cols
    goal = tuple(0 if cell == blank else cell + 1 for cell in range(cells))
    expected = pattern_distances(rows, cols, goal, {tile + 1 for tile in tiles})
    table = build_table(rows, cols, blank, np.array(tiles, dtype=np.int64))
    found = {at: int(table[sum(cell * cells**i for i, cell in enumerate(at))]) for at in expected}
    assert found == expected
    assert int((table != UNSEEN).sum()) == len(expected)


def test_groups_hold_each_tile_once_and_are_small_enough() -> None:
    for rows, cols, blank in ((2, 2, 3), (3, 3, 4), (4, 4, 0), (4, 4, 5), (5, 5, 12), (3, 8, 0)):
        groups = pattern_groups(rows, cols, blank)
        tiles = sorted(label for group in groups for label in group)
        assert tiles == [cell for cell in range(rows * cols) if cell != blank]
        assert all((rows * cols) ** len(group) <= 1 << 24 for group in groups)


@pytest.mark.part(3)
@pytest.mark.parametrize("name", ["manhattan", "conflict", "patterns"])
@pytest.mark.parametrize("goal_name", ["classic", "spiral", "blank-first"])
def test_estimates_never_exceed_the_distance(goal_name: str, name: str) -> None:
    goal = named_goal(goal_name, 2, 3)
    for start, far in distances(2, 3, goal).items():
        for problem in images(make_problem(Clues(2, 3, start, goal))):
            value = make_estimate(problem, name).value
            assert value <= far
            assert (value == 0) == (far == 0)
            assert (far - value) % 2 == 0 or name == "patterns"
