"""The commands for books, sheets and sites: from a configuration to pages, a cover, a check."""

from __future__ import annotations

import datetime
import json
import zoneinfo
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

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
    printable,
    report_outcome,
    say,
)
from pipeline.model import ConfigError, StoppedError

if TYPE_CHECKING:
    from http.server import ThreadingHTTPServer

    from pipeline.config.run import RunConfig
    from pipeline.config.site_settings import SiteConfig

MANY: Final = 2_000  # Number of puzzles above which laying out the pages takes seconds


def run(
    config: Annotated[Path, argument("CONFIG.toml", "Configuration of the run.")],
    out: Path | None = option("--out DIR", "Output folder (default: output/NAME).", None),
    jobs: Jobs = None,
    fresh: bool = option("--fresh", "Set an unrecorded older run aside and start again.", False),
    cluster: str | None = option("--cluster ADDRESS", "A Dask scheduler, or local:N.", None),
    dry_run: bool = option("--dry-run", "Make nothing; print the page plan and the time.", False),
) -> None:
    """Make a book from a configuration, or resume an interrupted run.

    Example: puzzlepress run book.toml
    Example: puzzlepress run book.toml --dry-run
    """
    from pipeline.run.cluster import Cluster
    from pipeline.run.compiling import describe_compiling
    from pipeline.run.execution import default_jobs
    from pipeline.run.jobs import fitting_jobs
    from pipeline.run.page_plan import describe_pages, describe_work, fill_sections, plan_book
    from pipeline.run.plan import read_wants
    from pipeline.run.progress import Bars
    from pipeline.run.run_config import STAGES, run_config
    from pipeline.stages.books.book import load_book_config

    settings = load_book_config(config)
    if dry_run:
        settings = fill_sections(settings)
        wants = read_wants(settings)
        wanted = sum(want.count for want in wants)
        kinds = dict.fromkeys(section.kind for section in settings.sections)
        print(describe_compiling(kinds, jobs or default_jobs()))
        print(*describe_work(wants), sep="\n", flush=True)
        if wanted > MANY:
            say(f"dry run: laying out {wanted:,} puzzles to count the pages, please wait")
        print(*describe_pages(plan_book(settings, wants)), sep="\n")
        return
    folder = out or Path("output") / config.stem
    jobs = fitting_jobs(settings.sections) if jobs is None else jobs
    with make_workers(jobs, compiles=True) as workers, Bars(STAGES) as bars:
        kinds = dict.fromkeys(section.kind for section in settings.sections)
        machines = None if cluster is None else Cluster(cluster, list(kinds), bars.report)
        with machines or nullcontext():
            results = run_config(
                settings, folder, workers, is_fresh=fresh, reporter=bars, machines=machines
            )
    lines = [line for result in results for line in result.summary()]
    report_outcome(lines, results[-1].shortfalls)


def book(
    config: Annotated[Path, option("--config BOOK.toml", "Configuration of the book.")],
    output: Annotated[str, option("--output -o BOOK.pdf", "PDF to write.")],
    source: Source = "-",
    trust: Trust = False,
    jobs: Jobs = None,
) -> None:
    """Typeset graded records as a book.

    Records that are not in the folder of a run are proved and graded again, unless with --trust.

    Example: puzzlepress book graded.jsonl --config book.toml -o book.pdf
    Example: puzzlepress book graded.jsonl --config book.toml --trust -o again.pdf
    """
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
    report_outcome(result.summary(), result.shortfalls)


