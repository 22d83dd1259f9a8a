from collections.abc import Iterator

from pipeline.kinds import kit
from pipeline.kinds.kit.looks.layers import Drawing, place_at
from pipeline.scene import Disc, Ink, Mark, Role
from pipeline.scene.board import BoardStyle


def dots(board: kit.Board, style: BoardStyle, _: kit.Looks) -> Iterator[Mark]:
    for clue in board.extra_on("dot"):
        (row, col), (row2, col2) = (divmod(cell, board.cols) for cell in clue.place)
        middle = place_at(style, (row + row2 + 1) / 2, (col + col2 + 1) / 2)
        fill = Ink(Role.CLUE if clue.sign == "black" else Role.PAPER)
        yield Disc(middle, 0.12 * style.cell_mm, fill, Ink(Role.CLUE), 0.3)


DRAWING = Drawing(over=dots)
