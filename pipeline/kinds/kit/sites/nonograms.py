"""Nonograms in files of other programs: ``.non``, ``nin``, the XML of webpbn, and Olsak's ``.g``.

A ``.non`` file has ``width``, ``height``, the numbers of a line on each line below ``rows`` and
``columns``, and perhaps a title, ``by``, a licence and a ``goal`` of 0 and 1. A ``nin`` file has
columns and rows, then the numbers of all rows and all columns. Numbers with the sign of a colour,
such as ``3a``, make a Nonogram of several colours, see `colours`.

Sources: comp.lancs.ac.uk/~ss/nonogram/fmt2; webpbn.com/pbn_fmt.html and its exports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from typing import Any, Final

from pipeline.kinds.kit.sites import colours
from pipeline.kinds.kit.sites.cells import split_rows
from pipeline.kinds.kit.sites.colours import Picture, Runs, read_hue, runs_of
from pipeline.kinds.kit.sites.reading import Loose
from pipeline.kinds.kit.sites.text_lines import Line, content_lines, is_number, parse_number
from pipeline.kinds.kit.sites.text_lines import number_lines as lines_of
from pipeline.model import PuzzleFormatError
from pipeline.model.hues import Hue

KIND: Final = "nonogram"
_KEY: Final = re.compile(r"([a-z]+)(?:[ \t]+(.*))?")
_CREDIT: Final = {"title": "title", "by": "author", "author": "author", "copyright": "licence",
                  "license": "licence"}  # fmt: skip
_FILLED: Final = re.compile(r"[1Xx#]")
_PUZZLE: Final = re.compile(r"<puzzle(?=[\s>])")
_MOST: Final = 1000
_LISTS: Final = {("rows", False), ("columns", False)}
_PARTS: Final = _LISTS | {(key, True) for key in ("rows", "columns", "width", "height")}
"""Keys that a puzzle of a ``.non`` file has once, and whether they have a value."""
_BLOCK: Final = re.compile(r"([0-9]{1,4})([^0-9\s,]?)")
_DECLARED: Final = re.compile(r"^#[dD][ \t\r]*$", re.MULTILINE)
_HUE: Final = re.compile(r"([^\s:]):\S*\s+(\S+)")
_TAG: Final = re.compile(r"<color\b([^<>]*)>([^<]*)<")
_ATTRIBUTE: Final = re.compile(r"\b([a-z]+)=\"([^\"<>]*)\"")


def read(text: str, is_coloured: bool = False) -> Iterator[Loose | PuzzleFormatError] | None:
    """Return the puzzles of a text, None if it is none of these files.

    With ``is_coloured`` one colour makes a coloured Nonogram, too.
    """
    if "<puzzle" in text[:2000] and ("<clues" in text or "<image" in text):
        return _of_xml(text, is_coloured)
    if _DECLARED.search(text[:5000]) and re.search("^:", text, re.MULTILINE):
        return _of_olsak(text, is_coloured)
    words = {line.split(" ")[0].strip() for _, line in _first(text)}
    if {"rows", "columns"} <= words and words & {"width", "height"}:
        return _of_bundle(text, is_coloured)
    found = _of_nin(text)
    return None if found is None else iter([found])


def _first(text: str) -> list[Line]:
    lines = lines_of(text)
    return [line for line, _ in zip(lines, range(3 * _MOST), strict=False)]


def _of_bundle(text: str, is_coloured: bool) -> Iterator[Loose | PuzzleFormatError]:
    for lines in _bundled(lines_of(text)):
        if any(line for _, line in lines):
            yield _of_non(lines, is_coloured)


def _bundled(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield the lines of each puzzle, which ends at ``====``, or where a size or list is repeated.

    A title or other head above a repeated size belongs to the second puzzle.
    """
    bundle: list[Line] = []
    head = None  # Index of the first line below the lists and the goal, if any
    for number, line in lines:
        if line == "====":
            yield bundle
            bundle, head = [], None
            continue
        part = _part(line)
        if part in _PARTS and head != 0 and any(_part(before) == part for _, before in bundle):
            cut = len(bundle) if head is None else head
            yield bundle[:cut]
            bundle, head = bundle[cut:], None if head is None else 0
        if not part or part in _LISTS or part[0] == "goal":
            head = head if not line or line.startswith("#") else None
        elif head is None:
            head = len(bundle)
        bundle.append((number, line))
    yield bundle


