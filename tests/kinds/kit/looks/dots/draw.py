from collections.abc import Iterator

from pipeline.kinds import kit
from pipeline.kinds.kit.looks.layers import Drawing, Keyed
from pipeline.kinds.kit.looks.pen import Pen, place_at
from pipeline.scene import Disc, Ink, Role


def dots(board: kit.Board, pen: Pen, _: kit.Looks) -> Iterator[Keyed]:
    for clue in board.clues_of("dot"):
        (row, col), (row2, col2) = (divmod(cell, board.cols) for cell in clue.place)
        middle = place_at(pen.style, (row + row2 + 1) / 2, (col + col2 + 1) / 2)
        fill = Ink(Role.CLUE if clue.sign == "black" else Role.PAPER)
        yield clue, Disc(middle, 0.12 * pen.cell_mm, fill, Ink(Role.CLUE), 0.3)


DRAWING = Drawing(over=dots)
