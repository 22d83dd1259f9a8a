"""Ends of ships, numbers in corners, texts between cells: their words, edits and drawing."""

import pytest

from pipeline.edition.board_words import board_notes
from pipeline.kinds import kit
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.clues import BETWEEN
from pipeline.kinds.kit.looks.drawing import draw
from pipeline.kinds.kit.looks.edit import Choice, accepts, edits_of, put
from pipeline.kinds.kit.looks.figure.mark import Figure
from pipeline.kinds.kit.looks.look import Looks, Sign, look_of
from pipeline.kinds.kit.looks.maps import solved_map
from pipeline.kinds.kit.looks.primitives import draw_clues
from pipeline.kinds.kit.looks.reading import Reader
from pipeline.kinds.kit.looks.said import aloud_of
from pipeline.kinds.kit.telling.kind_texts import name_of_look
from pipeline.scene import Label
from tests.kinds.kit.looks.samples import KINDS, PARTS, SHIPS
from tests.kinds.test_read_board import printed


def square(values: list[int], **more: object) -> Board:
    return Board(2, 3, tuple(values), **more)  # type: ignore[arg-type]


def test_parts_of_ships_have_signs_in_a_terminal_and_names() -> None:
    looks, boards = KINDS["ships"]
    text = solved_map(looks, boards, square([1, 5, 3, 7, 0, 6]), Solution("cells", ()), False)
    assert [line.split() for line in text.splitlines()] == [["<", "#", ">"], ["o", ".", "o"]]
    names = {name_of_look("pipeline.kinds.tents", code, f"ship-{part}")
             for code in ("en", "de", "fr") for part in PARTS}  # fmt: skip
    assert len(names) == 3 * len(PARTS)
    assert looks.own_names() == {str(k): f"ship-{part}" for k, part in enumerate(PARTS, 1)}


def test_every_part_of_a_ship_may_be_put_into_a_cell() -> None:
    looks, boards = KINDS["ships"]
    (cells, *_) = edits_of(boards, looks, 6, 6)
    board = Board(6, 6, (0,) * 36)
    for value, part in enumerate(PARTS, 1):
        made = put(boards, looks, board, cells, (7,), Choice(f"ship-{part}"))
        assert made.values[7] == value
    assert not accepts(boards, looks, board, cells, (7,), Choice("ship-left", (3,)))


def test_ends_of_ships_differ_for_the_player_and_its_cell_is_a_part_of_the_answer() -> None:
    looks, boards = KINDS["ships"]
    groups = draw_clues(looks, boards, square([1, 2, 3, 4, 5, 6]))["over"]
    marks = [str(group["marks"]) for group in groups if "cells" in group]
    assert len({*marks}) == 6
    board, answer = square([1, 0, 0, 7, 0, 0]), Solution("cells", ((0,), (1,)))
    bare, solved = (draw(looks, boards, board, one, 9.0).marks for one in (None, answer))
    assert len(solved) == len(bare) + 1


def test_a_figure_of_ones_own_is_read_back() -> None:
    kite = Figure("kite", "K", corners=((0, -0.4), (0.3, 0), (0.1, 0.4), (-0.1, 0.4), (-0.3, 0)))
    looks = Looks(signs={1: Sign(kite, False)}, usual=Sign(look_of("white")))
    boards = Boards(family="edges", allowed=lambda rows, cols: range(10))
    board = Board(3, 3, (1, 0, 4, 0, 1, 0, 0, 0, 9))
    (page,) = printed([draw(looks, boards, board, None, 8.0)])
    (found,) = Reader(looks, boards).read_board(page.upright, None)
    assert (found.fault, found.clues) == ("", board)
    assert solved_map(looks, boards, board, Solution("edges", ()), False)[0] == "K"


def test_a_number_in_a_corner_is_clear_of_lines_through_the_middles_of_cells() -> None:
    looks, boards = KINDS["corners"]
    (label,) = (
        mark for mark in draw(looks, boards, square([17, *[0] * 5]), None, 9.0).marks
        if isinstance(mark, Label)
    )  # fmt: skip
    scene_mm = 9.0
    margin = draw(looks, boards, square([0] * 6), None, 9.0).width_mm / 2 - 1.5 * scene_mm
    assert label.position[1] < margin + 0.4 * scene_mm
    (text,) = draw_clues(looks, boards, square([17, *[0] * 5]))["over"][0]["marks"]
    assert text[0] == "text"
    assert text[-2:] == ["17", "small"]
    assert "17" in solved_map(looks, boards, square([17, *[0] * 5]), Solution("edges", ()), False)
    (cells, *_) = edits_of(boards, looks, 2, 3)
    board = put(boards, looks, square([0] * 6), cells, (2,), Choice("corner", (12,)))
    assert board.values[2] == 12


@pytest.mark.parametrize("sign", ["V", "X", "XV"])
def test_texts_between_cells_have_words_and_may_be_on_heavy_lines(sign: str) -> None:
    looks, boards = KINDS["letters"]
    board = Board(6, 6, (0,) * 36, regions=tuple(cell % 6 // 3 for cell in range(36)))
    edit = next(one for one in edits_of(boards, looks, 6, 6) if one.name == BETWEEN)
    made = put(boards, looks, board, edit, (2, 3), Choice(sign))  # on the line between regions
    assert made.other_clues == (kit.Clue(BETWEEN, (2, 3), (), sign),)
    (page,) = printed([draw(looks, boards, made, None, 7.0)])
    (found,) = Reader(looks, boards).read_board(page.upright, None)
    assert (found.fault, found.clues) == ("", made)
    assert sign in solved_map(looks, boards, made, Solution("numbers", ()), False).splitlines()[1]

    class Kind:
        encode, aloud = boards.encode, aloud_of(boards.clue_sorts)

    (*_, note) = board_notes(Kind, made, "en")  # type: ignore[arg-type]
    assert sign in note


def test_wide_texts_between_cells_keep_within_their_plate() -> None:
    looks, boards = KINDS["letters"]
    for sign, most in (("V", 4.2), ("XV", 3.4)):
        board = Board(2, 2, (0,) * 4, other_clues=(kit.Clue(BETWEEN, (0, 1), (), sign),))
        (label,) = (m for m in draw(looks, boards, board, None, 10.0).marks if isinstance(m, Label))
        assert label.size_mm == pytest.approx(most, abs=0.1)


def test_the_parts_of_ships_have_one_clue_each() -> None:
    assert len({look_of(f"ship-{part}") for part in PARTS}) == len(PARTS) == len(SHIPS.signs) - 1
