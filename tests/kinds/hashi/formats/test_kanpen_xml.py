"""XML of Kanpen and PencilBox: as others write it, and the line of every mistake."""

from __future__ import annotations

import pytest

from pipeline.kinds.hashi.model import make_solution
from tests.kinds.hashi.boards import board
from tests.kinds.hashi.forms import FORMAT, NONE, SIZE, detected, read, refusal, write

FULL = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- saved by a program -->
<puzzle type="hashi" version="1">
  <property>
    <author value="A. &amp; B."/><source value=""/><difficulty value="3"/>
    <comment>with &lt;signs&gt;</comment>
  </property>
  <size row="3" col="3"/>
  <board>
    <number c="3" n="1" r="3"/>
    <number r="1" c="1" n="2"/>
    <number r="1" c="3" n="9"/>
  </board>
  <answer>
    <arow row="2"><z n="2"/><n v="1"/></arow>
    <arow row="1"><z/><n v="8"/><z/></arow>
  </answer>
</puzzle>
"""


def test_what_others_write_is_read_in_any_order() -> None:
    assert detected(FULL) == "kanpen-xml"
    (parsed,) = FORMAT["kanpen-xml"].read(FULL, None)
    assert parsed.clues == board("2.? ... ..1")
    assert parsed.solution == make_solution([(0, 2, 2), (2, 8, 1)])


def test_files_may_follow_one_another() -> None:
    text = FULL + "\n" + write("kanpen-xml", board("1.1"))
    parsed = list(FORMAT["kanpen-xml"].read(text, None))
    assert [one.line for one in parsed] == [1, 20]
    assert [one.solution is None for one in parsed] == [False, True]


def test_a_drawing_that_is_not_whole_is_no_solution() -> None:
    for old, new in (('<z n="2"/><n v="1"/>', ""), ('<n v="8"/>', '<n v="2"/>')):
        (parsed,) = FORMAT["kanpen-xml"].read(FULL.replace(old, new), None)
        assert parsed.solution is None


@pytest.mark.parametrize("text", ["<?xml version='1.0'?>\n<puzzle type='slither'/>", "<html>", "<"])
def test_other_xml_is_not_detected(text: str) -> None:
    assert detected(text) is None


def shell(board_text: str, answer: str = "", size: str = '<size row="1" col="3"/>') -> str:
    """Return a file of five lines."""
    return (
        f'<puzzle type="hashi">\n{size}\n<board>{board_text}</board>\n'
        f"<answer>{answer}</answer>\n</puzzle>\n"
    )


ENDS = '<number r="1" c="1" n="1"/><number r="1" c="3" n="1"/>'

MISTAKES = {
    "": f"line 1: {NONE}",
    "\n<puzzle type='hashi'>\n<size": "line 3: expected XML, found a mistake in it (unclosed "
    "token); save the file anew or correct it",
    "<puzzle type='sudoku'/>": "line 1: expected <puzzle type='hashi'>, found <puzzle> of type "
    "'sudoku'; check the file",
    "<!DOCTYPE puzzle [<!ENTITY a 'aa'>]>\n<puzzle type='hashi'/>": "line 1: expected XML without "
    "a DOCTYPE, found one; take it out",
    shell(ENDS, size=""): "line 1: expected <size row=... col=...>, found none",
    shell(ENDS, size='<size row="1"/>'): "line 2: expected a whole number for col in <size>, found "
    "''; check the file",
    shell(ENDS, size='<size row="0" col="3"/>'): f"line 2: {SIZE}, found 3x0; check the size",
    shell('<number r="1" c="4" n="1"/>'): "line 3: expected c from 1 to 3 in <number>, found 4; "
    "check it against the size",
    shell(
        '<number r="1" c="1" n="x"/>'
    ): "line 3: expected a whole number for n in <number>, found 'x'; check the file",
    shell(
        ENDS.replace('n="1"', 'n="3"')
    ): "line 3: expected at most 2 bridges on the island at row "
    "1, column 1, which sees 1 other under the rule connected-2, found 3; check the map for a "
    "slip, or read it under a rule with more side by side (--rule connected-3)",
    shell(""): "line 1: expected at least one island, found only water; check the file",
    shell(
        ENDS, '<arow row="1"><n v="16"/></arow>'
    ): "line 4: expected <z/> and <n v=.../> from 0 to "
    "15 for 3 cells in <arow>, found <n> with 16 at cell 1; check the answer",
    shell(
        ENDS, '<arow row="1"><z n="4"/></arow>'
    ): "line 4: expected <z/> and <n v=.../> from 0 to "
    "15 for 3 cells in <arow>, found <z> with 0 at cell 1; check the answer",
    shell(
        ENDS, '<arow row="2"><z/></arow>'
    ): "line 4: expected row from 1 to 1 in <arow>, found 2; check it against the size",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_mistakes_are_told_with_their_line(text: str) -> None:
    assert refusal("kanpen-xml", text) == MISTAKES[text]


def test_numbers_are_read_once_each() -> None:
    assert read("kanpen-xml", shell(ENDS)) == [board("1.1")]
