"""Printed solutions: the map of other programs, and the wide one."""

import re

from hypothesis import given, settings

from pipeline.kinds.hashi.formats import SOLVED_MAP
from pipeline.kinds.hashi.kind import KIND
from pipeline.kinds.hashi.model import make_solution
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.looks.bridge.say import solved_map, wide_map
from tests.kinds.hashi.boards import board, solved_boards

QUICK = settings(max_examples=60, deadline=None, derandomize=True, database=None)


def test_each_number_of_bridges_has_its_sign() -> None:
    clues = board("1.3.5.9 ....... 1...3.7 ....... ....?.c", "free-4")
    solution = make_solution(
        [(0, 2, 1), (2, 4, 2), (4, 6, 3), (0, 14, 1), (4, 18, 2), (6, 20, 3), (18, 20, 4)]
    )
    below = make_solution([*solution.items, (32, 34, 4), (20, 34, 4)])
    assert solved_map(clues, below, False).splitlines() == [
        "1-3=5E9",
        '|   " #',
        "1   3F7",
        "      H",
        "    ?Fc",
    ]


@QUICK
@given(puzzle=solved_boards("free-3", most=3))
def test_the_map_is_as_large_as_the_board_and_is_read_back(puzzle: tuple[Board, Solution]) -> None:
    clues, solution = puzzle
    text = solved_map(clues, solution, False)
    assert [len(line) for line in text.splitlines()] == [clues.cols] * clues.rows
    (parsed,) = SOLVED_MAP.read(text, "free-3")
    assert (parsed.clues, parsed.solution) == puzzle


@QUICK
@given(puzzle=solved_boards("free-4", most=4, may_touch=True, may_hide=True))
def test_colour_changes_no_sign(puzzle: tuple[Board, Solution]) -> None:
    for write in KIND.texts.values():
        plain, coloured = (write(*puzzle, is_coloured) for is_coloured in (False, True))
        assert "\x1b" not in plain
        assert "\x1b" in coloured
        signs = "".join(re.split(r"\x1b\[[0-9]+m", coloured))
        assert signs == plain


def test_bridges_between_islands_that_touch_are_reported_below_the_map() -> None:
    clues = board("21 1.")
    solution = make_solution([(0, 1, 1), (0, 2, 1)])
    assert solved_map(clues, solution, False) == (
        "21\n1 \n"
        "1 between row 1, column 1 and row 1, column 2, which touch\n"
        "1 between row 1, column 1 and row 2, column 1, which touch\n"
    )
    assert wide_map(clues, solution, False) == "2-1\n|  \n1  \n"


def test_a_wrong_solution_shows_where_it_is_wrong() -> None:
    clues = board(".1. 1.1 .1.")
    crossed = make_solution([(1, 7, 1), (3, 5, 1), (0, 4, 1)])
    assert solved_map(clues, crossed, False) == " 1 \n1+1\n 1 \n"
    assert solved_map(clues, make_solution([(3, 5, 9)]), False).splitlines()[1] == "1*1"
    assert wide_map(clues, make_solution([(3, 5, 9)]), False).splitlines()[2] == "1***1"
