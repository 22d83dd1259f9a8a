"""Boards of dominoes: the file that The New York Times has for a day, and a table of regions.

The file is an object with ``easy``, ``medium`` and ``hard``. Each has ``dominoes``, ``regions``
with the row and column of each cell, their ``type`` and a ``target``, and as ``solution`` two cells
for each domino. A table has the name of the region of each cell, then the conditions and the
dominoes.

Source: files of nytimes.com/svc/pips as public programs read them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Any, Final

from pipeline.kinds.interface import Parsed, TextFormat
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.clues import CAGE, Clue
from pipeline.kinds.kit.looks.bank.clue import bank_of, dominoes_of
from pipeline.kinds.kit.looks.cage.clue import label_of
from pipeline.kinds.kit.sites.cells import join_rows
from pipeline.kinds.kit.sites.forms import make_format, to_lines
from pipeline.kinds.kit.sites.json_boards import cell_of
from pipeline.kinds.kit.sites.reading import Form, Forms, Loose, Site
from pipeline.kinds.kit.sites.text_lines import Line, is_comment, number_lines, split_blocks
from pipeline.model import JsonObject, PuzzleFormatError

KIND: Final = "pips"
HOLE: Final = 1
_TYPES: Final = {"sum": "", "equals": "=", "unequal": "≠", "less": "<", "greater": ">"}
_NAMES: Final = {sign: name for name, sign in _TYPES.items()}
_LEVELS: Final = ("easy", "medium", "hard")
_CONDITION: Final = re.compile(r"(=|≠|!=|<>|[<>]?)([0-9]*)")
_DOMINO: Final = re.compile(r"([0-9])[-|:]([0-9])")
_FREE: Final = "."
_NONE: Final = "-"


def parts_of(value: Any) -> Iterator[tuple[str | None, Any]]:
    """Yield the name and the object of each puzzle of a day's file; other values as they are."""
    own = [name for name in _LEVELS if isinstance(value, dict) and _is_board(value.get(name))]
    for name in own:
        day = {key: one for key, one in value.items() if key not in _LEVELS}
        yield name, {**day, **value[name]}
    if not own:
        yield None, value


def _is_board(value: Any) -> bool:
    return isinstance(value, dict) and "dominoes" in value and "regions" in value


def from_json(data: Mapping[str, Any]) -> Loose | None:
    """Return the board of an object of such a file, None for other objects."""
    if not _is_board(data):
        return None
    try:
        puzzle, answer = fields_of(data)
    except (TypeError, ValueError, LookupError, AttributeError):
        what = "expected dominoes, and regions with indices and a type, found others; check them"
        raise PuzzleFormatError(what) from None
    author = data.get("constructors")
    credit = {"author": author} if isinstance(author, str) and author else {}
    return Loose(KIND, puzzle, "nyt", solution=answer, credit=credit)


def fields_of(data: Mapping[str, Any]) -> tuple[JsonObject, JsonObject | None]:
    """Return the fields of a record's puzzle, and of its answer if there is one."""
    regions = [
        ([cell_of(cell) for cell in region["indices"]], region) for region in data["regions"]
    ]
    places = [place for cells, _ in regions for place in cells]
    if not places or len({*places}) < len(places):
        raise PuzzleFormatError("expected regions without common cells; check them")
    rows, cols = (max(side) + 1 for side in zip(*places, strict=True))
    cages: list[dict[str, Any]] = []
    for cells, region in regions:
        name, total = region["type"], region.get("target")
        if name != "empty" and name not in _TYPES:
            known = ", ".join((*_TYPES, "empty"))
            raise PuzzleFormatError(f"expected a region of the type {known}, found {name!r:.40}")
        sign = _TYPES.get(name, "")
        cage: dict[str, Any] = {"cells": sorted(row * cols + col for row, col in cells)}
        cage |= {"total": total} if name != "empty" and sign not in ("=", "≠") else {}
        cages += [{**cage, **({"sign": sign} if sign else {})}] * (name != "empty")
    clues = [[int((row, col) not in places) for col in range(cols)] for row in range(rows)]
    dominoes = [[*one] for one in data["dominoes"]]
    puzzle: JsonObject = {"rows": rows, "cols": cols, "clues": clues, "cages": cages}
    puzzle = {**puzzle, "dominoes": dominoes}
    laid = data.get("solution")
    if not laid or len(laid) != len(dominoes):
        return puzzle, None
    numbers, strokes = [[-1] * cols for _ in range(rows)], []
    for domino, cells in zip(dominoes, laid, strict=True):
        ends = [cell_of(cell) for cell in cells]
        for number, (row, col) in zip(domino, ends, strict=True):
            numbers[row][col] = number
        strokes.append(sorted(row * cols + col for row, col in ends))
    return puzzle, {"numbers": numbers, "strokes": sorted(strokes)}


def times() -> Site:
    """Return the form ``nyt``: JSON of The New York Times, an object a line or that of a day."""
    return Site(_times)


