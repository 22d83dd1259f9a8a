"""Draw the sums of runs, white in black cells, a line between those across and down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import RUN, sum_place
from pipeline.kinds.kit.looks.layers import PAPER, Drawing, Keyed
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.measures import DIGIT_EM, FACE, label_size
from pipeline.kinds.kit.looks.pen import Pen, place_at
from pipeline.scene import Label, Line

_SUM_SHARE: Final = 0.32
_SUM_SHIFT: Final = 0.23
_SUM_WIDTH: Final = 0.52
_SUM_GAP: Final = 0.025
"""Type size of the sum of a run, its distance from the middle of its cell, and its greatest width;
width of the line between two sums, in cells."""


def run_marks(board: Board, pen: Pen, looks: Looks) -> Iterator[Keyed]:
    """Yield the sums of runs, white on black, and a line between those across and down.

    >>> from pipeline.kinds.kit.board.clues import Clue
    >>> from pipeline.scene.board import BoardStyle
    >>> board = Board(1, 3, (-1, 0, 0), other_clues=(Clue(RUN, (1, 2), (9,)),))
    >>> pen = Pen(board, BoardStyle(10, 0.3, 0.7, 0.7))
    >>> marks = [mark for _, mark in run_marks(board, pen, Looks())]
    >>> [type(mark).__name__ for mark in marks], marks[1].text
    (['Line', 'Label'], '9')
    """
    cell_mm, style = pen.cell_mm, pen.style
    size = round(label_size(_SUM_SHARE * cell_mm, _SUM_WIDTH * cell_mm / (2 * DIGIT_EM)), 4)
    sums = []
    for run in board.clues_of(RUN):
        cell, is_across = sum_place(run)
        row, col = divmod(cell, board.cols)
        shift = _SUM_SHIFT if is_across else -_SUM_SHIFT
        x, y = place_at(style, row + 0.5 - shift, col + 0.5 + shift)
        label = Label(str(run.numbers[0]), (x, y), size, PAPER, FACE, is_small=True)
        sums.append((row, col, (run, label)))
    for row, col in sorted({(row, col) for row, col, _ in sums}):
        ends = place_at(style, row, col), place_at(style, row + 1, col + 1)
        yield None, Line(*ends, pen.thickness(_SUM_GAP), PAPER)
    yield from (label for _, _, label in sums)


DRAWING: Final = Drawing(under=run_marks)
