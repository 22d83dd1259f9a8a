"""The pages of a site, which work without JavaScript: as pictures with a link to print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import Any, Final

from pipeline.edition.rights import is_credited_on_page
from pipeline.edition.worked import first_step, worked_example
from pipeline.kinds import get_kind, load_examples
from pipeline.kinds.kit.telling.sentences import step_text
from pipeline.render.picture import render_picture
from pipeline.render.theme import get_theme
from pipeline.scene import Scene
from pipeline.web.archive import archive_pages, bands, ids, statistics_page, with_hues
from pipeline.web.bundle import ON_DEMAND, part_files, parts_of
from pipeline.web.link_picture import SIZE_PX
from pipeline.web.markup import Markup, data_script, isolate, join, plain, tag
from pipeline.web.records import (
    Entry,
    board_size,
    book_options,
    credit_line,
    is_own_entry,
    lesson_path,
    name_of,
    publish_lesson,
    rules_of,
    task_of,
)
from pipeline.web.shell import ROOTED, link, shell, slots, spaced
from pipeline.web.site import PLAYER, Site, integrity, static_files, to_json, versioned_player

PICTURE_PX: Final = 640
LATELY: Final = 4  # How many of the latest days are shown below today's puzzle


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
    say = site.language.say
    body = [tag("p", tag("bdi", site.table.description), class_="about")
            if site.table.description else None]  # fmt: skip
    if not site.days:
        body.append(tag("h1", tag("bdi", site.table.title)))
    elif entry is None:  # a script finds the day where the page is read
        wait = tag("h1", say("site.today")), tag("p", say("site.needs_script"))
        first_ones = [row[0] for row in site.games.values()]
        schedule: dict[str, Any] = {
            "data_first": str(site.days[0].date),
            "data_last": str(site.days[-1].date),
            "data_games": site.has_games,
            "data_skip": " ".join(map(str, site.table.skip)) or False,
            "data_parts": " ".join(_part_links(site, first_ones, "index", *ON_DEMAND)),
        }
        body.append(tag("div", *wait, id="today", data_week=site.week, **schedule))
        body.extend(slots(site, "game"))
    else:
        assert entry.date is not None
        lead = [_game(site, entry, "index")]
        if site.has_games:
            lead = [tag("h1", site.day(entry.date)), _games(site, entry, "index")]
        body.append(tag("div", *lead, id="today", data_day=str(entry.date)))
        body.extend(slots(site, "game"))
        if before := [other for other in site.days if other is not entry][: -LATELY - 1 : -1]:
            lately = [cards(site, before, "index")]
            if site.has_games:
                lately = [one for day in before for one in _games_of_day(site, day)]
            body.append(tag("section", tag("h2", say("site.lately")), *lately, class_="lately"))
    if site.packs:
        body.append(tag("section", tag("h2", say("site.packs")), pack_cards(site, "index")))
    head = [] if entry is None else _shared(site, entry, "index", has_player=not site.has_games)
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
        _games(site, entry, entry.path) if site.has_games and entry.date else None,
        _game(site, entry, entry.path),
        *slots(site, "game"),
        tag("p", *spaced(turn), class_="turn", **ahead),
        head=_shared(site, entry, entry.path),
        about=about_puzzle(site, entry),
    )


def about_puzzle(site: Site, entry: Entry) -> str:
    """Return the description of a puzzle's page: which it is, how hard, and what is to be done."""
    band = site.language.say(f"band.{entry.band}") if entry.band and not entry.choice else ""
    return _about(". ".join(filter(None, (heading_of(site, entry), band))), entry, site)


def _about(what: str, entry: Entry, site: Site) -> str:
    record = entry.record
    rules = rules_of(record.kind, record.verdict.rule, site.language, record.puzzle)
    return f"{what}. {rules[0][1]}"


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