def sheet(
    config: Annotated[Path, argument("CONFIG.toml", "Configuration with [book] and [sheet].")],
    out: Path | None = option("--out DIR", "Output folder (default: output/NAME).", None),
    jobs: Jobs = None,
    dry_run: bool = option("--dry-run", "Make nothing; print the page and the time.", False),
    picture: str | None = option(
        "--picture FILE", "With --dry-run: PNG, SVG or PDF of a page without real puzzles.", None
    ),
) -> None:
    """Make pages of puzzles with answers at the foot, for a magazine.

    Writes a PDF and an SVG for each issue. Resumes an interrupted run.

    Example: puzzlepress sheet magazine.toml
    Example: puzzlepress sheet magazine.toml --out pages
    Example: puzzlepress sheet magazine.toml --dry-run --picture page.png
    """
    from pipeline.run.jobs import fitting_jobs
    from pipeline.run.progress import Bars
    from pipeline.run.run_config import STAGES
    from pipeline.run.sheet import ENDINGS, make_sheets, of_all_issues
    from pipeline.stages.books.book import load_book_config

    if picture is not None and not dry_run:
        raise ConfigError("--picture is for --dry-run: add --dry-run, or leave --picture out")
    ending = None if picture is None else Path(picture).suffix.lower().removeprefix(".")
    if ending is not None and ending not in ENDINGS:
        raise ConfigError(
            f"--picture: expected a file that ends in .png, .svg or .pdf, found {picture!r}"
        )
    settings = load_book_config(config)
    if dry_run:
        _plan_sheet(settings, jobs, picture, ending)
        return
    folder = out or Path("output") / config.stem
    jobs = fitting_jobs(of_all_issues(settings).sections) if jobs is None else jobs
    with make_workers(jobs, compiles=True) as workers, Bars(STAGES[:-1]) as bars:
        result, files = make_sheets(settings, folder, workers, bars)
    report_outcome(result.summary(), result.shortfalls)
    say(f"sheet: {len(files)} files, from {files[0].name} to {files[-1].name}")


def _plan_sheet(
    settings: RunConfig, jobs: int | None, picture: str | None, ending: str | None
) -> None:
    """Print what a page and its puzzles would be, and write a picture of the page if asked."""
    from pipeline.run.compiling import describe_compiling
    from pipeline.run.execution import default_jobs
    from pipeline.run.page_plan import describe_work
    from pipeline.run.plan import read_wants
    from pipeline.run.sheet import describe_sheet, of_all_issues, plan_sheet, render_page
    from pipeline.store.files import write_atomic

    page = plan_sheet(settings)
    kinds = dict.fromkeys(section.kind for section in settings.sections)
    print(describe_compiling(kinds, jobs or default_jobs()))
    print(*describe_work(read_wants(of_all_issues(settings))), sep="\n")
    print(*describe_sheet(settings, page), sep="\n")
    if picture is not None and ending is not None:
        write_atomic(picture, render_page(settings, page, ending))
        say(f"picture: {picture}, with samples for the puzzles")


