"""The command that reports on a collection."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import (
    Source,
    say,
)


def report(
    source: Source = "-",
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder.")] = Path("report"),
) -> None:
    """Write a CSV and plots of a collection's difficulty.

    Example: puzzlepress report graded.jsonl --out report
    """
    from pipeline.stages.report import write_report
    from pipeline.store.jsonl import read_records

    for path in write_report(read_records(source), out):
        say(f"report: {path}")
