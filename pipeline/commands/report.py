"""The command that reports on a collection."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pipeline.commands.options import Source, option, say


def report(
    source: Source = "-",
    out: Annotated[Path, option("--out DIR", "Folder.")] = Path("report"),
    rejected: Annotated[
        str | None, option("--rejected FILE", "What import could not read.")
    ] = None,
    steps: Annotated[str | None, option("--steps ID", "One puzzle alone, in steps.")] = None,
) -> None:
    """Write what a collection holds: pages for a browser, the same as PDF, CSV, XLSX and JSON.

    With --steps one puzzle, step by step: a picture and a sentence each, as a page and as PDF.

    Example: puzzlepress report graded.jsonl --out report
    Example: puzzlepress report graded.jsonl --steps 3daeac8b774192e3 --out report
    """
    from pipeline.stages.collection.rejects import read_rejections
    from pipeline.stages.report.report import write_report
    from pipeline.stages.report.solving import write_solving
    from pipeline.store.jsonl import read_records

    if steps is not None:
        for path in write_solving(read_records(source), steps, out):
            say(f"report: {path}")
        return
    kept = list(read_records(source)) if source == "-" else None
    refused = [] if rejected is None else read_rejections(rejected)
    for path in write_report(lambda: read_records(source) if kept is None else kept, out, refused):
        say(f"report: {path}")
