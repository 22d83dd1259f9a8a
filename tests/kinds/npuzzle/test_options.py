"""Settings that cannot be carried out are refused with a helpful message."""

import pytest

from pipeline.kinds.npuzzle.model import GOALS, named_goal
from pipeline.kinds.npuzzle.options import parse_params
from pipeline.model import ConfigError


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"depth": "32"}, "depth to be at most 31 on 3x3 .*found 32"),
        ({"depth": "20:40"}, "depth to be at most 31 on 3x3 .*found 40"),
        ({"depth": "31", "blank": "2,2"}, "at most 30 on 3x3"),
        ({"depth": "-4"}, "depth .* found '-4'"),
        ({"depth": "0"}, "depth .* from 1, found '0'"),
        ({"walk": "0"}, "walk .* from 1 to 100000, found '0'"),
        ({"walk": "5", "depth": "5"}, "found both"),
        ({"scramble": "walk"}, "expected walk=... with scramble=walk"),
        ({"scramble": "uniform", "depth": "5"}, "no depth with scramble=uniform"),
        ({"scramble": "shake"}, "walk, uniform, depth; found 'shake'"),
        ({"goal": "circle"}, "classic, blank-first, spiral, snake.*'circle'"),
        ({"goal": "1,2,3/4,5,6"}, "3 rows of 3 tiles, found 3/3"),
        ({"goal": "1,2,3/4,5,6/7,8,8"}, "found 8 twice; 0 is missing"),
        ({"goal": "1,2,3/4,5,6/7,8,9"}, "found 9, which is no tile"),
        ({"goal": "0,2,3/4,5,6/7,8,0"}, "found two blanks; 1 is missing"),
        ({"goal": "1,2,3/4,0,5/6,7,8", "blank": "1,1"}, "named goal with blank"),
        ({"blank": "4,1"}, "blank to be a cell of 3 rows and 3 columns, found row 4, column 1"),
        ({"blank": "0,1"}, "ROW,COL counted from 1, found '0,1'"),
    ],
)
def test_settings_are_refused(settings: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        parse_params(3, 3, None, settings)


@pytest.mark.parametrize(("rows", "cols"), [(1, 5), (3, 9), (9, 2)])
def test_sizes_are_refused(rows: int, cols: int) -> None:
    with pytest.raises(ConfigError, match=f"from 2 to 8 cells, found {cols}x{rows}"):
        parse_params(rows, cols, None, {})


def test_goals_hold_each_tile_once_with_the_blank_where_it_was_asked() -> None:
    for name in GOALS:
        for rows, cols in ((2, 2), (2, 5), (5, 3), (4, 4)):
            for blank in (None, (1, 0), (rows - 1, cols - 1)):
                goal = named_goal(name, rows, cols, blank)
                assert sorted(goal) == list(range(rows * cols))
                if blank is not None:
                    assert goal[blank[0] * cols + blank[1]] == 0


def test_goals_are_what_their_names_say() -> None:
    assert named_goal("spiral", 3, 4) == (1, 2, 3, 4, 10, 11, 0, 5, 9, 8, 7, 6)
    assert named_goal("snake", 3, 2) == (1, 2, 4, 3, 5, 0)
    assert named_goal("blank-first", 2, 3) == (0, 1, 2, 3, 4, 5)
    given = parse_params(3, 3, None, {"goal": "1,2,3/4,0,5/6,7,8"}).goal
    assert given == (1, 2, 3, 4, 0, 5, 6, 7, 8)
