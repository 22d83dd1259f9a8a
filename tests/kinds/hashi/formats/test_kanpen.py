"""The text and the address of Kanpen: the golden board of pzprjs, and mistakes."""

from __future__ import annotations

import pytest

from pipeline.kinds.hashi.rules import check
from tests.kinds.hashi.boards import board
from tests.kinds.hashi.forms import FORMAT, NONE, detected, read, refusal, write

SITE = "http://www.kanpen.net/hashi.html?problem="

FIVE = board("4.2.. .3..2 3.... .3.1. 3.4.3")
"""Source: test/script/hashikake.js of pzprjs (MIT)."""

TEXT = """\
5
5
4 . 2 . . 
. 3 . . 2 
3 . . . . 
. 3 . 1 . 
3 . 4 . 3 
0 8 0 0 0 
2 0 4 4 0 
0 2 0 0 1 
1 0 4 0 1 
0 8 0 8 0 
"""  # noqa: W291
"""The board with its solution, as pzprjs saves it: a space behind each value."""


def test_the_golden_board_as_others_save_it() -> None:
    assert detected(TEXT) == "kanpen"
    (parsed,) = FORMAT["kanpen"].read(TEXT, None)
    assert parsed.clues == FIVE
    assert parsed.solution is not None
    assert check(FIVE, parsed.solution) == ()
    assert write("kanpen", FIVE, parsed.solution) == TEXT.replace(" \n", "\n")


def test_the_golden_board_as_an_address() -> None:
    text = f"{SITE}5/5/4_._2_._._/._3_._._2_/3_._._._._/._3_._1_._/3_._4_._3_/\n"
    assert detected(text) == "kanpen-url"
    assert read("kanpen-url", text) == [FIVE]
    assert write("kanpen-url", FIVE) == text


@pytest.mark.parametrize(
    "host", ["https://www.kanpen.net/", "http://www.geocities.jp/pencil_applet/", ""]
)
def test_addresses_of_other_hosts_are_read(host: str) -> None:
    text = f"# mine\n\n{host}hashi.html?problem=1/3/1_._9\n"
    assert detected(text) == "kanpen-url"
    assert read("kanpen-url", text) == [board("1.?")]


@pytest.mark.parametrize(
    ("drawn", "is_whole"),
    [
        ("0 8 0\n0 0 1\n0 0 0", True),
        ("0 4 0\n0 0 2\n0 0 0", True),
        ("0 8 0\n0 0 0\n0 0 0", False),
        ("0 4 0\n0 0 5\n0 0 0", False),
        ("0 0 0\n0 0 0\n0 0 0", False),
    ],
)
def test_what_is_drawn_is_read_where_it_is_whole(drawn: str, is_whole: bool) -> None:
    (parsed,) = FORMAT["kanpen"].read(f"3\n3\n2 . 3\n. . .\n. . 1\n{drawn}\n", None)
    assert parsed.clues == board("2.3 ... ..1")
    assert (parsed.solution is not None) == is_whole


MISTAKES = {
    ("kanpen", "3\n"): "line 1: expected rows and columns, a line each, found '3'; check the file",
    ("kanpen", "1\n3\n1 . x\n"): "line 3: expected a number from 1, 9 for an island without a "
    "number, or a dot for water, found 'x'; check the file",
    ("kanpen", "1\n3\n1 .\n"): "line 3: expected 3 values as the size says, found 2; "
    "correct the row or the size",
    (
        "kanpen",
        "2\n3\n1 . 1\n",
    ): "line 3: expected 2 rows of cells, and as many of what is drawn or "
    "none, found 1; correct the rows or the size",
    ("kanpen", "1\n3\n1 . 1\n0 16 0\n"): "line 4: expected 0 to 15 for what is drawn on a cell, "
    "found '16'; check the file",
    ("kanpen-url", "\n"): f"line 2: {NONE}",
    ("kanpen-url", "\nhttp://www.kanpen.net/heyawake.html?problem=1/3/1_._1\n"): "line 2: expected "
    f"an address such as {SITE}ROWS/COLUMNS/CELLS, found "
    "'http://www.kanpen.net/heyawake.html?...'; copy the whole address",
    ("kanpen-url", f"{SITE}1/3/1_.\n"): "line 1: expected 3 values as the size says, found 2; "
    "correct the row or the size",
    ("kanpen-url", f"{SITE}\n"): "line 1: expected rows and columns, a line each, found ''; "
    "check the file",
}


@pytest.mark.parametrize(("name", "text"), MISTAKES)
def test_mistakes_are_told_with_their_line(name: str, text: str) -> None:
    assert refusal(name, text) == MISTAKES[name, text]
