"""Lists of puzzles: cards with small pictures, the calendar of the archive, packs."""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from pipeline.model import Band
from pipeline.web.markup import Markup, tag
from pipeline.web.records import Entry, board_size, name_of_kind, task_of
from pipeline.web.shell import link, shell, spaced
from pipeline.web.site import PackEntries, Site


def heading_of(site: Site, entry: Entry) -> str:
    """Return the title of a puzzle, with its day."""
    return entry.title if entry.date is None else f"{entry.title}, {site.day(entry.date)}"


def answer_path(entry: Entry) -> str:
    """Return the path of the page with a day's answer, without its ending."""
    return entry.path.replace("daily/", "answers/", 1)


def facts_of(site: Site, entry: Entry) -> Iterator[Markup | str]:
    """Yield the lines under the title of a puzzle: day, difficulty and task."""
    facts: list[Markup | str] = []
    if entry.date is not None:
        facts.append(tag("time", site.day(entry.date), datetime=str(entry.date)))
    if entry.band and not entry.choice:  # else the choice says it
        name = site.language.say(f"band.{entry.band}")
        facts.append(tag("span", name, class_=f"band {entry.band}"))
    if task := task_of(entry, site.language):
        facts.append(task)
    for number, fact in enumerate(facts):
        yield from ([" · "] if number else [])
        yield fact


def cards(site: Site, entries: Sequence[Entry], here: str, is_kept: bool = False) -> Markup:
    """Return links to puzzles with small pictures; a script marks those that are solved or begun.

    Those that are kept can be played without a network once the list was opened.
    """
    items = []
    for entry in entries:
        rows, cols = board_size(entry.record)
        kind = f"{name_of_kind(entry.record.kind, site.language)} {cols} × {rows}"
        name = kind if entry.date is None else f"{site.day(entry.date)}"
        number = entry.path.rpartition("/")[2].lstrip("0")
        about = [number if entry.date is None else kind]
        about += [", ".join(_bands(site, entry))] if entry.band else []
        target = tag(
            "a",
            _thumbnail(entry, here),
            tag("span", name, class_="what"),
            tag("span", " · ".join(about), class_="facts"),
            href=link(f"{entry.path}.html", here),
            data_puzzle=_ids(site.of_day(entry)),
        )  # fmt: skip
        items.append(tag("li", target))
    return tag("ol", *items, class_="cards", data_keep=is_kept)


def _bands(site: Site, entry: Entry) -> Iterator[str]:
    """Yield the difficulty of each puzzle of a day, as the site's language says it."""
    return (site.language.say(f"band.{one.band}") for one in site.of_day(entry) if one.band)


def _thumbnail(entry: Entry, here: str) -> Markup:
    rows, cols = board_size(entry.record)
    return tag("img", src=link(f"{entry.picture}.svg", here), alt="", width="160",
               height=str(160 * rows // cols), loading="lazy", class_="board")  # fmt: skip


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
    names = {path: site.month(entries[0].date) for path, entries in months if entries[0].date}
    items = []
    for path, entries in reversed(months):
        target = tag("a", tag("span", names[path], class_="what"),
                     tag("span", site.language.count("section.puzzles", len(entries)),
                         class_="facts"), href=link(f"{path}.html", here))  # fmt: skip
        every = [choice for entry in entries for choice in site.of_day(entry)]
        items.append(tag("li", target, data_puzzles=_ids(every)))
    body = [tag("h1", say("site.archive")), tag("ol", *items, class_="cards plain")]
    yield here, shell(site, here, say("site.archive"), *body)
    around = [None, *(path for path, _ in months), None]
    for (path, entries), (before, after) in zip(
        months, zip(around, around[2:], strict=False), strict=False
    ):
        turn = [
            tag("a", names[month], rel=rel, href=link(f"{month}.html", path))
            for rel, month in (("prev", before), ("next", after))
            if month is not None
        ]
        body = [
            tag("h1", names[path]),
            _calendar(site, entries, path),
            tag("p", *spaced(turn), class_="turn"),
        ]
        yield path, shell(site, path, names[path], *body)


def _calendar(site: Site, entries: Sequence[Entry], here: str) -> Markup:
    """Return a month in weeks; where days may lie ahead, a script makes those links that do not."""
    by_day = {entry.date: entry for entry in entries}
    first = entries[0].date
    assert first is not None
    head = [tag("th", day, scope="col") for day in site.language.say("site.weekdays").split()]
    weeks = []
    for week in calendar.Calendar().monthdatescalendar(first.year, first.month):
        cells = [
            _day_cell(site, day, by_day.get(day), here, day.month == first.month) for day in week
        ]
        weeks.append(tag("tr", *cells))
    return tag("table", tag("thead", tag("tr", *head)), tag("tbody", *weeks), class_="calendar")


def _day_cell(
    site: Site, day: datetime.date, entry: Entry | None, here: str, is_inside: bool
) -> Markup:
    if not is_inside:
        return tag("td")
    if entry is None:
        return tag("td", tag("span", str(day.day), class_="day"))
    rows, cols = board_size(entry.record)
    kind = name_of_kind(entry.record.kind, site.language)
    words = [site.day(day), f"{kind} {cols} × {rows}"]
    label = ", ".join([*words, *_bands(site, entry)])
    about: dict[str, Any] = {"data_puzzle": _ids(site.of_day(entry)), "data_kind": kind}
    if site.as_of is None:
        inside = tag("span", str(day.day), class_="day", data_date=str(day), data_label=label,
                     **about)  # fmt: skip
    else:
        inside = tag("a", str(day.day), class_="day", href=link(f"{entry.path}.html", here),
                     aria_label=label, title=label, **about)  # fmt: skip
    return tag("td", inside)


def pack_pages(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (path, HTML) of the list of packs and of each pack."""
    title = site.language.say("site.packs")
    body = [tag("h1", title), pack_cards(site, "packs/index")]
    yield "packs/index", shell(site, "packs/index", title, *body)
    for pack in site.packs:
        count = site.language.count("section.puzzles", len(pack.entries))
        body = [
            tag("h1", tag("bdi", pack.title)),
            tag("p", count, class_="facts", data_puzzles=_ids(pack.entries)),
            cards(site, pack.entries, pack.path, is_kept=True),
        ]
        yield pack.path, shell(site, pack.path, pack.title, *body)


def _ids(entries: Sequence[Entry]) -> str:
    return " ".join(entry.record.id for entry in entries)


def pack_cards(site: Site, here: str) -> Markup:
    """Return links to the packs, the easier ones first."""
    order = [str(band) for band in Band]

    def hardness(pack: PackEntries) -> list[int]:
        return sorted(order.index(entry.band) for entry in pack.entries if entry.band)

    items = []
    for pack in sorted(site.packs, key=hardness):
        target = tag(
            "a",
            _thumbnail(pack.entries[0], here),
            tag("bdi", pack.title, class_="what"),
            tag("span", site.language.count("section.puzzles", len(pack.entries)), class_="facts"),
            href=link(f"{pack.path}.html", here),
        )  # fmt: skip
        items.append(tag("li", target, data_puzzles=_ids(pack.entries)))
    return tag("ul", *items, class_="cards")
