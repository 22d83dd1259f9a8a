"""Cells as words and as strings of signs, runs and what else a kind has."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.kit.sites.cells import CellWords, Row, Runs, Signs, decode_cells, encode_cells
from pipeline.model import PuzzleFormatError

QUICK = settings(max_examples=100, deadline=None, derandomize=True, database=None)
WORDS = CellWords({"-": 0, "?": None}, range(1, 8), "1 to 7, - or ?", "look again")
CODECS = (Signs({"1": 1, "2": 2}), Runs(0, "abc"), Runs(3, "z"))


@QUICK
@given(st.lists(st.none() | st.integers(0, 7), min_size=1, max_size=6))
def test_words_survive(values: list[int | None]) -> None:
    (line,) = WORDS.write(values, len(values))
    assert WORDS.read_row((4, line), len(values)) == Row(4, values)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 8", "line 2: expected 1 to 7, - or ?, found '8'; look again"),
        ("1 x 1", "line 2: expected 1 to 7, - or ?, found 'x'; look again"),
        ("1", "line 2: expected 2 values, as in the map, found 1; correct the row or the map"),
    ],
)
def test_wrong_rows_are_refused(text: str, message: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        WORDS.read_row((2, text), 2, "the map")
    assert str(caught.value) == message


@QUICK
@given(st.lists(st.integers(0, 3), max_size=20))
def test_strings_survive(values: list[int]) -> None:
    text = encode_cells(values, CODECS)
    assert decode_cells(text, CODECS, len(values), 1, "", "") == values


def test_runs_are_as_long_as_they_can_be() -> None:
    assert encode_cells([0] * 7 + [3, 3], CODECS) == "ccazz"


@pytest.mark.parametrize(
    ("text", "message"),
    [("1x2", "expected figures, found 'x2'; look"), ("cc", "expected 4 cells, found")],
)
def test_wrong_strings_are_refused(text: str, message: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        decode_cells(text, CODECS, 4, 3, "figures", "look")
    assert message in str(caught.value)
    assert caught.value.line == 3
