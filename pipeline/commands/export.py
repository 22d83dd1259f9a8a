"""The command that writes text forms."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.commands.options import Output, Source


def export(
    source: Source = "-",
    to_format: Annotated[str, typer.Option("--to", metavar="FORMAT", help="Text form.")] = "jsonl",
    output: Output = "-",
) -> None:
    """Write records in a text form of the outside world.

    Example: puzzlepress export graded.jsonl --to grid-stream -o puzzles.txt
    """
    from pipeline.stages.collection.export import export_text
    from pipeline.store.files import write_output
    from pipeline.store.jsonl import read_records

    write_output(output, export_text(read_records(source), to_format))
