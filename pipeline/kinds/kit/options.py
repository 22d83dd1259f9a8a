"""The ``--set`` keys of a kind, each declared once, and params as JSON. It knows no kind.

Readers take a text without spaces around it; `ConfigError` names the key, what was expected and
what was found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from pipeline.model import Band, ConfigError, JsonObject, found_instead, unknown_name

MOST_DIGITS = 6
"""Longest whole number that is looked at; no setting takes a longer one."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One ``--set`` key of a kind, in words for people, and its reader.

    ``help`` says in one line what it decides, ``values`` what may be typed, ``default`` what holds
    where nothing is said; ``example`` is a value as typed. ``read(key, text)`` gives the value, or
    raises `ConfigError`. With ``is_file`` the value names a file, and `PuzzleKind.parse_params`
    gets what the file says: text, or for a PNG picture rows of "#" (dark) and "." (light), one sign
    for each cell.
    """

    help: str
    values: str
    default: str
    example: str
    read: Callable[[str, str], Any] = lambda key, text: text
    is_file: bool = False


def read_settings(
    kind_id: str, declared: Mapping[str, Setting], settings: Mapping[str, str]
) -> dict[str, Any]:
    """Return the values of settings given as text; ``kind_id`` is what a message calls the kind.

    `ConfigError` if a key is unknown, or a reader refuses its text.

    Examples
    --------
    >>> depth = whole_setting("of water", 1, 9, "1", "2")
    >>> read_settings("isles", {"depth": depth}, {"depth": " 3 "})
    {'depth': 3}
    """
    for key in settings:
        if key not in declared:
            raise unknown_name("setting", key, declared, of=f" of {kind_id}")
    return {key: declared[key].read(key, text.strip()) for key, text in settings.items()}


def whole_setting(
    help: str, least: int, most: int, default: str, example: str, values: str = ""
) -> Setting:
    """Return a setting of whole numbers from ``least`` to ``most``."""

    def read(key: str, text: str) -> int:
        if is_whole(text) and least <= int(text) <= most:
            return int(text)
        raise ConfigError(
            f"expected {key} to be a whole number from {least} to {most}, found {text!r}"
        )

    return Setting(help, values or f"from {least} to {most}", default, example, read)


def one_of(help: str, names: Sequence[str], default: str, example: str) -> Setting:
    """Return a setting of one of some names."""

    def read(key: str, text: str) -> str:
        if text in names:
            return text
        raise ConfigError(
            f"expected {key} to be one of {', '.join(names)}; {found_instead(text, names)}"
        )

    return Setting(help, ", ".join(names), default, example, read)


def band(example: str) -> Setting:
    """Return the setting of the band that a generator aims at."""
    return one_of("band aimed at", tuple(map(str, Band)), "any", example)


def range_from(
    least: int, help: str, default: str, example: str, usual: str, more: str = ""
) -> Setting:
    """Return a setting of ``N`` or ``LEAST:MOST``, both inclusive.

    ``usual`` is the example of messages, ``more`` stands behind the values in words for people.

    Examples
    --------
    >>> pairs = range_from(2, "number of pairs", "by size", "3:5", "8:14")
    >>> pairs.read("pairs", "8"), pairs.read("pairs", "3:5")
    ((8, 8), (3, 5))
    """

    def read(key: str, text: str) -> tuple[int, int]:
        parts = text.split(":")
        if len(parts) <= 2 and all(map(is_whole, parts)):
            low, high = int(parts[0]), int(parts[-1])
            if least <= low <= high:
                return low, high
        raise ConfigError(
            f"expected {key} to be a number N or a range LEAST:MOST from {least}, found {text!r}; "
            f"for example {key}={usual}"
        )

    return Setting(help, f"N or LEAST:MOST{more}", default, example, read)


def flag(help: str, default: str, example: str) -> Setting:
    """Return a setting of ``true`` and ``false``."""

    def read(key: str, text: str) -> bool:
        if text in ("true", "false"):
            return text == "true"
        raise ConfigError(f"expected {key} to be true or false, found {text!r}")

    return Setting(help, "true or false", default, example, read)


def describe(params: Any, optional: Collection[str] = ()) -> JsonObject:
    """Return params, or another dataclass, as a JSON object.

    Fields in ``optional`` are left out if they have their default.
    """
    return {
        one.name: list(value) if isinstance(value, tuple) else value
        for one in fields(params)
        if (value := getattr(params, one.name)) != one.default or one.name not in optional
    }


def is_whole(text: str) -> bool:
    """Return whether a text is a whole number of a sensible length.

    Examples
    --------
    >>> is_whole("12"), is_whole("-1"), is_whole("1234567")
    (True, False, False)
    """
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


def require_one_of(settings: Collection[str], one: str, other: str) -> None:
    """Refuse two settings that say the same in different ways."""
    if one in settings and other in settings:
        raise ConfigError(f"expected {one} or {other}, found both; leave one out")


def require_sides(rows: int, cols: int, least: int, most: int) -> None:
    """Refuse a board with a side shorter than ``least`` or longer than ``most`` cells."""
    for side in (rows, cols):
        if not least <= side <= most:
            raise ConfigError(
                f"expected both sides from {least} to {most} cells, found {cols}x{rows}; "
                "choose another size"
            )
