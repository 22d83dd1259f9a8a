from __future__ import annotations

from typing import Any

import pytest

from pipeline.kinds.template.model import Clues, decode, decode_solution, make_clues
from pipeline.model import ConfigError, PuzzleFormatError


def _puzzle(**changes: Any) -> dict[str, Any]:
    return {"rows": 2, "cols": 2, "rule": "latin", "clues": [[1, 0], [0, 0]], **changes}


def test_the_rule_may_be_left_out() -> None:
    puzzle = _puzzle()
    del puzzle["rule"]
    assert decode(puzzle) == Clues(2, "latin", (1, 0, 0, 0))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"rows": 3},
            "expected puzzle.rows and puzzle.cols to be one whole number, found 3, 2",
        ),
        ({"rule": "x"}, "expected puzzle.rule to be one of latin, diagonal, found 'x'"),
        ({"clues": [[1, 0]]}, "expected puzzle.clues to be a list of 2 rows"),
        ({"clues": [[1, 0], [0]]}, "expected puzzle.clues[1] to be a list of 2 numbers"),
        ({"clues": [[1, 0], [0, "a"]]}, "expected whole numbers in puzzle.clues, found 'a'"),
        (
            {"clues": [[3, 0], [0, 0]]},
            "expected numbers from 1 to 2, 0 for an empty cell, found 3",
        ),
        (
            {"rows": 1, "cols": 1, "clues": [[1]]},
            "expected a square of 2 to 9 cells a side, found 1; use another size",
        ),
    ],
)
def test_puzzles_that_are_none_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PuzzleFormatError) as caught:
        decode(_puzzle(**changes))
    assert str(caught.value) == message


def test_solutions_are_full() -> None:
    with pytest.raises(PuzzleFormatError, match=r"from 1 to 2 in solution\.numbers, found 0"):
        decode_solution(decode(_puzzle()), {"numbers": [[1, 2], [2, 0]]})


def test_clues_are_as_many_as_cells() -> None:
    with pytest.raises(PuzzleFormatError, match=r"expected 4 cells \(2x2\), found 3"):
        make_clues(2, "latin", [0, 0, 0])
    with pytest.raises(ConfigError, match="unknown rule 'x'"):
        make_clues(2, "x", [0, 0, 0, 0])
