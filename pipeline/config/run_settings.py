"""A configuration file to plain, frozen values, each error with its file, line and key.

The keys are described in ``docs/config.md``, written by ``reference.py`` from the tables in
``models.py``. What a value means (whether a board fits its page, whether a trim exists) is for the
stage that uses it to say; it can name the line through `RunConfig.error`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from pipeline.config.book_options import BookOptions, Fonts, SheetOptions
from pipeline.config.cover_options import CoverOptions
from pipeline.config.errors import ConfigFile, explain, join_errors, syntax_error
from pipeline.config.fields import check_volume
from pipeline.config.models import CollectionTable, RunTable, SectionConfig
from pipeline.config.own_pages import OwnPage, read_own_page
from pipeline.config.sections import read_section
from pipeline.config.series import SeriesConfig, read_series
from pipeline.config.table import Table
from pipeline.config.toml_lines import KeyPath, find_lines
from pipeline.model import Json, PipelineError
from pipeline.store.files import PathOrDash, read_text
from pipeline.store.limits import MOST_SETTINGS

T = TypeVar("T", bound=Table)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class RunConfig:
    """One configuration file: seed, book and sections, and where each key stands in it."""

    file: ConfigFile
    seed: int
    book: BookOptions
    sections: tuple[SectionConfig, ...]
    series: SeriesConfig | None = None
    cover: CoverOptions = field(default_factory=CoverOptions)
    sheet: SheetOptions = field(default_factory=SheetOptions)
    pages: tuple[OwnPage, ...] = ()
    pictures: str = "printed"
    """Which puzzles are drawn: "printed", "all" or "none"."""


Check: TypeAlias = tuple[KeyPath, Callable[[RunConfig], object]]
"""A key, and a function that raises `ConfigError` where the value under it will not do."""


def load_config(source: PathOrDash, checks: Iterable[Check] = ()) -> RunConfig:
    """Return the configuration in a TOML file, or on standard input for "-".

    ``checks`` are what other rooms know about single values (the trims that exist); an error of
    theirs is given the file, the line and the key. `StoreError` or `PuzzleFormatError` if the file
    cannot be read as text. `ConfigError` if it is no TOML, or a key is unknown, missing or wrong.
    """
    errors: list[PipelineError] = []
    table, file = read_table(source, RunTable, errors)
    is_read = not errors
    judged: list[tuple[KeyPath, BookOptions | CoverOptions | OwnPage]] = [
        (("book",), table.book), (("cover",), table.cover),
        *((("page", number), page) for number, page in enumerate(table.page)),
    ]  # fmt: skip
    for place, options in judged:
        errors += [file.error((*place, key), message) for key, message in options.problems()]
    pages = []
    for number, own in enumerate(table.page):
        try:
            pages.append(read_own_page(own, file.folder))
        except PipelineError as error:
            where = ("page", number, "file" if own.file else "text")
            errors.append(file.error(where, str(error)))
    sections = (
        _gather(errors, partial(read_section, section, ("section", index), file))
        for index, section in enumerate(table.section)
    )
    config = RunConfig(
        file,
        table.seed,
        _book(table.book, file.folder),
        tuple(section for section in sections if section is not None),
        series=_gather(errors, lambda: read_series(table, file)),
        cover=replace(table.cover, picture=_beside(file.folder, table.cover.picture)),
        pages=tuple(pages),
        pictures=table.pictures,
        sheet=table.sheet,
    )
    _gather(errors, lambda: _check_titles(table.section, file))
    if config.series is not None and (config.series.volumes or 1) > 1 and config.book.isbn:
        message = "expected no ISBN for several volumes at once: each has its own; make it alone"
        errors.append(file.error(("book", "isbn"), f"{message} (volume = 1), or leave it out"))
    errors += [] if errors else check_volume(config)
    if is_read:  # else the pages to be filled may be what was wrong
        _gather(errors, lambda: _check_open(config))
    told: set[str] = set()
    for key, check in checks:
        try:
            check(config)
        except PipelineError as error:
            if str(error) not in told:  # the margins suffer from a trim that does not exist
                errors.append(file.error(key, str(error)))
            told.add(str(error))
    if errors:
        raise join_errors(errors)
    return config


def _gather(errors: list[PipelineError], make: Callable[[], R]) -> R | None:
    """Return what a function makes; None where it fails, with the error added to the list."""
    try:
        return make()
    except PipelineError as error:
        errors.append(error)
        return None


def read_table(
    source: PathOrDash, table: type[T], errors: list[PipelineError] | None = None
) -> tuple[T, ConfigFile]:
    """Return the values of a TOML file as a table, and the file.

    Keys that may be left out are where their values are wrong, with an error added to ``errors``,
    so that what else is wrong can be told at once; without a list the error is raised. `StoreError`
    or `PuzzleFormatError` if the file cannot be read as text. `ConfigError` if it is no TOML, or a
    key is unknown, missing or wrong.
    """
    name = os.fspath(source)
    text = read_text(source, MOST_SETTINGS)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise syntax_error(name, text, str(error)) from None
    file = ConfigFile(name, find_lines(text))
    try:
        return _make_checker(table).validate_python(data), file
    except ValidationError as error:
        told, wrong = explain(error, table, file), [one["loc"] for one in error.errors()]
    if errors is not None:
        for way in wrong:
            _leave_out(data, way)
        with suppress(ValidationError):
            values = _make_checker(table).validate_python(data)
            errors.append(told)
            return values, file
    raise told


_make_checker = cast("type[TypeAdapter[Any]]", cache(TypeAdapter))
"""Makes what checks the values of a table, which takes longer than to use it."""


def _leave_out(data: Any, way: KeyPath) -> None:
    """Remove a key from its table, or the key that it is a part of the value of."""
    table, key = data, way[0]
    for part in way:
        if isinstance(data, dict):
            table, key = data, part
            data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int):
            data = data[part]
    table.pop(key, None)


def load_collection(path: Path) -> CollectionTable:
    """Return the settings of a collection; its sources are found from the folder of the file.

    Errors are those of `read_table`.
    """
    table, _ = read_table(path, CollectionTable)
    return replace(table, sources=tuple(str(path.parent / name) for name in table.sources))


def resolved(config: RunConfig, folder: Path | None = None) -> dict[str, Json]:
    """Return a configuration with every default filled in, as JSON for the manifest.

    Neither the name of the file nor the place of this machine's folders is in it: the picture of
    the cover is named by its way from ``folder``, or by its bare name.
    """
    book = _with_names(asdict(config.book))
    fonts = {name: file for name, file in _with_names(book["fonts"]).items() if file is not None}
    pages = config.book.pages and "{}:{}".format(*config.book.pages)
    told = {"sizes", "counts", "percentile", "score", "at_most", "settings"}  # otherwise, or not
    same = [one.name for one in fields(SectionConfig) if one.name not in told]
    return {
        "seed": config.seed,
        "series": config.series and config.series.describe(),
        "pictures": config.pictures,
        "sheet": asdict(config.sheet),
        "page": [
            {"title": page.title, "place": page.place, "qr": page.qr} for page in config.pages
        ],
        "cover": {
            **_with_names(asdict(config.cover)),
            "picture": config.cover.picture and _way(config.cover.picture, folder),
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


def _way(path: Path, folder: Path | None) -> str:
    try:
        return path.name if folder is None else Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # on another drive
        return path.name


def _with_names(values: Mapping[str, Json]) -> dict[str, Json]:
    """Return values as JSON, with the names of files in place of their paths."""
    return {
        key: one.name if isinstance(one, Path) else [*one] if isinstance(one, tuple) else one
        for key, one in values.items()
    }


def _book(book: BookOptions, folder: Path) -> BookOptions:
    """Return the options with their files looked for in the folder of the configuration."""
    fonts = {one.name: _beside(folder, getattr(book.fonts, one.name)) for one in fields(Fonts)}
    return replace(book, printers_file=_beside(folder, book.printers_file), fonts=Fonts(**fonts))


def _beside(folder: Path, name: Path | None) -> Path | None:
    return None if name is None else folder / name


def _check_open(config: RunConfig) -> None:
    filled = next((n for n, one in enumerate(config.sections) if one.is_open), None)
    if filled is not None and not (config.book.has_pdf and config.book.pages):
        raise config.file.error(
            ("section", filled, "count"),
            'expected a number, or pages = 120 under [book] for a count that is "fill"; found no '
            "pages to fill",
        )


def _check_titles(sections: Iterable[SectionConfig], file: ConfigFile) -> None:
    seen: dict[str, int] = {}
    for index, section in enumerate(sections):
        if section.title in seen:
            raise file.error(
                ("section", index, "title"),
                f"expected a title told once, found {section.title!r} again "
                f"(first in section {seen[section.title] + 1}); name the sections apart",
            )
        seen[section.title] = index
