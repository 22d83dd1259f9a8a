"""The command that grades puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import (
    TOO_FEW,
    Jobs,
    Output,
    Source,
    Stats,
    make_workers,
    open_stats,
    option,
    say,
    write,
)


def grade(
    source: Source = "-",
    explain: Annotated[
        bool, option("--explain", "Write the steps that a person would take.")
    ] = False,
    out: Annotated[Path, option("--out DIR", "Where --explain writes.")] = Path("steps"),
    picture_formats: Annotated[
        list[str] | None,
        option("--format FORMAT", "Of the pictures: svg, png, webp."),
    ] = None,
    stats: Stats = None,
    output: Output = "-",
    jobs: Jobs = 1,
) -> None:
    """Grade puzzles by the reference search: score, band, percentile within the size.

    Exit code 4 says that some have no grade; each is named, with the reason.

    Example: puzzlepress grade unique.jsonl -o graded.jsonl
    Example: puzzlepress grade unique.jsonl --explain --out steps -o graded.jsonl
    """
    from pipeline.run.timing import Timed
    from pipeline.stages.grade import grade_records, tell_ungraded
    from pipeline.stages.render import RenderOptions
    from pipeline.stages.steps import write_steps
    from pipeline.store.jsonl import read_records

    ungraded: list[str] = []
    with make_workers(jobs) as workers, open_stats(stats) as costs:
        timed = Timed(workers, "grade", costs)
        graded = tell_ungraded(grade_records(read_records(source), mapper=timed), ungraded.append)
        if explain:
            options = RenderOptions(formats=tuple(picture_formats or ("svg",)))
            graded = write_steps(graded, out, options, say)
        write(graded, output, "grade")
    for sentence in ungraded:
        say(f"grade: {sentence}")
    if ungraded:
        raise typer.Exit(TOO_FEW)
