"""Mosaic: a number counts the shaded cells among its own and the eight around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.making.pictures import random_patches
from pipeline.kinds.kit.sites import janko, tatham
from pipeline.kinds.kit.sites.words import Words

EMPTY: Final = -1
SMOOTHED: Final = 3
"""One in so many cells takes the colour of a neighbour, so that there are patches."""

BOARDS: Final = kit.Boards(
    family="cells",
    empty=EMPTY,
    allowed=lambda rows, cols: range(EMPTY, 10),
    expected="numbers from 0 to 9, -1 for none",
)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that each cell is shaded or not."""
    model.cells()


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the numbers."""
    shaded = model.cells()
    for cell, number in board.clues_but(EMPTY):
        block = board.block(cell)
        about = sorted(block, key=cell.__ne__)  # first the clue that is met or broken
        model.count(shaded[block], number, "block", about=about, clue=cell)


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    for cell, number in board.clues_but(EMPTY):
        what = f"{{}} shaded cells around a {number}"
        yield from answer.require_count("wrong-number", answer.around(cell), number, what)


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution]:
    """Return cells shaded at random, in small patches, and the number of every cell."""
    shaded, numbers = random_patches(board.rows, board.cols, SMOOTHED, state)
    drawn = np.flatnonzero(shaded).tolist()
    return BOARDS.draft(board, drawn, values=tuple(numbers.ravel().tolist()))[:2]


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    making=making.Remove(
        layout=layout, clearing=making.Clearing(clues=range(10)), steered=("medium",)
    ),
    forms=(
        tatham.form("Mosaic", "|h[01]", "4x4:2a3b...", tatham.Signs(range(10))).at_least(3),
        janko.form(
            ("mosaic", "mosaik"), janko.Cells(Words(range(10), "0 to 9, or -", "check the text"))
        ),
    ),
    facts=lambda board: {"zeros and nines": sum(clue in (0, 9) for clue in board.values)},
)
