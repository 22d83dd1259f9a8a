"""The page with the tag to copy, and the page of credits."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.web.lists import heading_of
from pipeline.web.markup import tag
from pipeline.web.records import credit_line, is_own_entry
from pipeline.web.shell import ROOTED, link, shell
from pipeline.web.site import PLAYER, Site, integrity, static_files, versioned_player


def embed_page(site: Site) -> str:
    """Return the page with the tag to copy."""
    say = site.language.say
    player = static_files()[PLAYER]
    src, zone = site.embedded
    zone = f' zone="{zone}"' if zone else ""
    code = (
        f'<script type="module" src="{site.address(versioned_player())}"\n'
        f'  integrity="{integrity(player)}" crossorigin="anonymous"></script>\n'
        f'<puzzle-press src="{site.address(src)}"{zone}></puzzle-press>'
    )
    body = [
        tag("h1", say("site.embed")),
        tag("p", say("site.embed_how")),
        tag("pre", tag("code", code)),
        tag("p", tag("a", say("site.schema"), href="puzzle.schema.json")),
    ]
    return shell(site, "embed", say("site.embed"), *body)


def lost_pages(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (path, HTML) of the pages for addresses that lead nowhere, and for no network."""
    for path, word in zip(ROOTED, ("lost", "offline"), strict=True):
        title = site.language.say(f"site.{word}")
        home = tag("p", tag("a", site.table.title, href=site.address("index.html")), class_="turn")
        yield path, shell(site, path, title, tag("h1", title), home)


def credits_page(site: Site) -> str:
    """Return whose puzzles there are; days that may not have come are named without a link."""
    say = site.language.say
    items = []
    for entry in site.entries:
        line = credit_line(entry, site.table, site.language)
        if line and not is_own_entry(entry, site.table):
            name = heading_of(site, entry)
            is_public = entry.date is None or site.as_of is not None
            named = (
                tag("a", name, href=link(f"{entry.path}.html", "credits")) if is_public else name
            )
            items.append(tag("li", named, ": ", tag("bdi", line)))
    return shell(
        site,
        "credits",
        say("site.credits"),
        tag("h1", say("site.credits")),
        tag("p", say("site.own", author=site.table.author)),
        tag("ul", *items) if items else None,
    )