def cover(
    book: BookFile,
    printer: Annotated[str, option("--printer NAME", "kdp, ingram, lulu or one of --printers.")],
    paper: str = option("--paper NAME", "Paper stock, such as white or cream.", "white"),
    output: Output = "cover-template.pdf",
    finished: str | None = option("--finished FILE", "File for the cover without guides.", None),
    front: str | None = option("--front FILE.png", "File for the front as a picture.", None),
    config: BookConfigFile = None,
    printers: PrintersFile = None,
    title: str | None = option("--title", "Title (default: that of the book).", None),
    author: str | None = option("--author", "Author (default: that of the book).", None),
) -> None:
    """Make the cover of a finished book, a template, and its front.

    The text comes from --config, or else from the manifest of the run beside the book.

    Example: puzzlepress cover book.pdf --printer kdp --paper white -o cover.pdf
    Example: puzzlepress cover book.pdf --printer lulu -o cover.pdf
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
        "--printer NAME", "kdp, ingram, lulu or all; may be repeated.", None
    ),
    printers: PrintersFile = None,
    paper: Paper = None,
    as_json: bool = option("--json", "Print all findings as JSON.", False),
    every_page: bool = option("--every-page", "Print a line for each rule of each page.", False),
) -> None:
    """Check a PDF against the rules of print services.

    Exit code 3 if one is broken.

    Example: puzzlepress preflight book.pdf --config book.toml --printer kdp
    Example: puzzlepress preflight book.pdf --json
    """
    from pipeline.preflight.findings import Outcome
    from pipeline.preflight.preflight import preflight as judge
    from pipeline.stages.books.book import make_criteria

    report = judge(book, make_criteria(book, config, tuple(printer or ()), printers, paper))
    if as_json:
        print(json.dumps(report.as_json(), ensure_ascii=False, indent=1, sort_keys=True))
    else:
        for line in report.lines(every_page):
            print(printable(line))
    if report.count(Outcome.FAILED):
        raise typer.Exit(CHECK_FAILED)


def dossier(
    run: Annotated[Path, argument("RUN", "Folder of the run of the book.")],
    config: Annotated[Path, option("--config BOOK.toml", "Configuration of the book.")],
    printer: list[str] | None = option(
        "--printer NAME", "Printer to judge by (default: those of the book); may be repeated.", None
    ),
    paper: str = option("--paper NAME", "Paper stock, such as white or cream.", "white"),
    out: Path | None = option("--out DIR", "Folder for the files (default: RUN).", None),
) -> None:
    """Write what printers, shops and authorities ask about a book.

    How puzzles were made, proofs, rights, product safety, pages, covers, preflight:
    dossier.pdf and dossier.json. Exit code 3 if preflight fails.

    Example: puzzlepress dossier output/book --config book.toml
    Example: puzzlepress dossier output/book --config book.toml --out papers
    """
    from pipeline.stages.books.dossier import make_dossier
    from pipeline.store.files import make_folder

    made = make_dossier(run, config, paper, tuple(printer or ()))
    folder = out or run
    make_folder(folder, follow=True)
    for path in made.write(folder):
        say(f"dossier: {path}")
    say(f"preflight: {made.chapters['preflight']['result']}")
    if not made.is_printable:
        raise typer.Exit(CHECK_FAILED)


PORT = 8000


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"expected a date such as 2026-11-21, found {text!r}") from None


def site(
    config: Annotated[Path, argument("CONFIG.toml", "Configuration of the site.")],
    out: Annotated[Path, option("--out DIR", "Folder to publish.")],
    work: Path | None = option(
        "--work DIR", "Private folder for making puzzles (default: output/NAME).", None
    ),
    as_of: datetime.date | None = option(
        "--as-of DATE", "Last day to publish (default: the whole schedule).", None, parser=_day
    ),
    jobs: Jobs = None,
    trust: Trust = False,
    serve: bool = option("--serve", f"Serve it at http://127.0.0.1:{PORT} until Ctrl+C.", False),
) -> None:
    """Make a web site: daily puzzles, packs, feeds, and a player.

    Example: puzzlepress site site.toml --out www
    Example: puzzlepress site site.toml --out www --as-of 2026-12-31
    """
    from pipeline.config.site_settings import load_site_config
    from pipeline.run.jobs import fitting_jobs
    from pipeline.run.progress import Bars
    from pipeline.run.site import STAGES, make_site

    settings = load_site_config(config)
    folder = work or Path("output") / config.stem
    jobs = fitting_jobs(settings.sections) if jobs is None else jobs
    with make_workers(jobs, compiles=True) as workers, Bars(STAGES) as bars:
        result = make_site(
            settings, out, folder, workers, as_of=as_of, reporter=bars, is_trusting=trust
        )
    report_outcome((*result.summary(), *_warn(settings, as_of)), result.shortfalls)
    if serve:
        _serve(out, settings, folder)


def _warn(settings: SiteConfig, as_of: datetime.date | None) -> Iterator[str]:
    """Yield notes on future days; the clock is read for nothing else."""
    first, last = min(settings.days, default=None), max(settings.days, default=None)
    if first is None or last is None:
        return
    if as_of is None:
        zone = zoneinfo.ZoneInfo(settings.site.time_zone)
        today = datetime.datetime.now(zone).date()
        if ahead := sum(day > today for day in settings.days):
            yield (
                f"note: the folder has {ahead} future days. No page, feed or site map links to "
                "them, but anyone who guesses an address sees them early; --as-of DATE leaves them "
                "out and writes feeds and answers"
            )
        as_of = today
    if as_of > last:
        yield f"note: the schedule ends on {last}, before {as_of}: raise days in [site]"
    elif as_of < first:
        yield f"note: the schedule begins on {first}, after {as_of}: no day is public yet"


def _serve(folder: Path, settings: SiteConfig, work: Path) -> None:
    """Serve a site on this machine only, as its host does, until the user stops it."""
    from pipeline.config.site_models import root_of

    with open_site(folder, settings, work, PORT) as server:
        root = f"http://127.0.0.1:{server.server_port}{root_of(settings.site.base_url)}"
        say(f"serving {folder} at {root} (Ctrl+C ends it)")
        with suppress(StoppedError):
            server.serve_forever()


def open_site(folder: Path, settings: SiteConfig, work: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a site; `StoreError` if the port is in use."""
    from pipeline.config.site_models import root_of
    from pipeline.store.serving import open_server

    return open_server(folder, port, root_of(settings.site.base_url))
