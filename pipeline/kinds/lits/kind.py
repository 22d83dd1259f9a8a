"""LITS: a tetromino in each region; equal ones do not touch, all are connected, without a block.

Sources of its text forms: ``lits.js`` of pzprjs (MIT) and janko.at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.sites import janko, puzz_link, pzprv3

SIZE: Final = 4
SHAPES: Final = (
    ((0, 0), (1, 0), (2, 0), (2, 1)),
    ((0, 0), (1, 0), (2, 0), (3, 0)),
    ((0, 0), (0, 1), (0, 2), (1, 1)),
    ((0, 1), (0, 2), (1, 0), (1, 1)),
)
"""L, I, T and S as rows and columns."""


def fit(board: kit.Board) -> kit.Board:
    """Return the board; `PuzzleFormatError` if regions are missing, in parts or too small."""
    board = kit.fit_areas(len(board.values))(board)
    if min(map(len, board.areas)) < SIZE:
        raise kit.PuzzleFormatError(f"expected regions of {SIZE} cells or more; check the regions")
    return board


BOARDS: Final = kit.Boards(family="cells", has_regions=True, normalize=fit, most_side=40)


def fixed(board: kit.Board, model: kit.Model) -> None:
    """Add that shaded cells fill no block, and are connected."""
    shaded = model.cells()
    for block in board.blocks(2, 2):
        model.clause(-shaded[block], "square")
    model.connected(shaded, "connected")


def declare(board: kit.Board, model: kit.Model) -> None:
    """Add the tetromino of each region; smaller regions of unfinished boards have none."""
    shaded = model.cells()
    for cells in board.areas:
        model.count(shaded[cells], SIZE if len(cells) >= SIZE else 0, "region")
    whole = [cells for cells in board.areas if len(cells) >= SIZE]
    model.pieces(whole, SHAPES, "piece", "equal", "block")


def check(board: kit.Board, answer: kit.Answer) -> Iterator[kit.Violation]:
    """Yield the broken rules, by definition."""
    shape_at = dict[int, str]()
    for name, cells in answer.regions():
        yield from answer.require_count(
            "wrong-region", cells, SIZE, f"{{}} shaded cells in a {name}"
        )
        piece = tuple(cell for cell in cells if cell in answer.shaded)
        if len(piece) == SIZE and len(answer.parts(piece)) > 1:
            yield kit.Violation("no-tetromino", piece, "the shaded cells of a region are parted")
        elif len(piece) == SIZE:
            shape_at |= dict.fromkeys(piece, shape_of(piece, answer))
    for cell, shape in shape_at.items():
        for other in answer.near(cell):
            is_pair = cell < other and board.regions[cell] != board.regions[other]
            if is_pair and shape_at.get(other) == shape and shape != "O":
                yield kit.Violation("equal-touching", (cell, other), f"two {shape} share a side")
    for first in answer.shaded:
        block = (first, first + 1, first + board.cols, first + board.cols + 1)
        if (first + 1) % board.cols and answer.shaded.issuperset(block):
            yield kit.Violation("square", block, "two by two cells are shaded")
    yield from answer.require_connected("parted", answer.shaded, "these shaded cells are cut off")


def shape_of(piece: tuple[int, ...], answer: kit.Answer) -> str:
    """Return the letter of four connected cells: O for a block."""
    rows, cols = zip(*(divmod(cell, answer.board.cols) for cell in piece), strict=True)
    longest = max(lines.count(line) for lines in (rows, cols) for line in lines)
    if longest == 3:
        is_branched = any(len({*answer.near(cell)} & {*piece}) == 3 for cell in piece)
        return "T" if is_branched else "L"
    if longest == SIZE:
        return "I"
    return "S" if len({*rows}) + len({*cols}) == 5 else "O"


KIND: Final = kit.Kind(
    __package__,
    BOARDS,
    fixed=fixed,
    declare=declare,
    check=check,
    fixed_last=True,
    making=making.Grow(partial(making.random_pieces, SHAPES)),
    forms=(
        puzz_link.form(("lits",), puzz_link.Borders()),
        pzprv3.form(("lits",), pzprv3.Rooms()),
        janko.form(("lits",), janko.Areas(), filled="x L I T S"),
    ),
)
