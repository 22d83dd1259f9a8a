"""A configuration file to plain, frozen values, each error with its file, line and key.

The keys are described in ``docs/config.md``, written by ``reference.py`` from the models in
``models.py``; ``[book]`` becomes the book's own options. What a value means (whether a board fits
its page, whether a trim exists) is for the stage that uses it to say; it can name the line through
`RunConfig.error`.
"""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from pipeline.config.book_options import (
    BookOptions,
    CoverOptions,
    Fonts,
    Margins,
    Parts,
    SheetOptions,
)
from pipeline.config.errors import explain, join_errors, key_error, syntax_error
from pipeline.config.series import SeriesConfig, read_series
from pipeline.config.setting_files import read_params
from pipeline.config.toml_lines import KeyPath, find_lines
from pipeline.kinds import KINDS, get_kind
from pipeline.kinds.kit.grading import band_range
from pipeline.model import Band, ConfigError, GradeRange, Json, PipelineError, found_instead
from pipeline.store.files import PathOrDash, read_text
from pipeline.store.limits import MOST_SETTINGS

if TYPE_CHECKING:
    from pydantic import BaseModel

    from pipeline.config.book_models import BookTable, CoverTable
    from pipeline.config.models import SectionTable

T = TypeVar("T", bound="BaseModel")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionConfig:
    """A table ``[[section]]``.

    ``sizes`` holds (rows, cols), ``counts`` how many puzzles of each, and nothing while that is
    for the page plan to say; ``settings`` are the options of the kind as the texts that
    ``parse_params`` takes. ``rule`` is never empty.
    """

    title: str
    kind: str
    rule: str | None
    band: Band | None
    sizes: tuple[tuple[int, int], ...]
    counts: tuple[int, ...]
    grades: GradeRange
    per_page: int | None
    introduction: str
    settings: Mapping[str, str]
    labels: Mapping[Band, str] = field(default_factory=dict)
    dots: Mapping[Band, int] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether the page plan has still to say how many puzzles it has: ``count = "fill"``."""
        return not self.counts

    @property
    def generator_settings(self) -> Mapping[str, str]:
        """The settings and, where the kind's generator can steer to it, the band."""
        return _steered(self.kind, self.band, self.settings)


@dataclass(frozen=True, slots=True)
class RunConfig:
    """One configuration file: seed, book and sections, and where each key stands in it."""

    source: str
    seed: int
    book: BookOptions
    has_pdf: bool
    """Whether a run typesets the book at all."""
    sections: tuple[SectionConfig, ...]
    series: SeriesConfig | None = None
    cover: CoverOptions = field(default_factory=CoverOptions)
    sheet: SheetOptions = field(default_factory=SheetOptions)
    pictures: str = "printed"
    """Which puzzles are drawn: "printed", "all" or "none"."""
    lines: Mapping[KeyPath, int] = field(default_factory=dict, repr=False, compare=False)

    @property
    def asks_confirmed(self) -> bool:
        """Whether a puzzle that was proved unique in one way alone is refused."""
        return self.book.confirmed

    @property
    def folder(self) -> Path:
        """The folder where relative names of files begin: that of the configuration."""
        return Path(self.source).parent

    def error(self, key: KeyPath, message: str) -> ConfigError:
        """Return an error that names file, line and key; ``("section", 0, "size")`` is a key."""
        return key_error(self.source, self.lines, key, message)


Check: TypeAlias = tuple[KeyPath, Callable[[RunConfig], object]]
"""A key, and a function that raises `ConfigError` where the value under it will not do."""


def load_config(source: PathOrDash, checks: Iterable[Check] = ()) -> RunConfig:
    """Return the configuration in a TOML file, or on standard input for "-".

    Parameters
    ----------
    source : str or path
        The file.
    checks : iterable of Check
        What other rooms know about single values (the trims that exist); an error of theirs is
        given the file, the line and the key.

    Raises
    ------
    StoreError, PuzzleFormatError
        If the file cannot be read as text.
    ConfigError
        If it is no TOML, or a key is unknown, missing or wrong.
    """
    from pipeline.config.models import RunTable

    table, name, lines = read_table(source, RunTable)
    errors: list[PipelineError] = []
    stand_in = BookOptions(title="-", author="-", year=1000)  # for the checks of all the rest
    book = _gather(errors, lambda: _book(table.book, name, lines)) or stand_in
    sections = [
        _gather(errors, partial(read_section, section, ("section", index), name, lines))
        for index, section in enumerate(table.section)
    ]
    config = RunConfig(
        source=name,
        seed=table.seed,
        book=book,
        has_pdf=table.book.has_pdf,
        sections=tuple(section for section in sections if section is not None),
        series=read_series(
            table,
            Path(name).parent,
            lambda key, message: key_error(name, lines, (key,), message),
        ),
        cover=_gather(errors, lambda: _cover(table.cover, name, lines)) or CoverOptions(),
        pictures=table.pictures,
        sheet=SheetOptions(**table.sheet.model_dump()),
        lines=lines,
    )
    _gather(errors, lambda: _check_titles(table.section, config))
    _gather(errors, lambda: _check_open(config))
    told: set[str] = set()
    for key, check in checks:
        try:
            check(config)
        except PipelineError as error:
            if str(error) not in told:  # the margins suffer from a trim that does not exist
                errors.append(config.error(key, str(error)))
            told.add(str(error))
    if errors:
        raise join_errors(errors)
    return config


