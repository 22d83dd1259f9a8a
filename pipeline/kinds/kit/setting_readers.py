"""Readers of ``--set`` values, for the options of every kind. It knows no kind.

Each reader takes a text without spaces around it and returns the value; `ConfigError` names the
key, what was expected and what was found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pipeline.model import ConfigError, found_instead, unknown_name

MOST_DIGITS = 6
"""Longest whole number that is looked at; no setting takes a longer one."""


def read_settings(
    kind_id: str, readers: Mapping[str, Callable[[str], Any]], settings: Mapping[str, str]
) -> dict[str, Any]:
    """Return the values of settings given as text.

    Parameters
    ----------
    kind_id : str
        What a message calls the kind.
    readers : mapping of str to function
        The reader of each key that there is.
    settings : mapping of str to str
        Texts by key.

    Raises
    ------
    ConfigError
        If a key is unknown, or a reader refuses its text.

    Examples
    --------
    >>> read_settings("isles", {"depth": share_reader("depth", 1, 9)}, {"depth": " 3 "})
    {'depth': 3}
    """
    for key in settings:
        if key not in readers:
            raise unknown_name("setting", key, readers, of=f" of {kind_id}")
    return {key: readers[key](text.strip()) for key, text in settings.items()}


def require_sides(rows: int, cols: int, least: int, most: int) -> None:
    """Refuse a board with a side shorter than ``least`` or longer than ``most`` cells."""
    for side in (rows, cols):
        if not least <= side <= most:
            raise ConfigError(
                f"expected both sides from {least} to {most} cells, found {cols}x{rows}; "
                "choose another size"
            )


def share_reader(key: str, least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from ``least`` to ``most``."""

    def read(text: str) -> int:
        if is_whole(text) and least <= int(text) <= most:
            return int(text)
        raise ConfigError(
            f"expected {key} to be a whole number from {least} to {most}, found {text!r}"
        )

    return read


def name_reader(key: str, names: Sequence[str]) -> Callable[[str], str]:
    """Return a reader of one of some names."""

    def read(text: str) -> str:
        if text in names:
            return text
        raise ConfigError(
            f"expected {key} to be one of {', '.join(names)}; {found_instead(text, names)}"
        )

    return read


def range_reader(key: str, least: int, example: str) -> Callable[[str], tuple[int, int]]:
    """Return a reader of ``N`` or ``LEAST:MOST``, both inclusive, from ``least``.

    Examples
    --------
    >>> range_reader("pairs", 2, "8:14")("8"), range_reader("pairs", 2, "8:14")("3:5")
    ((8, 8), (3, 5))
    """

    def read(text: str) -> tuple[int, int]:
        parts = text.split(":")
        if len(parts) <= 2 and all(map(is_whole, parts)):
            low, high = int(parts[0]), int(parts[-1])
            if least <= low <= high:
                return low, high
        raise ConfigError(
            f"expected {key} to be a number N or a range LEAST:MOST from {least}, found {text!r}; "
            f"for example {key}={example}"
        )

    return read


def flag_reader(key: str) -> Callable[[str], bool]:
    """Return a reader of ``true`` and ``false``."""

    def read(text: str) -> bool:
        if text in ("true", "false"):
            return text == "true"
        raise ConfigError(f"expected {key} to be true or false, found {text!r}")

    return read


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
