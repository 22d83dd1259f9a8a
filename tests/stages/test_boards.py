"""Boards in notebooks; docs/python.md shows the rest."""

import numpy as np
import pytest

from pipeline.model import ConfigError, PuzzleFormatError
from pipeline.stages.boards import read_board
from tests.refusals import refused

UNSOLVABLE = {"start": [[2, 1], [3, 0]], "goal": np.array([[1, 2], [3, 0]])}


def test_a_board_shows_itself_unsolved_and_solved() -> None:
    board = read_board("hashi", clues=((2, 0, 3), (0, 0, 0), (0, 0, 1)))
    assert board.answer is None
    assert board._repr_svg_().startswith("<svg")
    assert board.solve()._repr_svg_() != board._repr_svg_()


def test_questions_without_an_answer_are_refused_with_a_message() -> None:
    board = read_board("npuzzle", **UNSOLVABLE)
    assert board.solve().solution is None
    with pytest.raises(ValueError, match="solve it first"):
        board.check()
    with pytest.raises(ValueError, match="can be solved"):
        board.grade()
    with pytest.raises(ValueError, match="can be solved"):
        board.animate()
    with refused(ConfigError):
        read_board("hashi", clues=[[1, 0, 1]]).animate()


def test_fields_without_an_array_are_refused() -> None:
    with refused(PuzzleFormatError):
        read_board("hashi", rows=3)
    with refused(ConfigError):
        read_board("chess", clues=[[1]])


@pytest.mark.parametrize("turned", [False, True])
def test_the_size_is_that_of_the_board_in_any_order_of_fields(turned: bool) -> None:
    fields = {"between": [[0, 1, "<"], [1, 2, ">"]], "clues": [[0] * 4] * 4}
    names = [*fields][:: -1 if turned else 1]
    board = read_board("futoshiki", **{name: fields[name] for name in names})
    assert (board.clues.rows, board.clues.cols, len(board.clues.other_clues)) == (4, 4, 2)
    fields = {"left": [[1], [2]], "top": [[1], [1], [1]], "clues": [[0] * 3] * 2}
    names = [*fields][:: -1 if turned else 1]
    board = read_board("nonogram", **{name: fields[name] for name in names})
    assert (board.clues.rows, board.clues.cols) == (2, 3)
    with refused(PuzzleFormatError):
        read_board("futoshiki", between=[[0, 1, "<"]], clues=[[9] * 4] * 4)
