"""Simple reasons for which a puzzle is not unique, in words."""

from __future__ import annotations

import pytest

from pipeline.model import Record, Status, Verdict, record_id
from pipeline.stages.filter import filter_records
from pipeline.stages.report.tables import why_not_unique
from pipeline.stages.rule_profile import add_rule_profiles

WALLED = [[1, 2, 0, 0], [3, 0, 0, 0], [0, 3, 2, 0], [0, 0, 0, 1]]


def proved(clues: list[list[int]], rule: str) -> Record:
    puzzle = {"rows": len(clues), "cols": len(clues[0]), "rule": rule, "clues": clues}
    record = Record(record_id("numberlink", puzzle), "numberlink", puzzle)
    (found,) = add_rule_profiles(filter_records([record]))
    return found


@pytest.mark.parametrize(
    ("clues", "rule", "words"),
    [
        ([[1, 2], [2, 1]], "free", "unsolvable under free (two pairs on the border would have to"),
        (WALLED, "free", "unsolvable under free (a pair is walled in"),
        ([[1, 1, 0]], "cover", "unsolvable under cover (some cells must stay empty"),
    ],
)
def test_what_can_be_seen_at_once_is_told(clues: list[list[int]], rule: str, words: str) -> None:
    assert why_not_unique(proved(clues, rule)).startswith(words)


def test_where_it_is_unique_instead_is_told() -> None:
    told = why_not_unique(proved([[1, 1, 0]], "cover"))
    assert told.endswith("; unique under free")


def test_what_is_unique_or_not_looked_at_needs_no_reason() -> None:
    unique = proved([[1, 0, 1]], "cover")
    assert unique.verdict.status is Status.UNIQUE
    assert why_not_unique(unique) == ""
    assert why_not_unique(unique.with_(verdict=Verdict(Status.UNCHECKED, None))) == ""
