"""Nonograms in files of other programs: ``.non``, ``nin`` and the XML of webpbn.

A ``.non`` file has ``width``, ``height``, the numbers of a line on each line below ``rows`` and
``columns``, and perhaps a title, ``by``, a licence and a ``goal`` of 0 and 1. A ``nin`` file has
columns and rows, then the numbers of all rows and all columns. Colours are refused.

Sources: comp.lancs.ac.uk/~ss/nonogram/fmt2; webpbn.com/pbn_fmt.html and its exports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from typing import Any, Final

from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.kinds.kit.sites.reading import Loose
from pipeline.kinds.kit.sites.text_lines import Line, content_lines, is_number, parse_number
from pipeline.kinds.kit.sites.text_lines import number_lines as lines_of
from pipeline.model import PuzzleFormatError

KIND: Final = "nonogram"
_KEY: Final = re.compile(r"([a-z]+)(?:[ \t]+(.*))?")
_CREDIT: Final = {"title": "title", "by": "author", "author": "author", "copyright": "licence",
                  "license": "licence"}  # fmt: skip
_FILLED: Final = re.compile(r"[1Xx#]")
_PUZZLE: Final = re.compile(r"<puzzle(?=[\s>])")
_MOST: Final = 1000


def read(text: str) -> Iterator[Loose | PuzzleFormatError] | None:
    """Return the puzzles of a text, None if it is none of these files."""
    if "<puzzle" in text[:2000] and ("<clues" in text or "<image" in text):
        return _of_xml(text)
    words = {line.split(" ")[0].strip() for _, line in _first(text)}
    if {"rows", "columns"} <= words and words & {"width", "height"}:
        return iter([_of_non(text)])
    found = _of_nin(text)
    return None if found is None else iter([found])


def _first(text: str) -> list[Line]:
    lines = lines_of(text)
    return [line for line, _ in zip(lines, range(3 * _MOST), strict=False)]


def _of_non(text: str) -> Loose | PuzzleFormatError:
    fields: dict[str, str] = {}
    below: dict[str, list[Line]] = {"rows": [], "columns": []}
    own: list[Line] | None = None
    for number, line in lines_of(text):
        found = _KEY.fullmatch(line)
        if found is None:
            if own is not None:
                own.append((number, line))
            continue
        key, value = found[1], (found[2] or "").strip().strip('"')
        own = below[key] if key in below and not value else None
        if key in ("color", "colour"):
            what = "found a Nonogram of several colours, which no kind reads; leave it out"
            return PuzzleFormatError(what, line=number, is_foreign=True)
        if own is None:
            fields.setdefault({"rows": "height", "columns": "width"}.get(key, key), value)
    try:
        high, wide = (_side(fields.get(key, ""), key) for key in ("height", "width"))
        rows, columns = (_lists(below[key], count, key)
                         for key, count in (("rows", high), ("columns", wide)))  # fmt: skip
    except PuzzleFormatError as error:
        return error
    goal = fields.pop("goal", "")
    credit = {_CREDIT[key]: value for key, value in fields.items() if key in _CREDIT and value}
    source = {key: value for key, value in fields.items()
              if key not in (*_CREDIT, "width", "height") and value}  # fmt: skip
    return pose(
        "non", rows, columns, ["".join(row) for row in split_rows(goal, wide)], credit, source, 1
    )


def _runs(signs: str) -> tuple[int, ...]:
    return tuple(map(len, re.findall("X+", signs)))


def _side(word: str, name: str) -> int:
    if not is_number(word) or not 0 < parse_number(word) <= _MOST:
        raise PuzzleFormatError(f"expected {name} from 1 to {_MOST}, found {word!r}; check it")
    return parse_number(word)


def _lists(lines: Sequence[Line], count: int, name: str) -> list[tuple[int, ...]]:
    """Return the numbers of lines of a file, of which blank ones count if they are needed."""
    full = [line for line in lines if line[1]]
    whole = [line for line in lines if full[:1] <= [line] <= full[-1:]]
    used = full if len(full) >= count else whole
    if len(used) != count:
        where = lines[-1][0] if lines else None
        raise PuzzleFormatError(
            f"expected {count} {name}, found {len(used)}; check them", line=where
        )
    found = []
    for number, text in used:
        words = [word for word in re.split(r"[\s,]+", text) if word]
        if not all(map(is_number, words)):
            what = (
                f"expected numbers with commas between them, found {text!r}; colours are not read"
            )
            raise PuzzleFormatError(what, line=number)
        found.append(tuple(filter(None, map(parse_number, words))))
    return found


def _of_nin(text: str) -> Loose | None:
    lines = [line for line, _ in zip(content_lines(text), range(2 * _MOST + 2), strict=False)]
    head = lines[0][1].split() if lines else []
    if len(head) != 2 or not all(map(is_number, head)):
        return None
    wide, high = map(parse_number, head)
    if len(lines) != 1 + wide + high:
        return None
    words = [line.replace(",", " ").split() for _, line in lines[1:]]
    if not all(is_number(word) for line in words for word in line):
        return None
    lists = [tuple(filter(None, map(parse_number, line))) for line in words]
    rows, columns = lists[:high], lists[high:]
    fits = [sum(line) + len(line) - 1 <= side for lines, side in ((rows, wide), (columns, high))
            for line in lines]  # fmt: skip
    if not all(fits) or sum(map(sum, rows)) != sum(map(sum, columns)):
        return None
    return pose("nin", rows, columns, (), {}, {}, lines[0][0])


def _of_xml(text: str) -> Iterator[Loose | PuzzleFormatError]:
    line, last = 1, 0
    parts = _PUZZLE.split(text)
    at = len(parts[0])
    for part in parts[1:]:
        line, last = line + text.count("\n", last, at), at
        at += len("<puzzle") + len(part)
        lists: dict[str, list[tuple[int, ...]]] = {}
        for clues in part.split("<clues")[1:]:
            head, _, body = clues.partition("</clues")[0].partition(">")
            kind = "columns" if "columns" in head else "rows"
            lists[kind] = [
                tuple(
                    filter(None, map(parse_number, re.findall(r"<count[^<>]*>([0-9]{1,4})<", one)))
                )
                for one in body.replace("<line/>", "<line></line>").split("<line")[1:]
            ]
            colours = {*re.findall(r"<count[^<>]*color=\"([^\"<>]*)\"", body)}
            if len(colours) > 1:
                what = "found a Nonogram of several colours, which no kind reads; leave it out"
                yield PuzzleFormatError(what, line=line, is_foreign=True)
                break
        else:
            image = part.partition("<solution")[2].partition("<image>")[2].partition("</image>")[0]
            goal = [row.strip().strip("|") for row in image.split("\n") if row.strip()]
            if {*"".join(goal)} <= {".", "X"} and len({*map(len, goal)}) == 1:
                lists.setdefault("rows", [*map(_runs, goal)])
                lists.setdefault("columns", [*map(_runs, map("".join, zip(*goal, strict=True)))])
            if not lists.get("rows") or not lists.get("columns"):
                what = "expected clues of rows and columns, or a picture in one colour, found none"
                yield PuzzleFormatError(what, line=line)
                continue
            named = (("title", "title"), ("author", "author"), ("copyright", "licence"))
            credit = {key: unescape(part.partition(f"<{tag}>")[2].partition("<")[0]).strip()
                      for tag, key in named}  # fmt: skip
            known = {key: value for key, value in credit.items() if value}
            yield pose("webpbn", lists["rows"], lists["columns"], goal, known, {}, line)


def pose(
    form: str,
    rows: Sequence[Sequence[int]],
    columns: Sequence[Sequence[int]],
    goal: Sequence[str],
    credit: Mapping[str, str],
    source: Mapping[str, str],
    line: int,
) -> Loose:
    """Return a Nonogram with the numbers of its lines, and its answer as rows of signs, if any."""
    high, wide = len(rows), len(columns)
    puzzle: dict[str, Any] = {
        "rows": high, "cols": wide, "clues": [[0] * wide] * high,
        "left": _plain(rows), "top": _plain(columns),
    }  # fmt: skip
    cells = None
    if len(goal) == high and {*map(len, goal)} == {wide}:
        signs = "".join(goal)
        cells = {"cells": [found.start() for found in _FILLED.finditer(signs)]}
    return Loose(KIND, puzzle, form, line, cells, credit, source)


def _plain(lists: Iterable[Sequence[int]]) -> list[list[int]]:
    return [[*one] for one in lists]
