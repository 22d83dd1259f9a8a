"""The pages of a site. Each works without JavaScript: as a picture with a link to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from pipeline.model import Band
from pipeline.web.markup import Markup, data_script, join, plain, tag
from pipeline.web.records import (
    Entry,
    board_size,
    credit_line,
    is_credited_here,
    is_own_entry,
    name_of_kind,
    rules_of,
    task_of,
)
from pipeline.web.site import PLAYER, Site, integrity, static_files

PICTURE_PX: Final = 640


def pages(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (path without its ending, HTML) of every page."""
    yield "index", _today(site)
    between = [None, *site.days, None]
    for before, entry, after in zip(between, site.days, between[2:], strict=False):
        assert entry is not None
        yield entry.path, _puzzle_page(site, entry, before, after)
    yield from _archive(site)
    yield "packs/index", _packs(site)
    for pack in site.packs:
        body = [tag("h1", pack.title), _entry_list(site, pack.entries, pack.path, is_kept=True)]
        yield pack.path, _shell(site, pack.path, pack.title, *body)
        around = [None, *pack.entries, None]
        for before, entry, after in zip(around, pack.entries, around[2:], strict=False):
            assert entry is not None
            yield entry.path, _puzzle_page(site, entry, before, after)
    for entry in filter(site.is_answered, site.days):
        yield _answer_path(entry), _answer(site, entry)
    yield "embed", _embed(site)
    yield "credits", _credits(site)


def link(path: str, here: str) -> str:
    """Return the relative address of a path from a page.

    Examples
    --------
    >>> link("archive/index.html", "daily/2026-11-21"), link("a.html", "index")
    ('../archive/index.html', 'a.html')
    """
    return "../" * here.count("/") + path


def _shell(
    site: Site, path: str, title: str, *body: str | None, head: Sequence[Markup] = ()
) -> str:
    """Return a whole page round its body."""
    say = site.language.say
    full = title if title == site.table.title else f"{title} · {site.table.title}"
    nav = [
        tag("a", say(f"site.{name}"), href=link(target, path),
            aria_current="page" if target == f"{path}.html" else False)
        for name, target, is_there in (
            ("today", "index.html", True), ("archive", "archive/index.html", site.days),
            ("packs", "packs/index.html", site.packs), ("embed", "embed.html", True),
        )
        if is_there
    ]  # fmt: skip
    schemes = "light dark" if site.table.theme == "auto" else site.table.theme
    return "<!DOCTYPE html>\n" + tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("title", full),
            tag("meta", name="color-scheme", content=schemes),
            tag("link", rel="canonical", href=site.address(f"{path}.html")),
            tag("link", rel="stylesheet", href=link("site.css", path)),
            tag("link", rel="icon", href=link("icon.svg", path)),
            tag("link", rel="manifest", href=link("site.webmanifest", path)),
            tag("link", rel="alternate", type="application/feed+json", title=site.table.title,
                href=link("feed.json", path)),
            tag("link", rel="alternate", type="application/atom+xml", title=site.table.title,
                href=link("feed.xml", path)),
            tag("script", type="module", src=link(PLAYER, path)),
            tag("script", type="module", src=link("site.js", path)),
            *head,
        ),
        tag(
            "body",
            tag("a", say("site.skip"), class_="skip", href="#main"),
            tag("header", tag("p", tag("a", site.table.title, href=link("index.html", path)),
                              class_="name"),
                tag("nav", *nav, aria_label=say("site.pages"))),
            tag("main", *body, id="main"),
            tag("footer", tag("p", f"© {site.table.author}",
                              f", {site.table.licence}" if site.table.licence else None),
                tag("p", tag("a", say("site.credits"), href=link("credits.html", path)), " ",
                    tag("a", "JSON Feed", href=link("feed.json", path)), " ",
                    tag("a", "Atom", href=link("feed.xml", path)))),
            data_theme=site.table.theme,
            data_root=link("", path) or "./",
            data_solved=say("site.solved"),
            data_started=say("site.started"),
        ),
        lang=site.table.language,
    ) + "\n"  # fmt: skip


def _today(site: Site) -> str:
    entry = site.today
    say = site.language.say
    about = tag("p", site.table.description) if site.table.description else None
    if entry is None:
        body = [tag("h1", site.table.title), about, _pack_list(site, "index")]
        return _shell(site, "index", site.table.title, *body)
    schedule: dict[str, Any] = {}
    if site.as_of is None:  # the day is found where the page is read
        schedule = {
            "data_first": str(site.days[0].date),
            "data_last": str(site.days[-1].date),
            "data_zone": site.table.time_zone,
        }
    return _shell(
        site,
        "index",
        site.table.title,
        tag("h1", site.table.title),
        about,
        tag("div", _game(site, entry, "index"), id="today", **schedule),
        tag("p", tag("a", say("site.archive"), href="archive/index.html")),
        head=_shared(site, entry, "index"),
    )


