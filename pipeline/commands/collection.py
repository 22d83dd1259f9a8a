"""The commands for collections: read, written, drawn and reported."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from pipeline.commands.options import (
    BAD_INPUT,
    CHECK_FAILED,
    TOO_FEW,
    BookConfigFile,
    From,
    Jobs,
    Output,
    Rule,
    Settings,
    Source,
    argument,
    make_workers,
    number,
    option,
    say,
    write,
)

if TYPE_CHECKING:
    from pipeline.scene.endpoint_icons import Ends


def collection(
    config: Annotated[Path, argument("CONFIG.toml", "What is read, and how.")],
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


def import_(
    sources: list[str] | None = argument(
        "[FILE|-]...", "Files, folders, patterns, zip archives.", None
    ),
    from_format: From = None,
    rule: Rule = None,
    author: str | None = option("--author", "Who made the puzzles.", None),
    title: str | None = option("--title", "Title of the collection.", None),
    url: str | None = option("--url", "Where they come from.", None),
    licence: str | None = option("--licence", "Terms of use.", None),
    credit_text: str | None = option("--credit-text", "Wording to print, kept as it is.", None),
    grid: str | None = option("--grid FIELD", "JSON: the field of the grid.", None),
    fields: list[str] | None = option(
        "--field CREDIT=FIELD", "JSON: a field that gives credit.", None
    ),
    rejected: str | None = option("--rejected FILE", "Where to say what is broken.", None),
    settings: Settings = None,
    output: Output = "-",
) -> None:
    """Read collections in any supported format as records.

    What the files say of author, title, source and licence is kept; the options fill the rest.
    Puzzles that cannot be read are left out and named; exit code 4 says that there are any.

    Example: puzzlepress import collection.txt --author "A. Setter" -o collection.jsonl
    Example: puzzlepress import folder/ more.zip --rejected rejected.jsonl -o collection.jsonl
    """
    from pipeline.commands.arguments import parse_settings
    from pipeline.model import Credit
    from pipeline.stages.collection.import_stats import ImportTally, keep_records
    from pipeline.stages.collection.importer import ImportOptions, read_collection
    from pipeline.store.files import DASH

    credit = Credit(author, None, url, licence, credit_text)
    options = ImportOptions(
        from_format,
        rule,
        parse_settings(settings or ()),
        None if credit == Credit() else credit,
        title,
        grid,
        parse_settings(fields or ()),
    )
    tally = ImportTally()
    found = read_collection(sources or [DASH], options, tally)
    kept = keep_records(found, rejected, say)
    first = next(kept, None)
    if first is not None:  # no empty file is left behind
        write(chain([first], kept), output, "import")
    for note in tally.notes:
        say(note)
    say(tally.sentence())
    if first is None:
        raise typer.Exit(BAD_INPUT)
    if tally.rejected:
        raise typer.Exit(TOO_FEW)


def export(
    source: Source = "-",
    to_format: str = option("--to FORMAT", "Form.", "jsonl"),
    output: Output = "-",
    config: BookConfigFile = None,
    lossy: bool = option("--lossy", "Leave out what the form cannot say.", False),
) -> None:
    """Write records in a form of the outside world, or as an EPUB.

    Credit and rule stand in comments where the form has no place for them.

    An EPUB has the sections, numbers, pages and cover of --config, and needs proved and graded
    records. Where epubcheck is installed, it checks the file; exit code 3 if it finds a fault.

    Example: puzzlepress export graded.jsonl --to grid-stream -o puzzles.txt
    Example: puzzlepress export graded.jsonl --to epub --config book.toml -o book.epub
    """
    from pipeline.preflight.checkers import find_faults
    from pipeline.run.page_plan import fill_sections
    from pipeline.stages.books.book import load_volume_config
    from pipeline.stages.books.epub import EPUB, make_epub, plain_epub
    from pipeline.stages.collection.export import export_text
    from pipeline.store.files import DASH, write_atomic
    from pipeline.store.jsonl import read_records

    if to_format != EPUB:
        records = read_records(source)
        text = export_text(records, to_format, lambda said: say(f"export: {said}"), is_lossy=lossy)
        write_atomic(output, text)
        return
    if config is None:
        book = plain_epub(read_records(source))
    else:
        folder = Path(source).parent
        settings = fill_sections(load_volume_config(config, folder))
        book = make_epub(read_records(source), settings, folder)
    write_atomic(output, book)
    faults = None if output == DASH else find_faults("epubcheck", output)
    for fault in faults or ():
        say(f"export: {fault}")
    if faults:
        raise typer.Exit(CHECK_FAILED)


def report(
    source: Source = "-",
    out: Path = option("--out DIR", "Folder.", Path("report")),
    rejected: str | None = option("--rejected FILE", "What import could not read.", None),
    steps: str | None = option("--steps ID", "One puzzle alone, in steps.", None),
    pdf: Annotated[bool, typer.Option("--pdf", hidden=True)] = False,
) -> None:
    """Write what a collection holds: pages for a browser, and tables as CSV, XLSX and JSON.

    With --steps one puzzle, step by step: a page with a picture and a sentence for each step.
    Browsers print the pages, to paper or to PDF.

    Example: puzzlepress report graded.jsonl --out report
    Example: puzzlepress report graded.jsonl --steps 3daeac8b774192e3 --out report
    """
    from pipeline.model import ConfigError
    from pipeline.stages.collection.import_stats import read_rejections
    from pipeline.stages.report.report import write_report
    from pipeline.stages.report.solving import write_solving
    from pipeline.store.jsonl import read_records

    if pdf:
        raise ConfigError(
            "expected a report without --pdf, which does not exist; leave it out, open index.html "
            "in a browser and print it to PDF"
        )
    if steps is not None:
        say(f"report: {write_solving(read_records(source), steps, out)}")
        return
    kept = list(read_records(source)) if source == "-" else None
    refused = [] if rejected is None else read_rejections(rejected)
    for path in write_report(lambda: read_records(source) if kept is None else kept, out, refused):
        say(f"report: {path}")


def render(
    source: Source = "-",
    out: Path = option("--out DIR", "Folder for the pictures.", Path()),
    formats: list[str] | None = option(
        "--format", "png, svg, webp, gif; may be given again.", None
    ),
    solution: bool = option("--solution", "Draw the solutions too.", False),
    theme: str = option("--theme", "mono, colour, cells, dashed.", "mono"),
    ends: str = option("--ends", "Of lines: numbers, letters, dots, icons.", "numbers"),
    size_mm: float = option("--size-mm", "Longest side of the board in mm.", 120.0),
    width_mm: float | None = option(
        "--width-mm", "Most width in mm, instead of the longest side.", None
    ),
    height_mm: float | None = option("--height-mm", "Most height in mm, likewise.", None),
    dpi: int = number("--dpi N", "Dots per inch of PNG and WebP.", 300),
    cell_px: int | None = number(
        "--cell-px N", "Pixels per cell, instead of a size and dpi.", None
    ),
    credit: bool = option("--credit", "Print the credit underneath.", False),
    animate: bool = option("--animate", "Let solutions move in WebP too, as in GIF.", False),
    frame_ms: int = number("--frame-ms N", "Milliseconds that a frame is shown.", 500),
    loop: int = number("--loop N", "How often all are shown; 0 for ever.", 0),
    solver: str | None = option("--solver NAME", "Engine that solves what is to move anew.", None),
    background: str = option("--background", "paper or transparent.", "paper"),
    split: bool = option("--split", "Pairs of files: puzzles/ID.png and solutions/ID.png.", False),
    jobs: Jobs = 1,
) -> None:
    """Draw puzzles as PNG, SVG, WebP or GIF files named by their ids.

    Example: puzzlepress render graded.jsonl --out pictures --format png --format svg --solution
    Example: puzzlepress render graded.jsonl --out pictures --split --background transparent
    """
    from pipeline.stages.render import RenderOptions, render_records
    from pipeline.store.jsonl import read_records

    options = RenderOptions(
        formats=tuple(dict.fromkeys(formats or ["png"])),
        theme=theme,
        ends=cast("Ends", ends),
        size_mm=size_mm,
        width_mm=width_mm,
        height_mm=height_mm,
        dpi=dpi,
        cell_px=cell_px,
        has_solution=solution or split,
        has_credit=credit,
        is_moving=animate,
        frame_ms=frame_ms,
        loops=loop,
        solver=solver,
        background=background,
        is_split=split,
    )
    with make_workers(jobs) as workers:
        written = sum(render_records(read_records(source), out, options, workers))
    say(f"render: {written} files in {out}")
