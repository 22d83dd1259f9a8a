"""``puzzlepress results``: tables of a leaderboard, and times for the fit of minutes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from pipeline.commands.options import argument, number, option, say
from pipeline.model import ConfigError


def results(
    database: Annotated[Path, argument("DB", "File of the application for results.")],
    to: Path | None = option("--to FOLDER", "Folder for results.json and results.html.", None),
    times: str | None = option("--times FILE.csv", "File for times of readers by puzzle.", None),
    least: int = number("--least N", "Least readers of a puzzle in --times.", 5),
    remove: str | None = option("--remove NAME", "Delete all entries under a name.", None),
) -> None:
    """Write the tables of a leaderboard (docs/results.md).

    Example: puzzlepress results results.sqlite --to tables
    Example: puzzlepress results results.sqlite --times times.csv
    """
    from pipeline.results.database import Database
    from pipeline.results.tables import make_tables, write_html, write_times
    from pipeline.store.files import make_folder, write_atomic

    if not (database.is_file() and database.stat().st_size):
        raise ConfigError(f"{database}: expected a file of results, found none; check the path")
    found = Database(database)
    if remove is not None:
        say(f"results: {found.remove_name(remove)} entries of {remove!r} deleted")
    if times is not None:
        text, left_out = write_times(found, least)
        write_atomic(times, text)
        say(f"results: {text.count(chr(10)) - 1} puzzles in {times}, {left_out} left out")
    tables = make_tables(found)
    if to is not None:
        make_folder(to, follow=True)
        write_atomic(to / "results.json", json.dumps(tables, ensure_ascii=False, indent=1) + "\n")
        write_atomic(to / "results.html", write_html(tables))
    say(f"results: {sum(day['readers'] for day in tables['days'])} games of "
        f"{len(tables['days'])} puzzles")  # fmt: skip
