"""The frame of every page: head, name of the site, navigation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pipeline.edition.language import load_language
from pipeline.web.markup import Markup, isolate, tag
from pipeline.web.site import PLAYER, Site

ROOTED: Final = ("404", "offline")  # Pages that are shown at other addresses than their own


def link(path: str, here: str) -> str:
    """Return the relative address of a path from a page.

    >>> link("archive/index.html", "daily/2026-11-21"), link("a.html", "index")
    ('../archive/index.html', 'a.html')
    """
    return "../" * here.count("/") + path


FONTS: Final = ("press-sans-400.woff2", "press-sans-600.woff2", "press-serif-600.woff2")
"""The books' own typefaces, with the letters of European languages (docs/adr/0027)."""


def shell(
    site: Site,
    path: str,
    title: str,
    *body: str | None,
    head: Sequence[Markup] = (),
    about: str = "",
) -> str:
    """Return a whole page round its body; ``about`` describes it, else its title does."""
    say = site.language.say
    full = title if title == site.table.title else f"{title} · {site.table.title}"
    if path != "index":  # search engines take equal descriptions for equal pages
        about = about or ". ".join(filter(None, (full, site.table.description)))
    nav = [
        tag("a", say(f"site.{name}"), href=link(target, path),
            aria_current="page" if target == f"{path}.html" else False)
        for name, target, is_there in (
            ("today", "index.html", site.days), ("archive", "archive/index.html", site.days),
            ("packs", "packs/index.html", site.packs),
            ("statistics", "statistics.html", site.days),
        )
        if is_there
    ]  # fmt: skip
    return "<!DOCTYPE html>\n" + tag(
        "html",
        tag("head", *_head(site, path, full, about or site.table.description), *head),
        tag(
            "body",
            tag("a", say("site.skip"), class_="skip", href="#main"),
            tag("header", tag("p", tag("a", _logo(site, path), tag("bdi", site.table.title),
                                       href=link("index.html", path)), class_="name"),
                tag("nav", *nav, *_language_links(site, path), aria_label=say("site.pages")),
                class_="masthead"),
            Markup(site.own.header),
            tag("main", *slots(site, "top"), *body, *slots(site, "end"), id="main"),
            Markup(site.own.footer),
            tag("footer", tag("p", tag("bdi", f"© {site.table.author}"),
                              f", {site.table.licence}" if site.table.licence else None),
                tag("p", *spaced(_foot_links(site, path)))),
            data_theme=site.table.theme.scheme,
            data_root=link("", path) or "./",
            data_home=link(site.shared(""), path) if site.folder else False,
            data_zone=site.table.time_zone,
            data_solved=say("site.solved"),
            data_started=say("site.started"),
            data_progress=site.language.texts["site.progress"],
            data_new_day=say("site.new_day"),
            data_streak=site.language.texts["site.streak"],
        ),
        lang=site.table.language,
    ) + "\n"  # fmt: skip


def slots(site: Site, place: str) -> Iterator[Markup]:
    """Yield the owner's HTML of a place, in elements whose height is fixed in theme.css."""
    for number, slot in enumerate(site.own.slots):
        if slot.place == place:
            yield tag("div", Markup(slot.html), class_=f"slot slot-{number}")


def _logo(site: Site, path: str) -> Markup | None:
    own = site.own.logo_path
    return tag("img", src=link(site.shared(own), path), alt="", class_="logo") if own else None


def _language_links(site: Site, path: str) -> list[Markup]:
    page = "index" if path in ROOTED else path
    languages = [code[:2] for code in site.languages]
    links = []
    for code, folder in site.languages.items():
        if code == site.table.language:
            continue
        name = load_language(code[:2]).say("site.language")
        name += f" ({code[3:]})" if code[3:] and languages.count(code[:2]) > 1 else ""
        address = link(f"{site.shared('')}{folder}{page}.html", path)
        links.append(tag("a", name, lang=code, hreflang=code, href=address))
    return links


def _head(site: Site, path: str, title: str, about: str) -> Iterator[Markup]:
    schemes = "light dark" if site.table.theme.scheme == "auto" else site.table.theme.scheme
    yield tag("meta", charset="utf-8")
    if path in ROOTED:
        yield tag("base", href=site.root)
    yield tag("meta", name="viewport", content="width=device-width, initial-scale=1")
    yield tag("title", isolate(title))
    if about:
        yield tag("meta", name="description", content=isolate(about))
    yield tag("meta", name="color-scheme", content=schemes)
    for at, name in enumerate(("light", "dark")):
        if name in schemes:
            yield tag("meta", name="theme-color", content=site.table.theme.page[at],
                      media=f"(prefers-color-scheme: {name})")  # fmt: skip
    yield tag("link", rel="canonical", href=site.address(f"{path}.html"))
    bases = {} if path in ROOTED else site.bases()
    for code, base in [*bases.items(), *[("x-default", base) for base in [*bases.values()][:1]]]:
        yield tag("link", rel="alternate", hreflang=code, href=f"{base}{path}.html")
    for sheet in ("site.css", "theme.css"):
        yield tag("link", rel="stylesheet", href=link(site.shared(sheet), path))
    for font in () if site.table.theme.font else FONTS:  # there before the first line is laid out
        yield tag("link", rel="preload", href=link(site.shared(f"fonts/{font}"), path),
                  as_="font", type="font/woff2", crossorigin=True)  # fmt: skip
    for rel, icon in (("icon", site.own.icon_path), ("apple-touch-icon", "icon-180.png")):
        yield tag("link", rel=rel, href=link(site.shared(icon), path))
    yield tag("link", rel="manifest", href=link("site.webmanifest", path))
    for name, file in (("feed+json", "feed.json"), ("atom+xml", "feed.xml")):
        if site.has_feeds:
            yield tag("link", rel="alternate", type=f"application/{name}", title=site.table.title,
                      href=link(file, path))  # fmt: skip
    for script in (PLAYER, "site.js"):
        yield tag("script", type="module", src=link(site.shared(script), path))


def _foot_links(site: Site, path: str) -> list[Markup]:
    targets = [(site.language.say(f"site.{name}"), f"{name}.html") for name in ("embed", "credits")]
    if site.has_feeds:
        targets += [("JSON Feed", "feed.json"), ("Atom", "feed.xml")]
    return [tag("a", name, href=link(target, path)) for name, target in targets]


def spaced(parts: Sequence[Markup]) -> Iterator[str]:
    """Yield parts with a space between them."""
    for number, part in enumerate(parts):
        yield from ([" "] if number else [])
        yield part
