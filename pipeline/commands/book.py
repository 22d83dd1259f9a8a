"""The command that typesets records as a book."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import TOO_FEW, Source, say


def book(
    config: Annotated[Path, typer.Option("--config", metavar="BOOK.toml", help="The book.")],
    output: Annotated[str, typer.Option("--output", "-o", metavar="BOOK.pdf", help="The PDF.")],
    source: Source = "-",
) -> None:
    """Typeset graded records as a book.

    Example: puzzlepress book graded.jsonl --config configs/sampler.toml -o book.pdf
    """
    from pipeline.run.page_estimate import fill_sections
    from pipeline.stages.books.book import book_from_records, load_book_config
    from pipeline.store.jsonl import read_records

    settings = fill_sections(load_book_config(config))
    result = book_from_records(read_records(source), settings, output)
    for line in result.summary():
        say(line)
    if result.shortfalls:
        raise typer.Exit(TOO_FEW)