def _games(site: Site, entry: Entry, here: str) -> Markup:
    """Return links to the games of a day with their icons; a script adds what is solved."""
    assert entry.date is not None
    games = site.games_of(entry.date)
    links = [
        tag("li",
            tag("a", tag("img", src=link(site.shared(icon_path(game)), here), alt="", width="64",
                         height="64"),
                tag("span", tag("bdi", game.game_title, class_="what"),
                    tag("small", *list(facts_of(site, replace(game, date=None))))),
                href=link(f"{game.path}.html", here), data_puzzle=ids(site.of_day(game)),
                data_times=True, data_game=game.game, data_week=site.weeks.get(game.game, ""),
                aria_current="true" if game.game == entry.game and here != "index" else False),
            class_=f"hue-{hue}")
        for game, hue in with_hues(site, entry.date)
    ]  # fmt: skip
    puzzles = " ".join(ids(site.of_day(game)) for game in games)
    parts = " ".join(_part_links(site, games, here, *ON_DEMAND)) if here == "index" else False
    return tag("nav", tag("ul", *links), tag("p", data_puzzles=puzzles), class_="games",
               data_parts=parts,
               aria_label=site.language.say("site.games"))  # fmt: skip


def _games_of_day(site: Site, entry: Entry) -> Iterator[Markup]:
    """Yield a past day and all its games, for the first page."""
    assert entry.date is not None
    day = site.day(entry.date)
    yield tag("h3", tag("time", day, datetime=str(entry.date)))
    links = [
        tag("li", tag("a", game.game_title, href=link(f"{game.path}.html", "index"),
                      data_puzzle=ids(site.of_day(game))), class_=f"hue-{hue}")
        for game, hue in with_hues(site, entry.date)
    ]  # fmt: skip
    yield tag("ul", *links, class_="small", aria_label=day)


def icon_path(entry: Entry) -> str:
    """Return the path of the icon of a puzzle's game: a solved board of its kind."""
    return (
        "/".join(("games", "-".join(filter(None, (entry.record.kind, entry.record.verdict.rule)))))
        + ".svg"
    )


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


def _after(site: Site, entry: Entry) -> tuple[str, str]:
    """Return the path of what comes after a puzzle, and its name: the next band, game or puzzle."""
    row = site.of_day(entry)
    pack = next((pack.entries for pack in site.packs if entry in pack.entries), ())
    for others in (row, pack):
        if entry in others[:-1]:
            other = others[others.index(entry) + 1]
            name = site.language.say(f"band.{other.band}") if others is row else other.title
            return f"{other.path}.html", name
    games = site.games_of(entry.date) if site.has_games and entry.date else ()
    at = [game.game for game in games].index(entry.game) + 1 if games else 0
    if at < len(games):
        return f"{games[at].path}.html", games[at].game_title
    if entry.date is None:
        return entry.path.rpartition("/")[0] + "/index.html", ""
    return "archive/index.html", ""


def _game(site: Site, entry: Entry, here: str) -> Markup:
    after, name = _after(site, entry)
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
            tag("img", src=link(site.shared(entry.picture), here), alt=isolate(alt), class_="board",
                width=str(PICTURE_PX), height=str(PICTURE_PX * rows // cols)),
            src=link(f"{entry.path}.json", here),
            lang=site.table.language,
            home=link("index.html", here) if here != "index" else False,
            next=link(after, here),
            next_name=f"{say('site.after')}: {name}" if name else False,
            link=site.address(f"{entry.path}.html"),
        ),
        tag("div", rules_section(site, entry, here),
            tag("p", tag("a", say("site.print"), href=link(f"print/{entry.record.id}.pdf", here)),
                class_="print") if site.table.paper != "none" else None,
            tag("p", tag("bdi", credit), class_="credit")
            if is_credited_on_page(entry.record, book_options(site.table)) else None,
            class_="beside"),
        class_="game",
    )  # fmt: skip


