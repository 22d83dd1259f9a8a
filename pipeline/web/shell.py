"""The frame of every page: head, name of the site, navigation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.edition.language import load_language
from pipeline.web.site import Site
from pipeline.web.view import render

ROOTED: Final = ("404", "offline")  # Pages that are shown at other addresses than their own
FONTS: Final = ("press-sans-400.woff2", "press-sans-600.woff2", "press-serif-600.woff2")
"""The books' own typefaces, with the letters of European languages (docs/adr/0027)."""


def render_page(
    site: Site, template: str, path: str, title: str, about: str = "", **values: object
) -> str:
    """Return a whole page from its template; ``about`` describes it, else its title does."""
    full = title if title == site.table.title else f"{title} · {site.table.title}"
    if path != "index":  # search engines take equal descriptions for equal pages
        about = about or ". ".join(filter(None, (full, site.table.description)))
    scheme = site.table.theme.scheme
    return render(
        site,
        template,
        path,
        title=title,
        full_title=full,
        about=about or site.table.description,
        is_rooted=path in ROOTED,
        schemes={
            name: colour
            for name, colour in zip(("light", "dark"), site.table.theme.page, strict=True)
            if scheme in ("auto", name)
        },
        alternates=[] if path in ROOTED else _alternates(site),
        fonts=() if site.table.theme.font else FONTS,  # there before the first line is laid out
        menu=_menu(site),
        languages=list(_languages(site, path)),
        **values,
    )


def _menu(site: Site) -> dict[str, str]:
    """Return the pages in the masthead, by the last part of the keys of their names."""
    menu = {"today": "index.html", "archive": "archive/index.html"} if site.days else {}
    menu |= {"packs": "packs/index.html"} if site.packs else {}
    return menu | ({"statistics": "statistics.html"} if site.days else {})


def _alternates(site: Site) -> list[tuple[str, str]]:
    bases = site.bases()
    return [*bases.items(), *[("x-default", base) for base in [*bases.values()][:1]]]


def _languages(site: Site, path: str) -> Iterator[tuple[str, str, str]]:
    """Yield (code, name, path) of the page in each of the other languages."""
    page = "index" if path in ROOTED else path
    codes = [code[:2] for code in site.languages]
    for code, folder in site.languages.items():
        if code == site.table.language:
            continue
        name = load_language(code[:2]).say("site.language")
        name += f" ({code[3:]})" if code[3:] and codes.count(code[:2]) > 1 else ""
        yield code, name, f"{site.shared('')}{folder}{page}.html"
