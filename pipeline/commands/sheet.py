"""The command that makes pages of puzzles for a magazine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import TOO_FEW, Jobs, make_workers, option, say


def sheet(
    config: Annotated[
        Path, typer.Argument(metavar="CONFIG.toml", help="[book], [[section]] and [sheet].")
    ],
    out: Annotated[Path | None, option("--out DIR", "Folder (default: output/NAME).")] = None,
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
    for line in result.summary():
        say(line)
    if result.shortfalls:
        raise typer.Exit(TOO_FEW)
    say(f"sheet: {len(files)} files, from {files[0].name} to {files[-1].name}")
