"""The rules: moves stay on the board and lead to the goal."""

import pytest

from pipeline.kinds.npuzzle.model import Clues, Solution
from pipeline.kinds.npuzzle.rules import check

CLUES = Clues(2, 3, (1, 0, 3, 4, 2, 5), (1, 2, 3, 4, 5, 0))


def test_a_longer_way_is_right_too() -> None:
    assert check(CLUES, Solution("DR")) == ()
    assert check(CLUES, Solution("LRDR")) == ()


@pytest.mark.parametrize(
    ("moves", "code", "cells"),
    [
        ("U", "off-board", (1,)),
        ("RR", "off-board", (2,)),
        ("DD", "off-board", (4,)),
        ("LL", "off-board", (0,)),
        ("D", "not-solved", (4, 5)),
    ],
)
def test_wrong_ways_are_named_with_their_cells(
    moves: str, code: str, cells: tuple[int, ...]
) -> None:
    (violation,) = check(CLUES, Solution(moves))
    assert (violation.code, violation.cells) == (code, cells)
