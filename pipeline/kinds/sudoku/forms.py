"""Text forms of Sudoku, in the order of detection.

A game ID of Solo is ``2x3:...`` for two boxes in a row and three in a column, ``3x3x:`` with both
diagonals, ``9j:...,...`` for irregular regions. Numbers are separated by underscores, or by runs of
empty cells, ``a`` to ``z`` for 1 to 26.

Sources: ``sudoku.js`` of pzprjs (MIT), ``solo.c`` of Simon Tatham's collection (MIT), janko.at.
"""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import Final

from pipeline.kinds.interface import Parsed
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.regions import (
    box_of,
    box_of_size,
    boxes,
    decode_lines,
    encode_lines,
)
from pipeline.kinds.kit.sites import janko, puzz_link, pzpr, tables
from pipeline.kinds.kit.sites.cells import Decimals, Runs, decode_cells, encode_cells
from pipeline.kinds.kit.sites.forms import game_id_form
from pipeline.kinds.kit.sites.reading import Form, Forms, Site
from pipeline.kinds.kit.sites.text_lines import parse_number
from pipeline.kinds.kit.sites.words import Words
from pipeline.kinds.sudoku.boards import (
    BOARDS,
    BOXES,
    DIAGONAL,
    EMPTY,
    IRREGULAR,
    MOST_SIDE,
    groups_of,
)
from pipeline.model import PuzzleFormatError

_NUMBERS: Final = range(1, MOST_SIDE + 1)
_EXPECTED: Final = f"1 to {MOST_SIDE}, or a sign for an empty cell"
_ADVICE: Final = "copy the whole ID"
LEAST_SIDE: Final = 4
"""Least side of a board whose boxes are not rows or columns."""
_SIDES_OF_PZPR: Final = (4, 6, 9, 16, 25)


def _missing(clues: Board) -> str:
    usual = boxes(clues.rows, *box_of_size(clues.rows))
    return "" if clues.regions == usual else "regions that are not the usual boxes"


def _missing_on_pzpr(clues: Board) -> str:
    """Return what pzpr does not support: its boxes are square except on 6x6 boards."""
    if clues.rows not in _SIDES_OF_PZPR:
        return f"a board of {clues.rows}x{clues.rows} cells"
    return "the rule diagonal" if clues.rule == DIAGONAL else _missing(clues)


def _confidence(clues: Board) -> int:
    """Return 2 for a board with enough numbers and no repeats in a group."""
    if 1 in box_of_size(clues.rows):
        return 0
    count = len(clues.values) - clues.values.count(EMPTY)
    groups = [[clues.values[cell] for cell in cells] for _, cells in groups_of(clues)]
    is_apart = all(len(set(group) - {EMPTY}) == len(group) - group.count(EMPTY) for group in groups)
    return 2 if count > clues.rows and is_apart else 0


def _words(empty: str) -> Words:
    return Words(_NUMBERS, _EXPECTED, "check the file", empty)


_ID: Final = re.compile(
    r"(?:([0-9]{1,2})x([0-9]{1,2})(x?)|([0-9]{1,2})j)(?:d[a-z]+)?:([0-9a-z_]+)(?:,([a-z_]+))?"
)
_CELLS: Final = (Decimals(EMPTY), Runs(EMPTY, ascii_lowercase))


def _solo(forms: Forms) -> Form:
    def read(match: re.Match[str], number: int, rule: str | None) -> Parsed[Board, Solution]:
        return _read_id(forms, match, number, rule)

    return game_id_form("Solo", _ID, "3x3:1a2...", read, _write_id, forms.refuse_small)


def _read_id(
    forms: Forms, match: re.Match[str], number: int, rule: str | None
) -> Parsed[Board, Solution]:
    high, wide, cross, jigsaw, cells, lines = match.groups()
    size = parse_number(jigsaw) if jigsaw else parse_number(wide) * parse_number(high)
    if not LEAST_SIDE <= size <= MOST_SIDE:
        expected = f"expected a side from {LEAST_SIDE} to {MOST_SIDE}"
        raise PuzzleFormatError(f"{expected}, found {size}; check the ID", line=number)
    values = decode_cells(cells, _CELLS, size * size, number, _EXPECTED, _ADVICE)
    own = IRREGULAR if jigsaw else DIAGONAL if cross else BOXES
    if jigsaw:
        regions = decode_lines(lines or "", Grid(size, size), number)
    else:
        regions = boxes(size, parse_number(high), parse_number(wide))
    clues = forms.make_clues(size, size, values, own, number, regions)
    return Parsed(number, BOARDS.with_rule(clues, rule or own))


def _write_id(clues: Board, _: Solution | None) -> str:
    text, box = encode_cells(clues.values, _CELLS), box_of(clues.regions, clues.rows)
    if clues.rule == IRREGULAR or box is None:
        return f"{clues.rows}j:{text},{encode_lines(clues.regions, clues.grid)}\n"
    return f"{box[0]}x{box[1]}{'x' * (clues.rule == DIAGONAL)}:{text}\n"


def _usual(site: Site) -> Site:
    return site.without(_missing).at_least(LEAST_SIDE)


def _on_pzpr(site: Site) -> Site:
    return site.without(_missing_on_pzpr).at_least(LEAST_SIDE)


_TABLE: Final = _usual(
    tables.table(
        "rows of words, - for an empty cell",
        _words("- . _ 0 ? X x *"),
        _confidence,
        ("classic", "irregular", tables.SQUARES),
    )
)
FORMS: Final = (
    _on_pzpr(
        puzz_link.form(
            ("sudoku",),
            puzz_link.Cells(
                (Runs(EMPTY, "ghijklmnopqrstuvwxyz"), pzpr.Hexadecimals()),
                "numbers from 1 as in pzpr, or g to z for empty cells",
            ),
        )
    ),
    _on_pzpr(puzz_link.file(("sudoku",), _words(". -"), has_one_side=True)),
    _usual(Site(_solo)),
    _usual(tables.line("a line of 81 signs for each puzzle", (16, 36, 81, 256, 625))),
    _usual(
        janko.cells(
            ("sudoku", "sudoku, diagonals", "sudoku, chaos", "sudoku-chaos", "chaos-sudoku"),
            _words("- ."),
            {"sudoku, diagonals": DIAGONAL},
        )
    ),
    _TABLE,
    tables.rows("a row of signs for each row", _TABLE, is_square=True),
)
