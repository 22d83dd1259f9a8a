"""The archive by months, a reader's statistics, and what lists of puzzles share."""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from pipeline.edition.dates import first_weekday
from pipeline.web.markup import Markup, tag
from pipeline.web.records import Entry, board_size, name_of
from pipeline.web.shell import link, shell, spaced
from pipeline.web.site import Site, to_json

HUES: Final = 8  # Colours of games in site.css


def with_hues(site: Site, date: datetime.date) -> Iterator[tuple[Entry, int]]:
    """Yield the games of a day, each with a colour that no other of them has."""
    slugs, games = list(site.games), site.games_of(date)
    yield from zip(games, _hues([slugs.index(game.game) for game in games]), strict=True)


def _hues(places: Sequence[int]) -> list[int]:
    """Return a hue for each game of a day: that of its place, or the next that is free.

    >>> _hues([0, 8, 1, 7]), _hues(range(9))[-1]
    ([0, 1, 2, 7], 0)
    """
    hues: list[int] = []
    for place in places:
        near = (hue % HUES for hue in range(place, place + HUES))
        hues.append(next((hue for hue in near if hue not in hues), place % HUES))
    return hues


def bands(site: Site, entry: Entry) -> Iterator[str]:
    """Return the names of the bands of a puzzle's game on its day."""
    return (site.language.say(f"band.{one.band}") for one in site.of_day(entry) if one.band)


def ids(entries: Sequence[Entry]) -> str:
    """Return the ids of puzzles, as lists have them for the script that marks what is solved."""
    return " ".join(entry.record.id for entry in entries)


