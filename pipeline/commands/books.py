"""The commands that judge what is finished: verify, preflight, and the cover round it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import (
    CHECK_FAILED,
    BookConfigFile,
    BookFile,
    Conflicts,
    Jobs,
    Nodes,
    Output,
    Paper,
    PrintersFile,
    Source,
    make_workers,
    say,
)


def verify(
    source: Source = "-",
    book: Annotated[
        Path | None,
        typer.Option(
            "--book", metavar="BOOK.pdf", help="Read the puzzles back from this book's pages."
        ),
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option("--proof", metavar="DIR", help="Check the CNFs and proofs in this folder."),
    ] = None,
    nodes: Nodes = None,
    conflicts: Conflicts = None,
    jobs: Jobs = 1,
) -> None:
    """Check each solution by the rules' definition, and prove uniqueness again.

    With --book, FILE may be the folder of the run; left out, it is the book's own folder.
    With --proof, each CNF must be that of its puzzle, and each proof must hold.

    Example: puzzlepress verify output/sampler/30-graded.jsonl
    Example: puzzlepress verify output/sampler --book output/sampler/book.pdf
    Example: puzzlepress verify unique.jsonl --proof proofs
    """
    from pipeline.model import ConfigError
    from pipeline.stages.arguments import make_budget
    from pipeline.stages.verify import verify_records
    from pipeline.stages.verify_book import records_beside, verify_book
    from pipeline.store.jsonl import read_records

    if book is not None and proof is not None:
        raise ConfigError("expected --book or --proof, found both; verify one after the other")
    good = bad = 0
    budget = make_budget(nodes, conflicts)
    with make_workers(jobs) as workers:
        if book is None:
            findings = (
                (finding.record.id, finding.problems)
                for finding in verify_records(read_records(source), budget, workers, proof)
            )
        else:
            findings = (
                (f"page {one.page}, {one.name}" if one.page else one.name, one.problems)
                for one in verify_book(book, records_beside(book, source), budget, workers)
            )
        for name, problems in findings:
            good, bad = good + (not problems), bad + bool(problems)
            for problem in problems:
                print(f"{name}: {problem}")
    say(f"verify: {good} right, {bad} not")
    if bad:
        raise typer.Exit(CHECK_FAILED)


def preflight(
    book: BookFile,
    config: BookConfigFile = None,
    printer: Annotated[
        list[str] | None,
        typer.Option("--printer", metavar="NAME", help="kdp, ingram, lulu, all; may be repeated."),
    ] = None,
    printers: PrintersFile = None,
    paper: Paper = None,
    as_json: Annotated[bool, typer.Option("--json", help="Every finding, as JSON.")] = False,
    every_page: Annotated[
        bool, typer.Option("--every-page", help="A line for each rule of each page.")
    ] = False,
) -> None:
    """Judge any PDF by the written rules of print services; exit code 3 if one is broken.

    Example: puzzlepress preflight book.pdf --config book.toml --printer kdp
    """
    import json

    from pipeline.preflight.findings import Outcome
    from pipeline.stages.preflight import preflight_book

    report = preflight_book(book, config, tuple(printer or ()), printers, paper)
    if as_json:
        print(json.dumps(report.as_json(), ensure_ascii=False, indent=1, sort_keys=True))
    else:
        for line in report.lines(every_page):
            print(line)
    if report.count(Outcome.FAILED):
        raise typer.Exit(CHECK_FAILED)


def cover(
    book: BookFile,
    printer: Annotated[
        str, typer.Option("--printer", metavar="NAME", help="kdp, ingram, lulu or one's own.")
    ],
    paper: Annotated[
        str, typer.Option("--paper", metavar="NAME", help="Stock, such as white or cream.")
    ] = "white",
    output: Output = "cover-template.pdf",
    finished: Annotated[
        str | None,
        typer.Option("--finished", metavar="FILE", help="Also write the cover without guides."),
    ] = None,
    config: BookConfigFile = None,
    printers: PrintersFile = None,
    title: Annotated[str | None, typer.Option("--title", help="If not the book's.")] = None,
    author: Annotated[str | None, typer.Option("--author", help="If not the book's.")] = None,
) -> None:
    """Make the wrap round a finished book: a template with guides, and a plain cover.

    Example: puzzlepress cover book.pdf --printer kdp --paper white -o cover-template.pdf
    """
    from pipeline.stages.cover import CoverOrder, make_cover

    order = CoverOrder(
        printer=printer,
        paper=paper,
        printers_file=printers,
        config=config,
        title=title,
        author=author,
    )
    made = make_cover(book, order)
    made.write(output, has_guides=True)
    if finished is not None:
        made.write(finished, has_guides=False)
    for note in made.notes:
        say(f"cover: {note}")
    for warning in made.warnings:
        say(f"warning: {warning}")