def _gather(errors: list[PipelineError], make: Callable[[], R]) -> R | None:
    """Return what a function makes; None where it fails, with the error added to the list."""
    try:
        return make()
    except ConfigError as error:
        errors.append(error)
        return None


def read_table(source: PathOrDash, model: type[T]) -> tuple[T, str, Mapping[KeyPath, int]]:
    """Return the tables of a TOML file by a model, its name, and where each key stands in it.

    Raises
    ------
    StoreError, PuzzleFormatError
        If the file cannot be read as text.
    ConfigError
        If it is no TOML, or a key is unknown, missing or wrong.
    """
    from pydantic import ValidationError

    name = os.fspath(source)
    text = read_text(source, MOST_SETTINGS)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise syntax_error(name, text, str(error)) from None
    lines = find_lines(text)
    try:
        return model.model_validate(data), name, lines
    except ValidationError as error:
        raise explain(error, model, name, lines) from None


def resolved(config: RunConfig) -> dict[str, Json]:
    """Return a configuration with every default filled in, as JSON for the manifest.

    Neither the name of the file nor the place of this machine's folders is in it.
    """
    book = {**asdict(config.book), "has_pdf": config.has_pdf}
    for name in ("printers", "licences", "hyphenation"):
        book[name] = list(book[name])
    book["pages"] = config.book.pages and "{}:{}".format(*config.book.pages)
    path = config.book.printers_file
    book["printers_file"] = None if path is None else path.name
    book["fonts"] = {name: path.name for name, path in book["fonts"].items() if path is not None}
    return {
        "seed": config.seed,
        "series": config.series and config.series.describe(),
        "pictures": config.pictures,
        "sheet": asdict(config.sheet),
        "cover": {
            **asdict(config.cover),
            "picture": None if config.cover.picture is None else config.cover.picture.name,
        },
        "book": book,
        "section": [
            {
                "title": section.title,
                "kind": section.kind,
                "rule": section.rule,
                "band": None if section.band is None else str(section.band),
                "size": [f"{cols}x{rows}" for rows, cols in section.sizes],
                "count": list(section.counts),
                **section.grades.describe(),
                "labels": {str(band): text for band, text in section.labels.items()},
                "dots": {str(band): dots for band, dots in section.dots.items()},
                "per_page": section.per_page,
                "introduction": section.introduction,
                "set": dict(section.settings),
            }
            for section in config.sections
        ],
    }


def _book(table: BookTable, source: str, lines: Mapping[KeyPath, int]) -> BookOptions:
    known = type(table).model_fields
    values = {f.name: getattr(table, f.name) for f in fields(BookOptions) if f.name in known}
    folder = Path(source).parent
    for name in ("printers", "licences", "hyphenation"):
        values[name] = tuple(values[name])
    if table.printers_file is not None:
        values["printers_file"] = folder / table.printers_file
    values["margins"] = Margins(**table.margins.model_dump())
    values["parts"] = Parts(**table.parts.model_dump())
    values["fonts"] = Fonts(
        **{name: path and folder / path for name, path in table.fonts.model_dump().items()}
    )
    try:
        return BookOptions(**values)
    except ConfigError as error:
        key = ("book", "isbn") if "ISBN" in str(error) else ("book",)
        raise key_error(source, lines, key, str(error)) from error


def _cover(table: CoverTable, source: str, lines: Mapping[KeyPath, int]) -> CoverOptions:
    picture = None if table.picture is None else Path(source).parent / table.picture
    try:
        return CoverOptions(**{**table.model_dump(), "picture": picture})
    except ConfigError as error:
        raise key_error(source, lines, ("cover", "accent"), str(error)) from error


