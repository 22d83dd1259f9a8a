"""Killer Sudoku, Calcudoku and jigsaws in the strings, keys and JSON of other programs.

``3x3::k:`` is followed by 256 times the total plus the number of the cage of each cell (some write
256 times the cage plus the total, in its first cell alone). ``SumoCueV1`` has ``=`` and the total
in the first cell of each cage, ``+`` and that cell's number in its others, then ``J`` and the
region of a jigsaw, where a cage is one cell and a digit. A Calcudoku has a letter for each cell, or
a digit that is given, and a result with its operation for each letter; or ``11#0-6#+`` for each
cage. In JSON a cage has cells and a total, with an operation in a Calcudoku.

Sources: sudoku files of SudokuMaker and of f-puzzles, as public programs read them; jigsaws of
SumoCue in public repositories, and words of its author in the forum of sudocue.net (t=519);
marktekfan/sudokupad-penpa-import (MIT).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import isqrt
from typing import Any, Final

from pipeline.kinds.kit.board.elements import rule_named
from pipeline.kinds.kit.board.regions import box_of, renumbered
from pipeline.kinds.kit.looks.diagonal.clue import diagonals_of
from pipeline.kinds.kit.sites.fpuzzles import settled
from pipeline.kinds.kit.sites.json_boards import cell_of
from pipeline.kinds.kit.sites.reading import Loose
from pipeline.kinds.kit.sites.text_lines import Line, content_lines, number_lines, split_blocks
from pipeline.model import PuzzleFormatError

_STRING: Final = re.compile(r"([2-5])x([2-5]):([a-z]{0,4}):k:([0-9:]+)")
_SUMO: Final = re.compile(r"SumoCueV1(D?)((?:[=+][0-9]{1,3}(?:J[0-9]{1,2})?)+)[\"']?")
_SUMO_CELL: Final = re.compile(r"([=+])([0-9]+)(?:J([0-9]+))?")
_LISTED: Final = re.compile(r"([0-9]{1,9})#([0-9]{1,3}(?:-[0-9]{1,3})*)#?([-+*x×/÷:]?)")
_AHEAD: Final = re.compile(r"[0-9]{1,2}\s*\n[0-9]{1,9}#[0-9]")  # A size above such lists
_KEY: Final = re.compile(r"([A-Za-z])[:=]?(?:([0-9]{1,9})([-+*x×/÷:=]?)|([-+*x×/÷])([0-9]{1,9}))")
_OPERATIONS: Final = {
    "+": "+", "-": "-", "*": "x", "x": "x", "×": "x", "/": "/", "÷": "/", ":": "/", "add": "+",
    "addition": "+", "plus": "+", "sum": "+", "subtract": "-", "subtraction": "-", "minus": "-",
    "multiply": "x", "multiplication": "x", "times": "x", "mult": "x", "divide": "/",
    "division": "/", "div": "/", "sub": "-", "mul": "x", "prod": "x", "product": "x",
    "": "", "=": "", "none": "", "given": "", "const": "",
}  # fmt: skip
_TOTALS: Final = ("total", "sum", "value", "target", "result", "clue", "number")
_NAMES: Final = ("sign", "operation", "operator", "op", "type")
_CELL: Final = re.compile(r"[Rr]([0-9]{1,2})[Cc]([0-9]{1,2})")
_MOST: Final = 25

Cage = tuple[list[int], int | None, str]
"""Cells, total and operation."""


def read(text: str) -> Iterator[Loose | PuzzleFormatError] | None:
    """Return the puzzles of a text, None if it has none of these forms."""
    first = next(content_lines(text), (1, ""))[1].strip("\"'")
    if "SumoCueV1" in first or _STRING.match(first):
        return (_of_line(*line) for line in content_lines(text))
    if _LISTED.fullmatch(first) or (len(first) < 3 and _AHEAD.match(text)):
        return _of_lists(text)
    blocks = [*split_blocks(number_lines(text[: 1 << 16]))]
    if blocks and len(blocks[0]) > 2 and _is_lettered(blocks):
        return _of_letters(text)
    return None


def _of_line(number: int, line: str) -> Loose | PuzzleFormatError:
    try:
        if (found := _SUMO.search(line)) is not None:
            return _sumo(found, number)
        if (killer := _STRING.match(line.strip("\"'"))) is not None:
            return _killer(killer, number)
        what = "expected a string such as 3x3::k:... or SumoCueV1=0J0..., with 81 cells"
        raise PuzzleFormatError(f"{what}; copy it whole")
    except PuzzleFormatError as error:
        return PuzzleFormatError(error.message, line=number, is_foreign=error.is_foreign)


def _sumo(match: re.Match[str], line: int) -> Loose:
    entries = [(sign == "=", int(number), region)
               for sign, number, region in _SUMO_CELL.findall(match[2])]  # fmt: skip
    side, regions = _side(len(entries)), [region for *_, region in entries]
    cages = {at: [at] for at, (is_first, *_) in enumerate(entries) if is_first}
    for cell, (is_first, number, _) in enumerate(entries):
        if not is_first and number not in cages:
            what = f"expected a cage that begins in cell {number}, counted from 0, found none"
            raise PuzzleFormatError(f"{what}; copy it whole")
        if not is_first:
            cages[number].append(cell)
    numbers = renumbered(regions) if any(regions) else ()
    sums: list[Cage] = [(own, entries[at][1], "") for at, own in cages.items() if entries[at][1]]
    # Without a larger cage the numbers are digits.
    is_plain = len(cages) == len(entries)
    given = {own[0]: number or 0 for own, number, _ in sums} if is_plain else {}
    sums = [] if is_plain else sums
    return pose_sudoku(side, sums, "sumocue", line, given, numbers, has_diagonals=bool(match[1]))


def _killer(match: re.Match[str], line: int) -> Loose:
    if match[3] not in ("", "d"):
        what = f"found a Killer with the letters {match[3]!r}, which no kind reads"
        raise PuzzleFormatError(what, is_foreign=True)
    numbers = [int(word) for word in match[4].split(":") if word]
    side = int(match[1]) * int(match[2])
    if len(numbers) != side * side or max(numbers) > 99_999:
        raise PuzzleFormatError(
            f"expected {side * side} cells, found {len(numbers)}; copy it whole"
        )
    for is_first in (True, False):
        totals: dict[int, set[int]] = {}
        cells: dict[int, list[int]] = {}
        for at, number in enumerate(numbers):
            total, cage = divmod(number, 256)[:: 1 if is_first else -1]
            totals.setdefault(cage, set()).add(total)
            cells.setdefault(cage, []).append(at)
        if all(len(own - {0}) < 2 for own in totals.values()):
            break
    else:
        raise PuzzleFormatError("expected one total in each cage, found several; copy it whole")
    cages: list[Cage] = [(own, max(totals[cage]), "") for cage, own in cells.items()
                         if any(totals[cage])]  # fmt: skip
    return pose_sudoku(side, cages, "killer string", line, {}, has_diagonals=bool(match[3]))


def pose(
    kind: str,
    side: int,
    cages: Iterable[Cage],
    form: str,
    line: int | None,
    given: Mapping[int, int] | None = None,
    **more: Any,
) -> Loose:
    """Return a square with some cages and given numbers."""
    values = [(given or {}).get(cell, 0) for cell in range(side * side)]
    listed: list[dict[str, Any]] = []
    for cells, total, sign in cages:
        cage: dict[str, Any] = {"cells": sorted(cells)}
        cage |= {} if total is None else {"total": total}
        listed.append(cage | ({"sign": sign} if sign and len(cells) > 1 else {}))
    puzzle = {"rows": side, "cols": side, "clues": _rows(values, side), "cages": listed}
    return Loose(kind, puzzle, form, line, **more)


def pose_sudoku(
    side: int,
    cages: Sequence[Cage],
    form: str,
    line: int | None,
    given: Mapping[int, int],
    regions: Sequence[int] = (),
    *,
    has_diagonals: bool = False,
) -> Loose:
    """Return a Sudoku, a Killer or a Variant Sudoku, by what it has."""
    elements = {"jigsaw": regions and box_of(regions, side) is None, "cages": cages,
           "diagonals": has_diagonals}  # fmt: skip
    lines = [[*cells] for cells in diagonals_of(side)] if has_diagonals else []
    puzzle = {
        **pose("", side, cages, form, line, given).puzzle,
        "regions": _rows(regions, side) if regions else [],
        "diagonals": lines,
        "rule": rule_named([name for name, value in elements.items() if value]),
    }
    return Loose(*settled(puzzle), form, line)


def pose_drawn(
    rows: Sequence[Sequence[str]],
    regions: Sequence[int],
    cages: Iterable[tuple[list[int], int | None]],
) -> Loose:
    """Return the Killer of an address of penpa-edit, whose cells have words."""
    side = _side(sum(map(len, rows)))
    words = [word for row in rows for word in row]
    if any(word != "-" and not word.isdecimal() for word in words):
        raise PuzzleFormatError("expected digits in a board with cages, found other signs")
    given = {at: int(word) for at, word in enumerate(words) if word != "-"}
    return pose_sudoku(side, [(*cage, "") for cage in cages], "penpa", None, given, regions)


def _key(line: str) -> re.Match[str] | None:
    return _KEY.fullmatch(line.replace(" ", "").replace("\t", ""))


def _is_key(line: str) -> bool:
    return len(line) > 2 and _key(line) is not None


def _is_size(line: str) -> bool:
    return len(line) < 3 and line.isdigit()


def _is_lettered(blocks: Sequence[Sequence[Line]]) -> bool:
    boards = ([line for _, line in block if not _is_key(line)] for block in blocks[:2])
    rows = [line.replace(" ", "") for line in next(filter(None, boards), [])]
    rows = rows[1:] if rows and _is_size(rows[0]) else rows
    keys = [line for block in blocks for _, line in block if _key(line)]
    return (
        1 < len(rows) < 10
        and {*map(len, rows)} == {len(rows)}
        and any(map(str.isalpha, "".join(rows)))
        and "".join(rows).isalnum()
        and len(keys) > 1
        and any(not one[-1].isdigit() or not one[1:].strip(" :=").isdigit() for one in keys)
    )


def _of_letters(text: str) -> Iterator[Loose | PuzzleFormatError]:
    rows: list[Line] = []
    keys: dict[str, tuple[int, str]] = {}
    is_above = False  # whether keys come before the board
    for number, line in chain(content_lines(text), [(0, "")]):
        match = _key(line) if len(line) > 2 or keys else None
        is_whole = bool(rows) and len(rows) == len(rows[0][1].replace(" ", ""))
        is_key = match is not None and (not rows or is_whole)
        if is_whole and keys and (not line or is_key == is_above):
            yield _lettered(rows, keys)
            rows, keys = [], {}
        if match is not None and is_key:
            is_above = not rows
            total, sign = (match[2], match[3]) if match[2] else (match[5], match[4])
            keys[match[1]] = int(total), _OPERATIONS[sign]
        elif line and (rows or not _is_size(line)):
            rows.append((number, line))
    if rows or keys:
        yield _lettered(rows, keys)


def _lettered(
    rows: Sequence[Line], keys: Mapping[str, tuple[int, str]]
) -> Loose | PuzzleFormatError:
    signs, side = "".join(line.replace(" ", "") for _, line in rows), len(rows)
    line = rows[0][0] if rows else 1
    if len(signs) != side * side or not 1 < side < 10:
        what = f"expected rows of a square of letters above their key, found {side} rows; check it"
        return PuzzleFormatError(what, line=line)
    letters = {*filter(str.isalpha, signs)}
    for letter in sorted(letters ^ keys.keys()):
        where = "in the key" if letter in letters else "on the board"
        return PuzzleFormatError(f"expected {letter!r} {where}, found none; check it", line=line)
    cages: list[Cage] = [([at for at, sign in enumerate(signs) if sign == letter], *keys[letter])
                         for letter in dict.fromkeys(signs) if letter in letters]  # fmt: skip
    cages += [([at], int(sign), "") for at, sign in enumerate(signs) if sign.isdigit()]
    return pose("calcudoku", side, cages, "letters", line)


def _of_lists(text: str) -> Iterator[Loose | PuzzleFormatError]:
    for block in split_blocks(number_lines(text)):
        found = [_LISTED.fullmatch(line) for _, line in block]
        lists = [one for one in found if one is not None]
        odd = next((line for line, one in zip(block[1:], found[1:], strict=True) if not one), None)
        if odd is not None or not lists:
            what = f"expected cages such as 11#0-6#+, found {(odd or block[0])[1]!r}; check it"
            yield PuzzleFormatError(what, line=(odd or block[0])[0])
            continue
        cages: list[Cage] = [([*map(int, one[2].split("-"))], int(one[1]), _OPERATIONS[one[3]])
                             for one in lists]  # fmt: skip
        side = isqrt(max(cell for cells, *_ in cages for cell in cells)) + 1
        yield pose("calcudoku", side, cages, "cage list", block[0][0])


def from_json(data: Mapping[str, Any], kept: Mapping[str, str]) -> Loose | None:
    """Return the board of an object with cages, None for another object."""
    grid: list[Any] = next((data[key] for key in ("grid", "board", "clues", "puzzle", "problem")
                 if isinstance(data.get(key), list)), [])  # fmt: skip
    listed: Any = _lettered_cages(data, grid)
    given = {} if listed else {at: value for at, value in enumerate(_values(grid)) if value}
    listed = listed or next(
        (data[key] for key in ("cages", "groups", "killercage") if data.get(key)), None
    )
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        return None
    cages, has_signs = [], False
    size = data.get("size") or data.get("n") or len(grid)
    named = [
        [one[key] for key in ("cells", "squares", "positions") if key in one] for one in listed
    ]
    if not all(cells and isinstance(cells[0], list) for cells in named):
        return None
    places = [_place(cell) for cells in named for cell in cells[0]]
    pairs = [place for place in places if isinstance(place, tuple)]
    # Rows and columns are counted from 0, or from 1 if those that there are fill the board so.
    least, most = min(map(min, pairs), default=0), max(map(max, pairs), default=0)
    first = int(least == 1 and (most == size if size else len(pairs) == most * most))
    side = size if type(size) is int and size else 1 - first + (
        most or isqrt(max([0, *_whole(places)]))
    )  # fmt: skip
    if not 1 < side <= _MOST or len(listed) > side * side:
        return None
    if any(not 0 <= min(pair) - first <= max(pair) - first < side for pair in pairs):
        raise PuzzleFormatError(f"expected cells of a board of {side}x{side}, found others")
    for entry, cells in zip(listed, named, strict=True):
        total = next((entry[key] for key in _TOTALS if entry.get(key) not in (None, "")), None)
        text = str(total if total is not None else "").strip()
        sign = next((str(entry[key]) for key in _NAMES if key in entry), "").lower()
        if text and not text[-1].isdigit():
            text, sign = text[:-1], sign or text[-1]
        if sign not in _OPERATIONS or not (text == "" or text.isdigit()):
            raise PuzzleFormatError(
                f"expected a total and operation of a cage, found {entry!r:.99}"
            )
        has_signs = has_signs or bool(sign) or any(key in entry for key in _NAMES)
        own = [(place[0] - first) * side + place[1] - first if isinstance(place, tuple) else place
               for place in map(_place, cells[0])]  # fmt: skip
        cages.append((own, int(text) if text else None, _OPERATIONS[sign]))
    kind = "calcudoku" if has_signs else "killer"
    return pose(kind, side, cages, "json", None, given, credit=kept)


def _lettered_cages(data: Mapping[str, Any], grid: list[Any]) -> list[Any]:
    """Return the cages of a grid with the name of that of each cell, and of their clues."""
    keys = next((data[key] for key in ("clues", "cages", "targets", "key")
                 if data.get(key) and data[key] is not grid), None)  # fmt: skip
    if isinstance(keys, list) and not any(isinstance(one, dict) and "cells" in one for one in keys):
        keys = dict(enumerate(keys))
    names = [str(cell) for row in grid if isinstance(row, list | str) for cell in row]
    if not isinstance(keys, dict) or {*names} != {*map(str, keys)}:
        return []
    cells: dict[str, list[int]] = {}
    for at, name in enumerate(names):
        cells.setdefault(name, []).append(at)
    return [(one if isinstance(one, dict) else {"clue": one}) | {"cells": cells[str(key)]}
            for key, one in keys.items()]  # fmt: skip


def _whole(places: Iterable[Any]) -> Iterator[int]:
    return (place for place in places if type(place) is int)


def _place(cell: Any) -> tuple[int, int] | int:
    """Return row and column from 0, or the number of a cell in reading order."""
    if type(cell) is int:
        return cell
    if isinstance(cell, str) and (found := _CELL.fullmatch(cell)) is not None:
        return int(found[1]) - 1, int(found[2]) - 1
    return cell_of(cell)


def _values(grid: Sequence[Any]) -> Iterator[int]:
    for row in grid:
        for cell in row if isinstance(row, list) else ():
            own = cell.get("value", 0) if isinstance(cell, dict) else cell
            is_open = isinstance(cell, dict) and "given" in cell and not cell["given"]
            yield 0 if is_open or not str(own).isdigit() else int(own)


def _side(cells: int) -> int:
    side = isqrt(cells)
    if side * side != cells or not 1 < side <= _MOST:
        raise PuzzleFormatError(f"expected the cells of a square, found {cells}; copy it whole")
    return side


def _rows(values: Sequence[int], side: int) -> list[list[int]]:
    return [[*values[at : at + side]] for at in range(0, side * side, side)]
