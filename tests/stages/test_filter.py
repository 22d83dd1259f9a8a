"""Verdicts and rule profiles."""

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pipeline.kinds import get_kind, load_examples
from pipeline.kinds.interface import under_rule, with_rule
from pipeline.kinds.numberlink.canonical import transform
from pipeline.model import Confirmed, Record, Status, Verdict, record_id
from pipeline.stages.filter import (
    add_rule_profiles,
    argue,
    count_strongest,
    filter_records,
    from_weakest,
    is_confirmed,
    keep_accepted,
)
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.puzzle import NO_LIMITS, StepLimits, confirmation, find_verdict, read_puzzle
from pipeline.store.jsonl import dump_record, parse_record
from tests.book.sample import make_record
from tests.kinds.boards import kinds_with
from tests.known import the
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import NO_UTURN_ALONE, cover, put_ends, read_grid

NUMBERLINK = get_kind("numberlink")


@pytest.mark.parametrize(
    ("method", "confirmed"),
    [
        ("frontier", Confirmed.NONE),
        ("lemmas:glucose4", Confirmed.NONE),
        ("turns:glucose4", Confirmed.NONE),
        ("lemmas:glucose4+mirror:cadical153", Confirmed.SOLVER),
        ("sat:glucose4+sat:cadical153", Confirmed.SOLVER),
        ("free-lemmas:glucose4+mirror:cadical153", Confirmed.SOLVER),
        ("frontier+search", Confirmed.ARGUMENT),
        ("lemmas:glucose4+frontier", Confirmed.ARGUMENT),
    ],
)
def test_a_method_names_its_arguments(method, confirmed) -> None:
    verdict = Verdict(Status.UNIQUE, "free", method, 1)
    assert confirmation(NUMBERLINK, verdict) is confirmed
    assert confirmation(NUMBERLINK, replace(verdict, status=Status.MULTIPLE)) is None


def _record() -> Record:
    example = load_examples(NUMBERLINK)["solved"][0]
    name = record_id("numberlink", example["puzzle"])
    return Record(name, "numberlink", example["puzzle"], example["solution"])


def test_filter_writes_what_confirms_a_verdict() -> None:
    (proved,) = filter_records([_record()])
    if proved.verdict.status is Status.UNIQUE:
        assert proved.verdict.confirmed is confirmation(NUMBERLINK, proved.verdict)


def test_what_is_not_confirmed_is_rejected_where_that_is_asked(tmp_path: Path) -> None:
    alone = replace(Verdict(Status.UNIQUE, "free", "frontier", 1), confirmed=Confirmed.NONE)
    records = [
        _record().with_(id=name * 16, verdict=replace(alone, confirmed=confirmed))
        for name, confirmed in zip("abcd", (None, *Confirmed), strict=True)
    ]
    assert [is_confirmed(record) for record in records] == [False, False, True, True]
    tally: Counter[str] = Counter()
    rejected = tmp_path / "rejected.jsonl"
    kept = list(keep_accepted(records, str(rejected), tally, asks_confirmed=True))
    assert [record.id[0] for record in kept] == ["c", "d"]
    assert tally == {"unique": 2, "unique but not confirmed": 2}
    assert [json.loads(line)["id"][0] for line in rejected.read_text().splitlines()] == ["a", "b"]
    assert list(keep_accepted(records, None, Counter())) == records


def test_a_kind_that_asks_for_no_single_solution_is_solved_and_checked() -> None:
    """No proof, no stub: a right solution is not-applicable, none is unsolvable or undecided."""
    bare = replace(NUMBERLINK, uniqueness=None, variants=None)
    record = _record()
    clues = bare.decode(record.puzzle)
    assert record.solution is not None
    solution = bare.decode_solution(clues, record.solution)
    budget = NUMBERLINK.budget
    for hint in (solution, None):
        verdict = find_verdict(bare, clues, hint, budget)
        assert (verdict.status, verdict.rule) == (Status.NOT_APPLICABLE, None)
    crossed = bare.decode({"rows": 2, "cols": 2, "rule": "free", "clues": [[1, 2], [2, 1]]})
    assert find_verdict(bare, crossed, None, budget).status is Status.UNSOLVABLE
    spent = replace(budget, nodes=1, conflicts=1)
    hard = bare.generate(bare.presets["medium"], 1).clues
    assert find_verdict(bare, hard, None, spent).status in (Status.UNDECIDED, Status.NOT_APPLICABLE)


@pytest.mark.parametrize("rule", ["free", "no-touch"])
def test_another_argument_is_looked_for_where_that_is_asked(rule: str) -> None:
    params = NUMBERLINK.parse_params(7, 7, rule, {})
    made = NUMBERLINK.generate(params, 4)
    record = Record("a" * 16, "numberlink", NUMBERLINK.encode(made.clues))
    puzzle = read_puzzle(record).with_solution(made.solution)
    weak = Verdict(Status.UNIQUE, rule, "lemmas:glucose4+mirror:cadical195", 4)
    weak = replace(weak, confirmed=confirmation(NUMBERLINK, weak))
    assert weak.confirmed is Confirmed.SOLVER
    strong = argue(puzzle, weak, NUMBERLINK.budget)
    assert strong.method == f"{weak.method}+sat:cadical195"
    assert strong.confirmed is Confirmed.ARGUMENT
    assert argue(puzzle, strong, NUMBERLINK.budget) is strong
    assert (
        argue(puzzle, replace(weak, status=Status.MULTIPLE), NUMBERLINK.budget).method
        == weak.method
    )
    assert argue(puzzle, weak, replace(NUMBERLINK.budget, conflicts=0)) is weak


