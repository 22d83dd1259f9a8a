"""Maps: the sign of everything, water at the ends of rows, mistakes."""

from __future__ import annotations

import pytest

from pipeline.kinds.hashi.model import make_solution, with_rule
from tests.kinds.hashi.boards import board
from tests.kinds.hashi.forms import FORMAT, NONE, SIZE, read, refusal, write


def test_the_signs_of_maps() -> None:
    clues = board("..?.. ..... 4.g.4 ..... ..4..")
    text = "..?..\n.....\n4.g.4\n.....\n..4..\n"
    assert write("map", clues) == text
    assert read("map", text, "connected-4") == [with_rule(clues, "connected-4")]
    assert write("map", board("ca", "free-4")) == "ca\n"


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_signs_of_bridges(count: int) -> None:
    across, down = "-=EF"[count - 1], '|"#H'[count - 1]
    (parsed,) = FORMAT["map"].read(f"{count}{across}{count}", "free-4")
    assert parsed.solution == make_solution([(0, 2, count)])
    (parsed,) = FORMAT["map"].read(f"{count}\n{down}\n{count}", "free-4")
    assert parsed.solution == make_solution([(0, 2, count)])


def test_spaces_at_the_end_of_a_solved_map_may_be_missing() -> None:
    for text in ("2=3-1\n  |\n  2-1\n", "2=3-1\n  |  \n  2-1\n"):
        (parsed,) = FORMAT["solved-map"].read(text, None)
        assert parsed.solution == make_solution([(0, 2, 2), (2, 4, 1), (2, 12, 1), (12, 14, 1)])


def test_a_row_of_water_is_no_gap_in_a_solved_map() -> None:
    clues = board("2.2.. ..... ?...1", "free-2")
    solution = make_solution([(0, 2, 2), (10, 14, 1)])
    text = "2=2  \n     \n?---1\n"
    assert write("solved-map", clues, solution) == text
    (parsed,) = FORMAT["map"].read(text, "free-2")
    assert (parsed.clues, parsed.solution) == (clues, solution)


def test_maps_are_parted_by_empty_lines() -> None:
    text = "2=2\n\n1.1\n  \n?.1\n"
    parsed = list(FORMAT["map"].read(text, None))
    assert [one.line for one in parsed] == [1, 3, 5]
    assert [one.solution is None for one in parsed] == [False, True, True]


SIGNS = "1 to 9 and a to g for islands, or ? for one without a number"

MISTAKES = {
    "": f"line 1: {NONE}",
    "1.1\n1.\n": "line 2: expected 3 characters as on line 1, found 2; make all rows equally long",
    "1.1\n\n1x1\n": f"line 3: expected a dot for water, {SIGNS}, found 'x' in column 2",
    "1.0\n": f"line 1: expected a dot for water, {SIGNS}, found '0' in column 3",
    "1.h\n": f"line 1: expected a dot for water, {SIGNS}, found 'h' in column 3",
    "1-.1\n": f"line 1: expected a space for water, -=EF or |\"#H, {SIGNS}, found '.' in column 3",
    "...\n": "line 1: expected at least one island, found only water; check the file",
    "1\n": f"line 1: {SIZE}, found 1x1; check the size",
    "1.1\n...\n.2.\n": "line 3: the island at row 3, column 2 reaches no other: there is none in "
    "its row or column; check the map for a slip",
    "2.9\n": "line 1: expected at most 2 bridges on the island at row 1, column 3, which sees 1 "
    "other under the rule connected-2, found 9; check the map for a slip",
    "1.2\n..5\n..2\n": "line 2: expected at most 4 bridges on the island at row 2, column 3, "
    "which sees 2 others under the rule connected-2, found 5; check the map for a slip, or "
    "read it under a rule with more side by side (--rule connected-3)",
    "2- 2\n": "line 1: expected bridges that run from island to island, found a loose piece at row "
    "1, column 2; check the map for a slip",
    "2-=2\n": "line 1: expected bridges that run from island to island, found a loose piece at row "
    "1, column 2; check the map for a slip",
    "2=2\n|  \n  1\n": "line 2: expected bridges that run from island to island, found a loose "
    "piece at row 2, column 1; check the map for a slip",
    "." * 1001 + "\n": f"line 1: {SIZE}, found 1001x1; check the size",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_mistakes_are_told_with_their_line(text: str) -> None:
    assert refusal("map", text) == MISTAKES[text]


def test_a_number_is_judged_by_the_rule_that_is_asked_for() -> None:
    assert read("map", "3.3\n", "free-3") == [board("3.3", "free-3")]
    assert "at most 2 bridges" in refusal("map", "3.3\n")
