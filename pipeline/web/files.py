"""A whole site as texts by path: pure, so that whoever writes them decides where and when."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from typing import Final

from pipeline.web.embedding import embedding_files
from pipeline.web.feeds import feed_files
from pipeline.web.lessons import lesson_files
from pipeline.web.pages import pages
from pipeline.web.records import learn_link, publish
from pipeline.web.site import Site, static_files, to_json

FONTS: Final = ("press-sans-400.woff2", "press-sans-600.woff2", "press-serif-600.woff2")
"""The books' own typefaces, with the letters of European languages (docs/adr/0027)."""


def site_files(site: Site) -> Iterator[tuple[str, str | bytes]]:
    """Yield (path, content) of every file of a site but pictures and pages to print.

    Examples
    --------
    >>> sorted(static_files())[-1]
    'site.js'
    """
    yield from static_files().items()
    yield "theme.css", _theme(site)
    if site.own.logo:
        yield site.own.logo_path, site.own.logo
    for name in FONTS:
        yield f"fonts/{name}", _font(name)
    for entry in site.entries:
        published = publish(entry, site.table, site.language, site.week)
        yield f"{entry.path}.json", to_json(published)
        if entry is site.today:
            learn = {"learn": learn_link(entry, "today")} if "learn" in published else {}
            yield "today.json", to_json({**published, **learn})
    for path, page in pages(site):
        yield f"{path}.html", page
    yield from lesson_files(site)
    yield from feed_files(site)
    yield from embedding_files(site)


def typeface(family: str, weight: int) -> bytes:
    """Return the WOFF2 file of a typeface: "Press Sans" or "Press Serif", 400 or 600.

    Examples
    --------
    >>> typeface("Press Sans", 400)[:4]
    b'wOF2'
    """
    return _font(f"{family.lower().replace(' ', '-')}-{weight}.woff2")


def _font(name: str) -> bytes:
    return (resources.files(__package__) / "fonts" / name).read_bytes()


def _theme(site: Site) -> str:
    """Return the owner's style sheet: colours and typeface of the theme, then his own rules."""
    theme = site.table.theme
    rules = [
        f"--{name}: light-dark({', '.join(getattr(theme, name))});"
        for name in ("page", "paper", "ink", "accent")
    ]
    rules += [f"--text: {theme.font}; --display: {theme.font};"] if theme.font else []
    return f":root {{ {' '.join(rules)} }}\n{site.own.css}"