def _part(line: str) -> tuple[str, bool] | None:
    """Return the key of a line, and whether it has a value; None for another line."""
    found = _KEY.fullmatch(line)
    return None if found is None else (found[1], bool(found[2]))


def _of_non(lines: Sequence[Line], is_coloured: bool) -> Loose | PuzzleFormatError:
    fields: dict[str, str] = {}
    hues: dict[str, Hue | None] = {}
    below: dict[str, list[Line]] = {"rows": [], "columns": []}
    listed: list[Line] | None = None
    start = next((number for number, line in lines if _part(line)), lines[0][0])
    for number, line in lines:
        field = _KEY.fullmatch(line)
        if field is None:
            if listed is not None and not line.startswith("#"):
                listed.append((number, line))
            continue
        key, value = field[1], (field[2] or "").strip().strip('"')
        listed = below[key] if key in below and not value else None
        if key in ("color", "colour"):
            sign, _, hue = value.partition(" ")
            hues[sign] = read_hue(hue.strip())
        elif listed is None:
            fields.setdefault({"rows": "height", "columns": "width"}.get(key, key), value)
    try:
        high, wide = (_side(fields.get(key, ""), key) for key in ("height", "width"))
        rows, columns = (_lists(below[key], count, key)
                         for key, count in (("rows", high), ("columns", wide)))  # fmt: skip
    except PuzzleFormatError as error:
        return PuzzleFormatError(error.message, line=error.line or start)
    goal = ["".join(row) for row in split_rows(fields.pop("goal", ""), wide)]
    credit = {_CREDIT[key]: value for key, value in fields.items() if key in _CREDIT and value}
    source = {key: value for key, value in fields.items()
              if key not in (*_CREDIT, "width", "height") and value}  # fmt: skip
    if "1" not in hues:  # blocks without a sign, which an answer has as 1
        rows, columns = ([*map(_signed, lines)] for lines in (rows, columns))
    picture = Picture("non", rows, columns, goal, hues, start)
    return _posed(picture, "0", credit, source, is_coloured)


def _signed(runs: Runs) -> Runs:
    return tuple((length, sign or "1") for length, sign in runs)


def _posed(
    picture: Picture,
    empty: str,
    credit: Mapping[str, str],
    source: Mapping[str, str],
    is_coloured: bool,
) -> Loose | PuzzleFormatError:
    """Return a Nonogram, of several colours if its runs have more than one."""
    signs = {sign for line in (*picture.rows, *picture.columns) for _, sign in line}
    if is_coloured or len(signs) > 1:
        return colours.pose(picture, empty, credit, source)
    rows, columns = (
        [[length for length, _ in line] for line in lines]
        for lines in (picture.rows, picture.columns)
    )
    goal = ["".join("0" if sign == empty else "1" for sign in row) for row in picture.goal]
    return pose(picture.form, rows, columns, goal, credit, source, picture.line)


def _of_olsak(text: str, is_coloured: bool) -> Iterator[Loose | PuzzleFormatError]:
    """Yield the puzzles below each ``#d``: colours, then rows and columns below colons."""
    start, line = 0, 0
    starts = [found.start() for found in _DECLARED.finditer(text)]
    for first, last in zip(starts, [*starts[1:], len(text)], strict=True):
        line, start = line + text.count("\n", start, first), first
        hues: dict[str, Hue | None] = {}
        parts: list[list[Line]] = []
        for number, words in lines_of(text[first:last]):
            if words.startswith(":"):
                parts += [[]] if "end" not in words else []
            elif not parts and (found := _HUE.match(words)) is not None:
                hues[found[1]] = read_hue(found[2])
            elif parts and words and not words.startswith("#"):
                parts[-1].append((line + number, words))
        try:
            if len(parts) < 2:
                what = "expected rows and columns below colons, found fewer; check the file"
                raise PuzzleFormatError(what, line=line + 1)
            rows, columns = (_lists(part, len(part), "lines") for part in parts[:2])
            rows, columns = ([*map(_signed, lines)] for lines in (rows, columns))
            picture = Picture("olsak", rows, columns, (), hues, line + 1)
            yield _posed(picture, "0", {}, {}, is_coloured)
        except PuzzleFormatError as error:
            yield error


def _side(word: str, name: str) -> int:
    if not is_number(word) or not 0 < parse_number(word) <= _MOST:
        raise PuzzleFormatError(f"expected {name} from 1 to {_MOST}, found {word!r}; check it")
    return parse_number(word)


