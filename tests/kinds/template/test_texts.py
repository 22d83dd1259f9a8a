from __future__ import annotations

import pytest

from pipeline.kinds.template import KIND
from pipeline.kinds.template.model import Clues, Solution
from pipeline.kinds.template.texts import FORMATS
from pipeline.model import ConfigError, PuzzleFormatError

(GRID,) = FORMATS
CLUES, SOLUTION = Clues(2, (1, 0, 0, 0)), Solution((1, 2, 2, 1))


def test_grids_carry_no_solutions() -> None:
    assert GRID.write([(CLUES, SOLUTION), (CLUES, None)]) == "1.\n..\n\n1.\n..\n"


def test_comments_and_blank_lines_are_passed_over() -> None:
    text = "# two puzzles\n\n1. # first\n# between rows\n..\n\n\n.2\n..\n"
    assert [(parsed.line, parsed.clues.numbers) for parsed in GRID.read(text, None)] == [
        (3, (1, 0, 0, 0)),
        (8, (0, 2, 0, 0)),
    ]


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
        list(GRID.read(text, None))
    assert str(caught.value) == message


def test_a_rule_that_is_named_is_refused() -> None:
    with pytest.raises(ConfigError, match="template has no rules to choose from, found 'diagonal'"):
        KIND.rules_text("diagonal", "en")
