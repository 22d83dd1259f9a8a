"""Text forms of Sudoku, in the order of detection.

A game ID of Solo is ``2x3:...`` for two boxes in a row and three in a column, ``3x3x:`` with both
diagonals, ``9j:...,...`` for irregular regions. Numbers are separated by underscores, or by runs of
empty cells, ``a`` to ``z`` for 1 to 26.

Sources: ``sudoku.js`` of pzprjs (MIT), ``solo.c`` of Simon Tatham's collection (MIT), janko.at.
"""

from __future__ import annotations

from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.regions import (
    box_of_size,
    boxes,
)
from pipeline.kinds.kit.sites import fpuzzles, janko, puzz_link, pzpr, sudokupad, tables, tatham
from pipeline.kinds.kit.sites.cells import Runs
from pipeline.kinds.kit.sites.reading import Site
from pipeline.kinds.kit.sites.words import Words
from pipeline.kinds.sudoku.boards import (
    BOXES,
    DIAGONAL,
    EMPTY,
    IRREGULAR,
    MOST_SIDE,
    groups_of,
)

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
    tatham.solo({"": BOXES, "x": DIAGONAL, "j": IRREGULAR}).at_least(LEAST_SIDE),
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
    fpuzzles.form("sudoku").at_least(LEAST_SIDE),
    sudokupad.form("sudoku").at_least(LEAST_SIDE),
)
