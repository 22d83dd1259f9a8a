"""Where each key of a TOML text stands: the standard library's parser does not say.

Only for messages; the values come from `tomllib`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""The way to a key from the top: names of tables, and 0-based numbers in arrays of tables."""


def find_lines(text: str) -> dict[KeyPath, int]:
    r"""Return the 1-based line of every table and key of a valid TOML text.

    Keys within an inline table or an array stand on the line where the outer key begins.

    Examples
    --------
    >>> find_lines('seed = 7\n[[section]]\nsize = "5x5"\n')[("section", 0, "size")]
    3
    """
    lines: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, statement in _statements(text):
        value = tomllib.loads(statement)
        if statement.lstrip().startswith("["):
            table = _table(value, lines)
            for end in range(1, len(table)):
                lines.setdefault(table[:end], number)
            lines[table] = number
        else:
            _note(value, table, number, lines)
    return lines


def _statements(text: str) -> list[tuple[int, str]]:
    """Return each statement with its first line.

    A statement may run over several lines (arrays, long strings). It is whole as soon as it
    parses by itself, since no beginning of a TOML statement is one.
    """
    found: list[tuple[int, str]] = []
    pending = ""
    start = 0
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        if not pending:
            start = number
        pending = f"{pending}\n{line}" if pending else line
        try:
            is_blank = not tomllib.loads(pending)
        except tomllib.TOMLDecodeError:
            continue
        if not is_blank:
            found.append((start, pending))
        pending = ""
    return found


def _table(value: Any, lines: Mapping[KeyPath, int]) -> KeyPath:
    """Return the way to the table that a header begins, from the empty one that it parses to.

    Behind the name of each array of tables stands the number of its newest element.
    """
    path: KeyPath = ()
    while value:
        name, value = next(iter(value.items()))
        path = (*path, name)
        length = _length(path, lines)
        if isinstance(value, list):  # the header adds an element
            path, value = (*path, length), value[0]
        elif length:
            path = (*path, length - 1)
    return path


def _length(path: KeyPath, lines: Mapping[KeyPath, int]) -> int:
    """Return how many elements of an array of tables have been met."""
    length = 0
    while (*path, length) in lines:
        length += 1
    return length


def _note(value: Any, path: KeyPath, number: int, lines: dict[KeyPath, int]) -> None:
    if path:
        lines.setdefault(path, number)
    if isinstance(value, Mapping):
        for key, inner in value.items():
            _note(inner, (*path, key), number, lines)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            _note(inner, (*path, index), number, lines)
