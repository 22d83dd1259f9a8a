"""A way that may be longer than need be is never passed off as a shortest one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.kinds import get_kind
from pipeline.model import Record, Status, Verdict, record_id
from pipeline.stages.grade import grade_records
from pipeline.stages.mapping import serial
from pipeline.stages.puzzle import StepLimits
from pipeline.stages.solve import AnswerOptions, write_answers
from pipeline.stages.verify import verify_records

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
    assert longer.solution["proved"] is False
    assert said.startswith("solve: 1 not proved shortest, 0 impossible, 0 undecided;")
    (least, _), said = answers([deep, longer], tmp_path, StepLimits())
    assert least.solution["proved"] is True
    assert len(least.solution["moves"]) < len(longer.solution["moves"])
    assert said.startswith("solve: 2 shortest, 0 impossible, 0 undecided;")


def test_the_shorter_way_is_kept(deep: Record, tmp_path: Path) -> None:
    (longer,), _ = answers([deep], tmp_path, FEW)
    (least,), _ = answers([longer], tmp_path, StepLimits())
    (kept,), _ = answers([least], tmp_path, FEW)
    assert kept.solution == least.solution
    (graded,) = grade_records([longer])
    assert graded.grade is not None
    assert graded.grade.extra["moves"] == len(least.solution["moves"])
    assert graded.solution == least.solution


def test_a_claim_to_be_shortest_is_checked(deep: Record, tmp_path: Path) -> None:
    (longer,), _ = answers([deep], tmp_path, FEW)
    lie = longer.with_(solution={**longer.solution, "proved": True})
    (least,), _ = answers([deep], tmp_path, StepLimits())
    honest, false, right = verify_records([longer, lie, least])
    fewer = f"{len(least.solution['moves'])} suffice; grade it again"
    assert honest.problems == ()
    assert honest.notes[0].endswith(fewer)
    assert false.problems[0].endswith(fewer)
    assert right.problems == ()
