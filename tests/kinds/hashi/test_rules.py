"""The rules by definition and their texts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.hashi.kind import KIND
from pipeline.kinds.hashi.model import RULE_PARTS, RULES, make_clues, make_solution
from pipeline.kinds.hashi.rules import check
from pipeline.kinds.kit.board.board import Board
from tests.naive.hashi import Puzzle, is_right, visible_pairs


@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_check_says_what_the_naive_judge_says(data: st.DataObject) -> None:
    rule = data.draw(st.sampled_from(RULES))
    rows, cols = data.draw(st.integers(1, 5)), data.draw(st.integers(2, 5))
    grid = [[data.draw(st.sampled_from((0, 0, 1))) for _ in range(cols)] for _ in range(rows)]
    grid[0][0] = 1
    bridges = [
        (*pair, count)
        for pair in visible_pairs(grid)
        if (count := data.draw(st.integers(0, RULE_PARTS[rule].max_bridges)))
    ]
    for r, row in enumerate(grid):
        for c, is_island in enumerate(row):
            total = sum(n for one, other, n in bridges if r * cols + c in (one, other))
            if is_island:
                wrong = data.draw(st.integers(0, 20)) == 0
                grid[r][c] = max(1, total + wrong)
    clues = make_clues(rows, cols, [clue for row in grid for clue in row], rule)
    expected = is_right(Puzzle(grid, *RULE_PARTS[rule]), bridges)
    assert (check(clues, make_solution(bridges)) == ()) == expected


def test_bridges_side_by_side_are_no_loop() -> None:
    clues = make_clues(1, 3, [2, 0, 2], "tree-2")
    assert check(clues, make_solution([(0, 2, 2)])) == ()


def test_islands_that_touch_can_be_joined() -> None:
    clues = make_clues(1, 2, [2, 2])
    assert check(clues, make_solution([(0, 1, 2)])) == ()


def test_an_island_without_a_number_wants_a_bridge() -> None:
    clues = make_clues(1, 5, [1, 0, 1, 0, -1], "free-2")
    assert [v.cells for v in check(clues, make_solution([(0, 2, 1)]))] == [(4,)]


def codes(clues: Board, bridges: list[tuple[int, int, int]]) -> list[str]:
    return [violation.code for violation in check(clues, make_solution(bridges))]


def test_bridges_that_end_in_water_join_nothing() -> None:
    islands = [2, 2, 2, 0]
    around = [(0, 1, 1), (0, 2, 1), (1, 3, 1), (2, 3, 1)]
    for rule in RULES:
        assert set(codes(make_clues(2, 2, islands, rule), around)) == {"loose-end"}


def test_bridges_cross_below_the_first_row() -> None:
    islands = [0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0]
    assert codes(make_clues(4, 4, islands, "free-2"), [(6, 14, 1), (9, 11, 1)]) == ["crossing"]


MOST = {1: "by one bridge, or", 2: "two side by side", 3: "up to three", 4: "up to four"}


@pytest.mark.parametrize("rule", RULES)
def test_each_part_of_a_rule_is_reported(rule: str) -> None:
    parts, text = RULE_PARTS[rule], KIND.rules_text(rule, "en")
    assert [words in text for words in MOST.values()] == [
        most == parts.max_bridges for most in MOST
    ]
    assert ("All islands are connected" in text) == parts.connected
    assert ("need not all be connected" in text) == (not parts.connected)
    assert ("round in a circle" in text) == (not parts.loops)
