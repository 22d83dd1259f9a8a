"""Fields in the texts of a configuration: ``{volume}``, the number of the volume in its series."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from pipeline.model import ConfigError

if TYPE_CHECKING:
    from pipeline.config.run_settings import RunConfig
    from pipeline.config.toml_lines import KeyPath

T = TypeVar("T")

VOLUME: Final = "{volume}"

_CREDIT: Final = ("author", "licence")
"""Keys of a book that are the credit of its puzzles, made before a volume is numbered."""


def fill_volume(config: RunConfig, number: int) -> RunConfig:
    """Return a configuration with the number of its volume in all texts of the book."""
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
    """Return a configuration with the number of its volume, its own where ``number`` is None.

    `ConfigError` with file and line if a text has ``{volume}`` and no number is known.
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
    """Yield an error for each text whose ``{volume}`` can never be filled in."""
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
    """Yield the keys whose text has the field."""
    yield from keys_in(config.book, ("book",))
    yield from keys_in(config.cover, ("cover",))
    for number, page in enumerate(config.pages):
        yield from keys_in(page, ("page", number))
    for number, section in enumerate(config.sections):
        yield from keys_in(replace(section, settings={}), ("section", number))


def keys_in(table: Any, place: KeyPath) -> Iterator[KeyPath]:
    """Yield the keys of one table whose text has the field."""
    for one in fields(table):
        value = getattr(table, one.name)
        if _filled(value, 0) != value:
            yield (*place, one.name)


def _filled(value: T, number: int) -> T:
    filled: Any = value
    if type(value) is str:  # members of enumerations stay what they are
        filled = str(value).replace(VOLUME, str(number))
    elif isinstance(value, tuple):
        filled = tuple(_filled(one, number) for one in value)
    elif isinstance(value, Mapping):
        filled = {key: _filled(one, number) for key, one in value.items()}
    elif is_dataclass(value) and not isinstance(value, type | Path):
        new = {one.name: _filled(getattr(value, one.name), number) for one in fields(value)}
        filled = replace(value, **new)
    return cast("T", filled)
