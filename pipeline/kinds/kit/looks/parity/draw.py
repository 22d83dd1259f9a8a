"""Draw a shaded square below an even number, and a shaded disc below an odd one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.layers import PAPER, SHADE, Drawing, Keyed
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.parity.clue import EVEN, ODD
from pipeline.kinds.kit.looks.pen import Pen
from pipeline.scene import Disc, Rect

_HALF: Final = 0.41  # Half the side of a square, and the radius of a disc, in cells
_CASE: Final = 0.05  # Width of the blank edge that keeps them apart from a shaded cell


def parity_marks(board: Board, pen: Pen, looks: Looks) -> Iterator[Keyed]:
    """Yield the shapes of marked cells, each on a blank one that is larger."""
    for name in (EVEN, ODD):
        for clue in board.clues_of(name):
            x, y = pen.centre(clue.place[0])
            for share, ink in ((_HALF + _CASE, PAPER), (_HALF, SHADE)):
                half = round(share * pen.cell_mm, 4)
                if name == ODD:
                    yield None, Disc((x, y), half, ink)
                    continue
                corner = round(x - half, 4), round(y - half, 4)
                yield None, Rect(corner, 2 * half, 2 * half, ink)


DRAWING: Final = Drawing(ground=parity_marks)
