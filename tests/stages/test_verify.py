"""Whatever a record claims is checked: each field is put wrong, and each is found."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.npuzzle.model import Clues, Solution
from pipeline.model import Band, ConfigError, Confirmed, Record, Status, Verdict, record_id
from pipeline.stages.books.book import book_from_records, load_book_config
from pipeline.stages.filter import add_rule_profiles, filter_records
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.grade import grade_records
from pipeline.stages.verify import verify_records
from tests.known import the
from tests.refusals import refused


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """Return two puzzles without U-turns, unique under that rule, with all that can be said."""
    params = get_kind("numberlink").parse_params(5, 5, "no-uturn", {})
    order = GeneratorOrder("numberlink", params, 3)
    made = [one for one in generate_records((order, index) for index in range(2)) if one]
    proved = [one for one in filter_records(made) if one.verdict.status is Status.UNIQUE]
    assert proved
    return list(grade_records(add_rule_profiles(proved)))


@pytest.fixture
def record(records: list[Record]) -> Record:
    return records[0]


def problems(*records: Record) -> list[str]:
    return [problem for one in verify_records(records) for problem in one.problems]


def test_all_that_is_true_passes(records: list[Record]) -> None:
    assert problems(*records) == []
    assert [note for one in verify_records(records) for note in one.notes] == []


def test_a_verdict_under_another_rule_is_found(record: Record) -> None:
    """It was proved under the rule of the puzzle, and the verdict's was never compared."""
    claimed = record.with_(verdict=replace(record.verdict, rule="free", extra={}))
    assert problems(claimed) == ["the verdict holds under free, the puzzle is posed under no-uturn"]


@pytest.mark.parametrize("status", [Status.MULTIPLE, Status.UNDECIDED, Status.NOT_APPLICABLE])
def test_another_status_is_found(record: Record, status: Status) -> None:
    assert problems(record.with_(verdict=replace(record.verdict, status=status, extra={})))


def test_a_witness_beside_unique_is_found(record: Record) -> None:
    doubled = replace(record.verdict, witness=record.solution)
    assert problems(record.with_(verdict=doubled)) == ["a second solution with the verdict unique"]


def test_each_entry_of_a_rule_profile_is_proved_again(record: Record) -> None:
    profile = record.verdict.extra["rule_profile"]
    for place, entry in enumerate(profile["rules"]):
        other = "unsolvable" if entry["status"] == "unique" else "unique"
        changed = [
            {**one, "status": other} if number == place else one
            for number, one in enumerate(profile["rules"])
        ]
        claimed = {"rule_profile": {**profile, "rules": changed}}
        found = problems(record.with_(verdict=replace(record.verdict, extra=claimed)))
        assert any(f"says {other} under {entry['rule']}" in problem for problem in found)
    wrongs: list[Any] = [{}, {"rules": 3}, {"rules": [{}], "strongest": []}, 7]
    for wrong in wrongs:
        verdict = replace(record.verdict, extra={"rule_profile": wrong})
        assert problems(record.with_(verdict=verdict)) == ["the rule profile is not in its form"]
    claimed = {"rule_profile": {**profile, "strongest": ["free"]}}
    if profile["strongest"] != ["free"]:
        assert problems(record.with_(verdict=replace(record.verdict, extra=claimed)))


@pytest.mark.parametrize("kind_id", [one for one in kind_ids() if not get_kind(one).variants])
def test_a_kind_with_one_rule_has_no_rule_profile(kind_id: str) -> None:
    kind = get_kind(kind_id)
    order = GeneratorOrder(kind_id, next(iter(kind.presets.values())), 1)
    made = filter(None, generate_records((order, index) for index in range(9)))
    one = next(iter(add_rule_profiles(filter_records([next(made)]))))
    assert "rule_profile" not in one.verdict.extra
    assert problems(one) == []
    claimed: Any = {"rule_profile": {"strongest": [], "rules": []}}
    (problem,) = problems(one.with_(verdict=replace(one.verdict, extra=claimed)))
    assert problem == "a rule profile, which a puzzle of this kind and verdict does not have"


