"""Certificates: right under every rule, derived only where that follows."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from pipeline.kinds import get_kind
from pipeline.kinds.interface import with_rule
from pipeline.model import Record, Status, record_id
from pipeline.stages.filter import filter_records
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.puzzle import NO_LIMITS, StepLimits
from pipeline.stages.rule_profile import add_rule_profiles, count_strongest, from_strongest
from pipeline.store.jsonl import dump_record, parse_record
from tests.kinds.boards import kinds_with
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import NO_UTURN_ALONE, cover, put_ends, read_grid

NUMBERLINK = get_kind("numberlink")


def record_of(clues: Any, solution: Any = None) -> Record:
    puzzle = NUMBERLINK.encode(clues)
    shown = None if solution is None else NUMBERLINK.encode_solution(solution)
    return Record(record_id("numberlink", puzzle), "numberlink", puzzle, shown)


def certified(records: list[Record], limits: StepLimits = NO_LIMITS) -> list[Record]:
    return list(add_rule_profiles(filter_records(records, limits=limits), limits))


def rules_of(record: Record) -> dict[str, dict[str, Any]]:
    return {entry["rule"]: entry for entry in record.verdict.extra["rule_profile"]["rules"]}


def strongest_of(record: Record) -> list[str]:
    found: list[str] = record.verdict.extra["rule_profile"]["strongest"]
    return found


def assert_right(record: Record) -> None:
    """Every entry against naive enumeration."""
    clues = NUMBERLINK.decode(record.puzzle)
    for rule, entry in rules_of(record).items():
        posed = NUMBERLINK.variants.with_rule(clues, rule)
        found = all_solutions(posed, 2)
        expected = [Status.UNSOLVABLE, Status.UNIQUE, Status.MULTIPLE][len(found)]
        assert entry["status"] == expected, (record.puzzle, rule)
        shown = entry.get("solution", record.solution if found else None)
        witness = entry["witness"]
        assert (witness is not None) == (expected is Status.MULTIPLE)
        for told in (shown, witness):
            if told is not None and found:
                assert NUMBERLINK.check(posed, NUMBERLINK.decode_solution(posed, told)) == ()
        assert witness is None or witness != shown


@pytest.mark.parametrize("rule", NUMBERLINK.rules)
def test_every_rule_is_told_as_naive_enumeration_finds(rule: str) -> None:
    source = random.Random(4)
    boards = [cover(source, 4, source.randint(3, 5), rule) for _ in range(12)]
    records = certified([record_of(*board) for board in boards])
    for record in records:
        assert_right(record)
        entries = rules_of(record)
        assert tuple(entries) == NUMBERLINK.rules
        unique = [name for name in NUMBERLINK.rules if entries[name]["status"] == "unique"]
        assert strongest_of(record) == unique[:1]
        assert entries[rule]["method"] == record.verdict.method


def test_unique_under_free_needs_no_further_proof() -> None:
    clues, solution = cover(random.Random(1), 4, 4, "free")
    while len(all_solutions(clues, 2)) > 1:
        clues, solution = cover(random.Random(clues.pairs), 4, 5, "free")
    (record,) = certified([record_of(clues, solution)])
    entries = rules_of(record)
    assert strongest_of(record) == ["free"]
    assert [entries[rule]["method"] for rule in ("cover", "no-uturn", "no-touch")] == [
        "implied:free"
    ] * 3
    assert_right(record)


def test_a_board_that_is_unique_under_a_middle_rule_alone() -> None:
    """Three solutions under cover, one under no-uturn, none under no-touch."""
    (record,) = certified([record_of(read_grid(NO_UTURN_ALONE, "cover"))])
    entries = rules_of(record)
    assert {rule: entry["status"] for rule, entry in entries.items()} == {
        "free": "multiple",
        "cover": "multiple",
        "no-uturn": "unique",
        "no-touch": "unsolvable",
    }
    assert entries["free"]["method"] == "implied:cover"
    assert strongest_of(record) == ["no-uturn"]
    assert_right(record)


def test_the_one_solution_of_another_rule_is_shown_with_it() -> None:
    """Left to themselves the two ends of a pair are joined straight; cover sends it round."""
    (record,) = certified([record_of(put_ends(2, 3, "free", [0, 3]))])
    entries = rules_of(record)
    assert entries["free"]["status"] == "multiple"
    assert entries["cover"]["status"] == "unique"
    assert entries["cover"].get("solution", record.solution) == {"paths": [[0, 1, 2, 5, 4, 3]]}
    assert entries["no-touch"]["status"] == "unsolvable"
    assert entries["no-touch"]["method"] in ("implied:cover", "implied:no-uturn")
    assert_right(record)


def test_a_spent_budget_is_told_as_undecided() -> None:
    clues = put_ends(14, 14, "cover", [42, 143, 45, 60, 59, 6])
    (record,) = certified([record_of(clues)], StepLimits(nodes=2, conflicts=2))
    entries = rules_of(record)
    assert entries["cover"]["status"] == "undecided"
    assert entries["free"]["status"] == "multiple"  # found at once, and said of no other rule
    assert strongest_of(record) == []


def test_rule_profiles_survive_the_file_and_a_new_verdict_drops_them() -> None:
    (record,) = certified([record_of(*cover(random.Random(3), 4, 4, "cover"))])
    again = parse_record(dump_record(record), "a file", 1)
    assert again == record
    (anew,) = filter_records([again])
    assert anew.verdict.extra == {}


@pytest.mark.parametrize("kind_id", kinds_with("variants"))
def test_every_kind_is_certified_as_it_is_proved(kind_id: str) -> None:
    kind = get_kind(kind_id)
    params = kind.parse_params(6, 6, None, {})
    made = [
        r
        for r in generate_records((GeneratorOrder(kind_id, params, 5, None), i) for i in range(4))
        if r
    ]
    one = certified(made)
    tally: Counter[str] = Counter()
    assert list(count_strongest(one, tally)) == one
    assert tally.total() == len(one)
    for record in one:
        entries = rules_of(record)
        assert sorted(entries) == sorted(kind.rules)
        for rule, entry in entries.items():
            proved = kind.uniqueness.prove(
                with_rule(kind, kind.decode(record.puzzle), rule), None, kind.budget
            )
            assert entry["status"] == proved.status, rule
        for rule in strongest_of(record):
            stronger = [other for other in kind.rules if kind.variants.is_weaker_than(other, rule)]
            assert all(
                entries[other]["status"] == "multiple" for other in stronger if other != rule
            )


@pytest.mark.parametrize("kind_id", kinds_with("variants"))
def test_rules_come_after_those_that_include_them(kind_id: str) -> None:
    kind = get_kind(kind_id)
    order = from_strongest(kind.variants)
    assert sorted(order) == sorted(kind.rules)
    for place, rule in enumerate(order):
        assert not any(kind.variants.is_weaker_than(later, rule) for later in order[place + 1 :])
