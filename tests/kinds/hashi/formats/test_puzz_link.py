"""Hashi on puzz.link and in pzprv3 files: golden strings and mistakes."""

from __future__ import annotations

import pytest

from pipeline.kinds.hashi.rules import check
from tests.kinds.hashi.boards import board
from tests.kinds.hashi.forms import FORMAT, detected, read, refusal, write

FIVE = board("4.2.. .3..2 3.... .3.1. 3.4.3")
"""Source: test/script/hashikake.js of pzprjs (MIT)."""

FIVE_SOLVED = (
    "pzprv3/hashikake/5/5/4 . 2 . . /. 3 . . 2 /3 . . . . /. 3 . 1 . /3 . 4 . 3 /2 2 0 0 /0 1 1 1 /"
    "-1 0 -1 -1 /0 1 1 -1 /2 2 2 2 /2 0 0 0 0 /2 2 0 0 1 /1 2 0 -1 1 /1 0 0 -1 1 /"
)


@pytest.mark.parametrize("name", ["hashi", "hashikake", "bridges"])
def test_the_golden_address(name: str) -> None:
    body = "5/5/4g2i3h23k3g1g3g4g3"
    text = f"https://puzz.link/p?{name}/{body}\n"
    assert detected(text) == "puzz.link"
    assert read("puzz.link", text) == [FIVE]
    assert write("puzz.link", FIVE) == f"https://puzz.link/p?hashi/{body}\n"


def test_the_golden_file() -> None:
    assert detected(FIVE_SOLVED) == "pzprv3"
    (parsed,) = FORMAT["pzprv3"].read(FIVE_SOLVED, None)
    assert parsed.clues == FIVE
    assert parsed.solution is not None
    assert check(FIVE, parsed.solution) == ()
    written = write("pzprv3", FIVE, parsed.solution)
    assert written == FIVE_SOLVED.replace("-1", "0").replace(" /", "/").replace("/", "\n")


@pytest.mark.parametrize("drawn", ["2 2 0 0 /0 0 0 0 /", "1 1 1 0 /"])
def test_a_drawing_that_is_not_finished_is_no_solution(drawn: str) -> None:
    rest = "/".join(["0 0 0 0 "] * (5 - drawn.count("/")) + ["0 0 0 0 0 "] * 4)
    text = f"pzprv3/hashikake/5/5/4 . 2 . . /. 3 . . 2 /3 . . . . /. 3 . 1 . /3 . 4 . 3 /{drawn}"
    (parsed,) = FORMAT["pzprv3"].read(f"{text}{rest}/", None)
    assert (parsed.clues, parsed.solution) == (FIVE, None)


MISTAKES = {
    ("puzz.link", "hashi/3/1/0g1\n"): "line 1: expected islands of 1 bridge or more, found 0; "
    "no island goes without a bridge",
    ("puzz.link", "hashi/3/1/1g-11\n"): "line 1: expected islands of 1 to 16 bridges, found 17 in "
    "column 3; no island has room for more",
    ("pzprv3", "pzprv3/hashikake/1/3/1 . 1 /3 3 /"): "line 1: expected 0 to 2, or -1 for a cross, "
    "found '3'; check what is drawn",
    ("pzprv3", "pzprv3\nhashikake\n1\n3\n1 . x\n"): "line 5: expected a number from 1, a dash for "
    "an island without a number, or a dot for water, found 'x'; check the file",
}


@pytest.mark.parametrize(("name", "text"), MISTAKES)
def test_mistakes_are_told_with_their_line(name: str, text: str) -> None:
    assert refusal(name, text) == MISTAKES[name, text]
