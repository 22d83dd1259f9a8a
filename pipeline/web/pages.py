"""The pages of a site, which work without JavaScript: as pictures with a link to print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from pipeline.edition.worked import first_step, worked_example
from pipeline.kinds import get_kind
from pipeline.kinds.kit.telling.sentences import step_text
from pipeline.render.picture import render_picture
from pipeline.render.templates import isolate, plain
from pipeline.render.theme import get_theme
from pipeline.scene import Scene
from pipeline.web.archive import archive_pages, statistics_page
from pipeline.web.link_picture import SIZE_PX
from pipeline.web.records import (
    Entry,
    credit_line,
    is_own_entry,
    lesson_path,
    name_of,
    publish_lesson,
    rules_of,
)
from pipeline.web.shell import ROOTED, render_page
from pipeline.web.site import PLAYER, Site, integrity, static_files, to_json, versioned_player
from pipeline.web.view import heading_of, icon_path

LATELY: Final = 4  # How many of the latest days are shown below today's puzzle
_CELL_MM: Final = 9.0
_FIGURE_PX: Final = 288


def pages(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (path without its ending, HTML) of every page."""
    yield "index", _today(site)
    beside = {
        (day.date, name and day.game): (before, after)
        for name, row in site.games.items()
        for before, day, after in zip([None, *row], row, [*row[1:], None], strict=False)
    }
    for entry in (*site.days, *site.more):
        around = beside[entry.date, entry.game if site.has_games else ""]
        yield entry.path, _puzzle_page(site, entry, *around)
    yield from archive_pages(site)
    yield from pack_pages(site)
    for pack in site.packs:
        row = pack.entries
        for before, entry, after in zip([None, *row], row, [*row[1:], None], strict=False):
            yield entry.path, _puzzle_page(site, entry, before, after)
    for entry in filter(site.is_answered, site.entries):
        yield answer_path(entry), _answer(site, entry)
    if site.days:
        yield "statistics", statistics_page(site)
    yield "embed", embed_page(site)
    yield "credits", credits_page(site)
    if not site.folder:
        yield from lost_pages(site)


def _today(site: Site) -> str:
    entry = site.today
    before = [other for other in site.days if entry is not None and other is not entry]
    sharing: Mapping[str, Any] = {} if entry is None else _sharing(site, entry, "index")
    return render_page(
        site, "index.html", "index", site.table.title,
        entry=entry,
        first_ones=[row[0] for row in site.games.values() if row],
        lately=before[: -LATELY - 1 : -1],
        **sharing,
    )  # fmt: skip


def _puzzle_page(site: Site, entry: Entry, before: Entry | None, after: Entry | None) -> str:
    is_ahead = after is not None and after.date is not None and site.as_of is None
    turns = {}
    for name, beside in (("before", before), ("after", after)):
        if beside is not None and not (is_ahead and beside is after):
            # of a day the puzzle of the band in which the reader is
            path = beside.path_of(entry.band) if beside.date else beside.path
            turns[name] = f"{path}.html"
    if site.is_answered(entry):
        turns["answer"] = f"{answer_path(entry)}.html"
    return render_page(
        site, "puzzle.html", entry.path, heading_of(site, entry), about_puzzle(site, entry),
        entry=entry,
        turns=turns,
        next_day=after.date if after and is_ahead else None,
        **_sharing(site, entry, entry.path),
    )  # fmt: skip


def about_puzzle(site: Site, entry: Entry) -> str:
    """Return the description of a puzzle's page: which it is, how hard, and what is to be done."""
    band = site.language.say(f"band.{entry.band}") if entry.band and not entry.choice else ""
    return _about(". ".join(filter(None, (heading_of(site, entry), band))), entry, site)


def _about(what: str, entry: Entry, site: Site) -> str:
    record = entry.record
    rules = rules_of(record.kind, record.verdict.rule, site.language, record.puzzle)
    return f"{what}. {rules[0][1]}"


