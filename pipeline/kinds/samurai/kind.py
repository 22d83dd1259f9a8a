"""Samurai Sudoku: five Sudokus, of which the middle one shares a box with each of the others.

Also called Gattai-5. Its table has a row of words for each row of the board, where cells that are
not on the board are marked, or empty as others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.board.regions import boxes
from pipeline.kinds.kit.sites import tables
from pipeline.kinds.kit.sites.words import Words
from pipeline.kinds.samurai.boards import BOARDS, BOX_OF, HOLE, grids, groups, side_of


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
    side, number_of = side_of(board.rows, board.cols), dict[int, int]()
    box = boxes(side, *BOX_OF[board.rows, board.cols])
    lines: list[Sequence[int]] = [range(k * side, (k + 1) * side) for k in range(side)]
    lines += [range(k, side * side, side) for k in range(side)]
    lines += [[cell for cell, own in enumerate(box) if own == k] for k in range(side)]
    for cells in grids(board.rows, board.cols):
        numbers = making.random_numbers(side * side, lines, side, state)
        if numbers is None:
            return None
        shared = zip(cells, numbers, strict=True)
        names = {number: number_of[cell] for cell, number in shared if cell in number_of}
        number_of |= {c: names.get(n, n) for c, n in zip(cells, numbers, strict=True)}
    values = tuple(number_of.get(cell, HOLE) for cell in board.grid.cells)
    answer = kit.Solution("numbers", tuple(sorted(number_of.items())), board.grid)
    return replace(BOARDS.normalize(board), values=values), answer


def fewest_clues(rows: int, cols: int, _: str) -> int:
    """Return a lower bound of clues: two numbers in no clue could be exchanged everywhere."""
    return side_of(rows, cols) - 1


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Remove(
        layout=layout,
        clearing=making.Clearing(clues=tuple(range(1, 10))),
        fewest=fewest_clues,
    ),
    looks=kit.Looks(has_holes=True, signs={HOLE: kit.Sign("hole", is_number=False)}),
    forms=(
        tables.table(
            "rows of words, - for an empty cell, # for none",
            Words(range(1, 10), "1 to 9, or a sign", "check the table", "- . _ 0", {"#": HOLE}),
            lambda board: 3 if board.rows > 8 else 0,  # of 8x8 cells it may be a Sudoku
            ("samurai",),
            name="grids",
        ),
    ),
)
