"""The constraints of Sudoku, and random full boards.

Clues have regions under every rule: boxes of one size, such as 2x3 or 3x2 cells, under ``boxes``
and ``diagonal``, and any connected shapes under ``irregular``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.constraints.boards import Boards, require_square
from pipeline.kinds.kit.constraints.declaration import Images
from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.layouts import random_numbers, random_regions
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.regions import box_of, box_of_size, boxes, is_whole
from pipeline.model import PuzzleFormatError

EMPTY: Final = 0
BOXES, DIAGONAL, IRREGULAR = "boxes", "diagonal", "irregular"
SIZES: Final = (4, 6, 8, 9, 10, 12, 16)
"""Sides that the generator supports."""
MOST_SIDE: Final = 25


@lru_cache(maxsize=64)
def _are_regions(size: int, regions: tuple[int, ...]) -> bool:
    """Return whether there are ``size`` connected regions of ``size`` cells."""
    grid = Grid(size, size)
    return all(
        regions.count(region) == size and is_whole(grid, regions, region) for region in range(size)
    )


def _fit(clues: Clues) -> Clues:
    size = require_square(clues).rows
    regions = clues.regions or boxes(size, *box_of_size(size))
    if not _are_regions(size, regions):
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
    repose=_fit,
    most_side=MOST_SIDE,
)

_FEWEST: Final = {4: 4, 6: 8, 9: 17}
"""The least number of clues of a unique board with boxes, by its side (McGuire, Tugemann and
Civario, "There is no 16-clue Sudoku", 2012, for 9x9; smaller sizes by exhaustive searches)."""


def fewest_clues(rows: int, _: int, rule: str) -> int:
    """Return a lower bound of clues: at most one number can be missing from the clues."""
    return _FEWEST.get(rows, rows - 1) if rule == BOXES else rows - 1


@lru_cache(maxsize=8)
def _without_clues(empty: Clues) -> tuple[Model, dict[tuple[int, int], int]]:
    values = range(1, empty.rows + 1)
    model = Model(empty.grid)
    holds = model.numbers(values, "cell")
    for reason, cells in groups_of(empty):
        model.all_different(holds, cells, values, reason)
    return model, holds


def groups_of(clues: Clues) -> list[tuple[str, Sequence[int]]]:
    """Return the name and the cells of each group without repeated numbers."""
    size = clues.rows
    lines = clues.grid.lines()
    found: list[tuple[str, Sequence[int]]] = [
        ("row" if k < size else "column", line) for k, line in enumerate(lines)
    ]
    name = "region" if clues.rule == IRREGULAR else "box"
    found += [
        (name, [cell for cell in clues.grid.cells if clues.regions[cell] == region])
        for region in range(size)
    ]
    if clues.rule == DIAGONAL:
        found.append(("diagonal", range(0, size * size, size + 1)))
        found.append(("diagonal", range(size - 1, size * size - 1, size - 1)))
    return found


def declare(clues: Clues) -> Model:
    """Return the model of a board, with a variable for each cell and number."""
    base, holds = _without_clues(replace(clues, values=(EMPTY,) * len(clues.values)))
    model = base.extended()
    model.given(holds, clues.values, EMPTY)
    return model


def lay_out(board: Clues, state: NDArray[np.uint64], _: Images) -> tuple[Clues, Solution] | None:
    """Return a full board, under ``irregular`` with random regions."""
    size = board.rows
    board = BOARDS.repose(board)
    if board.rule == IRREGULAR:
        # With more exchanges hardly any large board can be filled.
        swaps = 4 * size if size <= 10 else 8
        regions = random_regions(board.regions, board.grid, state, swaps)
        board = BOARDS.make_clues(size, size, board.values, IRREGULAR, regions)
    groups = [cells for _, cells in groups_of(board)]
    numbers = random_numbers(size * size, groups, size, state)
    if numbers is None:
        return None
    full = replace(board, values=tuple(numbers))
    return full, Solution("numbers", tuple(enumerate(numbers)))
