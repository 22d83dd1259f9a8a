"""The command that grades puzzles."""

from __future__ import annotations

from pipeline.commands.options import (
    Jobs,
    Output,
    Source,
    make_workers,
    write,
)


def grade(source: Source = "-", output: Output = "-", jobs: Jobs = 1) -> None:
    """Grade puzzles by the reference search: score, band, percentile within the size.

    Example: puzzlepress grade unique.jsonl -o graded.jsonl
    """
    from pipeline.stages.grade import grade_records
    from pipeline.store.jsonl import read_records

    with make_workers(jobs) as workers:
        write(grade_records(read_records(source), mapper=workers), output, "grade")
