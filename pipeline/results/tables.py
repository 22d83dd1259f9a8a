"""Tables of a leaderboard: best times of days, weeks, and times for the fit of minutes."""

from __future__ import annotations

import csv
import datetime
import io
import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from statistics import median
from typing import Any, Final

from pipeline.kinds import get_kind
from pipeline.model import Json, PipelineError
from pipeline.results.database import Database
from pipeline.web.markup import Markup, tag

MOST_ROWS: Final = 100  # Rows of a table
_STYLE: Final = (
    "body{max-width:40rem;margin:2rem auto;padding:0 1rem;font-family:system-ui,sans-serif}"
    "table{width:100%;border-collapse:collapse}td,th{padding:.2rem .5rem;text-align:left;"
    "border-bottom:1px solid #8886}td:not(:nth-child(2)){font-variant-numeric:tabular-nums}"
)


def make_tables(database: Database) -> Json:
    """Return the tables of all days and weeks as JSON, the latest first.

    A day lists the best times of a game with the number of its readers and their median. A week,
    from Monday on, lists the readers of a game by days solved, then by the sum of their times.
    """
    rows = database.rows(
        "SELECT day, game, title, reader, name, ms FROM entries "
        "JOIN puzzles ON id = entries.puzzle ORDER BY day DESC, game, ms, reader"
    )
    days = [
        {"day": day, "game": game, "title": entries[0][2], "readers": len(entries),
         "median": int(median(entry[5] for entry in entries)) // 1000,
         "best": [{"name": name, "seconds": ms // 1000} for *_, name, ms in entries[:MOST_ROWS]]}
        for (day, game), entries in _grouped(rows, lambda row: row[:2])
    ]  # fmt: skip
    rows.sort(key=lambda row: row[1])
    rows.sort(key=lambda row: _monday(row[0]), reverse=True)
    weeks = [
        {"week": week, "game": game, "title": entries[0][2], "best": _best_of_week(entries)}
        for (week, game), entries in _grouped(rows, lambda row: (_monday(row[0]), row[1]))
    ]
    return {"days": days, "weeks": weeks}


def _grouped(rows: Sequence[Any], key: Any) -> Iterator[tuple[Any, list[Any]]]:
    return ((name, list(found)) for name, found in groupby(rows, key))


def _monday(day: str) -> str:
    date = datetime.date.fromisoformat(day)
    return (date - datetime.timedelta(days=date.weekday())).isoformat()


def _best_of_week(entries: Sequence[tuple[Any, ...]]) -> Json:
    """Return the readers of a week, each under the name of the latest day."""
    readers: dict[str, list[tuple[Any, ...]]] = {}
    for entry in entries:
        readers.setdefault(entry[3], []).append(entry)
    found = [
        (-len(own), sum(ms for *_, ms in own), reader, max(own)[4])
        for reader, own in readers.items()
    ]
    return [
        {"name": name, "days": -less, "seconds": ms // 1000}
        for less, ms, _, name in sorted(found)[:MOST_ROWS]
    ]


def write_html(tables: Json) -> str:
    """Return a page of the tables; names are text."""
    weeks = [
        _table(f"{one['title']}, week of {one['week']}", ("", "Name", "Days", "Time"),
               [(row["name"] or "–", row["days"], _clock(row["seconds"])) for row in one["best"]])
        for one in tables["weeks"]
    ]  # fmt: skip
    days = [
        _table(f"{one['title']}, {one['day']}", ("", "Name", "Time"),
               [(row["name"] or "–", _clock(row["seconds"])) for row in one["best"]],
               f"{one['readers']} readers, median {_clock(one['median'])}")
        for one in tables["days"]
    ]  # fmt: skip
    head = tag("head", tag("meta", charset="utf-8"), tag("title", "Results"),
               tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
               tag("meta", name="color-scheme", content="light dark"),
               tag("style", Markup(_STYLE)))  # fmt: skip
    body = tag("body", tag("h1", "Results"), *weeks, *days)
    return "<!DOCTYPE html>\n" + tag("html", head, body, lang="en") + "\n"


def _table(
    title: str, heads: Sequence[str], rows: Sequence[tuple[Any, ...]], note: str = ""
) -> Markup:
    lines = [
        tag("tr", tag("td", str(place)), *(tag("td", tag("bdi", str(value))) for value in row))
        for place, row in enumerate(rows, start=1)
    ]
    return tag(
        "section", tag("h2", title), tag("p", note) if note else None,
        tag("table", tag("thead", tag("tr", *(tag("th", head) for head in heads))),
            tag("tbody", *lines)),
    )  # fmt: skip


def _clock(seconds: int) -> str:
    """Return a time as minutes and seconds.

    >>> _clock(3725)
    '62:05'
    """
    return f"{seconds // 60}:{seconds % 60:02}"


def write_times(database: Database, least: int = 1) -> tuple[str, int]:
    """Return the CSV of `tests.benchmarks.calibrate`, and the number of puzzles left out.

    Each puzzle has the median time of its readers without pauses. Left out are puzzles of fewer
    than ``least`` readers, those whose size has no measure, and those without a text form.
    """
    rows = database.rows(
        "SELECT id, kind, puzzles.puzzle, ms - paused_ms FROM entries "
        "JOIN puzzles ON id = entries.puzzle ORDER BY day, id"
    )
    text, left_out = io.StringIO(), 0
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("kind", "puzzle", "seconds", "players"))
    for (_, kind, puzzle), entries in _grouped(rows, lambda row: row[:3]):
        line = _as_text(kind, json.loads(puzzle)) if len(entries) >= least else None
        if line is None:
            left_out += 1
            continue
        seconds = median(ms for *_, ms in entries) / 1000
        table.writerow((kind, line, f"{max(seconds, 0.001):.3f}", len(entries)))
    return text.getvalue(), left_out


def _as_text(kind_id: str, puzzle: Json) -> str | None:
    """Return a puzzle in a text form that its kind reads again, None if it cannot be fitted."""
    kind = get_kind(kind_id)
    clues = kind.decode(puzzle)
    measure = kind.declared and kind.declared.measure
    if measure and measure(clues) is None:
        return None
    for form in kind.formats:
        try:
            text = form.write([(clues, None)]).strip()
            if form.detect(text) and next(form.read(text, None)).clues == clues:
                return text
        except PipelineError:
            continue
    return None
