"""All files of a site as texts by path, with feeds and site map; the caller writes them."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from importlib import resources
from itertools import chain

from pipeline.web.embedding import embedding_files
from pipeline.web.markup import Markup, join, plain, tag
from pipeline.web.pages import heading_of, icon_files, lesson_files, pages
from pipeline.web.records import Entry, board_size, credit_line, learn_link, lesson_path, publish
from pipeline.web.shell import FONTS
from pipeline.web.site import Site, static_files, to_json


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
_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'


def feed_files(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (path, text) of site map and feeds; days that may not have come are in none."""
    yield "sitemap.xml", _HEAD + _site_map(site) + "\n"
    if not site.has_feeds:
        return
    days = (site.games_of(day.date) for day in reversed(site.days) if day.date)
    latest = list(chain.from_iterable(days))[:FEED_DAYS]
    yield "feed.json", to_json(_json_feed(site, latest))
    yield "feed.xml", _HEAD + _atom(site, latest) + "\n"


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
    address = site.address(f"{entry.path}.html")
    return {
        "id": address,
        "url": address,
        "title": plain(heading_of(site, entry)),
        "image": site.address(entry.link_picture),
        "date_published": site.moment(entry.date),
        "content_html": _content(site, entry),
        "_puzzlepress": {
            "about": site.address(site.shared("puzzle.schema.json")),
            "record": site.address(f"{entry.path}.json"),
            "kind": entry.record.kind,
            "rows": rows,
            "cols": cols,
            "band": entry.band,
        },
    }


def _content(site: Site, entry: Entry) -> Markup:
    address = site.address(f"{entry.path}.html")
    picture = tag("img", src=site.address(entry.link_picture), alt=plain(entry.title))
    credit = credit_line(entry, site.table, site.language)
    return join(
        tag("p", tag("a", picture, href=address)),
        tag("p", tag("a", site.language.say("site.play"), href=address)),
        tag("p", credit) if credit else None,
    )


def _atom(site: Site, entries: list[Entry]) -> Markup:
    table = site.table
    newest = entries[0].date
    assert newest is not None
    return tag(
        "feed",
        tag("title", table.title),
        tag("subtitle", table.description) if table.description else None,
        tag("id", site.address("")),
        tag("updated", site.moment(newest)),
        tag("author", tag("name", table.author)),
        tag("link", rel="self", type="application/atom+xml", href=site.address("feed.xml"),
            is_xml=True),
        tag("link", rel="alternate", type="text/html", href=site.address(""), is_xml=True),
        *(_atom_entry(site, entry) for entry in entries),
        xmlns="http://www.w3.org/2005/Atom",
    )  # fmt: skip


def _atom_entry(site: Site, entry: Entry) -> Markup:
    assert entry.date is not None
    address = site.address(f"{entry.path}.html")
    return tag(
        "entry",
        tag("title", heading_of(site, entry)),
        tag("id", address),
        tag("updated", site.moment(entry.date)),
        tag("link", rel="alternate", type="text/html", href=address, is_xml=True),
        # HTML inside a feed is text that is escaped once more (RFC 4287, 3.1.1.2).
        tag("content", str(_content(site, entry)), type="html"),
    )


def _site_map(site: Site) -> Markup:
    """Return the public pages, those of days with the moment of their publication."""
    public = [entry for entry in site.entries if entry.date is None or site.as_of is not None]
    lessons = dict.fromkeys(path for entry in site.entries if (path := lesson_path(entry)))
    paths: dict[str, datetime.date | None] = {"index": site.as_of}
    paths |= {entry.path: entry.date for entry in public}
    paths |= dict.fromkeys([*(pack.path for pack in site.packs), *lessons])
    return tag(
        "urlset",
        *(
            tag("url", tag("loc", site.address(f"{path}.html")),
                tag("lastmod", site.moment(date)) if date else None)
            for path, date in paths.items()
        ),
        xmlns="http://www.sitemaps.org/schemas/sitemap/0.9",
    )  # fmt: skip