def _heading(site: Site, entry: Entry) -> str:
    return entry.title if entry.date is None else f"{entry.title}, {site.day(entry.date)}"


def _puzzle_page(site: Site, entry: Entry, before: Entry | None, after: Entry | None) -> str:
    say = site.language.say
    turn = [
        tag("a", say(f"site.{name}"), rel=rel, href=link(f"{other.path}.html", entry.path))
        for name, rel, other in (("before", "prev", before), ("after", "next", after))
        if other is not None
    ]
    answer = None
    if site.is_answered(entry):
        answer = tag("a", say("site.answer"), href=link(f"{_answer_path(entry)}.html", entry.path))
    rules = _rules(site, entry)
    return _shell(
        site,
        entry.path,
        _heading(site, entry),
        tag("h1", _heading(site, entry)),
        _game(site, entry, entry.path),
        rules,
        tag("p", *_spaced([*turn, *([answer] if answer else [])]), class_="turn"),
        head=_shared(site, entry, entry.path),
    )


def _spaced(parts: Sequence[Markup]) -> Iterator[str]:
    for number, part in enumerate(parts):
        yield from ([" "] if number else [])
        yield part


def _game(site: Site, entry: Entry, here: str) -> Markup:
    """Return the player of a puzzle; what stands in it is seen where no script runs."""
    say = site.language.say
    rows, cols = board_size(entry.record)
    facts = [name_of_kind(entry.record.kind, site.language), f"{cols} × {rows}"]
    if entry.band:
        facts.append(say(f"band.{entry.band}"))
    if task := task_of(entry, site.language):
        facts.append(task)
    credit = credit_line(entry, site.table, site.language)
    theme: dict[str, Any] = {} if site.table.theme == "auto" else {"theme": site.table.theme}
    return join(
        tag("p", " · ".join(facts), class_="facts"),
        tag(
            "puzzle-press",
            tag("img", src=link(f"{entry.picture}.svg", here), alt=_heading(site, entry),
                width=str(PICTURE_PX), height=str(PICTURE_PX * rows // cols)),
            src=link(f"{entry.path}.json", here),
            lang=site.table.language,
            **theme,
        ),
        tag("p", tag("a", say("site.print"), href=link(f"print/{entry.record.id}.pdf", here)),
            class_="print"),
        tag("p", credit, class_="credit") if is_credited_here(entry, site.table) else None,
    )  # fmt: skip


def _rules(site: Site, entry: Entry) -> Markup:
    parts = []
    for is_list, group in groupby(rules_of(entry, site.language), lambda item: bool(item[0])):
        texts = [text for _, text in group]
        parts.append(
            tag("ol", *(tag("li", text) for text in texts))
            if is_list
            else join(*(tag("p", text) for text in texts))
        )
    return tag("section", tag("h2", site.language.say("site.rules")), *parts, class_="rules")


def _shared(site: Site, entry: Entry, here: str) -> list[Markup]:
    """Return what other sites show of a page: Open Graph, and JSON-LD for search engines."""
    heading = _heading(site, entry)
    picture = site.address(f"{entry.picture}.png")
    address = site.address(f"{here}.html")
    about: dict[str, object] = {
        "@context": "https://schema.org",
        "@type": "Game",
        "name": plain(heading),
        "url": address,
        "image": picture,
        "inLanguage": site.table.language,
        "author": {"@type": "Organization", "name": plain(site.table.author)},
        "isAccessibleForFree": True,
    }
    if entry.date is not None:
        about["datePublished"] = site.moment(entry.date)
    oembed = site.address(f"oembed/{entry.record.id}.json")
    return [
        tag("meta", property="og:title", content=heading),
        tag("meta", property="og:type", content="website"),
        tag("meta", property="og:url", content=address),
        tag("meta", property="og:image", content=picture),
        tag("meta", property="og:image:alt", content=heading),
        tag("meta", property="og:site_name", content=site.table.title),
        tag("meta", name="twitter:card", content="summary_large_image"),
        tag("link", rel="alternate", type="application/json+oembed", title=heading, href=oembed),
        data_script(about),
    ]


def _archive(site: Site) -> Iterator[tuple[str, str]]:
    if not site.days:
        return
    months = [
        (f"archive/{key}", list(group))
        for key, group in groupby(site.days, lambda entry: str(entry.date)[:7])
    ]
    say = site.language.say
    names = {path: site.month(entries[0].date) for path, entries in months if entries[0].date}
    items = [
        tag("li", tag("a", names[path], href=link(f"{path}.html", "archive/index")))
        for path, _ in reversed(months)
    ]
    body = [tag("h1", say("site.archive")), tag("ul", *items)]
    yield "archive/index", _shell(site, "archive/index", say("site.archive"), *body)
    around = [None, *(path for path, _ in months), None]
    for (path, entries), (before, after) in zip(
        months, zip(around, around[2:], strict=False), strict=False
    ):
        turn = [
            tag("a", names[other], rel=rel, href=link(f"{other}.html", path))
            for rel, other in (("prev", before), ("next", after))
            if other is not None
        ]
        listed = _entry_list(site, entries, path)
        body = [tag("h1", names[path]), listed, tag("p", *_spaced(turn), class_="turn")]
        yield path, _shell(site, path, names[path], *body)


def _entry_list(site: Site, entries: Sequence[Entry], here: str, is_kept: bool = False) -> Markup:
    """Return links to puzzles; a script marks those that are solved or begun.

    Those that are kept can be played without a network once the list was opened.
    """
    items = []
    for entry in entries:
        band = f", {site.language.say(f'band.{entry.band}')}" if entry.band else ""
        target = tag("a", _heading(site, entry), href=link(f"{entry.path}.html", here),
                     data_puzzle=entry.record.id)  # fmt: skip
        items.append(tag("li", target, band))
    return tag("ol", *items, class_="entries", data_keep=is_kept)


def _packs(site: Site) -> str:
    title = site.language.say("site.packs")
    return _shell(site, "packs/index", title, tag("h1", title), _pack_list(site, "packs/index"))


def _pack_list(site: Site, here: str) -> Markup:
    """Return links to the packs, the easier ones first."""
    order = [str(band) for band in Band]

    def hardness(pack_bands: list[str]) -> tuple[int, ...]:
        return tuple(sorted(order.index(band) for band in pack_bands if band))

    packs = sorted(site.packs, key=lambda pack: hardness([entry.band for entry in pack.entries]))
    items = []
    for pack in packs:
        target = tag("a", pack.title, href=link(f"{pack.path}.html", here))
        count = site.language.count("section.puzzles", len(pack.entries))
        items.append(tag("li", target, f", {count}"))
    return tag("ul", *items)


def _answer_path(entry: Entry) -> str:
    return f"answers/{entry.date}"


def _answer(site: Site, entry: Entry) -> str:
    here = _answer_path(entry)
    title = site.language.say("site.answer_of", puzzle=_heading(site, entry))
    picture = tag("img", src=f"{entry.record.id}-solution.svg", alt=title, width=str(PICTURE_PX))
    back = tag("a", _heading(site, entry), href=link(f"{entry.path}.html", here))
    return _shell(site, here, title, tag("h1", title), tag("p", picture), tag("p", back))


def _embed(site: Site) -> str:
    """Return the page with the tag to copy."""
    say = site.language.say
    player = static_files()[PLAYER]
    shown = site.today or next(site.entries, None)
    src = "" if shown is None else f"{shown.path}.json"
    if site.as_of is not None and site.today is not None:
        src = "today.json"
    code = (
        f'<script type="module" src="{site.address(PLAYER)}"\n'
        f'  integrity="{integrity(player)}" crossorigin="anonymous"></script>\n'
        f'<puzzle-press src="{site.address(src)}"></puzzle-press>'
    )
    body = [
        tag("h1", say("site.embed")),
        tag("p", say("site.embed_how")),
        tag("pre", tag("code", code)),
        tag("p", tag("a", say("site.schema"), href="puzzle.schema.json")),
    ]
    return _shell(site, "embed", say("site.embed"), *body)


def _credits(site: Site) -> str:
    say = site.language.say
    items = [
        tag("li", tag("a", _heading(site, entry), href=f"{entry.path}.html"), ": ", line)
        for entry in site.entries
        if not is_own_entry(entry, site.table)
        and (line := credit_line(entry, site.table, site.language))
    ]
    own = say("site.own", author=site.table.author)
    return _shell(
        site,
        "credits",
        say("site.credits"),
        tag("h1", say("site.credits")),
        tag("p", own),
        tag("ul", *items) if items else None,
    )
