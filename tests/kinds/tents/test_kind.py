"""Tents on boards of one row or column, which have no blocks of two by two cells."""

import pytest

from pipeline.kinds.tents.kind import KIND


@pytest.mark.parametrize("clues", [[[1, 0, 0, 1, 0]], [[1], [0], [0], [1], [0]]])
def test_no_two_tents_are_side_by_side_on_a_board_of_one_line(clues: list[list[int]]) -> None:
    board = KIND.decode({"rows": len(clues), "cols": len(clues[0]), "clues": clues})
    found = KIND.solve(board, 5, KIND.budget, "auto")
    assert [solution.items for solution in found.solutions] == [((1,), (4,))]
    assert found.is_complete
    assert KIND.check(board, found.solutions[0]) == ()
