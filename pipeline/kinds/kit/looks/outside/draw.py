"""Draw numbers outside of the board, in line with their rows and columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import BOTTOM, LEFT, RIGHT, SIDES, TOP, Clue
from pipeline.kinds.kit.looks.layers import CLUE, Drawing, Keyed, Margins
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.measures import DIGIT_EM, FACE, FEWER_SHARE, FIGURE_EM, label_size
from pipeline.kinds.kit.looks.pen import Pen, place_at
from pipeline.scene import Face, Ink, Label, Line, Point, Rect, Role

_NUMBER_SHARE: Final = 0.5
_NUMBER_FILL: Final = 0.9
"""Type size of numbers outside, and their greatest width, in cells."""
_GAP_EM: Final = 0.36
_BESIDE_EM: Final = 0.3
"""Distances between the numbers of a line, and from the last one to the board."""


class Measures(NamedTuple):
    """Numbers outside of a board: type size, distances between them, and their margins."""

    size_mm: float
    across_mm: float
    down_mm: float
    margins: Margins


def measure_outside(board: Board, cell_mm: float) -> Measures:
    """Return the measures of the numbers outside: each margin is as wide as its longest list."""
    lists = _lists(board)
    digits = max(
        (len(str(n)) for one in lists.values() for ns in one.values() for n in ns), default=1
    )
    wished = _NUMBER_SHARE * FEWER_SHARE.get(digits, 2.0 / digits) * cell_mm
    size = round(label_size(wished, _NUMBER_FILL * cell_mm / (digits * DIGIT_EM)), 4)
    across, down = (digits * DIGIT_EM + _GAP_EM) * size, (FIGURE_EM + _GAP_EM) * size
    margins = []
    for side, one in lists.items():
        longest, step = (
            max(map(len, one.values()), default=0),
            across if side in (LEFT, RIGHT) else down,
        )
        margins.append(round(longest * step + _BESIDE_EM * size, 4) if longest else 0.0)
    return Measures(size, across, down, Margins(*margins))


def number_marks(board: Board, pen: Pen, looks: Looks) -> Iterator[Keyed]:
    """Yield the numbers outside of the board and, beside a board of fives, strips and lines."""
    outside = measure_outside(board, pen.cell_mm)
    for side, lists in _lists(board).items():
        step = outside.across_mm if side in (LEFT, RIGHT) else outside.down_mm
        depth = outside.margins[SIDES.index(side)]
        yield from ruled_margins(board, pen, looks, side, depth)
        face = Face.DISPLAY if side in looks.light_sides else FACE
        for line, numbers in lists.items():
            outwards = numbers[::-1] if side in (LEFT, TOP) else numbers
            for k, number in enumerate(outwards):
                far = _BESIDE_EM * outside.size_mm + (k + 0.5) * step
                place = beside(pen, side, line + 0.5, far)
                yield Clue(side, (line,)), Label(str(number), place, outside.size_mm, CLUE, face)


def ruled_margins(board: Board, pen: Pen, looks: Looks, side: str, depth: float) -> Iterator[Keyed]:
    """Yield strips and lines beside a board of fives, up to a depth in millimetres."""
    count = board.rows if side in (LEFT, RIGHT) else board.cols
    for line in range(1, count, 2) if looks.fives and depth else ():
        ends = [beside(pen, side, at, far) for at, far in ((line, 0.0), (line + 1, depth))]
        left, top = (min(one[k] for one in ends) for k in (0, 1))
        wide, high = (abs(ends[0][k] - ends[1][k]) for k in (0, 1))
        yield Clue(side, ()), Rect((left, top), wide, high, Ink(Role.TINT))
    for line in range(count + 1) if looks.fives and depth else ():
        start, end = (beside(pen, side, line, far) for far in (0.0, depth))
        is_heavy = line % 5 == 0 and 0 < line < count
        width = pen.style.frame_mm if is_heavy else pen.style.grid_mm
        ink = Ink(Role.FRAME if is_heavy else Role.GRID)
        yield Clue(side, ()), Line(start, end, width, ink)


def _lists(board: Board) -> Mapping[str, dict[int, tuple[int, ...]]]:
    """Return the numbers of each line on each side."""
    return {
        side: {clue.place[0]: clue.numbers for clue in board.other_clues if clue.sort == side}
        for side in SIDES
    }


def beside(pen: Pen, side: str, line: float, far_mm: float) -> Point:
    """Return the place beside a line, in cells from the corner, so far outside of the frame."""
    board, style, is_across = pen.board, pen.style, side in (LEFT, RIGHT)
    far = (far_mm + style.frame_mm / 2) / style.cell_mm
    length = board.cols if is_across else board.rows
    place = length + far if side in (RIGHT, BOTTOM) else -far
    return place_at(style, line, place) if is_across else place_at(style, place, line)


DRAWING: Final = Drawing(
    over=number_marks, margins=lambda board, cell_mm: measure_outside(board, cell_mm).margins
)
