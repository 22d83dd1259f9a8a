"""The series of a run or a site, and the field ``{volume}`` in its texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from pipeline.config.errors import ConfigFile
from pipeline.config.models import SeriesKeys
from pipeline.model import ConfigError, JsonObject

if TYPE_CHECKING:
    from pipeline.config.errors import KeyPath
    from pipeline.config.run_settings import RunConfig


@dataclass(frozen=True, slots=True)
class SeriesConfig:
    """A series and the volume to make; docs/config.md describes each key.

    ``volumes`` is None if the folder of the run is one volume, ``volume`` None for the next one.
    """

    name: str
    library: Path | None
    source: str
    no_repeat: int | None
    volume: int | None
    volumes: int | None
    date: str | None

    def describe(self) -> JsonObject:
        """Return the values that affect records, as JSON: all but the path of the library."""
        return {name: value for name, value in asdict(self).items() if name != "library"}


def read_series(table: SeriesKeys, file: ConfigFile) -> SeriesConfig | None:
    """Return the series of a configuration, None without one.

    Raise `ConfigError` with file, line and key if keys contradict each other.
    """

    def wrong(key: str, message: str) -> ConfigError:
        return file.error((key,), message)

    if VOLUME in (table.series or ""):
        raise wrong(
            "series", f"expected one name for all volumes, found {VOLUME} in it; leave it out"
        )
    volumes = getattr(table, "volumes", None)  # a site is one volume
    if table.library is None:
        if table.source == "library":
            raise wrong("source", "expected a library to take puzzles from; add the key library")
        for key in ("series", "volume", "date"):
            if getattr(table, key) is not None:
                raise wrong(key, "expected a library that records it; add the key library")
        if volumes is None:
            if table.no_repeat is not None:
                raise wrong("no_repeat", "expected a library or volumes; add one of these keys")
            return None
    elif table.series is None:
        raise wrong("library", 'expected the name of a series; add series = "..."')
    return SeriesConfig(
        name=table.series or "",
        library=None if table.library is None else file.folder / table.library,
        source=table.source,
        no_repeat=table.no_repeat,
        volume=table.volume,
        volumes=volumes,
        date=None if table.date is None else table.date.isoformat(),
    )


T = TypeVar("T")

VOLUME: Final = "{volume}"

_CREDIT: Final = ("author", "licence")
"""Keys of a book that become the credit of its puzzles before a volume has its number."""


def fill_volume(config: RunConfig, number: int) -> RunConfig:
    """Return a configuration with ``{volume}`` replaced in all texts of the book."""
    return replace(
        config,
        book=_filled(config.book, number),
        cover=_filled(config.cover, number),
        pages=_filled(config.pages, number),
        sections=tuple(
            replace(_filled(section, number), settings=section.settings)
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


def keys_with_volume(config: RunConfig) -> Iterator[KeyPath]:
    """Yield the keys whose text has ``{volume}``."""
    yield from keys_in(config.book, ("book",))
    yield from keys_in(config.cover, ("cover",))
    for number, page in enumerate(config.pages):
        yield from keys_in(page, ("page", number))
    for number, section in enumerate(config.sections):
        yield from keys_in(replace(section, settings={}), ("section", number))


def keys_in(table: Any, place: KeyPath) -> Iterator[KeyPath]:
    """Yield the keys of one table whose text has ``{volume}``."""
    for one in fields(table):
        value = getattr(table, one.name)
        if _filled(value, 0) != value:
            yield (*place, one.name)


def _filled(value: T, number: int) -> T:
    filled: Any = value
    if type(value) is str:  # not a member of an enumeration
        filled = str(value).replace(VOLUME, str(number))
    elif isinstance(value, tuple):
        filled = tuple(_filled(one, number) for one in value)
    elif isinstance(value, Mapping):
        filled = {key: _filled(one, number) for key, one in value.items()}
    elif is_dataclass(value) and not isinstance(value, type | Path):
        new = {one.name: _filled(getattr(value, one.name), number) for one in fields(value)}
        filled = replace(value, **new)
    return cast("T", filled)
