"""Draw cages: a dashed outline inside the borders of its cells, the total in a corner."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import BETWEEN
from pipeline.kinds.kit.looks.cage.clue import label_of
from pipeline.kinds.kit.looks.layers import CLUE, PAPER, SIGN_TEXTS, Drawing, Keyed
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.measures import DIGIT_EM, FACE, FIGURE_EM, label_size
from pipeline.kinds.kit.looks.pen import Pen, place_at
from pipeline.scene import Align, Anchor, Cap, Ink, Label, Line, Mark, Rect

_INSET_SHARE: Final = 0.1  # Distance of a cage's outline from the borders of its cells, in cells
_PITCH_SHARE: Final = 0.15
_SMALLEST_PITCH_MM: Final = 0.9
_DASH_SHARE: Final = 0.36
"""Distance from dash to dash, in cells and at least; share of it that a dash takes."""
_CORNER_SHARE: Final = 0.07
_TOTAL_SHARE: Final = 0.26
_TOTAL_HEIGHT: Final = 0.28
_TOTAL_WIDTH: Final = 0.76
_UNDER_SIGN: Final = 0.27
"""Place, type size, greatest height and greatest width of a total, in cells; its greatest width
where a sign is on the border above its cell, which would cover it."""
_AIR_EM: Final = 0.1  # Width of the blank border of a total


def cage_marks(board: Board, pen: Pen, looks: Looks) -> Iterator[Keyed]:
    """Yield the dashed outlines of cages, if they have some, then the totals.

    >>> from pipeline.kinds.kit.board.clues import Clue
    >>> from pipeline.scene.board import BoardStyle
    >>> board = Board(2, 2, (0,) * 4, other_clues=(Clue("cage", (0, 1, 2), (9,)),))
    >>> marks = cage_marks(board, Pen(board, BoardStyle(10, 0.3, 0.7, 0.7)), Looks())
    >>> [type(mark).__name__ for _, mark in marks]
    ['Line', 'Line', 'Line', 'Line', 'Line', 'Line', 'Rect', 'Label']
    """
    cages, style, width = board.cages, pen.style, pen.thickness(0.02)
    for cage in () if looks.is_walled else cages:
        for ends in _outline({divmod(cell, board.cols) for cell in cage.place}):
            start, end = (place_at(style, *corner) for corner in ends)
            length = abs(end[0] - start[0]) + abs(end[1] - start[1])
            count = round(length / max(_PITCH_SHARE * style.cell_mm, _SMALLEST_PITCH_MM))
            pitch = length / (max(count, 1) + _DASH_SHARE)  # a dash at both ends
            dash = (round(_DASH_SHARE * pitch, 4), round((1 - _DASH_SHARE) * pitch, 4))
            yield None, Line(start, end, width, CLUE, Cap.SQUARE, dash)
    signs = board.clues_of(BETWEEN)
    below = {clue.place[1] for clue in signs if clue.place[1] == clue.place[0] + board.cols}
    for cage in cages:
        if label := label_of(cage._replace(sign=SIGN_TEXTS.get(cage.sign, cage.sign))):
            widest = _UNDER_SIGN if cage.place[0] in below else _TOTAL_WIDTH
            marks = number_in_corner(pen, cage.place[0], label, CLUE, widest)
            yield from ((cage, mark) for mark in marks)


def _outline(cage: set[tuple[int, int]]) -> Iterator[tuple[tuple[float, float], ...]]:
    """Yield both ends, (row, col), of each side of the outline of cells (row, col)."""
    for is_across in (True, False):
        cells = sorted(cage if is_across else ((col, row) for row, col in cage))
        inside = set(cells)
        for side in (-1, 1):
            open_cells = ((line, at) for line, at in cells if (line + side, at) not in inside)
            runs = groupby(enumerate(open_cells), lambda one: (one[1][0], one[1][1] - one[0]))
            for _, run in runs:
                (_, (line, first)), *more = run
                last = first + len(more)
                # Where the outline turns outwards, it reaches into the next cell.
                start = first + _INSET_SHARE * (-1 if (line, first - 1) in inside else 1)
                end = last + 1 + _INSET_SHARE * (1 if (line, last + 1) in inside else -1)
                place = line + (_INSET_SHARE if side < 0 else 1 - _INSET_SHARE)
                ends = (place, start), (place, end)
                yield ends if is_across else (ends[0][::-1], ends[1][::-1])


def number_in_corner(
    pen: Pen, cell: int, text: str, ink: Ink, widest: float = _TOTAL_WIDTH
) -> Iterator[Mark]:
    """Yield a small number in the upper left corner of a cell, and blank paper below it."""
    cell_mm, wide = pen.cell_mm, len(text) * DIGIT_EM
    fits = min(_TOTAL_HEIGHT * cell_mm / FIGURE_EM, widest * cell_mm / wide)
    size = round(label_size(_TOTAL_SHARE * cell_mm, fits), 4)
    row, col = divmod(cell, pen.board.cols)
    x, y = place_at(pen.style, row + _CORNER_SHARE, col + _CORNER_SHARE)
    air = _AIR_EM * size
    corner = (round(x - air / 2, 4), round(y - air / 2, 4))
    plate = (round(wide * size + 1.5 * air, 4), round(FIGURE_EM * size + 1.5 * air, 4))
    if ink == CLUE:
        yield Rect(corner, *plate, PAPER)
    place = (x, round(y + FIGURE_EM * size, 4))
    yield Label(text, place, size, ink, FACE, Align.LEFT, Anchor.BASELINE, is_small=True)


DRAWING: Final = Drawing(under=cage_marks)
