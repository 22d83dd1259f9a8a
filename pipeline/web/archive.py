"""The archive by months, and a reader's statistics."""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from pipeline.edition.dates import first_weekday
from pipeline.web.records import Entry, name_of
from pipeline.web.shell import render_page
from pipeline.web.site import Site, to_json
from pipeline.web.view import games_with_hues

Day: TypeAlias = tuple[datetime.date | None, Sequence[tuple[Entry, int]]]
"""A day of a calendar with its games and their colours; None is a day of another month."""


def archive_pages(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (path, HTML) of the archive: all months, and a calendar of each."""
    months: list[dict[str, Any]] = []
    for key, group in groupby(site.days, lambda entry: str(entry.date)[:7]):
        dates = list(dict.fromkeys(entry.date for entry in group if entry.date))
        rows = [[one for one in row if one.date in dates] for row in site.games.values()]
        puzzles = [choice for row in rows for entry in row for choice in site.of_day(entry)]
        months.append(
            {"path": f"archive/{key}", "name": site.month(dates[0]), "dates": dates,
             "games": [row[0] for row in rows if row], "puzzles": puzzles}
        )  # fmt: skip
    if not months:
        return
    title = site.language.say("site.archive")
    yield "archive/index", render_page(site, "archive.html", "archive/index", title, months=months)
    start = first_weekday(site.table.language)
    names = site.language.say("site.weekdays").split()
    for before, month, after in zip([None, *months], months, [*months[1:], None], strict=False):
        path = month["path"]
        yield path, render_page(
            site, "month.html", path, month["name"],
            games=month["games"],
            weekdays=[*names[start:], *names[:start]],
            weeks=list(_weeks(site, month["dates"], start)),
            turns=[(rel, one) for rel, one in (("prev", before), ("next", after)) if one],
        )  # fmt: skip


def _weeks(site: Site, dates: Sequence[datetime.date], start: int) -> Iterator[list[Day]]:
    """Yield the weeks of a month, each from the same day of the week."""
    first = dates[0]
    for week in calendar.Calendar(start).monthdatescalendar(first.year, first.month):
        yield [
            (None, ()) if date.month != first.month
            else (date, _games(site, date) if date in dates else ())
            for date in week
        ]  # fmt: skip


def _games(site: Site, date: datetime.date) -> Sequence[tuple[Entry, int]]:
    """Return the games of a day with their colours, in the same order on all days."""
    if not site.has_games:
        return [(site.games_of(date)[0], 0)]
    slugs = list(site.games)
    return sorted(games_with_hues(site, date), key=lambda game: slugs.index(game[0].game))


def statistics_page(site: Site) -> str:
    """Return the page that a script fills with what this reader has solved."""
    rows: dict[str, list[Entry]] = {}
    for entry in (*site.days, *site.more):
        rows.setdefault(entry.game, []).append(entry)
    games = [
        [game, ", ".join(dict.fromkeys(name_of(entry, site.language) for entry in row)),
         sorted({entry.record.kind for entry in row}), site.weeks.get(game, "")]
        for game, row in rows.items()
    ]  # fmt: skip
    title = site.language.say("site.statistics")
    return render_page(site, "statistics.html", "statistics", title, games=to_json(games).strip())
