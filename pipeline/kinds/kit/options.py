"""The ``--set`` keys of kinds, and params as JSON.

Readers get a text without surrounding spaces; `ConfigError` names the key, the expected values and
the text.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from pipeline.model import Band, ConfigError, JsonObject, found_instead, unknown_name
from pipeline.model.hues import Hue

MOST_DIGITS = 6  # Most digits of a setting


@dataclass(frozen=True, slots=True)
class Setting:
    """A ``--set`` key of a kind.

    ``help``, ``values`` and ``default`` are its documentation, ``example`` is a valid text.
    ``read(key, text)`` returns the value or raises `ConfigError`. With ``is_file`` the value is a
    path, and `PuzzleKind.parse_params` gets the contents: text, or for a PNG picture rows of "#"
    (dark) and "." (light), one for each cell.
    """

    help: str
    values: str
    default: str
    example: str
    read: Callable[[str, str], Any] = lambda key, text: text
    is_file: bool = False
    hues: tuple[Hue, ...] = ()
    """Of a setting with ``is_file``: the colours of a PNG picture, which have the signs 1, 2 and so
    on in place of "#"."""
    each: str = ""
    """A setting with ``is_file``: the value may be a folder, of which each file is its value in
    turn, for a puzzle each, with the name of the file as the setting ``name``."""
    needs: str = ""  # The key of a setting without which it means nothing


def read_settings(
    kind_id: str, declared: Mapping[str, Setting], settings: Mapping[str, str]
) -> dict[str, Any]:
    """Return the values of settings given as text; ``kind_id`` is for messages.

    `ConfigError` if a key is unknown or its text invalid.

    >>> depth = whole_setting("of water", 1, 9, "1", "2")
    >>> read_settings("isles", {"depth": depth}, {"depth": " 3 "})
    {'depth': 3}
    """
    for key in settings:
        if key not in declared:
            raise unknown_name("setting", key, declared, of=f" of {kind_id}")
        if (other := declared[key].needs) and other not in settings:
            raise ConfigError(
                f"{key}: expected {other} beside it, found none; give both, or leave it out"
            )
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
    """Return the setting of the wanted band."""
    return one_of("wanted band", tuple(map(str, Band)), "any", example)


def range_from(
    least: int, help: str, default: str, example: str, usual: str, more: str = ""
) -> Setting:
    """Return a setting of ``N`` or ``LEAST:MOST``, both inclusive.

    ``usual`` is the example in messages, ``more`` is appended to the documented values.

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

    Fields in ``optional`` are omitted if they have their default, which keeps earlier seeds valid.
    """
    return {
        one.name: _listed(value)
        for one in fields(params)
        if (value := getattr(params, one.name)) != one.default or one.name not in optional
    }


def _listed(value: Any) -> Any:
    return [_listed(one) for one in value] if isinstance(value, tuple) else value


def is_whole(text: str) -> bool:
    """Return whether a text is a whole number of at most `MOST_DIGITS`.

    >>> is_whole("12"), is_whole("-1"), is_whole("1234567")
    (True, False, False)
    """
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


def require_one_of(settings: Collection[str], one: str, other: str) -> None:
    """Raise `ConfigError` if two exclusive settings are given."""
    if one in settings and other in settings:
        raise ConfigError(f"expected {one} or {other}, found both; leave one out")


def require_even_sides(rows: int, cols: int, least: int, most: int) -> None:
    """Raise `ConfigError` unless both sides are even numbers in a range."""
    sides = range(least, most + 1, 2)
    if rows not in sides or cols not in sides:
        raise ConfigError(
            f"expected even sides from {least} to {most}, found {cols}x{rows}; choose another size"
        )


def require_squares(*sides: int) -> Callable[[int, int], None]:
    """Return a function that raises `ConfigError` for all boards but squares of these sides."""
    return require_one_of_sizes(*(f"{side}x{side}" for side in sides))


def require_one_of_sizes(*sizes: str) -> Callable[[int, int], None]:
    """Return a function that raises `ConfigError` for all boards but these, as columns x rows."""

    def require(rows: int, cols: int) -> None:
        if f"{cols}x{rows}" not in sizes:
            raise ConfigError(
                f"expected a board of {', '.join(sizes)}, found {cols}x{rows}; "
                "choose one of these sizes"
            )

    return require


def require_sides(rows: int, cols: int, least: int, most: int) -> None:
    """Raise `ConfigError` unless both sides have ``least`` to ``most`` cells."""
    for side in (rows, cols):
        if not least <= side <= most:
            raise ConfigError(
                f"expected both sides from {least} to {most} cells, found {cols}x{rows}; "
                "choose another size"
            )