def archive_pages(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (path, HTML) of the archive: all months, and a calendar of each."""
    if not site.days:
        return
    say = site.language.say
    here = "archive/index"
    months = [
        (f"archive/{key}", list(group))
        for key, group in groupby(site.days, lambda entry: str(entry.date)[:7])
    ]
    of_month = {path: {day.date for day in days} for path, days in months}
    names = {path: site.month(entries[0].date) for path, entries in months if entries[0].date}
    items = []
    for path, _ in reversed(months):
        every = [one for row in _rows(site, of_month[path]).values() for one in row]
        every = [choice for entry in every for choice in site.of_day(entry)]
        target = tag("a", tag("span", names[path], class_="what"),
                     tag("span", site.language.count("section.puzzles", len(every)),
                         class_="facts"), href=link(f"{path}.html", here))  # fmt: skip
        items.append(tag("li", target, data_puzzles=ids(every)))
    body = [tag("h1", say("site.archive")), tag("ol", *items, class_="cards plain")]
    yield here, shell(site, here, say("site.archive"), *body)
    around = [None, *(path for path, _ in months), None]
    for (path, _), (before, after) in zip(
        months, zip(around, around[2:], strict=False), strict=False
    ):
        turn = [
            tag("a", names[month], rel=rel, href=link(f"{month}.html", path))
            for rel, month in (("prev", before), ("next", after))
            if month is not None
        ]
        body = [
            tag("h1", names[path]),
            *_calendars(site, _rows(site, of_month[path]), path),
            tag("p", *spaced(turn), class_="turn"),
        ]
        yield path, shell(site, path, names[path], *body)


def _rows(site: Site, dates: Collection[datetime.date | None]) -> dict[str, list[Entry]]:
    """Return the puzzles of some days by game."""
    rows = {name: [one for one in row if one.date in dates] for name, row in site.games.items()}
    return {name: row for name, row in rows.items() if row}


def _calendars(site: Site, rows: Mapping[str, Sequence[Entry]], here: str) -> Iterator[Markup]:
    """Yield the calendar of a month; a script makes the names of several games a filter."""
    if site.has_games:
        say = site.language.say
        buttons = [
            tag("button", title, type="button", value=name, aria_pressed=str(not name).lower())
            for name, title in [("", say("site.every_game")),
                                *((name, row[0].game_title) for name, row in rows.items())]
        ]  # fmt: skip
        yield tag("div", *buttons, class_="filter", role="group", aria_label=say("site.games"),
                  hidden=True)  # fmt: skip
    yield _calendar(site, [entry for row in rows.values() for entry in row], here)


def _calendar(site: Site, entries: Sequence[Entry], here: str) -> Markup:
    """Return a month in weeks; where days may lie ahead, a script makes those links that do not."""
    by_day: dict[datetime.date | None, list[Entry]] = {}
    for entry in entries:
        by_day.setdefault(entry.date, []).append(entry)
    first = entries[0].date
    assert first is not None
    start = first_weekday(site.table.language)
    names = site.language.say("site.weekdays").split()
    head = [tag("th", day, scope="col") for day in (*names[start:], *names[:start])]
    weeks = []
    for week in calendar.Calendar(start).monthdatescalendar(first.year, first.month):
        cells = [
            _day_cell(site, day, by_day.get(day, []), here, day.month == first.month)
            for day in week
        ]
        weeks.append(tag("tr", *cells))
    return tag("table", tag("thead", tag("tr", *head)), tag("tbody", *weeks), class_="calendar")


def _day_cell(
    site: Site, day: datetime.date, entries: Sequence[Entry], here: str, is_inside: bool
) -> Markup:
    """Return a day: a link to its puzzle, or one as a dot to that of each game."""
    if not is_inside:
        return tag("td")
    if not entries:
        return tag("td", tag("span", str(day.day), class_="day"))
    if not site.has_games:
        return tag("td", _day_link(site, day, entries[0], here, "day", str(day.day)))
    hues = {game.game: hue for game, hue in with_hues(site, day)}
    dots = (
        _day_link(site, day, entry, here, f"dot hue-{hues[entry.game]}", entry.game_title[:1])
        for entry in entries
    )
    return tag("td", tag("span", str(day.day), class_="day"), tag("span", *dots, class_="dots"))


def _day_link(
    site: Site, day: datetime.date, entry: Entry, here: str, look: str, text: str
) -> Markup:
    """Return the link to a puzzle in a calendar; a script makes it where the day may lie ahead."""
    rows, cols = board_size(entry.record)
    kind = name_of(entry, site.language)
    label = ", ".join([site.day(day), f"{kind} {cols} × {rows}", *bands(site, entry)])
    about: dict[str, Any] = {"data_puzzle": ids(site.of_day(entry)), "class_": look}
    about |= {"data_game": entry.game} if site.has_games else {"data_kind": kind}
    to = link(f"{entry.path}.html", here)
    if site.as_of is None:
        return tag("span", text, data_date=str(day), data_to=to, data_label=label, **about)
    return tag("a", text, href=to, aria_label=label, title=label, **about)


def statistics_page(site: Site) -> str:
    """Return the page that a script fills with what this reader has solved."""
    say = site.language.say
    rows: dict[str, list[Entry]] = {}
    for entry in (*site.days, *site.more):
        rows.setdefault(entry.game, []).append(entry)
    games = [
        [game, ", ".join(dict.fromkeys(name_of(entry, site.language) for entry in row)),
         sorted({entry.record.kind for entry in row}), site.weeks.get(game, "")]
        for game, row in rows.items()
    ]  # fmt: skip
    texts = site.language.texts
    place = tag("div", tag("p", say("site.nothing")), id="statistics",
                data_games=to_json(games).strip(),
                data_nothing=say("site.nothing"), data_solved_of=texts["site.solved_of"],
                data_times=say("site.times"), data_days=say("site.days"),
                data_best=texts["site.best"], data_streak=texts["site.streak"])  # fmt: skip
    script = tag("script", type="module", src=link(site.shared("statistics.js"), "statistics"))
    title = say("site.statistics")
    return shell(site, "statistics", title, tag("h1", title), place, head=[script])
