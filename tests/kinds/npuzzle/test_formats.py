"""Texts of the outside world: what they say, and what is wrong with them."""

import pytest

from pipeline.kinds.npuzzle.formats import FORMATS
from pipeline.kinds.npuzzle.model import Clues
from pipeline.model import PuzzleFormatError

BY_NAME = {text_format.name: text_format for text_format in FORMATS}
EIGHT = (1, 2, 3, 4, 0, 6, 7, 5, 8)
CLASSIC = (1, 2, 3, 4, 5, 6, 7, 8, 0)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("tatham", "3x3:1,2,3,4,0,6,7,5,8\n"),
        ("line", "1 2 3 4 0 6 7 5 8\n"),
        ("line", "3 3 1 2 3 4 0 6 7 5 8\n"),
        ("line", "[[1, 2, 3], [4, 0, 6], [7, 5, 8]]\n"),
        ("grid", "1 2 3\n4 0 6\n7 5 8\n"),
        ("grid", "# from a notebook\n3 3\n1 2 3\n4 0 6\n7 5 8\n"),
        ("grid", "array([[1, 2, 3],\n       [4, 0, 6],\n       [7, 5, 8]])\n"),
        ("grid", "[\n  [1, 2, 3],\n  [4, 0, 6],\n  [7, 5, 8]\n]\n"),
    ],
)
def test_forms_are_detected_and_read(name: str, text: str) -> None:
    detected = [text_format.name for text_format in FORMATS if text_format.detect(text)]
    assert detected == [name]
    (puzzle,) = BY_NAME[name].read(text, None)
    assert puzzle.clues == Clues(3, 3, EIGHT, CLASSIC)


def test_a_first_row_is_not_taken_for_a_size_and_tiles() -> None:
    text = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n"
    assert [text_format.name for text_format in FORMATS if text_format.detect(text)] == ["grid"]


def test_a_line_says_a_size_only_where_it_is_none_of_its_tiles() -> None:
    squares = "2 7 " + " ".join(str(tile) for tile in (*range(2), *range(3, 7), *range(8, 16)))
    wide = "2 7 " + " ".join(str(tile) for tile in range(14))
    sizes = [next(BY_NAME["line"].read(text, None)).clues for text in (squares, wide)]
    assert [(clues.cols, clues.rows) for clues in sizes] == [(4, 4), (2, 7)]


def test_boards_of_two_columns_are_not_taken_for_sizes() -> None:
    texts = ("2 3\n0 1\n4 5\n6 7\n", "2 3\n0 1\n4 5\n2 3\n")
    clues = [next(BY_NAME["grid"].read(text, None)).clues for text in texts]
    assert [(one.cols, one.rows) for one in clues] == [(2, 4), (2, 3)]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("tatham", "3x3:1,2,3\n", "line 1: .*found 3 numbers instead of 9"),
        ("tatham", "# mine\n3x3#123\n", "line 2: expected a game ID of Fifteen"),
        ("tatham", "1x3:1,2,0\n", "from 2 to 8 cells, found 1x3"),
        ("line", "1 2 3 4 0 6 7 5 5\n", "line 1: .*found 5 twice; 8 is missing"),
        ("line", "1 2 3 4 0 6 7 5\n", "found 8 numbers"),
        ("line", "1 2 3 0 > 1 2 2 0\n", "expected goal to hold .*found 2 twice"),
        ("line", "1 2 x 0\n", "expected whole numbers, 0 for the blank, found '1 2 x 0'"),
        ("grid", "1 2 3\n4 0\n7 5 8\n", "line 2: expected 3 tiles as in the first row, found 2"),
        ("grid", "1 2 3\n4 0 6\n7 5 9\n", "line 1: .*found 9, which is no tile"),
        ("grid", "\n", "expected at least one puzzle"),
    ],
)
def test_mistakes_are_named_with_their_line(name: str, text: str, said: str) -> None:
    with pytest.raises(PuzzleFormatError, match=said):
        list(BY_NAME[name].read(text, None))


def test_another_goal_is_named_or_refused() -> None:
    puzzle = (Clues(3, 3, EIGHT, (1, 2, 3, 8, 0, 4, 7, 6, 5)), None)
    line = BY_NAME["line"]
    assert [one.clues for one in line.read(line.write([puzzle]), None)] == [puzzle[0]]
    for name in ("tatham", "grid"):
        with pytest.raises(PuzzleFormatError, match=f"format {name} cannot say the goal .spiral"):
            BY_NAME[name].write([puzzle])
