"""The first minutes: a demonstration of everything, and what is installed."""

from __future__ import annotations

import os
import shutil
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Final

import typer

from pipeline import __version__
from pipeline.commands.options import (
    CHECK_FAILED,
    Jobs,
    argument,
    make_workers,
    number,
    option,
    say,
)

_BOOK: Final = """\
# One puzzle of each kind. Make it again with: puzzlepress run book.toml --out book
seed = 1
[book]
title = "One of Each"
author = "puzzlepress"
year = 2026
trim = "a5"
parts = { log = false, openers = false }
"""
_SECTION: Final = """
[[section]]
title = "{title}"
kind = "{kind}"
size = "{cols}x{rows}"
count = 1
"""
_SITE: Final = """\
# The same puzzles to play. Show it with: puzzlepress site site.toml --out www --serve
seed = 1
demo = true
[site]
title = "One of Each"
description = "One puzzle of each kind."
base_url = "https://puzzles.example/"
author = "puzzlepress"
start = 2026-01-01
days = 1
time_zone = "UTC"
[[daily]]
days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
records = "book/30-graded.jsonl"
[[pack]]
title = "One of each kind"
slug = "kinds"
count = {count}
records = "book/30-graded.jsonl"
"""

_PROGRAMS: Final = {
    "epubcheck": "checks EPUB files when they are written",
    "verapdf": "checks tagged PDF files in preflight",
}


def demo(
    folder: Annotated[Path, argument("[FOLDER]", "New folder for it.")] = Path("demo"),
    jobs: Jobs = None,
) -> None:
    """Make a small book, a site and a report of all kinds, to look at.

    Example: puzzlepress demo
    Example: puzzlepress demo look-here --jobs 2
    """
    from pipeline.commands.books import run, site
    from pipeline.commands.collection import report
    from pipeline.kinds import kind_ids, load_examples, working_kinds
    from pipeline.model import ConfigError
    from pipeline.store.files import write_atomic

    if folder.exists() and not (folder / "book.toml").exists():
        raise ConfigError(f"expected a new folder, found {folder}; name another")
    sections = ""
    for kind in working_kinds():
        puzzle = load_examples(kind)["solved"][0]["puzzle"]
        grid = next(value for value in puzzle.values() if isinstance(value, list))
        rows = puzzle.get("rows", len(grid))
        size = {"rows": rows, "cols": puzzle.get("cols", rows)}
        sections += _SECTION.format(title=kind.title, kind=kind.id, **size)
    folder.mkdir(parents=True, exist_ok=True)
    write_atomic(folder / "book.toml", _BOOK + sections)
    write_atomic(folder / "site.toml", _SITE.format(count=len(kind_ids())))
    run(folder / "book.toml", folder / "book", jobs, fresh=False, cluster=None, dry_run=False)
    site(
        folder / "site.toml", folder / "www", folder / "site", as_of=None, jobs=jobs, trust=True,
        serve=False,
    )  # fmt: skip
    report(str(folder / "book" / "30-graded.jsonl"), folder / "report", None, None)
    say(f"demo: look at {folder / 'book' / 'book.pdf'} and {folder / 'report' / 'index.html'}")
    say(f"demo: play with puzzlepress site {folder / 'site.toml'} --out {folder / 'www'} --serve")


def studio(
    folder: Annotated[Path, argument("[FOLDER]", "Folder with the files to work on.")] = Path(),
    port: int = number("--port N", "Port of the page; 0 is any free one.", 0),
    no_browser: bool = option("--no-browser", "Only print the address.", False),
    allow_origin: Annotated[
        list[str] | None, option("--allow-origin URL", "Page of another editor that may ask, too.")
    ] = None,
) -> None:
    """Set up books and draw puzzles in the browser, with a live proof.

    The page is for this computer alone; Ctrl+C ends it.

    Example: puzzlepress studio
    Example: puzzlepress studio books --port 8750 --no-browser
    """
    from pipeline.studio.app import serve

    serve(folder, port, allow_origin or [], say, opens_browser=not no_browser)


def doctor(
    compile_now: bool = option("--compile", "Compile the kernels of all kinds now.", False),
    jobs: Jobs = None,
) -> None:
    """Say what is installed, what it is for, and what is missing.

    Exit code 3 if the cache cannot be written to. With --compile, no command compiles later, as
    wanted in a container.

    Example: puzzlepress doctor
    Example: puzzlepress doctor --compile
    """
    from pipeline.kernels.cache import choose_cache_folder, packed_for
    from pipeline.kernels.locator import KernelLocator
    from pipeline.kinds import kind_ids
    from pipeline.run.compiling import compile_kernels, missing_parts
    from pipeline.run.progress import Bars

    if compile_now:
        with make_workers(jobs, compiles=True) as workers, Bars(("kernels",)) as bars:
            compile_kernels(kind_ids(), workers, bars, has_rare=True)
    choose_cache_folder()
    folder = Path(os.environ["NUMBA_CACHE_DIR"])
    try:
        KernelLocator(doctor, folder).ensure_cache_path()
    except OSError as error:
        print(f"cache: {folder}: {error.strerror}; set PUZZLEPRESS_CACHE to a folder of yours")
        raise typer.Exit(CHECK_FAILED) from error
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    left = len(missing_parts(kind_ids(), has_rare=True))
    state = f"{left} to compile" if left else "compiled" + ", from the wheel" * bool(packed_for())
    print(f"puzzlepress {__version__}, Python {sys.version.split()[0]}, numba {version('numba')}")
    print(f"kinds: {len(kind_ids())}; puzzlepress kinds lists them")
    print(f"kernels: {state}; {size / 1e6:.0f} MB in {folder}")
    for name, use in _PROGRAMS.items():
        print(f"{name}: {shutil.which(name) or 'not found'}; {use}")
