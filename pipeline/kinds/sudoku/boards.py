"""Boards of Sudoku: their rules, regions and groups of cells without repeats.

Clues have regions under every rule: boxes of one size, such as 2x3 or 3x2 cells, under ``boxes``
and ``diagonal``, and any connected shapes under ``irregular``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.boards import Boards, require_square
from pipeline.kinds.kit.board.regions import are_regions, box_of, box_of_size, boxes
from pipeline.model import PuzzleFormatError

EMPTY: Final = 0
BOXES, DIAGONAL, IRREGULAR = "boxes", "diagonal", "irregular"
MOST_SIDE: Final = 25


def _fit(clues: Board) -> Board:
    size = require_square(clues).rows
    regions = clues.regions or boxes(size, *box_of_size(size))
    if not are_regions(size, regions):
        raise PuzzleFormatError(f"expected {size} connected regions of {size} cells")
    if clues.rule != IRREGULAR and box_of(regions, size) is None:
        raise PuzzleFormatError(
            f"expected boxes of one size under the rule {clues.rule}, found other regions; use "
            f"the rule {IRREGULAR}, which has no diagonals"
        )
    return replace(clues, regions=regions)


BOARDS: Final = Boards(
    family="numbers",
    empty=EMPTY,
    allowed=lambda rows, cols: range(rows + 1),
    expected="numbers from 1 to the side of the board, 0 for an empty cell",
    rules=(BOXES, DIAGONAL, IRREGULAR),
    has_regions=True,
    is_renamed=True,
    normalize=_fit,
    has_own_regions=False,
    most_side=MOST_SIDE,
)


def groups_of(clues: Board) -> list[tuple[str, Sequence[int]]]:
    """Return the name and the cells of each group without repeated numbers."""
    size = clues.rows
    lines = clues.grid.lines()
    groups: list[tuple[str, Sequence[int]]] = [
        ("row" if k < size else "column", line) for k, line in enumerate(lines)
    ]
    name = "region" if clues.rule == IRREGULAR else "box"
    groups += [
        (name, [cell for cell in clues.grid.cells if clues.regions[cell] == region])
        for region in range(size)
    ]
    if clues.rule == DIAGONAL:
        groups.append(("diagonal", range(0, size * size, size + 1)))
        groups.append(("diagonal", range(size - 1, size * size - 1, size - 1)))
    return groups
