"""Slitherlink: one loop along the borders of cells; numbers count the sides on the loop.

Sources of its text forms: ``slither.js`` of pzprjs (MIT), ``loopy.c`` of Simon Tatham's collection
(MIT), janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, tables, tatham
from pipeline.kinds.kit.sites.words import Words

EMPTY: Final = -1
NUMBERS: Final = range(5)

BOARDS: Final = kit.Boards(
    family="borders",
    empty=EMPTY,
    allowed=lambda rows, cols: range(EMPTY, 5),
    expected="clues from 0 to 4, -1 for a cell without one",
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that the lines are one loop."""
    side = model.borders()
    for corner in board.corners():
        model.count(side[corner], (0, 2), "corner")
    model.loop(side, "loop")


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the numbers."""
    side = model.borders()
    for cell, number in board.clues_but(EMPTY):
        model.count(side[board.sides(cell)], number, "number", clue=cell)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    for cell, number in board.clues_but(EMPTY):
        yield from answer.require_sides("wrong-number", cell, number)
    yield from answer.require_loop("no-loop", "several-loops")


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution]:
    """Return a random loop and the number of every cell."""
    loop = making.random_loop(board.rows, board.cols, state)
    drawn = {*loop}
    numbers = tuple(len(drawn.intersection(board.sides(cell))) for cell in board.grid.cells)
    return BOARDS.draft(board, loop, values=numbers)[:2]


def confidence(board: kit.Board) -> int:
    """Return 2 if there are both 0 and empty cells, which other tables do not have."""
    size, left = len(board.values), board.values.count(EMPTY)
    if not left or max(board.values) > 3:
        return 0
    return 2 if 0 in board.values else int(size > 9 and 4 * left < 3 * size)


NAMES: Final = ("slither", "slitherlink")
CELLS: Final = Words(NUMBERS, "numbers from 0 to 4, or a dot for none")
TABLE: Final = tables.table(
    "rows of words, - for a cell without a number", CELLS, confidence, ("slitherlink", tables.DOTS)
)

KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Remove(
        layout=layout, clearing=making.Clearing(clues=NUMBERS), steered=("medium",)
    ),
    looks=kit.Looks(is_dotted=True),
    fixed_last=True,
    forms=(
        puzz_link.form(NAMES, puzz_link.Fours(EMPTY, EMPTY)),
        puzz_link.file(NAMES, CELLS),
        tatham.form("Loopy", "t0|t0d[a-z]", "7x7t0:3a2...", tatham.Signs(NUMBERS)),
        janko.form(("slitherlink",), janko.Cells(CELLS)),
        TABLE,
        tables.rows("rows of signs", TABLE),
    ),
)
