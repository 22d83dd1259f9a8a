"""The book desk: the files of books in the folder, their keys, and their pages as they will be."""

from __future__ import annotations

import tomllib
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, get_args, get_type_hints

import tomlkit
from tomlkit.exceptions import TOMLKitError

from pipeline.book import Book, lay_out
from pipeline.config.book_options import CoverOptions
from pipeline.config.models import levels_of
from pipeline.config.run import RunConfig
from pipeline.config.schema import config_schema
from pipeline.config.templates import TEMPLATES
from pipeline.kinds import get_kind, working_kinds
from pipeline.kinds.interface import usual_size
from pipeline.model import ConfigError, Json, JsonObject, PipelineError, Record
from pipeline.preflight.check_book import find_leftovers
from pipeline.render.fonts import using_fonts
from pipeline.render.overlay import read_photograph
from pipeline.render.svg import render_svg
from pipeline.render.theme import get_theme
from pipeline.run.page_plan import (
    describe_pages,
    describe_work,
    fill_sections,
    plan_book,
    sample_records,
)
from pipeline.run.plan import read_wants
from pipeline.stages.books.book import load_book_config, load_volume_config, sections_from_records
from pipeline.stages.books.cover import make_front
from pipeline.stages.books.templates import write_template
from pipeline.store.files import read_text, write_atomic
from pipeline.store.run_folder import read_run_records
from pipeline.studio.check import needs_guessing
from pipeline.studio.collection import ENDINGS
from pipeline.studio.series import volumes_of
from pipeline.studio.texts import (
    fault_of,
    file_of,
    keep_text,
    list_files,
    version_of,
    version_text,
    with_key,
)

if TYPE_CHECKING:
    from pipeline.studio.app import Asked, Studio

MOST_PUZZLES: Final = 2000  # Of a new book
PICTURES: Final = (".png", ".jpg", ".jpeg")


def _books(studio: Studio, asked: Asked) -> Json:
    """Return the books of the folder, and the templates for a new one."""
    found = list_files(studio, "book", "section")
    kinds = {kind.id: kind.title for kind in working_kinds()}
    return {
        "folder": studio.folder.name,
        "books": found,
        "templates": ["book", *TEMPLATES],
        "kinds": dict(sorted(kinds.items(), key=lambda one: one[1])),
        "schema": config_schema(),
    }


def _begin(studio: Studio, asked: Asked) -> Json:
    """Write a new book or site from a template, and return its name.

    ``puzzles`` is the number in all sections together, ``trim`` and ``style`` are as in the file.
    """
    path = file_of(studio, asked)
    if path.exists():
        raise ConfigError(f"expected the name of a new file, found {path.name}; choose another")
    template = _template_name(asked)
    kind = str(asked.get("kind")) if template == "book" else None
    text = write_template(template, path.name, str(asked.get("language")), kind)
    document = tomlkit.parse(text)
    for key in ("trim", "style"):
        if asked.get(key):
            document["book"][key] = str(asked[key])
    sections: Any = document.get("section", [])
    if asked.get("puzzles"):
        count = _whole(asked["puzzles"], len(sections), MOST_PUZZLES)
        for number, section in enumerate(sections):
            section["count"] = count // len(sections) + (number < count % len(sections))
    write_atomic(path, tomlkit.dumps(document))
    return {"name": path.name}


def _whole(given: Any, least: int, most: int) -> int:
    if type(given) is not int or not least <= given <= most:
        raise ConfigError(f"expected a number of puzzles from {least} to {most}, found {given!r}")
    return given


def _open(studio: Studio, asked: Asked) -> Json:
    """Return the text of a book and what it makes."""
    return _said(studio, file_of(studio, asked))


def _save(studio: Studio, asked: Asked) -> Json:
    """Keep the text of a book, and return what it makes.

    A text that is no TOML is not kept. `ConfigError` if the file was changed since ``version``.
    """
    path, text = file_of(studio, asked), str(asked.get("text"))
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return {"text": text, "version": asked.get("version"), "faults": [fault_of(str(error))]}
    keep_text(path, text, asked)
    return _said(studio, path)


def _set(studio: Studio, asked: Asked) -> Json:
    """Change a key of a book with its comments kept, and return what the book makes.

    ``way`` leads to it, ``["section", 0, "count"]``; the value is JSON, or None for no such key. In
    lists of tables, ``move`` is the new index of a table, and ``copy`` true doubles it.
    """
    path = file_of(studio, asked)
    way = asked.get("way")
    if not isinstance(way, list) or not way:
        raise ConfigError(f"expected the way to a key, found {way!r}")
    text = version_text(path, asked)
    try:
        if len(way) == 1 and way != ["section"]:
            text = with_key(text, str(way[0]), _value(asked.get("value")))
        else:
            document = tomlkit.parse(text)
            _change(document, way, asked)
            text = tomlkit.dumps(document)
    except (TOMLKitError, KeyError, IndexError, TypeError) as error:
        raise ConfigError(f"{path.name}: expected a key that can be changed: {error}") from None
    keep_text(path, text, asked)
    return _said(studio, path)


