"""Text forms of Sudoku, in the order in which they are tried on a text.

A game ID of Solo is ``3x3:...`` for boxes so many columns wide and rows high, ``3x3x:`` with both
diagonals, ``9j:...,...`` for irregular regions. Numbers stand between runs of empty cells, ``a`` to
``z`` for 1 to 26, or after a low line. Regions are said by the lines that part them: first across
in reading order, then down each column; a letter says how many places without a line come before
the next, ``_`` none, ``a`` one, up to ``y``, and ``z`` that 25 places have no line.

Sources: ``sudoku.js`` of pzprjs (MIT), ``solo.c`` of Simon Tatham's collection (MIT), janko.at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt
from string import ascii_lowercase
from typing import Final

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.cells import CellWords, Runs, Signs, decode_cells, encode_cells
from pipeline.kinds.kit.constraints.answers import Clues, Solution
from pipeline.kinds.kit.constraints.forms import Form, Forms
from pipeline.kinds.kit.constraints.reading import parts_of
from pipeline.kinds.kit.forms import first_line, make_format
from pipeline.kinds.kit.text_lines import Line, cut, parse_number, said_lines
from pipeline.kinds.sudoku.declare import (
    BOARDS,
    BOXES,
    DIAGONAL,
    EMPTY,
    IRREGULAR,
    box_of_size,
    boxes,
)
from pipeline.model import PuzzleFormatError

_NUMBERS: Final = range(1, 10)
_FIGURES: Final = Signs({str(k): k for k in _NUMBERS})
_EXPECTED: Final = "1 to 9, or a sign for an empty cell"
_ADVICE: Final = "copy it again"


def _missing(clues: Clues) -> str:
    usual = boxes(clues.rows, *box_of_size(clues.rows))
    return "" if clues.regions == usual else "regions that are not the usual boxes"


_FORMS: Final = Forms(BOARDS, _missing)


def _words(*signs: str) -> CellWords:
    return CellWords(dict.fromkeys(signs, EMPTY), _NUMBERS, _EXPECTED, "check the file")


_ID: Final = re.compile(r"(?:([0-9])x([0-9])(x?)|([0-9])j)(?:d[a-z]+)?:([1-9a-z_]+)(?:,([a-z_]+))?")


def _read_id(line: Line, rule: str | None) -> Parsed[Clues, Solution]:
    number, text = line
    match = _ID.fullmatch(text)
    if match is None:
        raise PuzzleFormatError(
            f"expected a game ID of Solo such as '3x3:1a2...', found {cut(text)!r}; {_ADVICE}",
            line=number,
        )
    wide, high, cross, jigsaw, cells, lines = match.groups()
    size = parse_number(jigsaw) if jigsaw else parse_number(wide) * parse_number(high)
    if not 2 <= size <= 9:
        raise PuzzleFormatError(f"expected a side from 2 to 9, found {size}", line=number)
    codecs = (_FIGURES, Runs(EMPTY, ascii_lowercase))
    told = cells.replace("_", "")
    values = decode_cells(told, codecs, size * size, number, _EXPECTED, _ADVICE)
    own = IRREGULAR if jigsaw else DIAGONAL if cross else BOXES
    regions: Sequence[int] = ()
    if jigsaw:
        regions = _read_lines(lines or "", size, number)
    else:
        regions = boxes(size, parse_number(high), parse_number(wide))
    try:
        clues = BOARDS.make_clues(size, size, values, own, regions)
    except PuzzleFormatError as error:
        raise PuzzleFormatError(error.message, line=number) from None
    return Parsed(number, BOARDS.with_rule(clues, rule or own))


def _write_id(clues: Clues, _: Solution | None) -> str:
    size = clues.rows
    parts = re.findall(
        r"[0-9]|[a-z]", encode_cells(clues.values, (_FIGURES, Runs(EMPTY, ascii_lowercase)))
    )
    text = "".join(
        f"_{part}" if part.isdigit() and k and parts[k - 1].isdigit() else part
        for k, part in enumerate(parts)
    )
    if clues.rule == IRREGULAR:
        return f"{size}j:{text},{_write_lines(clues.regions, size)}\n"
    high = clues.regions.count(0) // sum(region == 0 for region in clues.regions[:size])
    cross = "x" if clues.rule == DIAGONAL else ""
    return f"{size // high}x{high}{cross}:{text}\n"


def _places(size: int) -> list[tuple[int, int]]:
    """Return the pairs of cells that a line may part, in the order in which it is told."""
    across = [(r * size + c, r * size + c + 1) for r in range(size) for c in range(size - 1)]
    down = [(r * size + c, (r + 1) * size + c) for c in range(size) for r in range(size - 1)]
    return across + down


def _read_lines(text: str, size: int, line: int) -> tuple[int, ...]:
    parted = set()
    places = _places(size)
    at = 0
    for sign in text:
        at += ascii_lowercase.find(sign) + 1 if sign != "z" else 25
        if sign != "z":
            if at < len(places):
                parted.add(places[at])
            at += 1
    if at not in (len(places), len(places) + 1):
        raise PuzzleFormatError(f"expected the lines of {size} regions; {_ADVICE}", line=line)
    return parts_of(size, size, parted)


def _write_lines(regions: Sequence[int], size: int) -> str:
    text, run = "", 0
    for a, b in [*_places(size), (-1, -1)]:
        if a >= 0 and regions[a] == regions[b]:
            run += 1
            continue
        text += "z" * (run // 25) + ("_" + ascii_lowercase)[run % 25]
        run = 0
    return text


def _read_line(line: Line, rule: str | None) -> Parsed[Clues, Solution]:
    number, text = line
    size = isqrt(len(text))
    if size * size != len(text) or size < 2:
        raise PuzzleFormatError(
            f"expected 81 signs for 9x9 cells, or those of another square, found {len(text)}; "
            f"{_ADVICE}",
            line=number,
        )
    codecs = (_FIGURES, Signs({".": EMPTY, "0": EMPTY, "*": EMPTY, "_": EMPTY}))
    values = decode_cells(text, codecs, len(text), number, _EXPECTED, _ADVICE)
    return Parsed(number, _FORMS.make_clues(size, size, values, rule, number))


def _is_line(text: str) -> bool:
    first = first_line(text)
    return len(first) in (16, 36, 81) and re.fullmatch(r"[0-9.*_]+", first) is not None


_SOLO: Final = make_format(
    "tatham",
    "game IDs of Simon Tatham's Solo",
    lambda text: _ID.fullmatch(first_line(text)) is not None,
    said_lines,
    _read_id,
    _write_id,
)
_LINES: Final = make_format(
    "line",
    "a line of 81 signs for each puzzle",
    _is_line,
    said_lines,
    _read_line,
    lambda clues, _: "".join(str(value) if value else "." for value in clues.values) + "\n",
    refuse=_FORMS.refuse,
)

FORMATS: Final[tuple[Form, ...]] = (
    _FORMS.address(
        ("sudoku",),
        (_FIGURES, Runs(EMPTY, "ghijklmnopqrstuvwxyz")),
        "numbers from 1 to 9, or g to z for empty cells",
    ),
    _FORMS.file(("sudoku",), _words(".", "-")),
    _SOLO,
    _LINES,
    _FORMS.janko(
        ("sudoku", "sudoku, diagonals"),
        _words("-", "."),
        rules={"sudoku": BOXES, "sudoku, diagonals": DIAGONAL},
    ),
    _FORMS.table("rows of words, - for an empty cell", _words("-", ".", "_", "0")),
)
