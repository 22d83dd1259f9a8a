"""Read the entries of JSON one at a time: of a list, of JSON Lines, or of an object of objects."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from pipeline.kinds.kit.sites.text_lines import number_lines
from pipeline.model import PuzzleFormatError

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_DECODER: Final = json.JSONDecoder()


def read_entries(text: str) -> Iterator[tuple[int, str | None, Any]]:
    """Yield the entries of JSON Lines, a list or an object of objects, with line and name.

    They are parsed one at a time. An invalid line of JSON Lines is yielded as a
    `PuzzleFormatError`; for other invalid JSON it is raised.
    """
    start = _skip(text, 0)
    end = text.find("\n", start)
    try:
        if text[start] == "{" and -1 < end < len(text.rstrip()) and _is_json(text[start:end]):
            yield from _json_lines(text)
            return
        outer = start if text[start] == "[" else _outer(text, start)
        if outer is None:
            yield 1, None, _value(text, start)[0]
            return
        line, last = 1, 0
        for at, name, one in _members(text, outer):
            line, last = line + text.count("\n", last, at), at
            yield line, name, one
    except json.JSONDecodeError as error:
        is_cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        what = "the text is cut off; save it again" if is_cut else error.msg
        raise PuzzleFormatError(f"expected JSON: {what}", line=error.lineno) from None


def _json_lines(text: str) -> Iterator[tuple[int, str | None, Any]]:
    for number, line in number_lines(text):
        if line.strip():
            try:
                yield number, None, json.loads(line)
            except (ValueError, RecursionError) as wrong:
                reason = getattr(wrong, "msg", "numbers or brackets without end")
                yield number, None, PuzzleFormatError(f"expected JSON: {reason}")


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _outer(text: str, start: int) -> int | None:
    """Return the position of the entries: of the only list, the field ``data``, or the object."""
    lists: dict[int, bool] = {}
    inner, is_inner, is_all = start, None, True
    for position, name, value in _members(text, start):
        is_all = is_all and isinstance(value, dict)
        if isinstance(value, list) and name not in _PARTS:
            lists[position] = bool(value) and _are_objects(value)
        elif name == "data" and isinstance(value, dict):
            inner, is_inner = position, bool(value) and _are_objects(value.values())
    if list(lists.values()) == [True]:
        return next(iter(lists))
    return inner if (is_all if is_inner is None else is_inner) else None


_PARTS: Final = (
    "regions",
    "areas",
    "zones",
    "cages",
    "groups",
    "killercage",
    "nodes",
    "numbers",
    "clues",
    "symbols",
    "walls",
)
"""Lists of objects that are parts of a puzzle."""


def _are_objects(entries: Iterable[Any]) -> bool:
    return all(isinstance(one, dict) for one in entries)


def _members(text: str, position: int) -> Iterator[tuple[int, str | None, Any]]:
    """Yield position, name and value of each member of the list or object at a position."""
    is_list, is_whole = text[position] == "[", _skip(text, 0) == position
    end = "]" if is_list else "}"
    position, is_first, name = _skip(text, position + 1), True, None
    while not text.startswith(end, position):
        position = position if is_first else _after(text, position, ",")
        if not is_list:
            name, position = _value(text, position)
            position = _after(text, position, ":")
        value, after = _value(text, position)
        yield position, name, value
        position, is_first = after, False
    if is_whole and (rest := _skip(text, position + 1)) < len(text):
        raise json.JSONDecodeError("Extra data", text, rest)


def _value(text: str, at: int) -> tuple[Any, int]:
    try:
        value, end = _DECODER.raw_decode(text, at)
    except json.JSONDecodeError:
        raise
    except (ValueError, RecursionError):
        raise PuzzleFormatError("expected JSON, found numbers or brackets without end") from None
    return value, _skip(text, end)


def _after(text: str, at: int, mark: str) -> int:
    if not text.startswith(mark, at):
        raise json.JSONDecodeError(f"Expecting {mark!r} delimiter", text, at)
    return _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    return _SPACE.match(text, at).end()  # type: ignore[union-attr]
