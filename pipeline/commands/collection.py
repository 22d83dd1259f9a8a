"""The commands for collections: import, export, report, render."""

from __future__ import annotations

from collections.abc import Iterable
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
    parse_settings,
    say,
    write,
)
from pipeline.model import Credit, Record

if TYPE_CHECKING:
    from pipeline.scene.symbols import Symbols


def collection(
    config: Annotated[Path, argument("CONFIG.toml", "Configuration with sources and format.")],
    out: Annotated[Path, option("--out DIR", "Output folder.")],
    jobs: Jobs = None,
) -> None:
    """Import, prove, grade and report a collection, or resume it.

    New and changed sources are detected, and only new boards are processed. Exit code 4 if an
    entry could not be read or has no grade.

    Example: puzzlepress collection collection.toml --out collection
    Example: puzzlepress collection collection.toml --out checked
    """
    from pipeline.config.run_settings import load_collection
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
        "[FILE|-]...", "Files, folders, patterns and zip archives.", None
    ),
    from_format: From = None,
    rule: Rule = None,
    author: str | None = option("--author", "Author of the puzzles.", None),
    title: str | None = option("--title", "Title of the collection.", None),
    url: str | None = option("--url", "Address of the source.", None),
    licence: str | None = option("--licence", "Terms of use.", None),
    credit_text: str | None = option("--credit-text", "Credit to print, unchanged.", None),
    grid: str | None = option("--grid FIELD", "JSON field or column with the grid.", None),
    fields: list[str] | None = option(
        "--field CREDIT=FIELD", "JSON field or column with a part of the credit.", None
    ),
    rejected: str | None = option("--rejected FILE", "File for rejected entries.", None),
    settings: Settings = None,
    output: Output = "-",
) -> None:
    """Convert collections in any supported format to records.

    Author, title, source and licence in the files are kept; the options fill in missing ones.
    Unreadable puzzles are reported and left out; exit code 4 if there are any.

    Example: puzzlepress import puzzles.txt --author "A. Setter" -o puzzles.jsonl
    Example: puzzlepress import puzzles.txt --rejected rejected.jsonl -o all.jsonl
    """
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
    if first is not None:  # else an empty file would be written
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
    to_format: str = option("--to FORMAT", "Format to write.", "jsonl"),
    output: Output = "-",
    config: BookConfigFile = None,
    lossy: bool = option("--lossy", "Leave out data that the format cannot hold.", False),
) -> None:
    """Write records in a format of other programs, or as an EPUB.

    Credit and rule are written as comments if the format has no field for them.

    An EPUB has the sections, numbers, pages and cover of --config, and needs proved and graded
    records. If epubcheck is installed, it checks a file NAME.epub; exit code 3 if it finds a fault.

    Example: puzzlepress export graded.jsonl --to grid-stream -o puzzles.txt
    Example: puzzlepress export hard.jsonl --to epub --config book.toml -o a.epub
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
        text = export_text(records, to_format, lambda note: say(f"export: {note}"), is_lossy=lossy)
        write_atomic(output, text)
        return
    if config is None:
        book = plain_epub(read_records(source))
    else:
        folder = Path(source).parent
        settings = fill_sections(load_volume_config(config, folder))
        book = make_epub(read_records(source), settings, folder)
    write_atomic(output, book)
    is_named = output != DASH and Path(output).suffix == f".{EPUB}"  # epubcheck goes by the name
    faults = find_faults("epubcheck", output) if is_named else None
    for fault in faults or ():
        say(f"export: {fault}")
    if faults:
        raise typer.Exit(CHECK_FAILED)


def report(
    source: Source = "-",
    out: Path = option("--out DIR", "Output folder.", Path("report")),
    rejected: str | None = option("--rejected FILE", "File of import --rejected.", None),
    steps: str | None = option("--steps ID", "Show only this puzzle, step by step.", None),
    jobs: Jobs = 1,
) -> None:
    """Report on a collection: web pages, and CSV, XLSX and JSON.

    With --steps, a page with a picture and a sentence for each step of one puzzle. A browser can
    print the pages, also to PDF.

    Example: puzzlepress report graded.jsonl --out report
    Example: puzzlepress report graded.jsonl --steps ID --out report
    """
    from pipeline.stages.collection.import_stats import read_rejections
    from pipeline.stages.report.report import write_report, write_solving
    from pipeline.store.jsonl import read_records, record_reader

    if steps is not None:
        say(f"report: {write_solving(read_records(source), steps, out)}")
        return
    refused = [] if rejected is None else read_rejections(rejected)
    with make_workers(jobs) as workers:
        for path in write_report(record_reader(source), out, refused, workers):
            say(f"report: {path}")


def render(
    source: Source = "-",
    out: Path = option("--out DIR", "Folder for the pictures.", Path()),
    formats: list[str] | None = option(
        "--format", "png, svg, pdf, webp, gif; may be repeated.", None
    ),
    solution: bool = option("--solution", "Also draw the solutions.", False),
    theme: str = option("--theme", "mono, colour, cells or dashed.", "mono"),
    symbols: str = option("--symbols", "Or digits, letters, dots, icons.", "numbers"),
    size_mm: float = option("--size-mm", "Longer side of the board in mm.", 120.0),
    width_mm: float | None = option("--width-mm", "Largest width in mm, without --size-mm.", None),
    height_mm: float | None = option(
        "--height-mm", "Largest height in mm, without --size-mm.", None
    ),
    dpi: int = number("--dpi N", "Resolution of PNG and WebP.", 300),
    cell_px: int | None = number("--cell-px N", "Pixels per cell, without size and dpi.", None),
    credit: bool = option("--credit", "Print the credit below the board.", False),
    animate: bool = option("--animate", "Animate solutions in WebP as well as in GIF.", False),
    frame_ms: int = number("--frame-ms N", "Duration of a frame in milliseconds.", 500),
    loop: int = number("--loop N", "Repetitions of an animation; 0 repeats it forever.", 0),
    solver: str | None = option("--solver NAME", "Solver used for animations.", None),
    background: str = option("--background", "paper or transparent.", "paper"),
    outlines: bool = option("--outlines", "Draw letters of SVG and PDF as outlines.", False),
    split: bool = option("--split", "Write puzzles/ID.png and solutions/ID.png.", False),
    jobs: Jobs = 1,
) -> None:
    """Draw puzzles as PNG, SVG, PDF, WebP or GIF files.

    Files are named by the ids of the puzzles.

    Example: puzzlepress render graded.jsonl --out shown --format svg --solution
    Example: puzzlepress render graded.jsonl --split --background transparent
    """
    from pipeline.stages.render import RenderOptions, render_records
    from pipeline.store.jsonl import read_records

    options = RenderOptions(
        formats=tuple(dict.fromkeys(formats or ["png"])),
        theme=theme,
        symbols=cast("Symbols", symbols),
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
        has_outlines=outlines,
        is_split=split,
    )
    with make_workers(jobs) as workers:
        written = sum(render_records(read_records(source), out, options, workers))
    say(f"render: {written} files in {out}")
