"""Read a configuration file as frozen values; errors give file, line and key.

``docs/config.md`` describes the keys. Whether a value can be carried out (a board fits its page, a
trim exists) is checked by the stage that uses it, with `ConfigFile.error` for the line.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, fields, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from pipeline.config.book_options import BookOptions, CoverOptions, Fonts
from pipeline.config.errors import (
    ConfigFile,
    KeyPath,
    explain,
    find_lines,
    join_errors,
    syntax_error,
)
from pipeline.config.models import CollectionTable, RunTable, SectionConfig
from pipeline.config.own_pages import OwnPage, read_own_page
from pipeline.config.run import RunConfig, check_counts, check_volume, fill_counts
from pipeline.config.sections import read_section
from pipeline.config.series import read_series
from pipeline.config.sheet_options import SheetOptions
from pipeline.config.table import Table
from pipeline.model import Json, PipelineError, StoreError
from pipeline.store.files import PathOrDash, read_text
from pipeline.store.limits import MOST_SETTINGS, parse_toml
from pipeline.store.sources import source_files

T = TypeVar("T", bound=Table)
R = TypeVar("R")


Check: TypeAlias = tuple[KeyPath, Callable[[RunConfig], object]]  # A key, and a check of its value


def load_config(source: PathOrDash, checks: Iterable[Check] = ()) -> RunConfig:
    """Return the configuration in a TOML file, or on standard input for "-".

    ``checks`` validate single values (such as existing trims); their errors get file, line and key.
    Raise `StoreError` or `PuzzleFormatError` if the file cannot be read as text, `ConfigError` if
    it is no TOML, or a key is unknown, missing or wrong.
    """
    errors: list[PipelineError] = []
    table, file = read_table(source, RunTable, errors)
    is_read = not errors
    tables: list[tuple[KeyPath, BookOptions | CoverOptions | SheetOptions | OwnPage]] = [
        (("book",), table.book), (("cover",), table.cover), (("sheet",), table.sheet),
        *((("page", number), page) for number, page in enumerate(table.page)),
    ]  # fmt: skip
    for place, options in tables:
        errors += [
            file.error((*place, *key.split(".")), message) for key, message in options.problems()
        ]
    pages = []
    for number, own_page in enumerate(table.page):
        try:
            pages.append(read_own_page(own_page, file.folder))
        except PipelineError as error:
            where = ("page", number, "file" if own_page.file else "text")
            errors.append(file.error(where, str(error)))
        if own_page.bleed and not (table.book.bleed or table.book.is_for_screen):
            message = "expected bleed = true under [book] with a page that bleeds, found false"
            errors.append(file.error(("page", number, "bleed"), f"{message}; add it"))
    sections = (
        _gather(errors, partial(read_section, section, ("section", index), file))
        for index, section in enumerate(table.section)
    )
    config = RunConfig(
        file,
        table.seed,
        _book(table.book, file),
        tuple(section for section in sections if section is not None),
        series=_gather(errors, lambda: read_series(table, file)),
        cover=replace(
            table.cover,
            picture=_path(file, ("cover", "picture"), table.cover.picture),
            portrait=_path(file, ("cover", "portrait"), table.cover.portrait),
        ),
        pages=tuple(pages),
        pictures=table.pictures,
        leave_out=table.leave_out,
        choices=_path(file, ("choices",), table.choices),
        sheet=table.sheet,
        dossier=table.dossier,
    )
    _gather(errors, lambda: _check_titles(table.section, file))
    errors += (file.error(("book", "isbn"), message) for message in _isbn_problems(config))
    errors += [] if errors else [*check_volume(config), *check_counts(config)]
    if is_read:  # else `pages` may be the wrong key
        _gather(errors, lambda: _check_open(config))
    messages: set[str] = set()
    for key, check in checks:
        try:
            check(config)
        except PipelineError as error:
            if str(error) not in messages:  # an unknown trim is an error of the margins too
                errors.append(file.error(key, str(error)))
            messages.add(str(error))
    if errors:
        raise join_errors(errors)
    return fill_counts(config)


def _isbn_problems(config: RunConfig) -> Iterator[str]:
    """Yield a message unless there is at most one ISBN for each volume."""
    isbn, volumes = config.book.isbn, config.series.volumes if config.series else 0
    if isinstance(isbn, str):
        if isbn and (volumes or 1) > 1:
            yield f'expected a list with an ISBN for each volume, found one; write ["{isbn}", ...]'
    elif config.series is None:
        yield "expected one ISBN, found a list; write a text, or add volumes or a series"
    elif volumes and len(isbn) > volumes and (config.series.volume or not config.series.library):
        yield f"expected at most {volumes}, one for each volume, found {len(isbn)}; leave some out"


def _gather(errors: list[PipelineError], make: Callable[[], R]) -> R | None:
    try:
        return make()
    except PipelineError as error:
        errors.append(error)
        return None


def read_table(
    source: PathOrDash, table: type[T], errors: list[PipelineError] | None = None
) -> tuple[T, ConfigFile]:
    """Return the values of a TOML file as a table, and the file.

    With a list ``errors``, wrong values of optional keys are left out and their errors appended, so
    that other errors can be reported too; otherwise they are raised. Raise `StoreError` or
    `PuzzleFormatError` if the file cannot be read as text, `ConfigError` if it is no TOML, or a key
    is unknown, missing or wrong.
    """
    name = os.fspath(source)
    text = read_text(source, MOST_SETTINGS)
    try:
        data = parse_toml(text)
    except ValueError as error:
        raise syntax_error(name, text, str(error)) from None
    file = ConfigFile(name, find_lines(text))
    try:
        return _make_checker(table).validate_python(data), file
    except ValidationError as error:
        explained, wrong = explain(error, table, file), [one["loc"] for one in error.errors()]
    if errors is not None:
        for way in wrong:
            _leave_out(data, way)
        with suppress(ValidationError):
            values = _make_checker(table).validate_python(data)
            errors.append(explained)
            return values, file
    raise explained


def make_table(table: Any, values: object) -> Any:
    """Return a table of values by key; `ValueError` if one is wrong."""
    return _make_checker(table).validate_python(values)


_make_checker = cast("type[TypeAdapter[Any]]", cache(TypeAdapter))
"""Returns the validator of a table; building one takes longer than using it."""


def _leave_out(data: Any, way: KeyPath) -> None:
    """Remove a key from its table, or the key whose value contains it."""
    table, key = data, way[0]
    for part in way:
        if isinstance(data, dict):
            table, key = data, part
            data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int):
            data = data[part]
    table.pop(key, None)


def load_collection(path: Path) -> CollectionTable:
    """Return the settings of a collection, with sources relative to the folder of the file.

    Errors are those of `read_table`.
    """
    table, file = read_table(path, CollectionTable)
    sources = tuple(str(file.path(("sources",), name)) for name in table.sources)
    for name in sources:
        with suppress(StoreError):  # nothing of that name; `read_sources` raises it
            for found in source_files(name):
                file.path(("sources",), Path(found).absolute())
    return replace(table, sources=sources)


def resolved(config: RunConfig, folder: Path | None = None) -> dict[str, Json]:
    """Return a configuration with every default filled in, as JSON for the manifest.

    It has no absolute paths: the picture of the cover is relative to ``folder``, or a bare name.
    """
    book = _with_names(asdict(config.book))
    fonts = {name: file for name, file in _with_names(book["fonts"]).items() if file is not None}
    if not (config.book.publisher.address or config.book.publisher.email):
        book["publisher"] = config.book.publisher.name
    pages = config.book.pages and "{}:{}".format(*config.book.pages)
    other = {
        "sizes",
        "counts",
        "percentile",
        "score",
        "hardest",
        "at_most",
        "settings",
    }  # added below, or not
    same = [one.name for one in fields(SectionConfig) if one.name not in other]
    return {
        "seed": config.seed,
        "series": config.series and config.series.describe(),
        "pictures": config.pictures,
        "sheet": {
            key: str(value) if isinstance(value, datetime.date) else value
            for key, value in asdict(config.sheet).items()
        },
        "page": [
            {"title": page.title, "place": page.place, "qr": page.qr} for page in config.pages
        ],
        "cover": {
            **_with_names(asdict(config.cover)),
            "picture": config.cover.picture and _relative(config.cover.picture, folder),
            "portrait": config.cover.portrait and _relative(config.cover.portrait, folder),
        },
        "book": {**book, "pages": pages, "fonts": fonts, "parts": _with_names(book["parts"])},
        "section": [
            {
                **{name: getattr(section, name) for name in same},
                **section.grades.describe(),
                "size": [f"{cols}x{rows}" for rows, cols in section.sizes],
                "count": list(section.counts),
                "set": dict(section.settings),
            }
            for section in config.sections
        ],
    }


def _relative(path: Path, folder: Path | None) -> str:
    try:
        return path.name if folder is None else Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # on another drive
        return path.name


def _with_names(values: Mapping[str, Json]) -> dict[str, Json]:
    """Return values as JSON, with file names in place of paths."""
    return {
        key: one.name if isinstance(one, Path) else [*one] if isinstance(one, tuple) else one
        for key, one in values.items()
    }


def _book(book: BookOptions, file: ConfigFile) -> BookOptions:
    names = [one.name for one in fields(Fonts)]
    fonts = {key: _path(file, ("book", "fonts", key), getattr(book.fonts, key)) for key in names}
    printers = _path(file, ("book", "printers_file"), book.printers_file)
    return replace(book, printers_file=printers, fonts=Fonts(**fonts))


def _path(file: ConfigFile, key: KeyPath, name: Path | None) -> Path | None:
    return None if name is None else file.path(key, name)


def _check_open(config: RunConfig) -> None:
    filled = next((n for n, one in enumerate(config.sections) if one.is_open), None)
    if filled is not None and not (config.book.has_pdf and config.book.pages):
        raise config.file.error(
            ("section", filled, "count"),
            'expected a number, or pages = 120 under [book] for a count that is "fill"; found no '
            "pages to fill",
        )
    taker = next((n for n, one in enumerate(config.sections) if one.takes_all), None)
    if filled is not None and taker is not None:
        raise config.file.error(
            ("section", taker, "count"),
            f'expected a number beside the count "fill" of section {filled + 1}, found "all"; '
            "give one of them a number",
        )


def _check_titles(sections: Iterable[SectionConfig], file: ConfigFile) -> None:
    seen: dict[str, int] = {}
    for index, section in enumerate(sections):
        if section.title in seen:
            raise file.error(
                ("section", index, "title"),
                f"expected a unique title, found {section.title!r} again "
                f"(first in section {seen[section.title] + 1}); rename one of the sections",
            )
        seen[section.title] = index
