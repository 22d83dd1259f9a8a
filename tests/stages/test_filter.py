"""What is proved in one way alone is told apart from what is confirmed, and can be rejected."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.kinds import get_kind, load_examples
from pipeline.kinds.numberlink.canonical import transform
from pipeline.model import Confirmed, Record, Status, Verdict, record_id
from pipeline.stages.filter import argue, filter_records, is_confirmed, keep_accepted
from pipeline.stages.puzzle import StepLimits, confirmation, find_verdict, read_puzzle
from tests.book.sample import make_record

NUMBERLINK = get_kind("numberlink")


@pytest.mark.parametrize(
    ("method", "confirmed"),
    [
        ("frontier", Confirmed.NONE),
        ("lemmas:glucose4", Confirmed.NONE),
        ("turns:glucose4", Confirmed.NONE),
        ("lemmas:glucose4+mirror:cadical153", Confirmed.SOLVER),
        ("sat:glucose4+sat:cadical153", Confirmed.SOLVER),
        ("turns:glucose4+sat:minisat22", Confirmed.SOLVER),
        ("free-lemmas:glucose4+mirror:cadical153", Confirmed.SOLVER),
        ("frontier+search", Confirmed.ARGUMENT),
        ("lemmas:glucose4+frontier", Confirmed.ARGUMENT),
    ],
)
def test_a_method_tells_how_many_arguments_stand_behind_it(method, confirmed) -> None:
    verdict = Verdict(Status.UNIQUE, "free", method, 1)
    assert confirmation(NUMBERLINK, verdict) is confirmed
    assert confirmation(NUMBERLINK, replace(verdict, status=Status.MULTIPLE)) is None


def _record() -> Record:
    example = load_examples(NUMBERLINK)["solved"][0]
    name = record_id("numberlink", example["puzzle"])
    return Record(name, "numberlink", example["puzzle"], example["solution"])


def test_filter_writes_what_stands_behind_a_verdict() -> None:
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
        clues, solution = transform(made.clues, made.solution, symmetry)
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