def test_another_argument_that_disagrees_ends_in_an_error() -> None:
    clues = NUMBERLINK.decode(
        {"rows": 3, "cols": 3, "rule": "free", "clues": [[1, 0, 1], [0, 0, 0], [2, 0, 2]]}
    )
    record = Record("a" * 16, "numberlink", NUMBERLINK.encode(clues))
    known = NUMBERLINK.solve(clues, 1, NUMBERLINK.budget, "auto").solutions[0]
    wrong = Verdict(Status.UNIQUE, "free", "frontier", 4, confirmed=Confirmed.NONE)
    with pytest.raises(AssertionError, match="second solution"):
        argue(read_puzzle(record).with_solution(known), wrong, NUMBERLINK.budget)


@pytest.mark.parametrize("conflicts", [0, 5, 50])
def test_another_argument_is_found_alike_for_a_board_turned_and_mirrored(conflicts: int) -> None:
    made = NUMBERLINK.generate(NUMBERLINK.parse_params(7, 7, "free", {}), 4)
    weak = Verdict(
        Status.UNIQUE, "free", "lemmas:glucose4+mirror:cadical195", 4, confirmed=Confirmed.SOLVER
    )
    found = set()
    for symmetry in range(8):
        clues, solution = transform(the(made.clues), made.solution, symmetry)
        record = Record("a" * 16, "numberlink", NUMBERLINK.encode(clues))
        puzzle = read_puzzle(record).with_solution(solution)
        few = replace(NUMBERLINK.budget, conflicts=conflicts)
        found.add(argue(puzzle, weak, few).method)
    assert len(found) == 1


def test_a_solution_that_a_whole_budget_did_not_show_is_not_looked_for_with_as_much_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def find(kind, clues, hint, budget):
        asked.append(budget.conflicts)
        return find_verdict(kind, clues, hint, budget)

    monkeypatch.setattr("pipeline.stages.filter.find_verdict", find)
    made = make_record(15, 15, 1)
    limits = StepLimits(nodes=1, conflicts=4)
    given, searched = filter_records([made, made.with_(solution=None)], limits=limits)
    assert asked == [4, 1]
    assert given.solution is not None
    assert (searched.solution, searched.verdict.status) == (None, Status.UNDECIDED)


PROFILED = get_kind("numberlink")


def record_of(clues: Any, solution: Any = None) -> Record:
    puzzle = PROFILED.encode(clues)
    shown = None if solution is None else PROFILED.encode_solution(solution)
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
    clues = PROFILED.decode(record.puzzle)
    for rule, entry in rules_of(record).items():
        posed = the(PROFILED.variants).with_rule(clues, rule)
        found = all_solutions(posed, 2)
        expected = [Status.UNSOLVABLE, Status.UNIQUE, Status.MULTIPLE][len(found)]
        assert entry["status"] == expected, (record.puzzle, rule)
        shown = entry.get("solution", record.solution if found else None)
        witness = entry["witness"]
        assert (witness is not None) == (expected is Status.MULTIPLE)
        for data in (shown, witness):
            if data is not None and found:
                assert PROFILED.check(posed, PROFILED.decode_solution(posed, data)) == ()
        assert witness is None or witness != shown


@pytest.mark.parametrize("rule", PROFILED.rules)
def test_every_rule_is_reported_as_naive_enumeration_finds(rule: str) -> None:
    source = random.Random(4)
    boards = [cover(source, 4, source.randint(3, 5), rule) for _ in range(12)]
    records = certified([record_of(*board) for board in boards])
    for record in records:
        assert_right(record)
        entries = rules_of(record)
        assert tuple(entries) == PROFILED.rules
        unique = [name for name, entry in entries.items() if entry["status"] == "unique"]
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


def test_a_spent_budget_is_reported_as_undecided() -> None:
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
    (proved,) = filter_records([again])
    assert proved.verdict.extra == {}


@pytest.mark.part(3)
@pytest.mark.parametrize("kind_id", kinds_with("variants"))
def test_every_kind_is_certified_as_it_is_proved(kind_id: str) -> None:
    kind = get_kind(kind_id)
    params = kind.parse_params(6, 6, None, {})
    made = [
        r
        for r in generate_records((GeneratorOrder(kind_id, params, 5, None), i) for i in range(4))
        if r
    ]
    one, variants = certified(made), the(kind.variants)
    tally: Counter[str] = Counter()
    assert list(count_strongest(one, tally)) == one
    assert tally.total() == len(one)
    for record in one:
        entries = rules_of(record)
        clues = kind.decode(record.puzzle)
        fits = [rule for rule in variants.rules if under_rule(kind, clues, rule) is not None]
        assert sorted(entries) == sorted(fits)
        for rule, entry in entries.items():
            proved = the(kind.uniqueness).prove(
                with_rule(kind, kind.decode(record.puzzle), rule), None, kind.budget
            )
            assert entry["status"] == proved.status, rule
        for rule in strongest_of(record):
            stronger = [other for other in variants.rules if variants.is_weaker_than(other, rule)]
            assert all(
                entries[other]["status"] == "multiple" for other in stronger if other != rule
            )


@pytest.mark.parametrize("kind_id", kinds_with("variants"))
def test_rules_come_after_those_that_include_them(kind_id: str) -> None:
    variants = the(get_kind(kind_id).variants)
    order = from_weakest(variants)
    assert sorted(order) == sorted(variants.rules)
    for place, rule in enumerate(order):
        assert not any(variants.is_weaker_than(later, rule) for later in order[place + 1 :])
