"""The command that judges a PDF by the rules of print services."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.commands.options import (
    CHECK_FAILED,
    BookConfigFile,
    BookFile,
    Paper,
    PrintersFile,
    option,
)


def preflight(
    book: BookFile,
    config: BookConfigFile = None,
    printer: Annotated[
        list[str] | None,
        option("--printer NAME", "kdp, ingram, lulu, all; may be repeated."),
    ] = None,
    printers: PrintersFile = None,
    paper: Paper = None,
    as_json: Annotated[bool, option("--json", "Every finding, as JSON.")] = False,
    every_page: Annotated[
        bool, option("--every-page", "A line for each rule of each page.")
    ] = False,
) -> None:
    """Judge any PDF by the written rules of print services; exit code 3 if one is broken.

    Example: puzzlepress preflight book.pdf --config book.toml --printer kdp
    """
    import json

    from pipeline.preflight import judge
    from pipeline.preflight.findings import Outcome
    from pipeline.stages.books.preflight import make_criteria

    report = judge.preflight(book, make_criteria(config, tuple(printer or ()), printers, paper))
    if as_json:
        print(json.dumps(report.as_json(), ensure_ascii=False, indent=1, sort_keys=True))
    else:
        for line in report.lines(every_page):
            print(line)
    if report.count(Outcome.FAILED):
        raise typer.Exit(CHECK_FAILED)
