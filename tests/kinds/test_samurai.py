"""Samurai Sudoku: five Sudokus that share boxes, whose cells no other rule joins."""

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.samurai.boards import BOARDS, HOLE, grids, groups
from pipeline.model import PuzzleFormatError
from tests.known import the
from tests.refusals import refused

KIND = get_kind("samurai")


@pytest.mark.parametrize(("size", "side", "cells"), [((8, 8), 4, 64), ((21, 21), 9, 369)])
def test_each_grid_of_an_answer_is_a_sudoku(size: tuple[int, int], side: int, cells: int) -> None:
    made = KIND.generate(KIND.parse_params(*size, None, {}), 1)
    number = the(made.solution).number_at
    assert len(number) == cells
    for grid in grids(*size):
        rows = [[number[cell] for cell in grid[k * side : (k + 1) * side]] for k in range(side)]
        for line in [*rows, *zip(*rows, strict=True)]:
            assert sorted(line) == [*range(1, side + 1)]


def test_the_middle_grid_shares_a_box_with_each_other() -> None:
    middle, *others = map(set, grids(21, 21))
    assert [len(middle & one) for one in others] == [9] * 4
    assert len([cells for name, cells in groups(21, 21) if name == "box"]) == 41
    assert {len(cells) for _, cells in groups(14, 12)} == {6}


def test_rows_that_pass_through_two_grids_may_repeat_numbers() -> None:
    board = the(KIND.generate(KIND.presets["tiny"], 1).clues)
    answer = the(KIND.generate(KIND.presets["tiny"], 1).solution)
    top = [answer.number_at[cell] for cell in range(8)]
    assert sorted(top[:4]) == sorted(top[4:]) == [1, 2, 3, 4]
    assert not KIND.check(board, answer)


def test_cells_in_no_grid_may_be_empty_in_a_table_but_not_filled() -> None:
    board = the(KIND.generate(KIND.presets["small"], 1).clues)
    (form,) = KIND.formats
    text = form.write([(board, None)])
    for sign in "-.0":
        (parsed,) = form.read(text.replace("#", sign), None)
        assert parsed.clues == board
    assert board.values.count(HOLE) == 12
    filled = [3 if value == HOLE else value for value in board.values]
    with refused(PuzzleFormatError):
        BOARDS.make_clues(board.rows, board.cols, filled)
    with refused(PuzzleFormatError):
        BOARDS.make_clues(9, 9, [0] * 81)
