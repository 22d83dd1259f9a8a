"""Cheap refusals: each is a proof that there is no solution."""

import pytest
from hypothesis import given, settings

from pipeline.kinds.numberlink.engines.refuse import why_unsolvable
from pipeline.kinds.numberlink.model import Clues, Solution, make_clues
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import covered_puzzles, put_ends, read_grid, small_puzzles


@settings(max_examples=500, deadline=None)
@given(small_puzzles(most_empty=10))
def test_what_is_refused_has_no_solution(clues: Clues) -> None:
    if why_unsolvable(clues) is not None:
        assert all_solutions(clues, most=1) == set()


@settings(max_examples=60, deadline=None)
@given(covered_puzzles())
def test_what_has_a_solution_is_not_refused(board: tuple[Clues, Solution]) -> None:
    assert why_unsolvable(board[0]) is None


@pytest.mark.parametrize(
    ("clues", "reason"),
    [
        (read_grid("a.b ... b.a", "free"), "crossing-on-border"),
        (read_grid("abab", "free"), "crossing-on-strip"),
        (read_grid("aa.", "cover"), "chequerboard"),
        (read_grid("aa.", "free"), None),
        (read_grid("ab.. c... .cb. ...a", "free"), "walled-in"),
        (read_grid("ab.. .... .cb. c..a", "free"), None),
        (make_clues(2, 2, "free", ["a", "b", "b", "a"]), "crossing-on-border"),
    ],
)
def test_each_reason_is_named(clues: Clues, reason: str | None) -> None:
    assert why_unsolvable(clues) == reason


def test_blocked_cells_open_another_rim() -> None:
    """With cells blocked the corners are no longer on one rim in this order."""
    assert why_unsolvable(put_ends(3, 3, "free", [0, 8, 2, 6], [4])) == "walled-in"
    assert why_unsolvable(put_ends(4, 4, "free", [0, 15, 3, 12], [5])) is None
