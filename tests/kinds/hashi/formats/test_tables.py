"""Tables of words: ``.has`` files and the texts of janko.at."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pipeline.kinds.hashi.model import make_solution
from pipeline.model import PuzzleFormatError
from tests.kinds.hashi.boards import board
from tests.kinds.hashi.forms import FORMAT, NONE, SIZE, detected, read, refusal, write


def test_tables_come_as_others_write_them() -> None:
    text = "1 4 2 \r\n 2  0  0  2 \r\n"
    assert detected(text) == "has"
    assert read("has", text) == [board("2..2")]
    text = (
        "begin\npuzzle hashi\nauthor A. Setter\nsize 3 1\nproblem\n2 - 2\nsolution\n2 2 2\n"
        "moves\n1 2 3\nend\n"
    )
    assert detected(text) == "janko"
    (parsed,) = FORMAT["janko"].read(text, None)
    assert parsed.solution == make_solution([(0, 2, 2)])


MISTAKES = {
    ("has", "\n"): f"line 2: {NONE}",
    ("has", "1 3\n1 0 1\n"): "line 1: expected rows, columns and islands as in '5 5 12', found "
    "'1 3'; check that the rows above are as many as their first line says",
    ("has", "1 3 2\n1 0\n"): "line 2: expected 3 values as the size says, found 2; "
    "correct the row or the size",
    ("has", "1 3 2\n1 x 1\n"): "line 2: expected whole numbers with spaces between, 0 for water, "
    "found 'x'",
    ("has", "2 3 2\n1 0 1\n"): "line 2: expected 2 rows as line 1 says, found 1; "
    "add the missing rows or correct the first line",
    ("has", "1 3 3\n1 0 1\n"): "line 1: expected 3 islands as line 1 says, found 2; "
    "correct the rows or the first line",
    ("has", "1 3 2\n17 0 1\n"): "line 2: expected islands of 1 to 16 bridges, found 17 in column "
    "1; no island has room for more",
    ("has", "0 3 2\n"): f"line 1: {SIZE}, found 3x0; check the size",
    ("has", "100000 100000 2\n"): f"line 1: {SIZE}, found 100000x100000; check the size",
    ("janko", "hello\nproblem\n"): "line 1: expected a keyword such as 'begin' or 'problem', found "
    "'hello'; check the format",
    ("janko", "begin\nend\n"): f"line 3: {NONE}",
    ("janko", "begin\nproblem\nend\n"): "line 2: expected rows below 'problem', found none",
    ("janko", "begin\nproblem\n1 - 1\n1 -\n"): "line 4: expected 3 values as the first row says, "
    "found 2; correct the row or the first row",
    ("janko", "begin\nproblem\n1 x 1\n"): "line 3: expected numbers from 1, - for water, or ? for "
    "an island without a number, found 'x'; check the problem",
    ("janko", "begin\nproblem\n1 - 1\nsolution\n- c -\n"): "line 5: expected 1 or 2 for bridges "
    "across, a or b for bridges down, or - for water, found 'c'; check the solution",
    ("janko", "begin\nproblem\n1 - 1\nsolution\n- a -\n"): "line 5: expected bridges that run from "
    "island to island, found a loose piece at row 1, column 2; check the solution",
    ("janko", "problem\n1 - 1\nsolution\n- 1 -\n- - -\n"): "line 5: expected 1 rows below "
    "'solution', found 2; make it as large as the problem",
}


@pytest.mark.parametrize(("name", "text"), MISTAKES)
def test_mistakes_are_told_with_their_line(name: str, text: str) -> None:
    assert refusal(name, text) == MISTAKES[name, text]


def test_published_instances_are_read_and_written_whole() -> None:
    folder = os.environ.get("PUZZLEPRESS_STUDY_DATA")
    if not folder:
        pytest.skip("PUZZLEPRESS_STUDY_DATA is not set")
    files = sorted((Path(folder) / "hashi_coelho").glob("*.has"))
    assert files
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert detected(text) == "has"
        (clues,) = read("has", text)
        assert write("has", clues).split() == text.split()
        with pytest.raises(PuzzleFormatError, match="has no islands that touch"):
            write("tatham", clues)
