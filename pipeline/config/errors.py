"""Configuration errors with file, line and key.

`tomllib` does not give the lines of keys, so they are found separately.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pipeline.config.paths import path_in
from pipeline.config.table import keys_of, table_in
from pipeline.model import ConfigError, PipelineError, found_instead, nearest_first

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails, ValidationError

    from pipeline.config.table import Key, Table

KeyPath: TypeAlias = tuple[str | int, ...]  # Table names and 0-based indices

MOST_EFFORT: Final = 2_000_000  # Characters that are parsed to find lines, besides those of a text

_END: Final = re.compile(r"[\]}\"'][ \t]*(?:#|$)")
"""The end of a line with which a statement of several lines may end."""


def find_lines(text: str) -> dict[KeyPath, int]:
    r"""Return the 1-based line of every table and key of a valid TOML text.

    Keys in an inline table or an array have the line where the outer key begins.

    >>> find_lines('seed = 7\n[[section]]\nsize = "5x5"\n')[("section", 0, "size")]
    3
    """
    lines: dict[KeyPath, int] = {}
    lengths: Counter[KeyPath] = Counter()
    table: KeyPath = ()
    for number, is_header, value in _statements(text):
        if is_header:
            table = _table(value, lengths)
            for end in range(1, len(table)):
                lines.setdefault(table[:end], number)
            lines[table] = number
        else:
            _note(value, table, number, lines)
    return lines


def _statements(text: str) -> Iterator[tuple[int, bool, dict[str, Any]]]:
    """Yield the first line of each statement, whether it is a header, and its value.

    A statement with several lines (arrays, long strings) is complete as soon as it parses: no
    prefix of a TOML statement is valid TOML. It can end only with a bracket or quotes. Where that
    takes too many attempts, the statements from there on are left out.
    """
    pending: list[str] = []
    effort = MOST_EFFORT + len(text)
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        pending.append(line)
        if len(pending) > 1 and not _END.search(line):
            continue
        statement = "\n".join(pending)
        effort -= len(statement)
        if effort < 0:
            break
        try:
            value = tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            continue
        if value:
            yield number + 1 - len(pending), statement.lstrip().startswith("["), value
        pending.clear()


def _table(value: Any, lengths: Counter[KeyPath]) -> KeyPath:
    """Return the path of the table of a header, with the newest index of each array of tables.

    ``lengths`` are the numbers of elements of arrays of tables so far, changed in place.
    """
    path: KeyPath = ()
    while value:
        name, value = next(iter(value.items()))
        path = (*path, name)
        if isinstance(value, list):  # the header adds an element
            lengths[path] += 1
            value = value[0]
        if lengths[path]:
            path = (*path, lengths[path] - 1)
    return path


def _note(value: Any, path: KeyPath, number: int, lines: dict[KeyPath, int]) -> None:
    if path:
        lines.setdefault(path, number)
    if isinstance(value, Mapping):
        for key, inner in value.items():
            _note(inner, (*path, key), number, lines)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            _note(inner, (*path, index), number, lines)


_RENAMED: Final = {"ends": "symbols"}  # Keys of older files, with those of today
_UNKNOWN: Final = "unexpected_keyword_argument"  # Pydantic's error type for an unknown key


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A configuration file: its name ("-" is standard input) and the line of each key."""

    name: str
    lines: Mapping[KeyPath, int] = field(default_factory=dict, repr=False, compare=False)

    @property
    def folder(self) -> Path:
        """The folder from which relative paths start."""
        return Path(self.name).parent

    def path(self, key: KeyPath, name: str | Path) -> Path:
        """Return the path that a key names; `ConfigError` with its line if `path_in` refuses it."""
        try:
            return path_in(self.folder, name)
        except ConfigError as error:
            raise self.error(key, str(error)) from None

    def error(self, key: KeyPath, message: str) -> ConfigError:
        """Return an error with the line of a key, ``("section", 0, "size")``, or its table."""
        way = key
        while way and way not in self.lines:
            way = way[:-1]
        shown = "standard input" if self.name == "-" else self.name
        return ConfigError(f"{shown}:{self.lines.get(way, 1)}: {key_name(key)}: {message}")


def key_name(key: KeyPath) -> str:
    """Return a key as text: ``section 2, size`` for ``("section", 1, "size")``."""
    if len(key) > 1 and isinstance(key[1], int):
        rest = ".".join(str(part) for part in key[2:])
        return f"{key[0]} {key[1] + 1}" + (f", {rest}" if rest else "")
    return ".".join(str(part) for part in key)


def syntax_error(source: str, text: str, message: str) -> ConfigError:
    """Return an error for invalid TOML, with the line of the parser's message."""
    match = re.search(r"\(at (?:line (\d+), column (\d+)|end of document)\)", message)
    line = int(match[1]) if match and match[1] else text.rstrip("\n").count("\n") + 1
    reason = message if match is None else message[: match.start()].rstrip()
    column = f" at column {match[2]}" if match and match[2] else ""
    shown = "standard input" if source == "-" else source
    return ConfigError(
        f"{shown}:{line}: expected TOML, found something else{column} ({reason[:1].lower()}"
        f"{reason[1:]}); texts need quotation marks, and each key may come once in its table"
    )


def explain(error: ValidationError, table: type[Table], file: ConfigFile) -> ConfigError:
    """Return the errors of a validation, a line each.

    A misspelt key gives two errors, an unknown and a missing key: only the former is reported. A
    wrong element of a list also makes the list too short: only the element is reported.
    """
    details = {detail["loc"]: detail for detail in error.errors()}
    slips = {way[:-1] for way, detail in details.items() if detail["type"] == _UNKNOWN}
    whole = {way[:end] for way in details for end in range(1, len(way))}
    return join_errors(
        file.error(way, _message(detail, table))
        for way, detail in details.items()
        if way not in whole and (detail["type"] != "missing" or way[:-1] not in slips)
    )


def join_errors(errors: Iterable[PipelineError]) -> ConfigError:
    """Return one error with the messages of several, a line each."""
    return ConfigError("\n".join(str(error) for error in errors))


def _message(detail: ErrorDetails, table: type[Table]) -> str:
    keys, key = _look_up(table, detail["loc"])
    if key is None:
        name = detail["loc"][-1]
        known = nearest_first(name, keys)
        found = found_instead(name, keys)
        if (today := _RENAMED.get(str(name))) in keys:
            found = f"found {name!r}, which is now {today!r}; rename it"
        return f"unknown key: expected one of {known}; {found}"
    takes = key.takes
    if detail["type"] == "missing":
        return f"expected {takes}, found no such key ({key.about.split('. ')[0].rstrip('.')})"
    if detail["type"] == "expected":
        takes = detail["ctx"]["expected"]
    choices = takes.removeprefix("one of ").replace('"', "").split(", ")
    return f"expected {takes}; " + found_instead(
        detail["input"], choices if takes.startswith("one of ") else ()
    )


def _look_up(table: type[Table], way: KeyPath) -> tuple[Mapping[str, Key], Key | None]:
    keys, key = keys_of(table), None
    for name in (part for part in way if isinstance(part, str)):
        if key is not None:
            inner = table_in(key.hint)
            if inner is None:
                break  # a part of the key's value
            keys = keys_of(inner)
        key = keys.get(name)
    return keys, key
