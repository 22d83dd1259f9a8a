"""A sort of clues is its folder: nothing else must be changed for one from outside."""

from types import SimpleNamespace
from typing import Any

import pytest

from pipeline.edition.board_words import board_notes
from pipeline.kinds import kit
from pipeline.kinds.kit.board.symmetry import SYMMETRIES
from pipeline.kinds.kit.looks.drawing import draw
from pipeline.kinds.kit.looks.maps import solved_map
from pipeline.kinds.kit.looks.reading import Reader
from pipeline.kinds.kit.looks.said import aloud_of
from tests.kinds.kit.looks.dots.clue import Dots
from tests.kinds.test_read_board import printed
from tests.refusals import refused

BOARDS = kit.Boards(family="numbers", allowed=lambda rows, cols: range(5), clue_sorts=(Dots(),))
CLUES = (kit.Clue("dot", (0, 1), (), "white"), kit.Clue("dot", (5, 9), (), "black"))
BOARD = BOARDS.make_clues(4, 4, [3, *[0] * 15], other_clues=CLUES)
LOOKS = kit.Looks()


def test_its_clues_are_kept_in_json_and_turned_with_the_board() -> None:
    assert BOARDS.decode(BOARDS.encode(BOARD)) == BOARD
    assert len({BOARDS.canonical(BOARD) for _ in SYMMETRIES}) == 1
    turned = BOARDS.make_clues(
        4, 4, [*[0] * 15, 3],
        other_clues=(kit.Clue("dot", (14, 15), (), "white"), kit.Clue("dot", (6, 10), (), "black")),
    )  # fmt: skip
    assert BOARDS.canonical(turned) == BOARDS.canonical(BOARD)


@pytest.mark.parametrize("dots", [[[0, 5, "white"]], [[0, 1, "red"]], [[0, 1, "white"]] * 2])
def test_what_is_no_clue_of_it_is_refused(dots: list[list[object]]) -> None:
    with refused(kit.PuzzleFormatError):
        BOARDS.decode({**BOARDS.encode(BOARD), "dots": dots})


def test_a_kind_without_it_refuses_it() -> None:
    other = kit.Boards(family="numbers", allowed=lambda rows, cols: range(5))
    with refused(kit.PuzzleFormatError):
        other.make_clues(4, 4, [0] * 16, other_clues=CLUES)


def test_its_clues_are_read_back_from_a_page() -> None:
    (page,) = printed([draw(LOOKS, BOARDS, BOARD, None, 9.0)], "mono")
    (found,) = Reader(LOOKS, BOARDS).read_board(page.upright, None)
    assert (found.fault, found.clues) == ("", BOARD)


def test_its_clues_are_written_in_a_terminal_and_read_aloud() -> None:
    text = solved_map(LOOKS, BOARDS, BOARD, kit.Solution("numbers", ()), False)
    assert text.splitlines()[0] == "3o. . ."
    assert text.count("*") == 1
    kind: Any = SimpleNamespace(encode=BOARDS.encode, aloud=aloud_of(BOARDS.clue_sorts))
    assert board_notes(kind, BOARD, "en") == [
        "A white dot: row 1, columns 1 to 2.",
        "A black dot: rows 2 to 3, column 2.",
    ]
