from __future__ import annotations

import pytest

from pipeline.kinds.template.formats import (
    detect_grid,
    detect_line,
    read_grid,
    read_line,
    write_grid,
    write_line,
)
from pipeline.kinds.template.model import Clues, Solution
from pipeline.model import PuzzleFormatError

CLUES, SOLUTION = Clues(2, "latin", (1, 0, 0, 0)), Solution((1, 2, 2, 1))


def test_lines_carry_solutions_and_grids_do_not() -> None:
    assert write_line([(CLUES, SOLUTION), (CLUES, None)]) == "1./.. 12/21\n1./..\n"
    assert write_grid([(CLUES, SOLUTION), (CLUES, None)]) == "1.\n..\n\n1.\n..\n"


def test_comments_and_blank_lines_are_passed_over() -> None:
    text = "# two puzzles\n\n1. # first\n# between rows\n..\n\n\n.2\n..\n"
    assert [(parsed.line, parsed.clues.numbers) for parsed in read_grid(text, None)] == [
        (3, (1, 0, 0, 0)),
        (8, (0, 2, 0, 0)),
    ]


def test_neither_form_takes_the_other_for_its_own() -> None:
    line, grid = write_line([(CLUES, None)]), write_grid([(CLUES, None)])
    assert (detect_line(line), detect_line(grid)) == (True, False)
    assert (detect_grid(line), detect_grid(grid)) == (False, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1.\n...\n", "line 2: expected 2 cells, as there are rows, found 3"),
        ("\n1.\n.x\n", "line 3: expected figures 1 to 9 or dots, found '.x'"),
        ("1.\n.3\n", "line 1: expected numbers from 1 to 2, 0 for an empty cell, found 3"),
    ],
)
def test_grids_that_are_none_are_refused_with_their_line(text: str, message: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        list(read_grid(text, None))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1./..\n1./.\n", "line 2: expected 2 cells, as there are rows, found 1"),
        ("1./.. 12/2.\n", "line 1: expected a solution of 2 full rows, found '12/2.'"),
        (
            "1./.. 12/21 12/21\n",
            "line 1: expected a puzzle and perhaps its solution, found 3 words",
        ),
    ],
)
def test_lines_that_are_none_are_refused(text: str, message: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        list(read_line(text, None))
    assert str(caught.value) == message
