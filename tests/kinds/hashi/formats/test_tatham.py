"""Game IDs of Bridges: rules, runs of water, published IDs, mistakes."""

from __future__ import annotations

import pytest

from pipeline.kinds.hashi.model import make_clues
from pipeline.model import PuzzleFormatError
from tests.kinds.hashi.forms import detected, read, refusal, write


def test_a_game_id_says_its_rule() -> None:
    text = "3x2m4L:1d3\n# mine\n3x1i30e10m3d1:1aG\n"
    assert detected(text) == "tatham"
    with pytest.raises(PuzzleFormatError, match="line 1: the island at row 1, column 1 reaches"):
        read("tatham", text)
    first, second = read("tatham", "3x1m4L:4a4\n3x1i30e10m3d1:1a1\n")
    assert (first.rule, second.rule) == ("tree-4", "connected-3")
    assert write("tatham", first) == "3x1m4L:4a4\n"
    assert read("tatham", "3x1m4L:4a4\n", "free-4")[0].rule == "free-4"


def test_long_runs_of_water_take_several_letters() -> None:
    clues = make_clues(1, 80, [1, *[0] * 78, 1])
    assert write("tatham", clues) == "80x1m2:1zzz1\n"
    clues = make_clues(1, 30, [1, *[0] * 28, 1])
    assert write("tatham", clues) == "30x1m2:1zb1\n"


MISTAKES = {
    "3x1m5:1a1\n": "line 1: expected 1 to 4 bridges side by side after 'm', found 5; check the ID",
    "3x1m2:1a\n": "line 1: expected 3 cells as the size says, found 2; copy the whole ID",
    "3x1m2:1a11\n": "line 1: expected 3 cells as the size says, found more; copy the whole ID",
    "3x1m2:1aH\n": "line 1: expected 1 to 9 and A to G for islands, and a to z for water, found "
    "'H'; copy the whole ID",
    "3x1m1:2a2\n": "line 1: expected at most 1 bridges on the island at row 1, column 1, which "
    "sees 1 other under the rule connected-1, found 2; check the map for a slip, or "
    "read it under a rule with more side by side (--rule connected-2)",
    "7x7#123\n": "line 1: expected a game ID of Bridges such as '7x7m2:3a2...', found '7x7#123'; "
    "copy the whole ID (a random seed, with '#', does not say the puzzle)",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_mistakes_are_told_with_their_line(text: str) -> None:
    assert refusal("tatham", text) == MISTAKES[text]