def _change(document: Any, way: list[Any], asked: Asked) -> None:
    table, key = document, way[-1]
    for step in way[:-1]:
        if isinstance(step, str) and step not in table:
            table[step] = tomlkit.table()
        table = table[step]
    if isinstance(key, int):  # a table of a list
        whole = [*table]
        entry = whole.pop(key)
        if asked.get("copy") is True:
            twin = deepcopy(entry)
            twin["title"] = f"{twin.get('title', '')} 2"
            whole[key:key] = [entry, twin]
        elif type(asked.get("move")) is int:
            whole.insert(asked["move"], entry)
        del table[:]
        table.extend(whole)
    elif asked.get("value") is None:
        del table[key]
    elif key == "section" and isinstance(asked["value"], str):
        table.setdefault("section", tomlkit.aot()).append(_section(asked["value"], table))
    else:
        table[key] = _value(asked["value"])


def _section(kind_id: str, document: Any) -> Any:
    kind = get_kind(kind_id)
    rows, cols = usual_size(kind)
    titles = {one.get("title") for one in document.get("section", [])}
    title, number = kind.title, 2
    while title in titles:
        title, number = f"{kind.title} {number}", number + 1
    made = tomlkit.table()
    made.update({"title": title, "kind": kind_id, "size": f"{cols}x{rows}", "count": 12})
    return made


def _value(given: Any) -> Any:
    """Return a value of a key: text that is TOML, such as a list or a table, as what it says."""
    if isinstance(given, str) and given[:1] in "[{":
        with suppress(tomllib.TOMLDecodeError):
            return tomllib.loads(f"x = {given}")["x"]
    return given


