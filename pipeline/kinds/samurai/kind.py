"""Samurai Sudoku: five Sudokus, of which the middle one shares a box with each of the others.

Also called Gattai-5. Its table has a row of words for each row of the board, where cells that are
not on the board are marked, or empty as others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.board.regions import boxes, region_numbers, renumbered
from pipeline.kinds.kit.sites import tables
from pipeline.kinds.kit.sites.words import Words

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
    found: dict[tuple[int, ...], str] = {}
    for grid in grids(rows, cols):
        for k in range(side):
            found[grid[k * side : (k + 1) * side]] = "row"
            found[grid[k::side]] = "column"
        box = boxes(side, high, wide)
        for k in range(side):
            found[tuple(cell for cell, own in zip(grid, box, strict=True) if own == k)] = "box"
    return tuple((name, cells) for cells, name in found.items())


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


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add the rules of lines and boxes of each grid."""
    size = board.rows, board.cols
    digit = model.numbers(cells=sorted({cell for grid in grids(*size) for cell in grid}))
    for name, cells in groups(*size):
        model.all_different(digit[cells], name)


def declare(_: kit.Board, model: kit.Model) -> None:
    """Add the given numbers."""
    model.given()


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    yield from answer.require_given()
    for name, cells in groups(board.rows, board.cols):
        yield from answer.require_different(f"{name}-repeat", cells, name)


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return a full board: random grids, those in the corners renamed as the shared boxes want."""
    side, found = side_of(board.rows, board.cols), dict[int, int]()
    box = boxes(side, *BOX_OF[board.rows, board.cols])
    lines: list[Sequence[int]] = [range(k * side, (k + 1) * side) for k in range(side)]
    lines += [range(k, side * side, side) for k in range(side)]
    lines += [[cell for cell, own in enumerate(box) if own == k] for k in range(side)]
    for cells in grids(board.rows, board.cols):
        numbers = making.random_numbers(side * side, lines, side, state)
        if numbers is None:
            return None
        shared = zip(cells, numbers, strict=True)
        names = {number: found[cell] for cell, number in shared if cell in found}
        found |= {c: names.get(n, n) for c, n in zip(cells, numbers, strict=True)}
    values = tuple(found.get(cell, HOLE) for cell in board.grid.cells)
    answer = kit.Solution("numbers", tuple(sorted(found.items())), board.grid)
    return replace(BOARDS.normalize(board), values=values), answer


def fewest_clues(rows: int, cols: int, _: str) -> int:
    """Return a lower bound of clues: two numbers in no clue could be exchanged everywhere."""
    return side_of(rows, cols) - 1


def full_boards(board: kit.Board) -> Iterator[kit.Board]:
    """Yield for each number the board with it in every cell."""
    values = fit(board).values
    for number in range(1, side_of(board.rows, board.cols) + 1):
        yield replace(board, values=tuple(HOLE if v == HOLE else number for v in values))


def left_of(clue: int) -> int:
    """Return what is left of a clue that is removed."""
    return min(clue, EMPTY)


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Remove(
        layout=layout,
        clearing=making.Clearing(full_boards=full_boards, leaves=left_of),
        fewest=fewest_clues,
    ),
    looks=kit.Looks(has_holes=True, signs={HOLE: kit.Sign("hole", is_number=False)}),
    forms=(
        tables.table(
            "rows of words, - for an empty cell, # for none",
            Words(range(1, 10), "1 to 9, or a sign", "check the table", "- . _ 0", {"#": HOLE}),
            lambda board: 3,
            ("samurai",),
        ),
    ),
)
