"""What cannot be graded says why; what a verdict rules out is not tried."""

import pytest

from pipeline.model import Record, Status, Verdict, record_id
from pipeline.stages.grade import NOTE, QUALITY, grade_records, report_ungraded


def record(clues: list[list[int]], status: Status = Status.UNCHECKED) -> Record:
    puzzle = {"rows": len(clues), "cols": len(clues[0]), "rule": "cover", "clues": clues}
    rule = None if status is Status.UNCHECKED else "cover"
    return Record(
        record_id("numberlink", puzzle), "numberlink", puzzle, verdict=Verdict(status, rule)
    )


@pytest.mark.parametrize(
    ("status", "note"),
    [
        (Status.UNSOLVABLE, "no solution under cover"),
        (Status.MULTIPLE, "several solutions under cover"),
        (
            Status.UNDECIDED,
            "undecided: the number of solutions was not found within the budget under cover",
        ),
    ],
)
def test_a_verdict_says_why_there_is_no_grade(status: Status, note: str) -> None:
    (graded,) = grade_records([record([[1, 0, 1]], status)])
    assert graded.grade is None
    assert graded.extra[NOTE] == note


def test_what_has_no_solution_is_found_out_and_named() -> None:
    crossed = record([[1, 2], [2, 1]])
    messages: list[str] = []
    (graded,) = report_ungraded(grade_records([crossed]), messages.append)
    assert graded.extra[NOTE] == "no solution"
    assert messages == [f"{crossed.id}: no grade: no solution"]


def test_a_grade_takes_the_note_away() -> None:
    noted = record([[1, 0, 1]]).with_(extra={NOTE: "no solution", "mine": 1})
    (graded,) = grade_records([noted])
    assert graded.grade is not None
    assert {key: graded.extra[key] for key in graded.extra if key != QUALITY} == {"mine": 1}


def test_an_unproved_puzzle_is_proved_first() -> None:
    """One of several answers says nothing of how hard a puzzle is."""
    several = record([[1, 0, 1], [0, 0, 0], [2, 0, 2]])
    posed = several.with_(
        puzzle={**several.puzzle, "rule": "free"}, solution={"paths": [[0, 1, 2], [6, 7, 8]]}
    )
    (graded,) = grade_records([posed])
    assert graded.grade is None
    assert graded.extra[NOTE] == "several solutions"
