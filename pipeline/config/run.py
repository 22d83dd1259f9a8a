"""The configuration of a run, and the numbers that fill ``{volume}`` and other fields of texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from pipeline.config.book_options import BookOptions, CoverOptions
from pipeline.config.dossier import DossierOptions
from pipeline.config.errors import ConfigFile, KeyPath
from pipeline.config.models import SectionConfig
from pipeline.config.own_pages import OwnPage
from pipeline.config.series import VOLUME, SeriesConfig
from pipeline.config.sheet_options import SheetOptions
from pipeline.model import ConfigError, Credit

T = TypeVar("T")

PUZZLES: Final = "{puzzles}"
KINDS: Final = "{kinds}"
PER_PAGE: Final = "{per_page}"
LEVELS: Final = "{levels}"
_CREDIT: Final = ("author", "licence")  # Keys of a book that become the credit


@dataclass(frozen=True, slots=True)
class RunConfig:
    """The configuration of a run, and the line of each key."""

    file: ConfigFile
    seed: int
    book: BookOptions
    sections: tuple[SectionConfig, ...]
    series: SeriesConfig | None = None
    cover: CoverOptions = field(default_factory=CoverOptions)
    sheet: SheetOptions = field(default_factory=SheetOptions)
    dossier: DossierOptions = field(default_factory=DossierOptions)
    pages: tuple[OwnPage, ...] = ()
    pictures: str = "printed"  # Puzzles to draw: "printed", "all" or "none"
    leave_out: tuple[str, ...] = ()  # Ids of puzzles that are not printed
    choices: Path | None = None  # File with what takes the place of single puzzles

    @property
    def titles(self) -> list[str]:
        """The titles of the sections."""
        return [section.title for section in self.sections]

    @property
    def credit(self) -> Credit:
        """The credit of the puzzles that are made for the book."""
        author = self.book.author or self.book.publisher.name
        return Credit(author=author or None, licence=self.book.licence or None)

    @property
    def puzzles(self) -> int:
        """Number of puzzles in all sections."""
        return sum(sum(section.counts) for section in self.sections)


def fill_volume(config: RunConfig, number: int) -> RunConfig:
    """Return a configuration with ``{volume}`` replaced in all texts, and the volume's ISBN."""
    first = (config.series and config.series.volume) or 1
    book, isbns = config.book, config.book.isbn
    if not isinstance(isbns, str):
        own = isbns[number - first :][:1] if number >= first else ()
        config = replace(config, book=replace(book, isbn="".join(own)))
    return _fill(config, {VOLUME: number})


def fill_counts(config: RunConfig, puzzles: int = 0) -> RunConfig:
    """Return a configuration with ``{puzzles}`` and the other numbers of its plan in all texts.

    ``puzzles`` is their number in a book whose sections the page plan or the records of a file
    fill, 0 if unknown: then nothing is replaced.
    """
    is_open = any(section.is_open or section.takes_all for section in config.sections)
    count = puzzles if is_open else config.puzzles
    kinds = len({section.kind for section in config.sections})
    numbers = {PUZZLES: count, KINDS: kinds} if count else {}
    per_page, bands = _common(config)
    if len(per_page) == 1:
        numbers[PER_PAGE] = per_page.pop()
    if bands:
        numbers[LEVELS] = len(bands)
    return _fill(config, numbers)


def _common(config: RunConfig) -> tuple[set[int], set[str]]:
    """Return the puzzles per page and the bands of the sections; a set is empty if one has none."""
    asked = [(section.per_page or 0, section.band or "") for section in config.sections]
    per_page, bands = map(set, zip(*asked, strict=True))
    return set() if 0 in per_page else per_page, set() if "" in bands else bands


def _fill(config: RunConfig, numbers: Mapping[str, int]) -> RunConfig:
    return replace(
        config,
        book=_filled(config.book, numbers),
        cover=_filled(config.cover, numbers),
        dossier=_filled(config.dossier, numbers),
        pages=_filled(config.pages, numbers),
        sections=tuple(
            replace(_filled(section, numbers), settings=section.settings)
            for section in config.sections
        ),
    )


def require_volume(config: RunConfig, number: int | None) -> RunConfig:
    """Return a configuration with ``{volume}`` replaced; None stands for its own number.

    Raise `ConfigError` with file and line if a text has ``{volume}`` and no number is known.
    """
    series = config.series
    known = number or (series and series.volume) or config.cover.volume
    if known:
        return fill_volume(config, known)
    for key in keys_with_volume(config):
        raise config.file.error(
            key, f"expected the number of the volume for {VOLUME}, found none; add volume = 1"
        )
    return config


def check_volume(config: RunConfig) -> Iterator[ConfigError]:
    """Yield an error for each text whose ``{volume}`` cannot be replaced."""
    is_numbered = config.series is not None or config.cover.volume is not None
    for key in keys_with_volume(config):
        if key[0] == "book" and key[1] in _CREDIT:
            why = "part of the credit of each puzzle; give the number in title, subtitle or edition"
            yield config.file.error(key, f"expected a text without {VOLUME}: it is {why}")
        elif not is_numbered:
            yield config.file.error(
                key,
                f"expected a numbered volume for {VOLUME}, found none; add volumes = 1 at the top, "
                "or a library and a series, or volume under [cover]",
            )


def check_counts(config: RunConfig) -> Iterator[ConfigError]:
    """Yield an error for each text whose ``{per_page}`` or ``{levels}`` is unknown."""
    per_page, bands = _common(config)
    for key in keys_with(config, PER_PAGE) if len(per_page) != 1 else ():
        yield config.file.error(
            key, f"expected the same per_page in every section for {PER_PAGE}; add it to each"
        )
    for key in keys_with(config, LEVELS) if not bands else ():
        yield config.file.error(
            key, f"expected a band in every section for {LEVELS}; add it to each"
        )


def keys_with_volume(config: RunConfig) -> Iterator[KeyPath]:
    """Yield the keys whose text has ``{volume}``."""
    return keys_with(config, VOLUME)


def keys_with(config: RunConfig, name: str) -> Iterator[KeyPath]:
    """Yield the keys whose text has a name in braces."""
    yield from keys_in(config.book, ("book",), name)
    yield from keys_in(config.cover, ("cover",), name)
    yield from keys_in(config.dossier, ("dossier",), name)
    for number, page in enumerate(config.pages):
        yield from keys_in(page, ("page", number), name)
    for number, section in enumerate(config.sections):
        yield from keys_in(replace(section, settings={}), ("section", number), name)


def keys_in(table: Any, place: KeyPath, name: str = VOLUME) -> Iterator[KeyPath]:
    """Yield the keys of one table whose text has a name in braces."""
    for one in fields(table):
        value = getattr(table, one.name)
        if _filled(value, {name: 0}) != value:
            yield (*place, one.name)


def _filled(value: T, numbers: Mapping[str, int]) -> T:
    filled: Any = value
    if type(value) is str:  # not a member of an enumeration
        for name, number in numbers.items():
            filled = str(filled).replace(name, str(number))
    elif isinstance(value, tuple):
        filled = tuple(_filled(one, numbers) for one in value)
    elif isinstance(value, Mapping):
        filled = {key: _filled(one, numbers) for key, one in value.items()}
    elif is_dataclass(value) and not isinstance(value, type | Path):
        new = {one.name: _filled(getattr(value, one.name), numbers) for one in fields(value)}
        filled = replace(value, **new)
    return cast("T", filled)