def _lists(lines: Sequence[Line], count: int, name: str) -> list[Runs]:
    """Return the runs of lines of a file, of which blank ones count if they are needed."""
    full = [line for line in lines if line[1]]
    whole = [line for line in lines if full[:1] <= [line] <= full[-1:]]
    used = full if len(full) >= count else whole
    if len(used) != count:
        where = lines[-1][0] if lines else None
        raise PuzzleFormatError(
            f"expected {count} {name}, found {len(used)}; check them", line=where
        )
    listed = []
    for number, text in used:
        words = [word for word in re.split(r"[\s,]+", text) if word]
        blocks = [*map(_BLOCK.fullmatch, words)]
        if not all(blocks):
            what = f"expected numbers, perhaps with the sign of a colour, found {text!r}; check it"
            raise PuzzleFormatError(what, line=number)
        runs = ((int(block[1]), block[2]) for block in blocks if block)
        listed.append(tuple(run for run in runs if run[0]))
    return listed


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


def _of_xml(text: str, is_coloured: bool) -> Iterator[Loose | PuzzleFormatError]:
    line, last = 1, 0
    parts = _PUZZLE.split(text)
    at = len(parts[0])
    for part in parts[1:]:
        line, last = line + text.count("\n", last, at), at
        at += len("<puzzle") + len(part)
        known = {**_ATTRIBUTES, **dict(_ATTRIBUTE.findall(part.partition(">")[0]))}
        empty, usual = known["backgroundcolor"], known["defaultcolor"]
        hues: dict[str, Hue | None] = {}
        names = {".": empty} | ({"X": usual} if usual != empty else {})
        for attributes, hue in _TAG.findall(part):
            own = dict(_ATTRIBUTE.findall(attributes))
            hues[own.get("name", "")] = read_hue(hue.strip())
            names[own.get("char", "")] = own.get("name", "")
        blank = _signs(names).get(empty, "\0")  # where another colour has taken the dot
        lists: dict[str, list[Runs]] = {}
        for clues in part.split("<clues")[1:]:
            head, _, body = clues.partition("</clues")[0].partition(">")
            lists["columns" if "columns" in head else "rows"] = [
                tuple(
                    (int(number), dict(_ATTRIBUTE.findall(attributes)).get("color", usual))
                    for attributes, number in re.findall(r"<count([^<>]*)>([0-9]{1,4})<", one)
                    if int(number)
                )
                for one in body.replace("<line/>", "<line></line>").split("<line")[1:]
            ]
        image = part.partition("<solution")[2].partition("<image>")[2].partition("</image>")[0]
        goal = [row.strip().strip("|") for row in image.split("\n") if row.strip()]
        if {*"".join(goal)} <= {*names} and len({*map(len, goal)}) == 1:
            for key, rows in (("rows", goal), ("columns", map("".join, zip(*goal, strict=True)))):
                runs = (runs_of(row, blank) for row in rows)
                lists.setdefault(key, [tuple((n, names[sign]) for n, sign in run) for run in runs])
        else:
            goal = []
        if not lists.get("rows") or not lists.get("columns"):
            what = "expected clues of rows and columns, or a picture, found none"
            yield PuzzleFormatError(what, line=line)
            continue
        tags = (("title", "title"), ("author", "author"), ("copyright", "licence"))
        credit = {key: unescape(part.partition(f"<{tag}>")[2].partition("<")[0]).strip()
                  for tag, key in tags}  # fmt: skip
        given = {key: value for key, value in credit.items() if value}
        picture = _signed_picture(lists, goal, names, hues, line)
        yield _posed(picture, blank, given, {}, is_coloured)


_ATTRIBUTES: Final = {"defaultcolor": "black", "backgroundcolor": "white"}


def _signs(names: Mapping[str, str]) -> dict[str, str]:
    """Return the first sign of each name."""
    return {name: sign for sign, name in [*names.items()][::-1]}


def _signed_picture(
    lists: Mapping[str, list[Runs]],
    goal: Sequence[str],
    names: Mapping[str, str],
    hues: Mapping[str, Hue | None],
    line: int,
) -> Picture:
    """Return a puzzle of webpbn: its runs have names of colours, and its answer has signs."""
    sign_of = _signs(names)
    rows, columns = (
        [tuple((n, sign_of.get(name, name)) for n, name in one) for one in lists[key]]
        for key in ("rows", "columns")
    )
    own = {sign_of.get(name, name): hue for name, hue in hues.items()}
    answer = ["".join(sign_of[names[sign]] for sign in row) for row in goal]
    return Picture("webpbn", rows, columns, answer, own, line)


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