@cache
def _parts(kind_id: str, code: str) -> list[str]:
    """Return the parts of the player that play a kind, as its lesson shows them."""
    kind = get_kind(kind_id)
    lesson = load_examples(kind).get("lesson")
    model = kind.play(kind.decode(lesson["puzzle"]), None, code) if kind.play and lesson else None
    return parts_of({"kind": kind_id, "model": model})


def _part_links(site: Site, entries: Iterable[Entry], here: str, *others: str) -> list[str]:
    """Return links to the files that play puzzles, with other parts."""
    code = site.language.code
    names = [name for entry in entries for name in _parts(entry.record.kind, code)]
    return [link(site.shared(file), here) for file in part_files([*names, code, *others])]


def preloads(site: Site, entry: Entry, here: str) -> list[Markup]:
    """Return what makes a browser load what plays a puzzle before the player asks for it."""
    return [tag("link", rel="modulepreload", href=to) for to in _part_links(site, [entry], here)]


def _shared(site: Site, entry: Entry, here: str, has_player: bool = True) -> list[Markup]:
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
        *(preloads(site, entry, here) if has_player else []),
    ]


def _answer(site: Site, entry: Entry) -> str:
    here = answer_path(entry)
    title = site.language.say("site.answer_of", puzzle=heading_of(site, entry))
    source = link(site.shared(f"answers/{entry.record.id}-solution.svg"), here)
    picture = tag("img", src=source, alt=isolate(title), width=str(PICTURE_PX))
    back = tag("a", heading_of(site, entry), href=link(f"{entry.path}.html", here))
    body = (tag("h1", tag("bdi", title)), tag("p", picture), tag("p", back, class_="turn"))
    return shell(site, here, title, *body)


def heading_of(site: Site, entry: Entry) -> str:
    """Return the title of a puzzle, with its day."""
    return entry.title if entry.date is None else f"{entry.title}, {site.day(entry.date)}"


def answer_path(entry: Entry) -> str:
    """Return the path of the page with a day's answer, without its ending."""
    return entry.path.replace("daily/", "answers/", 1)


def facts_of(site: Site, entry: Entry) -> Iterator[Markup | str]:
    """Yield the lines under the title of a puzzle: day, difficulty and task."""
    facts: list[Markup | str] = []
    if entry.date is not None:
        facts.append(tag("time", site.day(entry.date), datetime=str(entry.date)))
    if entry.band and not entry.choice:  # else the choice says it
        name = site.language.say(f"band.{entry.band}")
        facts.append(tag("span", name, class_=f"band {entry.band}"))
    if minutes := site.language.minutes(entry.record.grade):
        facts.append(minutes)
    if task := task_of(entry, site.language):
        facts.append(task)
    for number, fact in enumerate(facts):
        yield from ([" · "] if number else [])
        yield fact


def cards(site: Site, entries: Sequence[Entry], here: str, is_kept: bool = False) -> Markup:
    """Return links to puzzles with small pictures; a script marks those that are solved or begun.

    Those that are kept can be played without a network once the list was opened.
    """
    items = []
    for entry in entries:
        rows, cols = board_size(entry.record)
        kind = f"{name_of(entry, site.language)} {cols} × {rows}"
        name = kind if entry.date is None else f"{site.day(entry.date)}"
        number = entry.path.rpartition("/")[2].lstrip("0")
        about = [number if entry.date is None else kind]
        about += [", ".join(bands(site, entry))] if entry.band else []
        target = tag(
            "a",
            _thumbnail(site, entry, here),
            tag("span", name, class_="what"),
            tag("span", " · ".join(about), class_="facts"),
            href=link(f"{entry.path}.html", here),
            data_puzzle=ids(site.of_day(entry)),
        )  # fmt: skip
        items.append(tag("li", target))
    parts = " ".join(_part_links(site, entries, here, *ON_DEMAND)) if is_kept else False
    return tag("ol", *items, class_="cards", data_parts=parts)


