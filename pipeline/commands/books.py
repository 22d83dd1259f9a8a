"""The commands for books and sheets: from a configuration to pages, a cover, a judgement."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Final

import typer

from pipeline.commands.options import (
    CHECK_FAILED,
    BookConfigFile,
    BookFile,
    Jobs,
    Output,
    Paper,
    PrintersFile,
    Source,
    Trust,
    argument,
    make_workers,
    option,
    say,
    tell_outcome,
)

MANY: Final = 2_000
"""Puzzles whose pages take seconds to lay out."""


def run(
    config: Annotated[Path, argument("CONFIG.toml", "The run's configuration.")],
    out: Path | None = option("--out DIR", "Folder (default: output/NAME).", None),
    jobs: Jobs = None,
    fresh: bool = option("--fresh", "Set an unrecorded older run aside and start again.", False),
    cluster: str | None = option("--cluster ADDRESS", "A Dask scheduler, or local:N.", None),
    dry_run: bool = option("--dry-run", "Make nothing; print how many pages, and of what.", False),
) -> None:
    """Make a book: generate, prove, grade, draw, typeset. Resumes where it was stopped.

    Example: puzzlepress run configs/sampler.toml
    Example: puzzlepress run configs/sampler.toml --dry-run
    """
    from pipeline.run.cluster import Cluster
    from pipeline.run.page_plan import describe_pages, describe_work, fill_sections, plan_book
    from pipeline.run.plan import start_production
    from pipeline.run.progress import Bars
    from pipeline.run.run_config import STAGES, run_config
    from pipeline.stages.books.book import load_book_config

    settings = load_book_config(config)
    if dry_run:
        settings = fill_sections(settings)
        production = start_production(settings)
        wanted = sum(demand.count for pool in production.pools for demand in pool.demands)
        print(*describe_work(production), sep="\n", flush=True)
        if wanted > MANY:
            say(f"dry run: laying out {wanted:,} puzzles to count the pages, which takes a while")
        print(*describe_pages(plan_book(settings)), sep="\n")
        return
    folder = out or Path("output") / config.stem
    with make_workers(jobs) as workers, Bars(STAGES) as bars:
        kinds = dict.fromkeys(section.kind for section in settings.sections)
        machines = None if cluster is None else Cluster(cluster, list(kinds), bars.report)
        with machines or nullcontext():
            results = run_config(
                settings, folder, workers, is_fresh=fresh, reporter=bars, machines=machines
            )
    lines = [line for result in results for line in result.summary()]
    tell_outcome(lines, results[-1].shortfalls)


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

    from pipeline.run.page_plan import fill_sections
    from pipeline.stages.books.book import book_from_records, load_volume_config
    from pipeline.stages.verify import require_true
    from pipeline.store.jsonl import read_records
    from pipeline.store.run_folder import is_own_log

    settings = fill_sections(load_volume_config(config, Path(source).parent))
    records = read_records(source)
    with make_workers(jobs) as workers:
        check = None if trust or is_own_log(source) else partial(require_true, mapper=workers)
        result = book_from_records(records, settings, output, check)
    tell_outcome(result.summary(), result.shortfalls)


def sheet(
    config: Annotated[Path, argument("CONFIG.toml", "[book], [[section]] and [sheet].")],
    out: Path | None = option("--out DIR", "Folder (default: output/NAME).", None),
    jobs: Jobs = None,
) -> None:
    """Make pages of puzzles with their answers at the foot, to place in a magazine.

    Writes a PDF and an SVG for each issue; resumes where it was stopped.

    Example: puzzlepress sheet configs/magazine.toml --out output/magazine
    """
    from pipeline.run.progress import Bars
    from pipeline.run.run_config import STAGES
    from pipeline.run.sheet import make_sheets
    from pipeline.stages.books.book import load_book_config

    settings = load_book_config(config)
    folder = out or Path("output") / config.stem
    with make_workers(jobs) as workers, Bars(STAGES[:-1]) as bars:
        result, files = make_sheets(settings, folder, workers, bars)
    tell_outcome(result.summary(), result.shortfalls)
    say(f"sheet: {len(files)} files, from {files[0].name} to {files[-1].name}")


def cover(
    book: BookFile,
    printer: Annotated[str, option("--printer NAME", "kdp, ingram, lulu or one's own.")],
    paper: str = option("--paper NAME", "Stock, such as white or cream.", "white"),
    output: Output = "cover-template.pdf",
    finished: str | None = option("--finished FILE", "Also write the cover without guides.", None),
    front: str | None = option("--front FILE.png", "Also write the front as a picture.", None),
    config: BookConfigFile = None,
    printers: PrintersFile = None,
    title: str | None = option("--title", "If not the book's.", None),
    author: str | None = option("--author", "If not the book's.", None),
) -> None:
    """Make the wrap round a finished book: a template with guides, a cover, its front alone.

    What it says comes from --config, else from the manifest that a run leaves beside the book.

    Example: puzzlepress cover book.pdf --printer kdp --paper white -o cover-template.pdf
    """
    from pipeline.stages.books.cover import make_cover

    made = make_cover(
        book, printer, paper, printers_file=printers, config=config, title=title, author=author
    )
    made.write(output, has_guides=True)
    if finished is not None:
        made.write(finished, has_guides=False)
    if front is not None:
        made.write_front(front)
    for note in made.notes:
        say(f"cover: {note}")
    for warning in made.warnings:
        say(f"warning: {warning}")


def preflight(
    book: BookFile,
    config: BookConfigFile = None,
    printer: list[str] | None = option(
        "--printer NAME", "kdp, ingram, lulu, all; may be repeated.", None
    ),
    printers: PrintersFile = None,
    paper: Paper = None,
    as_json: bool = option("--json", "Every finding, as JSON.", False),
    every_page: bool = option("--every-page", "A line for each rule of each page.", False),
) -> None:
    """Judge any PDF by the written rules of print services; exit code 3 if one is broken.

    Example: puzzlepress preflight book.pdf --config book.toml --printer kdp
    """
    import json

    from pipeline.preflight.findings import Outcome
    from pipeline.preflight.preflight import preflight as judge
    from pipeline.stages.books.preflight import make_criteria

    report = judge(book, make_criteria(book, config, tuple(printer or ()), printers, paper))
    if as_json:
        print(json.dumps(report.as_json(), ensure_ascii=False, indent=1, sort_keys=True))
    else:
        for line in report.lines(every_page):
            print(line)
    if report.count(Outcome.FAILED):
        raise typer.Exit(CHECK_FAILED)
