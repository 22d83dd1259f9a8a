"""The frame of every page: head, name of the site, navigation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pipeline.web.markup import Markup, isolate, tag
from pipeline.web.site import PLAYER, Site

ROOTED: Final = ("404", "offline")
"""Pages that are shown at other addresses than their own."""


def link(path: str, here: str) -> str:
    """Return the relative address of a path from a page.

    Examples
    --------
    >>> link("archive/index.html", "daily/2026-11-21"), link("a.html", "index")
    ('../archive/index.html', 'a.html')
    """
    return "../" * here.count("/") + path


def shell(
    site: Site,
    path: str,
    title: str,
    *body: str | None,
    head: Sequence[Markup] = (),
    about: str = "",
) -> str:
    """Return a whole page round its body; ``about`` is its description, else that of the site."""
    say = site.language.say
    full = title if title == site.table.title else f"{title} · {site.table.title}"
    nav = [
        tag("a", say(f"site.{name}"), href=link(target, path),
            aria_current="page" if target == f"{path}.html" else False)
        for name, target, is_there in (
            ("today", "index.html", site.days), ("archive", "archive/index.html", site.days),
            ("packs", "packs/index.html", site.packs),
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
                tag("nav", *nav, aria_label=say("site.pages")), class_="masthead"),
            Markup(site.own.header),
            tag("main", *body, id="main"),
            Markup(site.own.footer),
            tag("footer", tag("p", tag("bdi", f"© {site.table.author}"),
                              f", {site.table.licence}" if site.table.licence else None),
                tag("p", *spaced(_foot_links(site, path)))),
            data_theme=site.table.theme.scheme,
            data_root=link("", path) or "./",
            data_zone=site.table.time_zone,
            data_solved=say("site.solved"),
            data_started=say("site.started"),
            data_progress=site.language.texts["site.progress"],
            data_new_day=say("site.new_day"),
            data_streak=site.language.texts["site.streak"],
        ),
        lang=site.table.language,
    ) + "\n"  # fmt: skip


def _logo(site: Site, path: str) -> Markup | None:
    own = site.own.logo_path
    return tag("img", src=link(own, path), alt="", class_="logo") if own else None


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
    yield tag("link", rel="stylesheet", href=link("site.css", path))
    yield tag("link", rel="stylesheet", href=link("theme.css", path))
    yield tag("link", rel="icon", href=link("icon.svg", path))
    yield tag("link", rel="apple-touch-icon", href=link("icon-180.png", path))
    yield tag("link", rel="manifest", href=link("site.webmanifest", path))
    for name, file in (("feed+json", "feed.json"), ("atom+xml", "feed.xml")):
        if site.has_feeds:
            yield tag("link", rel="alternate", type=f"application/{name}", title=site.table.title,
                      href=link(file, path))  # fmt: skip
    yield tag("script", type="module", src=link(PLAYER, path))
    yield tag("script", type="module", src=link("site.js", path))


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
