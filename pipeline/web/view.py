"""What templates of pages read: functions that return the parts of a puzzle's page as text."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import groupby
from typing import Final, NamedTuple

from pipeline.edition.rights import is_credited_on_page
from pipeline.kinds import get_kind, load_examples
from pipeline.web.bundle import ON_DEMAND, part_files, parts_of
from pipeline.web.records import (
    Entry,
    board_size,
    book_options,
    credit_line,
    lesson_path,
    name_of,
    rules_of,
    task_of,
)
from pipeline.web.site import Site

HUES: Final = 8  # Colours of games in site.css


class After(NamedTuple):
    """What comes after a puzzle: the path of its page, and its name or ""."""

    path: str
    name: str = ""


def link(path: str, here: str) -> str:
    """Return the relative address of a path from a page.

    >>> link("archive/index.html", "daily/2026-11-21"), link("a.html", "index")
    ('../archive/index.html', 'a.html')
    """
    return "../" * here.count("/") + path


def render(site: Site, template: str, path: str, /, **values: object) -> str:
    """Return the text of a template for the page at a path without its ending."""
    return site.templates.render(template, **_functions(site, path), **values)


def _functions(site: Site, path: str) -> Mapping[str, object]:
    """Return the functions of templates, with what they need of the page."""
    language = site.language
    of_site: Mapping[str, Callable[..., object]] = {
        "heading_of": heading_of,
        "label_of": _label,
        "bands_of": _bands,
        "games_of": games_with_hues,
        "after_of": after_of,
    }
    return {
        "site": site,
        "path": path,
        "say": language.say,
        "count": language.count,
        "link": lambda target: link(target, path),
        "shared": lambda target: link(site.shared(target), path),
        **{name: partial(function, site) for name, function in of_site.items()},
        "name_of": lambda entry: name_of(entry, language),
        "task_of": lambda entry: task_of(entry, language),
        "credit_of": lambda entry: credit_line(entry, site.table, language),
        "is_credited": lambda entry: is_credited_on_page(entry.record, book_options(site.table)),
        "size_of": lambda entry: _size(site, entry),
        "number_of": lambda entry: entry.path.rpartition("/")[2].lstrip("0"),
        "height_of": _height,
        "icon_of": icon_path,
        "ids_of": ids,
        "rules_of": lambda entry: list(_rules(site, entry, path)),
        "lesson_of": lambda entry: (found := lesson_path(entry)) != path and found,
        "parts_of": lambda entries: " ".join(_parts(site, entries, path, *ON_DEMAND)),
        "preloads_of": lambda entry: _parts(site, [entry], path),
    }


def heading_of(site: Site, entry: Entry) -> str:
    """Return the title of a puzzle, with its day."""
    return entry.title if entry.date is None else f"{entry.title}, {site.day(entry.date)}"


def ids(entries: Iterable[Entry]) -> str:
    """Return the ids of puzzles, as lists have them for the script that marks what is solved."""
    return " ".join(entry.record.id for entry in entries)


def icon_path(entry: Entry) -> str:
    """Return the path of the icon of a puzzle's game: a solved board of its kind."""
    return f"games/{'-'.join(filter(None, (entry.record.kind, entry.record.verdict.rule)))}.svg"


def games_with_hues(site: Site, date: datetime.date) -> list[tuple[Entry, int]]:
    """Return the games of a day, each with a colour that no other of them has."""
    slugs, games = list(site.games), site.games_of(date)
    return list(zip(games, _hues([slugs.index(game.game) for game in games]), strict=True))


def _hues(places: Sequence[int]) -> list[int]:
    """Return a hue for each game of a day: that of its place, or the next that is free.

    >>> _hues([0, 8, 1, 7]), _hues(range(9))[-1]
    ([0, 1, 2, 7], 0)
    """
    hues: list[int] = []
    for place in places:
        near = (hue % HUES for hue in range(place, place + HUES))
        hues.append(next((hue for hue in near if hue not in hues), place % HUES))
    return hues


def after_of(site: Site, entry: Entry) -> After:
    """Return what comes after a puzzle: the next band, game or puzzle, else a list."""
    row = site.of_day(entry)
    pack = next((pack.entries for pack in site.packs if entry in pack.entries), ())
    for others in (row, pack):
        if entry in others[:-1]:
            other = others[others.index(entry) + 1]
            name = site.language.say(f"band.{other.band}") if others is row else other.title
            return After(f"{other.path}.html", name)
    games = site.games_of(entry.date) if site.has_games and entry.date else ()
    at = [game.game for game in games].index(entry.game) + 1 if games else 0
    if at < len(games):
        return After(f"{games[at].path}.html", games[at].game_title)
    if entry.date is None:
        return After(entry.path.rpartition("/")[0] + "/index.html")
    return After("archive/index.html")


def _bands(site: Site, entry: Entry) -> list[str]:
    """Return the names of the bands of a puzzle's game on its day."""
    return [site.language.say(f"band.{one.band}") for one in site.of_day(entry) if one.band]


def _size(site: Site, entry: Entry) -> str:
    rows, cols = board_size(entry.record)
    return f"{name_of(entry, site.language)} {cols} × {rows}"


def _label(site: Site, entry: Entry) -> str:
    """Return the text of a day's link for screen readers."""
    assert entry.date is not None
    return ", ".join([site.day(entry.date), _size(site, entry), *_bands(site, entry)])


def _height(entry: Entry, width: int) -> int:
    """Return the height of a puzzle's picture of a width."""
    rows, cols = board_size(entry.record)
    return width * rows // cols


def _rules(site: Site, entry: Entry, path: str) -> Iterator[tuple[bool, list[str]]]:
    """Yield (whether they are a list, texts) of the paragraphs of a puzzle's rules."""
    record = entry.record
    puzzle = {} if lesson_path(entry) == path else record.puzzle  # its board may have another size
    paragraphs = rules_of(record.kind, record.verdict.rule, site.language, puzzle)
    for is_list, group in groupby(paragraphs, lambda item: bool(item[0])):
        yield is_list, [text for _, text in group]


@cache
def _part_names(kind_id: str, code: str) -> list[str]:
    """Return the parts of the player that play a kind, as its lesson shows them."""
    kind = get_kind(kind_id)
    lesson = load_examples(kind).get("lesson")
    model = kind.play(kind.decode(lesson["puzzle"]), None, code) if kind.play and lesson else None
    return parts_of({"kind": kind_id, "model": model})


def _parts(site: Site, entries: Iterable[Entry], path: str, *others: str) -> list[str]:
    """Return the addresses of the files that play puzzles, with other parts."""
    code = site.language.code
    names = [name for entry in entries for name in _part_names(entry.record.kind, code)]
    return [link(site.shared(file), path) for file in part_files([*names, code, *others])]
