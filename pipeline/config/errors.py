"""What is wrong in a configuration file, in words: file, line, key, what was expected and found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pipeline.config.table import keys_of, table_in
from pipeline.config.toml_lines import KeyPath
from pipeline.model import ConfigError, PipelineError, found_instead

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails, ValidationError

    from pipeline.config.table import Key, Table

_UNKNOWN: Final = "unexpected_keyword_argument"
"""What pydantic calls a key that a table does not have."""


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """A configuration file: its name, "-" for standard input, and where each key stands in it."""

    name: str
    lines: Mapping[KeyPath, int] = field(default_factory=dict, repr=False, compare=False)

    @property
    def folder(self) -> Path:
        """The folder where relative names of files begin."""
        return Path(self.name).parent

    def error(self, key: KeyPath, message: str) -> ConfigError:
        """Return an error with the line of a key, or of the nearest table that holds it.

        ``("section", 0, "size")`` is a key.
        """
        way = key
        while way and way not in self.lines:
            way = way[:-1]
        shown = "standard input" if self.name == "-" else self.name
        return ConfigError(f"{shown}:{self.lines.get(way, 1)}: {key_name(key)}: {message}")


def key_name(key: KeyPath) -> str:
    """Return a key as people count: ``section 2, size`` for ``("section", 1, "size")``."""
    if len(key) > 1 and isinstance(key[1], int):
        rest = ".".join(str(part) for part in key[2:])
        return f"{key[0]} {key[1] + 1}" + (f", {rest}" if rest else "")
    return ".".join(str(part) for part in key)


def syntax_error(source: str, text: str, message: str) -> ConfigError:
    """Return an error for a text that is no TOML, with the line that the reader's message names."""
    match = re.search(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)", message)
    line = int(match[1]) if match and match[1] else text.rstrip("\n").count("\n") + 1
    reason = message if match is None else message[: match.start()]
    column = f" at column {match[2]}" if match and match[2] else ""
    shown = "standard input" if source == "-" else source
    return ConfigError(
        f"{shown}:{line}: expected TOML, found something else{column} ({reason[:1].lower()}"
        f"{reason[1:]}); texts need quotation marks, and each key may come once in its table"
    )


def explain(error: ValidationError, table: type[Table], file: ConfigFile) -> ConfigError:
    """Return the findings of a validation in words, a line each.

    A slip in a key's name shows up twice, as an unknown key and as a missing one: the former is
    the one to tell. So does a wrong part of a list, which leaves the list too short.
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
    """Return what was expected and found under a key."""
    keys, key = _look_up(table, detail["loc"])
    if key is None:
        known = ", ".join(keys)
        return f"unknown key: expected one of {known}; {found_instead(detail['loc'][-1], keys)}"
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
    """Return the keys of the innermost table on the way to a key, and what the key is there."""
    keys, one = keys_of(table), None
    for name in (part for part in way if isinstance(part, str)):
        if one is not None:
            inner = table_in(one.hint)
            if inner is None:
                break  # a part of the key's value
            keys = keys_of(inner)
        one = keys.get(name)
    return keys, one