def _thumbnail(site: Site, entry: Entry, here: str) -> Markup:
    rows, cols = board_size(entry.record)
    return tag("img", src=link(site.shared(entry.picture), here), alt="", width="160",
               height=str(160 * rows // cols), loading="lazy", class_="board")  # fmt: skip


def pack_pages(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (path, HTML) of the list of packs and of each pack."""
    title = site.language.say("site.packs")
    body = [tag("h1", title), pack_cards(site, "packs/index")]
    yield "packs/index", shell(site, "packs/index", title, *body)
    for pack in site.packs:
        count = site.language.count("section.puzzles", len(pack.entries))
        body = [
            tag("h1", tag("bdi", pack.title)),
            tag("p", count, class_="facts", data_puzzles=ids(pack.entries)),
            cards(site, pack.entries, pack.path, is_kept=True),
        ]
        yield pack.path, shell(site, pack.path, pack.title, *body)


def pack_cards(site: Site, here: str) -> Markup:
    """Return links to the packs, in the order of their tables."""
    items = []
    for pack in site.packs:
        target = tag(
            "a",
            _thumbnail(site, pack.entries[0], here),
            tag("bdi", pack.title, class_="what"),
            tag("span", site.language.count("section.puzzles", len(pack.entries)), class_="facts"),
            href=link(f"{pack.path}.html", here),
        )  # fmt: skip
        items.append(tag("li", target, data_puzzles=ids(pack.entries)))
    return tag("ul", *items, class_="cards")


def embed_page(site: Site) -> str:
    """Return the page with the tag to copy."""
    say = site.language.say
    player = static_files()[PLAYER]
    src, zone = site.embedded
    zone = f' zone="{zone}"' if zone else ""
    code = (
        f'<script type="module" src="{site.address(site.shared(versioned_player()))}"\n'
        f'  integrity="{integrity(player)}" crossorigin="anonymous"></script>\n'
        f'<puzzle-press src="{site.address(src)}"{zone}></puzzle-press>'
    )
    body = [
        tag("h1", say("site.embed")),
        tag("p", say("site.embed_how")),
        tag("pre", tag("code", code)),
        tag("p", tag("a", say("site.schema"), href=site.shared("puzzle.schema.json"))),
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


_CELL_MM = 9.0


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
            drawn = tag("img", src=link(picture, path), alt="", class_="board", width="288",
                        height=str(round(288 * scene.height_mm / scene.width_mm)))  # fmt: skip
            figures.append(tag("figure", drawn, tag("figcaption", caption)))
        title = str(record["title"])
        board = tag("puzzle-press", src=link(f"{path}.json", path), lang=site.table.language,
                    next=link("index.html", path), timer="hidden")  # fmt: skip
        yield f"{path}.html", shell(
            site, path, title,
            tag("article", tag("div", tag("h1", title), class_="top"), board,
                tag("div", rules_section(site, entry, path), class_="beside"), class_="game"),
            tag("section", tag("h2", site.language.say("howto.example")),
                tag("div", *figures, class_="figures")),
            about=_about(title, entry, site), head=preloads(site, entry, path),
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


def rules_section(site: Site, entry: Entry, here: str) -> Markup:
    """Return the rules of a puzzle under a heading, with a link to its lesson."""
    say, record = site.language.say, entry.record
    path = lesson_path(entry)
    puzzle = {} if path == here else record.puzzle  # a lesson's board may have another size
    paragraphs = rules_of(record.kind, record.verdict.rule, site.language, puzzle)
    parts = []
    for is_list, group in groupby(paragraphs, lambda item: bool(item[0])):
        texts = [text for _, text in group]
        parts.append(
            tag("ol", *(tag("li", text) for text in texts))
            if is_list
            else join(*(tag("p", text) for text in texts))
        )
    if path and path != here:
        parts.append(tag("p", tag("a", say("site.learn"), href=link(f"{path}.html", here))))
    return tag("section", tag("h2", say("site.rules")), *parts, class_="rules")
