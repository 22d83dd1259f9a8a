"""Draw diagonals as thin lines below the grid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.diagonal.clue import DIAGONAL
from pipeline.kinds.kit.looks.layers import Drawing, Keyed
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.pen import Pen, place_at
from pipeline.scene import Ink, Line, Role

_SHARE: Final = 0.03  # Thickness, in cells


def diagonal_marks(board: Board, pen: Pen, looks: Looks) -> Iterator[Keyed]:
    """Yield a line from corner to corner for each diagonal."""
    side = board.rows
    for clue in board.clues_of(DIAGONAL):
        left = 0 if clue.place[0] == 0 else side
        ends = (place_at(pen.style, 0, left), place_at(pen.style, side, side - left))
        yield None, Line(*ends, pen.thickness(_SHARE), Ink(Role.GRID))


DRAWING: Final = Drawing(ground=diagonal_marks)
