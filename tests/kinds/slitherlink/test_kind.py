"""The rules of Slitherlink name the cells round the corner where a line goes wrong."""

import pytest

from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.slitherlink.kind import KIND


@pytest.mark.parametrize(
    ("edge", "cells"),
    [((0, 1), (0,)), ((3, 7), (2,)), ((4, 8), (0, 3)), ((5, 6), (0, 1, 3, 4)), ((8, 9), (3,))],
)
def test_a_loose_end_is_named_by_the_cells_round_it(
    edge: tuple[int, int], cells: tuple[int, ...]
) -> None:
    (violation,) = KIND.check(Board(2, 3, 6 * (-1,)), Solution("borders", (edge,)))
    assert (violation.code, violation.cells) == ("no-loop", cells)
