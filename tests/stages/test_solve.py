"""Solving and counting."""

import json
from pathlib import Path

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.model import ConfigError, Record, Status, Verdict, record_id
from pipeline.run.execution import Workers
from pipeline.stages.check_kind.boards import small_boards
from pipeline.stages.grade import grade_records
from pipeline.stages.mapping import serial
from pipeline.stages.puzzle import StepLimits, read_puzzle
from pipeline.stages.solve import AnswerOptions, count_records, write_answers, write_counts
from pipeline.stages.verify import verify_records
from tests.known import the
from tests.naive.numberlink_boards import FOUR_BY_FOUR, put_ends, read_grid

KIND = get_kind("npuzzle")
FEW = StepLimits(nodes=10)
"""A budget that no proof of `deep` fits into."""


@pytest.fixture(autouse=True)
def _narrow_beam(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the beam miss the shortest way, as it does on larger boards: 44 moves for 40."""
    monkeypatch.setattr("pipeline.kinds.npuzzle.solve.PATTERN_BEAM_WIDTH", 8)


@pytest.fixture(scope="module")
def deep() -> Record:
    """Return a 3x4 puzzle whose record has no solution yet."""
    clues = KIND.generate(KIND.parse_params(3, 4, None, {"walk": "300"}), 3).clues
    puzzle = KIND.encode(clues)
    verdict = Verdict(Status.NOT_APPLICABLE, None, "rules", KIND.version)
    return Record(record_id(KIND.id, puzzle), KIND.id, puzzle, verdict=verdict)


def answers(records: list[Record], folder: Path, limits: StepLimits) -> tuple[list[Record], str]:
    """Return what ``solve --to json`` writes, and its summary."""
    file = folder / "solved.jsonl"
    options = AnswerOptions(form="json", limits=limits)
    tally = write_answers(records, str(file), options, serial)
    lines = [json.loads(line)["solution"] for line in file.read_text().splitlines()]
    solved = [record.with_(solution=line) for record, line in zip(records, lines, strict=True)]
    return solved, tally.sentence()


def test_the_record_and_the_summary_say_what_is_proved(deep: Record, tmp_path: Path) -> None:
    (longer,), said = answers([deep], tmp_path, FEW)
    assert the(longer.solution)["proved"] is False
    assert said.startswith("solve: 1 not proved shortest, 0 impossible, 0 undecided;")
    (least, _), said = answers([deep, longer], tmp_path, StepLimits())
    assert the(least.solution)["proved"] is True
    assert len(the(least.solution)["moves"]) < len(the(longer.solution)["moves"])
    assert said.startswith("solve: 2 shortest, 0 impossible, 0 undecided;")


def test_the_shorter_way_is_kept(deep: Record, tmp_path: Path) -> None:
    (longer,), _ = answers([deep], tmp_path, FEW)
    (least,), _ = answers([longer], tmp_path, StepLimits())
    (kept,), _ = answers([least], tmp_path, FEW)
    assert kept.solution == least.solution
    (graded,) = grade_records([longer])
    assert graded.grade is not None
    assert graded.grade.extra["moves"] == len(the(least.solution)["moves"])
    assert graded.solution == least.solution


def test_a_claim_to_be_shortest_is_checked(deep: Record, tmp_path: Path) -> None:
    (longer,), _ = answers([deep], tmp_path, FEW)
    lie = longer.with_(solution={**the(longer.solution), "proved": True})
    (least,), _ = answers([deep], tmp_path, StepLimits())
    honest, false, right = verify_records([longer, lie, least])
    fewer = f"{len(the(least.solution)['moves'])} suffice; grade it again"
    assert honest.problems == ()
    assert honest.notes[0].endswith(fewer)
    assert false.problems[0].endswith(fewer)
    assert right.problems == ()


CORNERS = get_kind("numberlink").encode(put_ends(4, 4, "free", [0, 15]))
WALKS = 184
"""Paths from corner to corner of a 4x4 grid (OEIS A007764)."""
RECORDS = [
    Record(record_id("numberlink", puzzle), "numberlink", puzzle, extra={"mine": 1})
    for puzzle in (get_kind("numberlink").encode(read_grid(FOUR_BY_FOUR, "cover")), CORNERS)
]


def test_numbers_are_exact_for_any_number_of_workers(tmp_path: Path) -> None:
    texts = []
    for jobs in (1, 2):
        with Workers(jobs) as workers:
            path = tmp_path / str(jobs)
            tally = write_counts(RECORDS, str(path), AnswerOptions(), workers)
        assert (tally.outcomes["counted"], tally.undecided) == (2, 0)
        texts.append(path.read_text())
    assert texts == [f"5\n{WALKS}\n"] * 2


def test_json_has_the_number_as_a_string_and_keeps_what_it_does_not_know(tmp_path: Path) -> None:
    output, stats = tmp_path / "out", tmp_path / "stats"
    options = AnswerOptions(form="json", stats=str(stats))
    write_counts(RECORDS, str(output), options, serial)
    first, second = (json.loads(line) for line in output.read_text().splitlines())
    assert first["count"] == {
        "complete": True,
        "method": first["count"]["method"],
        "note": None,
        "solutions": "5",
    }
    assert second["count"]["solutions"] == str(WALKS)
    assert second["count"]["method"]
    assert (first["mine"], first["puzzle"]) == (1, RECORDS[0].puzzle)
    lines = [json.loads(line) for line in stats.read_text().splitlines()]
    assert [line["count"] for line in lines] == ["5", str(WALKS)]
    assert set(lines[0]) == {"id", "complete", "count", "method", "nodes", "seconds"}


def test_a_spent_budget_gives_a_lower_bound_and_the_reason() -> None:
    (found,) = count_records(RECORDS[1:], AnswerOptions(limits=StepLimits(50, 50)))
    assert found.text().startswith("at least ")
    assert "(undecided: 50 nodes and 50 conflicts were spent)" in found.text()
    assert not found.found.is_exact
    assert found.found.count < WALKS
    assert found.counted_record().extra["count"]["complete"] is False


@pytest.mark.parametrize("kind_id", kind_ids())
def test_counts_of_all_kinds_agree_with_their_lists(kind_id: str) -> None:
    kind = get_kind(kind_id)
    for board in small_boards(kind):
        puzzle = kind.encode(board.clues)
        (found,) = count_records(
            [Record(record_id(kind_id, puzzle), kind_id, puzzle)], AnswerOptions()
        )
        listed = kind.solve(board.clues, 300, kind.budget, kind.solvers[0])
        if listed.is_complete:
            assert (found.found.count, found.found.is_exact) == (len(listed.solutions), True)


def test_a_rule_and_a_solver_are_used() -> None:
    posed = read_puzzle(RECORDS[0], "no-uturn").record
    (found,) = count_records([posed], AnswerOptions(solver="frontier"))
    assert (found.text(), found.found.method) == ("0", "frontier")


@pytest.mark.parametrize(("form", "word"), [("tubes", "--count N"), ("labels", "'labels'")])
def test_forms_that_show_solutions_are_refused(tmp_path: Path, form: str, word: str) -> None:
    with pytest.raises(ConfigError, match=word):
        write_counts(RECORDS, str(tmp_path / "out"), AnswerOptions(form=form), serial)
    assert list(tmp_path.iterdir()) == []
