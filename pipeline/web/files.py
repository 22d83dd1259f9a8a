"""All files of a site as texts by path, with feeds and site map; the caller writes them."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from importlib import resources
from itertools import chain

from pipeline.render.templates import plain
from pipeline.web.embedding import embedding_files
from pipeline.web.pages import icon_files, lesson_files, pages
from pipeline.web.records import Entry, board_size, learn_link, lesson_path, publish
from pipeline.web.shell import FONTS
from pipeline.web.site import Site, static_files, to_json
from pipeline.web.view import heading_of, render


def site_files(site: Site) -> Iterator[tuple[str, str | bytes]]:
    """Yield (path, content) of every file of a site but pictures and pages to print.

    Of a further language the paths are those below its folder; files that languages share are
    among those of the first.

    >>> sorted(static_files())[-1]
    'statistics.js'
    """
    if not site.folder:
        yield from static_files().items()
        yield "theme.css", _theme(site)
        if site.own.logo:
            yield site.own.logo_path, site.own.logo
        for name in FONTS:
            yield f"fonts/{name}", _font(name)
    for entry in site.entries:
        published = publish(entry, site.table, site.language, site.weeks.get(entry.game, ""))
        yield f"{entry.path}.json", to_json(published)
        if entry is site.today:
            learn = {"learn": learn_link(entry, "today")} if "learn" in published else {}
            yield "today.json", to_json({**published, **learn})
    for path, page in pages(site):
        yield f"{path}.html", page
    yield from lesson_files(site)
    yield from icon_files(site)
    yield from feed_files(site)
    yield from embedding_files(site)


def typeface(family: str, weight: int) -> bytes:
    """Return the WOFF2 file of a typeface: "Press Sans" or "Press Serif", 400 or 600.

    >>> typeface("Press Sans", 400)[:4]
    b'wOF2'
    """
    return _font(f"{family.lower().replace(' ', '-')}-{weight}.woff2")


def _font(name: str) -> bytes:
    return (resources.files(__package__) / "fonts" / name).read_bytes()


def _theme(site: Site) -> str:
    """Return the owner's style sheet: colours, typeface, heights of slots, then rules of theirs."""
    theme = site.table.theme
    rules = [
        f"--{name}: light-dark({', '.join(getattr(theme, name))});"
        for name in ("page", "paper", "ink", "accent")
    ]
    rules += [f"--text: {theme.font}; --display: {theme.font};"] if theme.font else []
    heights = [
        f".slot-{number} {{ height: {slot.height_px}px; }}\n"
        f"@media (max-width: 40rem) {{ .slot-{number} {{ height: {slot.narrow_px}px; }} }}\n"
        for number, slot in enumerate(site.own.slots)
    ]
    return f":root {{ {' '.join(rules)} }}\n{''.join(heights)}{site.own.css}"


FEED_DAYS = 50  # How many of the latest puzzles a feed holds


def feed_files(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (path, text) of site map and feeds; days that may not have come are in none."""
    yield "sitemap.xml", render(site, "sitemap.xml", "sitemap", paths=_public_paths(site))
    if not site.has_feeds:
        return
    days = (site.games_of(day.date) for day in reversed(site.days) if day.date)
    latest = list(chain.from_iterable(days))[:FEED_DAYS]
    items = [{"entry": entry, **_content(site, entry)} for entry in latest]
    yield "feed.json", to_json(_json_feed(site, latest))
    yield "feed.xml", render(site, "feed.xml", "feed", items=items)


def _content(site: Site, entry: Entry) -> dict[str, str]:
    """Return the address of a puzzle and what feeds show of it, as HTML."""
    address = site.address(f"{entry.path}.html")
    content = render(site, "feed_item.html", "feed", entry=entry, address=address)
    return {"address": address, "content": content}


def _json_feed(site: Site, entries: list[Entry]) -> dict[str, object]:
    table = site.table
    return {
        "version": "https://jsonfeed.org/version/1.1",
        "title": plain(table.title),
        "description": plain(table.description),
        "home_page_url": site.address(""),
        "feed_url": site.address("feed.json"),
        "language": table.language,
        "authors": [{"name": plain(table.author)}],
        "items": [_item(site, entry) for entry in entries],
    }


def _item(site: Site, entry: Entry) -> dict[str, object]:
    assert entry.date is not None
    rows, cols = board_size(entry.record)
    about = _content(site, entry)
    return {
        "id": about["address"],
        "url": about["address"],
        "title": plain(heading_of(site, entry)),
        "image": site.address(entry.link_picture),
        "date_published": site.moment(entry.date),
        "content_html": about["content"],
        "_puzzlepress": {
            "about": site.address(site.shared("puzzle.schema.json")),
            "record": site.address(f"{entry.path}.json"),
            "kind": entry.record.kind,
            "rows": rows,
            "cols": cols,
            "band": entry.band,
        },
    }


def _public_paths(site: Site) -> dict[str, datetime.date | None]:
    """Return the paths of public pages without their endings, those of days with their dates."""
    public = [entry for entry in site.entries if entry.date is None or site.as_of is not None]
    lessons = dict.fromkeys(path for entry in site.entries if (path := lesson_path(entry)))
    paths: dict[str, datetime.date | None] = {"index": site.as_of}
    paths |= {entry.path: entry.date for entry in public}
    return paths | dict.fromkeys([*(pack.path for pack in site.packs), *lessons])
