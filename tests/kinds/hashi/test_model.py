"""The JSON form of Hashi: what is read, what is refused, and that nothing is lost."""

from typing import Any

import pytest

from pipeline.kinds.hashi.model import (
    BOARDS,
    RULE_PARTS,
    RULES,
    make_clues,
    with_rule,
)
from pipeline.model import ConfigError, PuzzleFormatError
from tests.refusals import refused

CLUES = make_clues(2, 3, [2, 0, -1, 1, 0, 0])


def test_the_usual_rule_comes_first() -> None:
    assert RULE_PARTS[RULES[0]] == (2, True, True)
    assert len(RULES) == len(set(RULE_PARTS.values())) == 16


@pytest.mark.parametrize("rule", RULES)
def test_clues_come_back_under_every_rule(rule: str) -> None:
    posed = with_rule(CLUES, rule)
    assert posed.rule == rule
    assert BOARDS.decode(BOARDS.encode(posed)) == posed


def test_the_parts_of_the_rule_may_be_left_out() -> None:
    puzzle = {"rows": 2, "cols": 3, "clues": [[2, 0, -1], [1, 0, 0]]}
    assert BOARDS.decode(puzzle) == CLUES


@pytest.mark.parametrize(
    "changes",
    [
        {"rows": 3},
        {"rows": True},
        {"cols": 0},
        {"cols": 2},
        {"clues": None},
        {"clues": [[2, 0, 1], [1, 0]]},
        {"clues": [[2, 0, 1], "100"]},
        {"clues": [[2, 0, 1.0], [1, 0, 0]]},
        {"clues": [[2, 0, True], [1, 0, 0]]},
        {"clues": [[2, 0, -2], [1, 0, 0]]},
        {"clues": [[2, 0, 17], [1, 0, 0]]},
        {"clues": [[0, 0, 0], [0, 0, 0]]},
        {"max_bridges": 0},
        {"max_bridges": 5},
        {"max_bridges": "2"},
        {"connected": 1},
        {"loops": None},
    ],
)
def test_what_would_fail_later_is_refused(changes: dict[str, Any]) -> None:
    with refused(PuzzleFormatError):
        BOARDS.decode({**BOARDS.encode(CLUES), **changes})


@pytest.mark.parametrize(
    "bridges",
    [
        None,
        [[0, 2]],
        [[0, 2, 1, 1]],
        [[0, 2, True]],
        [[0, 6, 1]],
        [[-1, 2, 1]],
        [[2, 2, 1]],
        [[0, 2, 0]],
        [[0, 2, 17]],
        [[0, 2, 1], [2, 0, 1]],
        ["021"],
    ],
)
def test_bridges_without_their_form_are_refused(bridges: Any) -> None:
    with refused(PuzzleFormatError):
        BOARDS.decode_solution(CLUES, {"bridges": bridges})


def test_unknown_rules_are_refused() -> None:
    with refused(ConfigError):
        make_clues(1, 1, [1], "connected-5")