def _said(studio: Studio, path: Path) -> JsonObject:
    """Return a book's text, its keys, what is wrong, and its plan."""
    text = read_text(path)
    said: dict[str, Any] = {"name": path.name, "text": text, "version": version_of(text)}
    try:
        said["keys"] = _plain(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        return {**said, "faults": [fault_of(str(error))]}
    plan = studio.work(f"plan {path.name}", partial(_plan, studio, path, said["version"]))
    return {**said, **(plan or {"faults": []})}


def _plan(studio: Studio, path: Path, version: str) -> JsonObject:
    try:
        config = fill_sections(load_book_config(path))
        wants = read_wants(config)
        work = [*describe_work(wants)]
        book, is_made = _made(studio, path), True
        if book is None:
            book, is_made = plan_book(config, wants), False
        drawn = chain.from_iterable(sample_records(config, wants))
        found = read_run_records(studio.folder / path.stem) if is_made else drawn
        records = {record.id: record for record in found}
    except PipelineError as error:
        return {"faults": [fault_of(line, path) for line in str(error).splitlines()]}
    key = f"{path.stem}-{version}{'-made' * is_made}"
    studio.keep(key, book)
    return {
        "faults": [],
        "plan": key,
        "pages": len(book.pages),
        "puzzles": len(book.placements),
        "is_made": is_made,
        "placed": [
            [one.puzzle_page, one.number, one.record_id, one.section] for one in book.placements
        ],
        "is_current": is_made and _is_current(path),
        "width": book.pages[0].width_mm,
        "height": book.pages[0].height_mm,
        "notes": [*describe_pages(book)],
        "warnings": [*_leftovers(config), *book.warnings],
        "work": work[0],
        "series": [*volumes_of(config, studio.folder / path.stem)],
        "boards": [*_boards(book, records, is_made=is_made)],
    }


def _boards(book: Book, records: Mapping[str, Record], *, is_made: bool) -> Iterator[JsonObject]:
    """Yield the first board of each section at the size of print, its page, and who must guess.

    ``guessing`` is the number of puzzles of the section that need it, None if that is not known.
    """
    seen: set[int] = set()
    guessing: Counter[int] = Counter()
    for place in book.placements if is_made else ():
        one = records[place.record_id]
        guessing[place.section] += bool(one.grade and needs_guessing(one.kind, one.grade))
    for place in book.placements:
        record = records.get(place.record_id)
        if place.section in seen or record is None:
            continue
        seen.add(place.section)
        kind = get_kind(record.kind)
        scene = kind.draw(kind.decode(record.puzzle), None, place.cell_mm)
        svg = render_svg(scene, get_theme(book.options.theme), has_outlines=True)
        src = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
        about = {"section": place.section, "page": place.puzzle_page, "number": place.number}
        count = guessing[place.section] if is_made and levels_of(record.kind) else None
        yield {**about, "src": src, "width": scene.width_mm, "guessing": count}


def _template(studio: Studio, asked: Asked) -> Json:
    """Return a page of a template: its plan, number, and the pages that there are."""
    name, code = _template_name(asked), str(asked.get("language", "en"))
    kind = str(asked.get("kind")) if name == "book" else None
    key = f"template {name} {code} {kind}"

    def do() -> Json:
        book = studio.kept(key)
        if book is None:
            with TemporaryDirectory() as folder:
                path = Path(folder) / "book.toml"
                write_atomic(path, write_template(name, path.name, code, kind))
                book = plan_book(fill_sections(load_book_config(path)))
            studio.keep(key, book)
        place = book.placements[len(book.placements) // 3]
        pages = len(book.pages)
        return {"plan": key, "page": place.puzzle_page, "pages": pages, "title": book.options.title}

    return studio.work(key, do) or {}


def _rules(studio: Studio, asked: Asked) -> Json:
    """Return the built-in rules of a section, to be changed, as Markdown."""
    config, number = load_book_config(file_of(studio, asked)), asked.get("section")
    if type(number) is not int or not 0 <= number < len(config.sections):
        raise ConfigError(f"expected the number of a section, found {number!r}")
    section = config.sections[number]
    sides = {side for size in section.sizes for side in size}
    side = (sides.pop(),) * 2 if len(sides) == 1 else None
    kind, language = get_kind(section.kind), config.book.language
    return {"rules": kind.rules_text(section.rule, language, section.symbols, sides=side)}


def _upload(studio: Studio, asked: Asked) -> Json:
    """Write a picture or a collection of this computer into the folder."""
    path = studio.path(str(asked.get("file")), (*PICTURES, *ENDINGS))
    try:
        data = b64decode(str(asked.get("data")), validate=True)
    except ValueError:
        raise ConfigError("expected the bytes of a file in Base64") from None
    if path.suffix in PICTURES:
        read_photograph(data, path.name)
    if path.exists() and path.read_bytes() != data:
        raise ConfigError(
            f"{path.name}: expected the name of a new file, found one with other contents in the "
            "folder; rename yours"
        )
    write_atomic(path, data)
    return {"name": path.name, "is_picture": path.suffix in PICTURES}


def _template_name(asked: Asked) -> str:
    template = asked.get("template")
    if template not in ("book", "site", *TEMPLATES):
        raise ConfigError(f"expected a template, found {template!r}")
    return str(template)


def _leftovers(config: RunConfig) -> Iterator[str]:
    """Yield a warning for each text of the book and its cover that is still the template's."""
    for table, options in (("book", config.book), ("cover", config.cover)):
        for key in ("title", "subtitle", "author", "publisher", "blurb"):
            for left in find_leftovers(str(getattr(options, key, ""))):
                yield f"{table}.{key}: {left!r} is left over from the template; write your own"


def _covers(studio: Studio, asked: Asked) -> Json:
    """Return the front of a book in each design, as the address of a picture."""
    path = file_of(studio, asked)
    folder = studio.folder / path.stem
    config = load_volume_config(path, folder)
    records = []
    with suppress(PipelineError):
        records = [*read_run_records(folder)]
    if not records:
        records = [record for section in sample_records(config) for record in section]

    def do() -> Json:
        fronts = {}
        for design in get_args(get_type_hints(CoverOptions)["design"]):
            own = replace(config, cover=replace(config.cover, design=design))
            with using_fonts(own.book.faces):
                data = make_front(own, folder, records)
            fronts[design] = f"data:image/png;base64,{b64encode(data).decode()}"
        return fronts

    return studio.work(f"covers {path.name}", do) or {}


def _made(studio: Studio, path: Path) -> Book | None:
    """Return the book with the puzzles of its last run, None if they do not fill it."""
    folder = studio.folder / path.stem
    with suppress(PipelineError):
        own = load_volume_config(path, folder)
        sections = sections_from_records(read_run_records(folder), own, folder)
        return lay_out(own.book, sections, own.pages)
    return None


def _is_current(path: Path) -> bool:
    """Return whether a book was printed after the last change of its files."""
    printed = path.with_suffix("") / "book.pdf"
    files = [one for one in (path, path.with_suffix(".choices")) if one.is_file()]
    return printed.is_file() and all(
        printed.stat().st_mtime >= one.stat().st_mtime for one in files
    )


def _plain(value: Any) -> Json:
    """Return a value of a TOML file as JSON; dates and other values as text."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value if isinstance(value, bool | int | float | str) else str(value)


def page_picture(studio: Studio, key: str, number: int) -> str:
    """Return a page of a plan, from 1, as SVG; `ConfigError` if there is none."""
    book = studio.kept(key)
    if book is None or not 1 <= number <= len(book.pages):
        raise ConfigError("expected a page of a plan that is open; open the book again")
    options = book.options
    with using_fonts(options.faces):
        return render_svg(book.pages[number - 1].scene, get_theme(options.theme), has_outlines=True)


BOOKS: Final = {
    "books": _books,
    "begin": _begin,
    "open": _open,
    "keep": _save,
    "set": _set,
    "covers": _covers,
    "template": _template,
    "rules": _rules,
    "upload": _upload,
}
