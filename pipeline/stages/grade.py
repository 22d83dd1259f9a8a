"""Grade: records to records with the reference grade of their kind, or the reason for none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from pipeline.kinds.interface import Budget
from pipeline.model import Record, Status
from pipeline.stages.mapping import Mapper, serial
from pipeline.stages.puzzle import Puzzle, read_puzzle, solve_puzzle

BUDGET_PART: Final = 10  # Divisor of the budget of the kind for solving or proving a puzzle here
NOTE: Final = "grade_note"  # Field of a record with the reason why it has no grade
QUALITY: Final = "quality"  # Field of a record with the measures of docs/quality.md

_NOTES: Final = {
    Status.UNSOLVABLE: "no solution",
    Status.MULTIPLE: "several solutions",
    Status.UNDECIDED: "undecided: the number of solutions was not found within the budget",
}
_UNPROVED: Final = "graded by one solution; whether it is the only one is undecided"
_UNSOLVED: Final = "undecided: no solution was found within the budget; prove it with filter first"


def grade_records(records: Iterable[Record], mapper: Mapper = serial) -> Iterator[Record]:
    """Yield each record with its grade, in order, or with a `NOTE`.

    Puzzles without exactly one solution have no grade. A record without a solution is solved first,
    one without a verdict is proved, within a part of the budget.
    """
    return mapper(_grade_and_measure, records)


def _grade_and_measure(record: Record) -> Record:
    puzzle = grade_puzzle(read_puzzle(record))
    graded = puzzle.record
    if graded.grade is None or puzzle.kind.quality is None:
        return graded
    measures = dict(puzzle.kind.quality.measure(puzzle.clues, puzzle.solution))
    return graded.with_(extra={**graded.extra, QUALITY: measures})


def report_ungraded(records: Iterable[Record], say: Callable[[str], None]) -> Iterator[Record]:
    """Yield the records, and report those without a grade, with the reason."""
    for record in records:
        if record.grade is None:
            place = f" ({record.place})" if record.place else ""
            say(f"{record.id}{place}: no grade: {record.extra.get(NOTE)}")
        yield record


def grade_puzzle(given: Puzzle) -> Puzzle:
    """Return a puzzle with its grade, or with a `NOTE`."""
    puzzle, record = given, given.record
    extra = {key: value for key, value in record.extra.items() if key != NOTE}
    note = _NOTES.get(record.verdict.status)
    if note is None:
        puzzle, is_spent = solve_puzzle(puzzle, _part(puzzle))
        if puzzle.solution is None:
            note = _UNSOLVED if is_spent else _NOTES[Status.UNSOLVABLE]
    if note is not None:
        rule = f" under {record.verdict.rule}" if record.verdict.rule else ""
        return given.with_(grade=None, extra={**extra, NOTE: note + rule})
    if puzzle.kind.shortest is not None:
        shorter = puzzle.kind.shortest.find_shorter(puzzle.clues, puzzle.solution)
        puzzle = puzzle.with_solution(shorter)
    elif record.verdict.status is Status.UNCHECKED and (status := _prove(puzzle)) is not None:
        if status is not Status.UNDECIDED:
            return given.with_(grade=None, extra={**extra, NOTE: _NOTES[status]})
        extra[NOTE] = _UNPROVED
    grade = puzzle.kind.grade(puzzle.clues, puzzle.solution)
    return puzzle.with_(grade=grade, extra=extra)


def _prove(puzzle: Puzzle) -> Status | None:
    """Return the status of an unproved puzzle if it is not "unique", else None."""
    if puzzle.kind.uniqueness is None:
        return None
    found = puzzle.kind.uniqueness.prove(puzzle.clues, puzzle.solution, _part(puzzle)).status
    return None if found is Status.UNIQUE else found


def _part(puzzle: Puzzle) -> Budget:
    whole = puzzle.kind.budget
    return Budget(whole.nodes // BUDGET_PART, whole.conflicts // BUDGET_PART)
