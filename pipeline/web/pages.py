"""The pages of a site. Each works without JavaScript: as a picture with a link to print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pipeline.book.press.rights import is_credited_on_page
from pipeline.web.info import credits_page, embed_page, lost_pages
from pipeline.web.lessons import rules_section
from pipeline.web.link_picture import SIZE_PX
from pipeline.web.lists import (
    answer_path,
    archive_pages,
    cards,
    facts_of,
    heading_of,
    pack_cards,
    pack_pages,
)
from pipeline.web.markup import Markup, data_script, isolate, plain, tag
from pipeline.web.records import Entry, board_size, book_options, credit_line
from pipeline.web.shell import link, shell, spaced
from pipeline.web.site import Site

PICTURE_PX: Final = 640
LATELY: Final = 4
"""How many of the latest days are shown below today's puzzle."""


def pages(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (path without its ending, HTML) of every page."""
    yield "index", _today(site)
    turns = zip([None, *site.days], site.days, [*site.days[1:], None], strict=False)
    beside = {day.date: (before, after) for before, day, after in turns}
    for entry in (*site.days, *site.more):
        yield entry.path, _puzzle_page(site, entry, *beside[entry.date])
    yield from archive_pages(site)
    yield from pack_pages(site)
    for pack in site.packs:
        row = pack.entries
        for before, entry, after in zip([None, *row], row, [*row[1:], None], strict=False):
            yield entry.path, _puzzle_page(site, entry, before, after)
    for entry in filter(site.is_answered, site.entries):
        yield answer_path(entry), _answer(site, entry)
    yield "embed", embed_page(site)
    yield "credits", credits_page(site)
    yield from lost_pages(site)


def _today(site: Site) -> str:
    entry = site.today
    say = site.language.say
    body = [tag("p", tag("bdi", site.table.description), class_="about")
            if site.table.description else None]  # fmt: skip
    if not site.days:
        body.append(tag("h1", tag("bdi", site.table.title)))
    elif entry is None:  # a script finds the day where the page is read
        wait = tag("h1", say("site.today")), tag("p", say("site.needs_script"))
        schedule: dict[str, Any] = {
            "data_first": str(site.days[0].date),
            "data_last": str(site.days[-1].date),
        }
        body.append(tag("div", *wait, id="today", data_week=site.week, **schedule))
    else:
        body.append(tag("div", _game(site, entry, "index"), id="today", data_day=str(entry.date)))
        if before := [other for other in site.days if other is not entry][: -LATELY - 1 : -1]:
            lately = cards(site, before, "index")
            body.append(tag("section", tag("h2", say("site.lately")), lately))
    if site.packs:
        body.append(tag("section", tag("h2", say("site.packs")), pack_cards(site, "index")))
    head = [] if entry is None else _shared(site, entry, "index")
    return shell(site, "index", site.table.title, *body, head=head)


def _puzzle_page(site: Site, entry: Entry, before: Entry | None, after: Entry | None) -> str:
    say = site.language.say
    is_ahead = after is not None and after.date is not None and site.as_of is None
    turn = []
    for name, rel, beside in (("before", "prev", before), ("after", "next", after)):
        if beside is not None and not (is_ahead and beside is after):
            # of a day the puzzle of the band in which the reader is
            path = beside.path_of(entry.band) if beside.date else beside.path
            turn.append(
                tag("a", say(f"site.{name}"), rel=rel, href=link(f"{path}.html", entry.path))
            )
    if site.is_answered(entry):
        answer = link(f"{answer_path(entry)}.html", entry.path)
        turn.append(tag("a", say("site.answer"), href=answer))
    ahead: dict[str, Any] = (
        {"data_next": str(after.date), "data_word": say("site.after")} if after and is_ahead else {}
    )
    return shell(
        site,
        entry.path,
        heading_of(site, entry),
        _game(site, entry, entry.path),
        tag("p", *spaced(turn), class_="turn", **ahead),
        head=_shared(site, entry, entry.path),
    )


def _choice(site: Site, entry: Entry, here: str) -> Markup | None:
    """Return links to the puzzles of a day by their bands; a script marks what is solved."""
    if not entry.choice:
        return None
    links = [
        tag("a", site.language.say(f"band.{one.band}"), href=link(f"{one.path}.html", here),
            aria_current="true" if one is entry else False, data_puzzle=one.record.id)
        for one in site.of_day(entry)
    ]  # fmt: skip
    return tag("nav", *links, class_="choice", aria_label=site.language.say("site.choice"))


def _game(site: Site, entry: Entry, here: str) -> Markup:
    """Return a puzzle with its description; the picture is visible without scripts."""
    say = site.language.say
    rows, cols = board_size(entry.record)
    credit = credit_line(entry, site.table, site.language)
    alt = heading_of(site, entry)
    return tag(
        "article",
        tag("div", tag("h1", tag("bdi", entry.title)),
            tag("p", *facts_of(site, entry), class_="facts"), _choice(site, entry, here),
            class_="top"),
        tag(
            "puzzle-press",
            tag("img", src=link(f"{entry.picture}.svg", here), alt=isolate(alt), class_="board",
                width=str(PICTURE_PX), height=str(PICTURE_PX * rows // cols)),
            src=link(f"{entry.path}.json", here),
            lang=site.table.language,
            next=link("archive/index.html" if entry.date else entry.path.rpartition("/")[0]
                      + "/index.html", here),
            link=site.address(f"{entry.path}.html"),
        ),
        tag("div", rules_section(site, entry, here),
            tag("p", tag("a", say("site.print"), href=link(f"print/{entry.record.id}.pdf", here)),
                class_="print"),
            tag("p", tag("bdi", credit), class_="credit")
            if is_credited_on_page(entry.record, book_options(site.table)) else None,
            class_="beside"),
        class_="game",
    )  # fmt: skip


def _shared(site: Site, entry: Entry, here: str) -> list[Markup]:
    """Return what other sites show of a page: Open Graph, and JSON-LD for search engines."""
    heading = isolate(heading_of(site, entry))
    picture = site.address(entry.link_picture)
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
    graph = {
        "title": heading, "type": "website", "url": address, "image": picture,
        "image:width": str(SIZE_PX[0]), "image:height": str(SIZE_PX[1]), "image:alt": heading,
        "site_name": site.table.title,
    }  # fmt: skip
    return [
        *(tag("meta", property=f"og:{name}", content=said) for name, said in graph.items()),
        tag("meta", name="twitter:card", content="summary_large_image"),
        tag("link", rel="alternate", type="application/json+oembed", title=heading, href=oembed),
        data_script(about),
    ]


def _answer(site: Site, entry: Entry) -> str:
    here = answer_path(entry)
    title = site.language.say("site.answer_of", puzzle=heading_of(site, entry))
    picture = tag("img", src=f"{entry.record.id}-solution.svg", alt=isolate(title),
                  width=str(PICTURE_PX))  # fmt: skip
    back = tag("a", heading_of(site, entry), href=link(f"{entry.path}.html", here))
    body = (tag("h1", tag("bdi", title)), tag("p", picture), tag("p", back, class_="turn"))
    return shell(site, here, title, *body)
