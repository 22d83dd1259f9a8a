"""The command that reads, proves, grades and reports a collection."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import BAD_INPUT, TOO_FEW, Jobs, make_workers, option, say


def collection(
    config: Annotated[Path, typer.Argument(metavar="CONFIG.toml", help="What is read, and how.")],
    out: Annotated[Path, option("--out DIR", "Folder.")],
    jobs: Jobs = None,
) -> None:
    """Import, prove, grade and report a collection. Resumes where it was stopped.

    Sources that have changed or are new are seen, and only boards not known yet are worked on.
    Exit code 4 says that something could not be read or has no grade.

    Example: puzzlepress collection mycollection.toml --out mycollection
    """
    from collections.abc import Iterable

    from pipeline.config.run_settings import load_collection
    from pipeline.model import Record
    from pipeline.run.collection import STAGES, run_collection
    from pipeline.run.progress import Bars, watched

    table = load_collection(config)
    with make_workers(jobs, is_watched=True) as workers, Bars(STAGES) as bars:

        def watch(records: Iterable[Record], stage: str, count: int) -> Iterable[Record]:
            if count:
                bars.expect(stage, count)
            return watched(records, stage, bars)

        result = run_collection(table, out, workers, say, watch)
    for line in result.summary():
        say(line)
    if not result.imported:
        raise typer.Exit(BAD_INPUT)
    if result.rejected or result.ungraded:
        raise typer.Exit(TOO_FEW)