def test_each_part_of_a_grade_is_graded_again(record: Record) -> None:
    grade = record.grade
    assert grade is not None
    others: dict[str, Any] = {
        "score": "9.99",
        "nodes": (*grade.nodes[:-1], grade.nodes[-1] + 1),
        "capped": grade.capped + 1,
        "band": Band.EXPERT if grade.band is not Band.EXPERT else Band.EASY,
        "percentile": 99 if grade.percentile != 99 else 1,
    }
    for name, value in others.items():
        (problem,) = problems(record.with_(grade=replace(grade, **{name: value})))
        assert problem.startswith(f"the grade has {name} ")


def test_quality_note_and_published_answer_are_compared(record: Record) -> None:
    quality = record.extra["quality"]
    origin = record.provenance
    assert origin is not None
    for extra, said in (
        ({"quality": quality}, ""),
        ({"quality": {**quality, next(iter(quality)): 999}}, "other measures of quality"),
        ({"grade_note": "several solutions"}, "grade_note, 'several solutions'"),
    ):
        found = problems(record.with_(extra=extra))
        assert said in "".join(found)
        assert bool(found) == bool(said)
    for published, said in ((record.solution, ""), ({"paths": 3}, "cannot be read")):
        provenance = replace(origin, extra={"published": published})
        assert said in "".join(problems(record.with_(provenance=provenance)))


def test_a_grade_of_another_version_is_reported_and_not_compared(record: Record) -> None:
    assert record.grade is not None
    old = record.with_(grade=replace(record.grade, version=0, band=Band.EXPERT))
    (finding,) = verify_records([old])
    assert finding.problems == ()
    assert "not compared" in finding.notes[0]


def test_one_id_for_two_puzzles_is_found_and_one_puzzle_twice_is_reported(records) -> None:
    first, second = records
    assert problems(first, second.with_(id=first.id)) == [
        "another puzzle of the file has the same id"
    ]
    again = first.with_(id="f" * 16)
    *_, last = verify_records([first, second, again])
    assert last.problems == ()
    assert last.notes == (f"the same puzzle as {first.id}, perhaps turned or relabelled",)


def test_a_book_takes_verdicts_for_the_puzzle_as_posed_alone(
    record: Record, tmp_path: Path
) -> None:
    config = tmp_path / "book.toml"
    config.write_text(
        'seed = 1\n[book]\ntitle = "T"\nauthor = "A"\nyear = 2026\n'
        '[[section]]\ntitle = "S"\nkind = "numberlink"\nsize = "5x5"\nrule = "free"\ncount = 1\n'
    )
    for verdict in (
        replace(record.verdict, rule="free", extra={}),
        replace(record.verdict, status=Status.NOT_APPLICABLE, rule=None, extra={}),
    ):
        with refused(ConfigError):
            book_from_records(
                [record.with_(verdict=verdict)], load_book_config(config), str(tmp_path / "b.pdf")
            )
    assert not (tmp_path / "b.pdf").exists()


def test_a_confirmation_that_the_method_does_not_name_is_found(record: Record) -> None:
    verdict = replace(record.verdict, method="frontier", confirmed=Confirmed.ARGUMENT, extra={})
    assert problems(record.with_(verdict=verdict)) == [
        "confirmed argument does not follow from frontier"
    ]


def test_all_that_a_grade_says_is_compared() -> None:
    kind = get_kind("npuzzle")
    clues = Clues(3, 3, (1, 2, 3, 4, 5, 6, 0, 7, 8), (1, 2, 3, 4, 5, 6, 7, 8, 0))
    puzzle = kind.encode(clues)
    plain = Record(
        record_id(kind.id, puzzle), kind.id, puzzle, kind.encode_solution(Solution("RR", True)),
        Verdict(Status.NOT_APPLICABLE),
    )  # fmt: skip
    (graded,) = grade_records([plain])
    assert problems(graded) == []
    assert {"moves", "proved", "shortest_solutions"} <= the(graded.grade).extra.keys()
    for name in the(graded.grade).extra:
        extra = {**the(graded.grade).extra, name: 99}
        (said,) = problems(graded.with_(grade=replace(the(graded.grade), extra=extra)))
        assert said.startswith(f"the grade has {name} 99, graded again it is ")
    extra = {**the(graded.grade).extra, "stars": 5}
    (found,) = verify_records([graded.with_(grade=replace(the(graded.grade), extra=extra))])
    assert found.problems == ()
    assert found.notes == ("the grade has stars, which a new grade has not: not compared",)
