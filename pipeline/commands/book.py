"""The command that typesets records as a book."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import TOO_FEW, Jobs, Source, Trust, make_workers, option, say


def book(
    config: Annotated[Path, option("--config BOOK.toml", "The book.")],
    output: Annotated[str, option("--output -o BOOK.pdf", "The PDF.")],
    source: Source = "-",
    trust: Trust = False,
    jobs: Jobs = None,
) -> None:
    """Typeset graded records as a book.

    Records that stand in no run's folder are proved and graded again, unless you --trust them.

    Example: puzzlepress book graded.jsonl --config configs/sampler.toml -o book.pdf
    """
    from functools import partial

    from pipeline.run.page_estimate import fill_sections
    from pipeline.stages.books.book import book_from_records, load_book_config
    from pipeline.stages.verify import require_true
    from pipeline.store.jsonl import read_records
    from pipeline.store.run_folder import is_own_log

    settings = fill_sections(load_book_config(config))
    records = read_records(source)
    with make_workers(jobs) as workers:
        check = None if trust or is_own_log(source) else partial(require_true, mapper=workers)
        result = book_from_records(records, settings, output, check)
    for line in result.summary():
        say(line)
    if result.shortfalls:
        raise typer.Exit(TOO_FEW)