def icon_files(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (path, content) of the icons of all games."""
    if not site.has_games or site.folder:
        return
    shown = {icon_path(entry): entry for entry in (*site.days, *site.more)}
    for path, entry in sorted(shown.items()):
        kind = get_kind(entry.record.kind)
        clues, solution = worked_example(kind, entry.record.verdict.rule)
        scene = kind.draw(clues, solution, _CELL_MM)
        yield path, render_picture(scene, "svg", get_theme("colour"), 1.0).decode()


def _sharing(site: Site, entry: Entry, path: str) -> Mapping[str, Any]:
    """Return what other sites and search engines read: Open Graph, and data of schema.org."""
    heading, address = isolate(heading_of(site, entry)), site.address(f"{path}.html")
    picture = site.address(entry.link_picture)
    data: dict[str, object] = {
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
        data["datePublished"] = site.moment(entry.date)
    graph = {
        "title": heading, "type": "website", "url": address, "image": picture,
        "image:width": SIZE_PX[0], "image:height": SIZE_PX[1], "image:alt": heading,
        "site_name": site.table.title,
    }  # fmt: skip
    return {"graph": graph, "game_data": data}


def _answer(site: Site, entry: Entry) -> str:
    title = site.language.say("site.answer_of", puzzle=heading_of(site, entry))
    return render_page(site, "answer.html", answer_path(entry), title, entry=entry)


def answer_path(entry: Entry) -> str:
    """Return the path of the page with a day's answer, without its ending."""
    return entry.path.replace("daily/", "answers/", 1)


def pack_pages(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (path, HTML) of the list of packs and of each pack."""
    title = site.language.say("site.packs")
    yield "packs/index", render_page(site, "packs.html", "packs/index", title)
    for pack in site.packs:
        yield pack.path, render_page(site, "pack.html", pack.path, pack.title, pack=pack)


def embed_page(site: Site) -> str:
    """Return the page with the tag to copy."""
    source, zone = site.embedded
    return render_page(
        site, "embed.html", "embed", site.language.say("site.embed"),
        player=versioned_player(),
        player_hash=integrity(static_files()[PLAYER]),
        source=source,
        zone=zone,
    )  # fmt: skip


def lost_pages(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (path, HTML) of the pages for addresses that lead nowhere, and for no network."""
    for path, word in zip(ROOTED, ("lost", "offline"), strict=True):
        yield path, render_page(site, "lost.html", path, site.language.say(f"site.{word}"))


def credits_page(site: Site) -> str:
    """Return whose puzzles there are."""
    others = [
        entry
        for entry in site.entries
        if credit_line(entry, site.table, site.language) and not is_own_entry(entry, site.table)
    ]
    title = site.language.say("site.credits")
    return render_page(site, "credits.html", "credits", title, entries=others)


def lesson_files(site: Site) -> Iterator[tuple[str, str | bytes]]:
    """Yield (path, content) of the lessons of all kinds and rules of a site."""
    lessons: dict[str, dict[str, Entry]] = {}
    for each in site.entries:
        if path := lesson_path(each):
            lessons.setdefault(path, {}).setdefault(name_of(each, site.language), each)
    for path, named in sorted(lessons.items()):
        entry = next(iter(named.values()))
        if len(named) > 1:  # games of several names share the lesson of their kind
            entry = replace(entry, game_title="")
        record = publish_lesson(entry, site.language)
        yield f"{path}.json", to_json(record)
        figures = []
        for name, scene, caption in _example(site, entry):
            picture = f"{path}-{name}.svg"
            yield picture, render_picture(scene, "svg", get_theme("colour"), 1.0).decode()
            height = round(_FIGURE_PX * scene.height_mm / scene.width_mm)
            figures.append({"path": picture, "height": height, "caption": caption})
        title = str(record["title"])
        yield f"{path}.html", render_page(
            site, "lesson.html", path, title, _about(title, entry, site),
            entry=entry,
            figures=figures,
        )  # fmt: skip


def _example(site: Site, entry: Entry) -> Iterator[tuple[str, Scene, str]]:
    """Yield (name, picture, caption) of the first step of the worked example, and of its end."""
    kind, rule, language = get_kind(entry.record.kind), entry.record.verdict.rule, site.language
    clues, solution = worked_example(kind, rule)
    step = first_step(kind, rule)
    if kind.deductions is not None and step is not None:
        texts = kind.deductions.reasons(language.code, rule)
        why = language.smarten(step_text(step, clues.cols, texts))
        yield "step", kind.deductions.draw_step(clues, solution, step, _CELL_MM), why
    yield "solved", kind.draw(clues, solution, _CELL_MM), language.say("howto.solution")