def _times(forms: Forms) -> Form:
    def objects(text: str) -> Iterator[tuple[int, Any]]:
        try:
            yield 1, json.loads(text)
        except ValueError:
            for number, line in number_lines(text):
                if line.strip():
                    yield number, line

    def read(text: str, rule: str | None) -> Iterator[Parsed[Board, Solution] | PuzzleFormatError]:
        for number, value in objects(text):
            try:
                whole = json.loads(value) if isinstance(value, str) else value
                for _, data in parts_of(whole):
                    loose = from_json(data) if isinstance(data, dict) else None
                    if loose is None:
                        raise ValueError
                    board = forms.boards.decode(loose.puzzle)
                    laid = loose.solution
                    answer = None if laid is None else forms.boards.decode_solution(board, laid)
                    yield Parsed(number, board, answer, loose.credit or {})
            except PuzzleFormatError as error:
                yield PuzzleFormatError(error.message, line=number)
            except (ValueError, RecursionError):
                what = "expected an object with dominoes and regions; check it"
                yield PuzzleFormatError(what, line=number)

    def write(puzzles: Sequence[tuple[Board, Solution | None]]) -> str:
        return "".join(f"{json.dumps(_object_of(*one))}\n" for one in puzzles)

    return TextFormat(
        "nyt", "JSON of The New York Times, an object a line",
        lambda text: text.lstrip().startswith("{") and '"dominoes"' in text, read, write,
        confidence=lambda board: 3,
    )  # fmt: skip


def _object_of(board: Board, solution: Solution | None) -> JsonObject:
    """Return a board as an object of a day's file."""
    dominoes = dominoes_of(board)
    in_cages = {cell for cage in board.cages for cell in cage.place}
    free = [cell for cell, value in enumerate(board.values) if value != HOLE]
    regions: list[Any] = [
        {"indices": _pairs(cage.place, board.cols), "type": _NAMES[cage.sign]}
        | ({"target": cage.numbers[0]} if cage.numbers else {})
        for cage in board.cages
    ]
    regions += [{"indices": _pairs([cell], board.cols), "type": "empty"}
                for cell in free if cell not in in_cages]  # fmt: skip
    laid: list[Any] = []
    numbers = solution.number_at if solution else {}
    pairs = [*solution.of("strokes")] if solution else []
    for low, high in dominoes if pairs else ():
        one = next(pair for pair in pairs if sorted(numbers[k] for k in pair) == [low, high])
        pairs.remove(one)
        laid.append(_pairs(sorted(one, key=numbers.__getitem__), board.cols))
    return {"dominoes": [[*one] for one in dominoes], "regions": regions, "solution": laid}


def _pairs(cells: Iterable[int], cols: int) -> list[list[int]]:
    return [[*divmod(cell, cols)] for cell in cells]


def table() -> Site:
    """Return the form ``dominoes``: the names of regions, their conditions, and the dominoes."""

    def build(forms: Forms) -> Form:
        def read(lines: list[Line], rule: str | None) -> Parsed[Board, Solution]:
            return Parsed(lines[0][0], _read_table(forms, lines, rule))

        form: Form = make_format(
            "dominoes",
            "rows of the names of regions, their conditions, and dominoes",
            lambda text: any(_is_dominoes(line) for _, line in _first_block(text)),
            lambda text: split_blocks(one for one in number_lines(text) if not is_comment(one[1])),
            read,
            lambda board, _: to_lines(*_write_table(board)),
            "\n",
            forms.refuse,
        )
        return replace(form, confidence=lambda board: 3)

    return Site(build)


def _first_block(text: str) -> Sequence[Line]:
    return next(iter(split_blocks(number_lines(text[: 1 << 14]))), [])


def _is_dominoes(line: str) -> bool:
    return bool(line.strip()) and all(map(_DOMINO.fullmatch, line.split()))


def _read_table(forms: Forms, lines: list[Line], rule: str | None) -> Board:
    rows: list[list[str]] = []
    conditions: dict[str, tuple[tuple[int, ...], str]] = {}
    dominoes: list[tuple[int, int]] = []
    for number, line in lines:
        words = line.split()
        condition = _CONDITION.fullmatch(words[1]) if len(words) == 2 else None
        if _is_dominoes(line):
            dominoes += [(int(one[1]), int(one[2])) for one in map(_DOMINO.fullmatch, words) if one]
        elif condition and condition[0]:
            sign = "≠" if condition[1] in ("!=", "<>") else condition[1]
            conditions[words[0]] = ((int(condition[2]),) if condition[2] else (), sign)
        elif conditions or (rows and len(words) != len(rows[0])):
            what = "expected a region and its condition, such as A =, or dominoes, such as 0-5"
            raise PuzzleFormatError(f"{what}, found {line.strip()!r:.60}", line=number)
        else:
            rows.append(words)
    places: dict[str, list[int]] = {}
    names = [word for row in rows for word in row]
    for cell, name in enumerate(names):
        places.setdefault(name, []).append(cell)
    holes, _ = places.pop(_NONE, []), places.pop(_FREE, [])
    if unknown := sorted({*places} ^ {*conditions}):
        what = f"expected a condition for each region, found {unknown[0]!r} without cells or one"
        raise PuzzleFormatError(f"{what}; check the table", line=lines[0][0])
    cages = [Clue(CAGE, tuple(cells), *conditions[name]) for name, cells in places.items()]
    values = [HOLE * (cell in holes) for cell in range(len(names))]
    clues = [*cages, *([bank_of(dominoes)] if dominoes else [])]
    wide = len(rows[0]) if rows else 0
    return forms.make_clues(len(rows), wide, values, rule, lines[0][0], (), clues)


def _write_table(board: Board) -> list[str]:
    letters = [f"{ascii_uppercase[k % 26]}{k // 26 or ''}" for k in range(len(board.cages))]
    words = [_NONE if value == HOLE else _FREE for value in board.values]
    for name, cage in zip(letters, board.cages, strict=True):
        for cell in cage.place:
            words[cell] = name
    conditions = [f"{name} {label_of(cage)}"
                  for name, cage in zip(letters, board.cages, strict=True)]  # fmt: skip
    dominoes = " ".join(f"{low}-{high}" for low, high in dominoes_of(board))
    return [*join_rows(words, board.cols), *conditions, dominoes]
