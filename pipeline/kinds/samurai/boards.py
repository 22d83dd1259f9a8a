"""Boards of Samurai Sudoku: where the grids are, their rows, columns and boxes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit.board.regions import boxes, region_numbers, renumbered

EMPTY: Final = 0
HOLE: Final = -1
BOX_OF: Final = {
    (8, 8): (2, 2), (14, 12): (2, 3), (12, 14): (3, 2), (21, 21): (3, 3),
}  # fmt: skip
"""By size of the board, rows and columns, that of a box."""


def side_of(rows: int, cols: int) -> int:
    """Return the side of each of the five grids, of another board that of the largest."""
    high, wide = BOX_OF.get((rows, cols), (3, 3))
    return high * wide


@cache
def grids(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each grid, the middle one first."""
    side, (high, wide) = side_of(rows, cols), BOX_OF[rows, cols]
    corners = [(row, col) for row in (0, rows - side) for col in (0, cols - side)]
    return tuple(
        tuple((row + r) * cols + col + c for r in range(side) for c in range(side))
        for row, col in [(side - high, side - wide), *corners]
    )


@cache
def groups(rows: int, cols: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the name and the cells of each row, column and box of the grids."""
    side, (high, wide) = side_of(rows, cols), BOX_OF[rows, cols]
    names: dict[tuple[int, ...], str] = {}
    for grid in grids(rows, cols):
        for k in range(side):
            names[grid[k * side : (k + 1) * side]] = "row"
            names[grid[k::side]] = "column"
        box = boxes(side, high, wide)
        for k in range(side):
            names[tuple(cell for cell, own in zip(grid, box, strict=True) if own == k)] = "box"
    return tuple((name, cells) for cells, name in names.items())


def fit(board: kit.Board) -> kit.Board:
    """Return a board with its boxes; `PuzzleFormatError` for another size or a clue beside it."""
    if (board.rows, board.cols) not in BOX_OF:
        sizes = ", ".join(f"{cols}x{rows}" for rows, cols in BOX_OF)
        raise kit.PuzzleFormatError(
            f"expected a board of {sizes} cells, found {board.cols}x{board.rows}; use another size"
        )
    inside = {cell for grid in grids(board.rows, board.cols) for cell in grid}
    for cell, value in enumerate(board.values):
        row, col = divmod(cell, board.cols)
        if (cell in inside and value == HOLE) or (cell not in inside and value > EMPTY):
            found = "no cell" if value == HOLE else f"{value} in no grid"
            raise kit.PuzzleFormatError(
                f"expected five grids that overlap, found {found} in row {row + 1}, column "
                f"{col + 1}; check the cells"
            )
    values = [v if cell in inside else HOLE for cell, v in enumerate(board.values)]
    outside = board.grid.parts({*board.grid.cells} - inside)
    parts = [cells for name, cells in groups(board.rows, board.cols) if name == "box"]
    regions = renumbered(region_numbers([*parts, *outside]))
    if board.regions and board.regions != regions:
        raise kit.PuzzleFormatError("expected the boxes of five grids, found other regions")
    return replace(board, values=tuple(values), regions=regions)


BOARDS: Final = kit.Boards(
    family="numbers",
    allowed=lambda rows, cols: range(HOLE, side_of(rows, cols) + 1),
    answers=lambda rows, cols: range(1, side_of(rows, cols) + 1),
    expected="numbers from 1 to the side of a grid, 0 for an empty cell, -1 for none",
    blocked=HOLE,
    has_regions=True,
    has_own_regions=False,
    is_renamed=True,
    normalize=fit,
    most_side=21,
)
