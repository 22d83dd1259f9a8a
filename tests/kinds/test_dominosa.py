"""Game IDs of Dominosa beyond what the examples have."""

from pipeline.kernels.random_state import new_state
from pipeline.kinds import get_kind
from pipeline.kinds.dominosa.drafts import EMPTY, draft
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.params import Params
from pipeline.model import PuzzleFormatError
from tests.refusals import refused


def _form():
    return next(form for form in get_kind("dominosa").formats if form.name == "tatham")


def test_numbers_from_10_on_are_in_brackets() -> None:
    empty = Board(11, 12, (EMPTY,) * 132)
    clues = draft(empty, new_state(1), Params(11, 12)).clues
    text = _form().write([(clues, None)])
    assert text.startswith("10:")
    assert text.count("[10]") == 12
    (parsed,) = _form().read(text, None)
    assert parsed.clues == clues


def test_a_board_that_is_higher_than_wide_has_no_id() -> None:
    kind = get_kind("dominosa")
    clues = kind.decode({"rows": 3, "cols": 2, "clues": [[0, 0], [1, 1], [0, 1]]})
    with refused(PuzzleFormatError):
        _form().write([(clues, None)])
    (parsed,) = _form().read("1:001101", None)
    assert (parsed.clues.rows, parsed.clues.cols) == (2, 3)


def test_other_numbers_than_those_of_a_set_are_refused() -> None:
    decode = get_kind("dominosa").decode
    with refused(PuzzleFormatError):
        decode({"rows": 2, "cols": 2, "clues": [[0, 0], [1, 1]]})
    with refused(PuzzleFormatError):
        decode({"rows": 2, "cols": 3, "clues": [[0, 0, 0], [0, 1, 1]]})