def read_section(
    table: SectionTable, place: KeyPath, source: str, lines: Mapping[KeyPath, int]
) -> SectionConfig:
    """Return what a table asks for, judged by its kind; ``place`` is the table's key.

    Raises
    ------
    ConfigError
        With file, line and key.
    """
    from pipeline.config.models import parse_size

    def wrong(key: str, message: str) -> ConfigError:
        return key_error(source, lines, (*place, *key.split(".")), message)

    if table.kind not in KINDS:
        raise wrong(
            "kind", f"expected one of {', '.join(KINDS)}; {found_instead(table.kind, KINDS)}"
        )
    kind = get_kind(table.kind)
    rule = kind.rules[0] if table.rule is None else table.rule
    if rule not in kind.rules:
        if kind.variants is None:
            raise wrong("rule", f"{kind.id} has no rules to choose from; leave the key out")
        known = kind.variants.rules
        raise wrong("rule", f"expected one of {', '.join(known)}; {found_instead(rule, known)}")
    sizes = tuple(parse_size(size) for size in table.size)
    settings = {key: _setting(value) for key, value in table.set.items()}
    for key in settings:
        if key not in kind.settings:
            raise wrong(
                f"set.{key}",
                f"unknown key: expected one of {', '.join(kind.settings)}; "
                f"{found_instead(key, kind.settings)}",
            )
    if table.band is not None and settings.get("band", table.band) != table.band:
        raise wrong(
            "band",
            f"expected the band of the set table, {settings['band']!r}, or none; "
            f"found {str(table.band)!r}; leave one out",
        )
    grades = GradeRange(table.percentile, table.score)
    if table.band is not None:
        limits = band_range(f"pipeline.kinds.{kind.id}", table.band)
        for name in grades.disjoint(limits):
            first, last = getattr(limits, name)
            raise wrong(
                name,
                f"expected a range that meets the band {str(table.band)!r}, whose {name} is "
                f"{first:g} {f'to {last:g}' if last < math.inf else 'or more'}; leave one out",
            )
    for rows, cols in sizes:
        # Bare first, so that a size which is wrong by itself is not blamed on the options.
        for key, options in (
            ("size", {}),
            ("set", settings),
            ("band", _steered(table.kind, table.band, settings)),
        ):
            try:
                posed = read_params(kind, rows, cols, rule, options, Path(source).parent)
            except ConfigError as error:
                guilty = next((f"set.{name}" for name in settings if name in str(error)), key)
                raise wrong(guilty, str(error)) from error
    return SectionConfig(
        title=table.title,
        kind=table.kind,
        # Options may change parts of the rule; the book prints what was proved.
        rule=kind.describe_params(posed).get("rule", rule),
        band=table.band,
        sizes=sizes,
        counts=_counts(table, wrong),
        grades=grades,
        per_page=table.per_page,
        introduction=table.introduction,
        settings=settings,
        labels=table.labels,
        dots=table.dots,
    )


def _steered(kind: str, band: Band | None, settings: Mapping[str, str]) -> dict[str, str]:
    if band is None or "band" not in get_kind(kind).settings:
        return {**settings}
    return {**settings, "band": str(band)}


def _counts(table: SectionTable, wrong: Callable[[str, str], ConfigError]) -> tuple[int, ...]:
    """Return how many puzzles of each size; nothing where the page plan is to say it."""
    number = len(table.size)
    if table.count == "fill":
        return ()
    if isinstance(table.count, list):
        if len(table.count) != number:
            raise wrong(
                "count",
                f"expected as many numbers as sizes ({number}), found {len(table.count)}; "
                "give one for each size, or a single number for all",
            )
        return tuple(table.count)
    if table.count < number:
        raise wrong(
            "count",
            f"expected at least one puzzle of each of the {number} sizes, found {table.count}; "
            "raise the count or leave sizes out",
        )
    return share_out(table.count, number)


def share_out(count: int, number: int) -> tuple[int, ...]:
    """Return a count in even parts, the first taking what is left.

    Examples
    --------
    >>> share_out(8, 3)
    (3, 3, 2)
    """
    share, rest = divmod(count, number)
    return tuple(share + (index < rest) for index in range(number))


def _setting(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check_open(config: RunConfig) -> None:
    filled = next((n for n, one in enumerate(config.sections) if one.is_open), None)
    if filled is not None and not (config.has_pdf and config.book.pages):
        raise config.error(
            ("section", filled, "count"),
            'expected a number, or pages = 120 under [book] for a count that is "fill"; found no '
            "pages to fill",
        )


def _check_titles(sections: Iterable[SectionTable], config: RunConfig) -> None:
    seen: dict[str, int] = {}
    for index, section in enumerate(sections):
        if section.title in seen:
            raise config.error(
                ("section", index, "title"),
                f"expected a title told once, found {section.title!r} again "
                f"(first in section {seen[section.title] + 1}); name the sections apart",
            )
        seen[section.title] = index
