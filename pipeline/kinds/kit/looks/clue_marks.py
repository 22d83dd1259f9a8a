"""Draw clues besides numbers in cells: cages, runs, arrows, numbers outside, signs between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from pipeline.kinds.kit.board.board import Clues
from pipeline.kinds.kit.board.clues import (
    ARROW,
    BETWEEN,
    BOTTOM,
    CAGE,
    LEFT,
    RIGHT,
    RUN,
    SIDES,
    TOP,
    WALL,
    Clue,
    sum_place,
)
from pipeline.kinds.kit.looks.measures import (
    DIGIT_EM,
    FACE,
    FEWER_SHARE,
    FIGURE_EM,
    THINNEST_MM,
    label_size,
)
from pipeline.scene import Align, Anchor, Cap, Disc, Ink, Label, Line, Mark, Point, Polyline, Rect
from pipeline.scene.board import BoardStyle
from pipeline.scene.marks import Role

_TEXTS: Final = {"x": "×", "/": "÷", "-": "−"}  # Signs that are not printed as they are written
_INSET_SHARE: Final = 0.085  # Distance of a cage's outline from the borders of its cells, in cells
_PITCH_SHARE: Final = 0.15
_SMALLEST_PITCH_MM: Final = 0.9
_DASH_SHARE: Final = 0.36
"""Distance from dash to dash, in cells and at least; share of it that a dash takes."""
_CORNER_SHARE: Final = 0.07
_TOTAL_SHARE: Final = 0.26
_TOTAL_HEIGHT: Final = 0.28
_TOTAL_WIDTH: Final = 0.76
"""Place, type size, greatest height and greatest width of a total, in cells."""
_AIR_EM: Final = 0.1  # Width of the blank border of a total
_SUM_SHARE: Final = 0.32
_SUM_SHIFT: Final = 0.23
_SUM_WIDTH: Final = 0.52
_SUM_GAP: Final = 0.025
"""Type size of the sum of a run, its distance from the middle of its cell, and its greatest width;
width of the line between two sums, in cells."""

_ARROWED_SHARE: Final = 0.5
_ARROWED_WIDTH: Final = 0.56
_ARROWED_SHIFT: Final = 0.12
_ARROW_SHIFT: Final = 0.3
"""Type size of a number with an arrow, its greatest width, how far it is off the middle of its
cell, and how far the arrow is on the other side, in cells."""
_ARROW: Final = (
    (0.32, 0), (0.1, 0.12), (0.1, 0.03), (-0.32, 0.03), (-0.32, -0.03), (0.1, -0.03), (0.1, -0.12)
)  # fmt: skip
"""Corners of an arrow to the right about its middle, in cells, the tip first."""

_NUMBER_SHARE: Final = 0.5
_NUMBER_FILL: Final = 0.9
"""Type size of numbers outside, and their greatest width, in cells."""
_GAP_EM: Final = 0.36
_BESIDE_EM: Final = 0.3
"""Distances between the numbers of a line, and from the last one to the board."""

_SIGN_SHARE: Final = 0.42
_PLATE_SHARE: Final = 0.15
_CHEVRON_SHARE: Final = 0.11
_STROKE_SHARE: Final = 0.04
"""Type size of a sign, radius of the blank disc under it, half the width of a chevron, and its
thickness, in cells."""


def cage_marks(clues: Clues, style: BoardStyle, has_outlines: bool = True) -> Iterator[Mark]:
    """Yield the dashed outlines of cages, if they have some, then the totals.

    >>> cage = Clue(CAGE, (0, 1, 2), (9,))
    >>> marks = cage_marks(Clues(2, 2, (0,) * 4, extra=(cage,)), BoardStyle(10, 0.3, 0.7, 0.7))
    >>> [type(mark).__name__ for mark in marks]
    ['Line', 'Line', 'Line', 'Line', 'Line', 'Line', 'Rect', 'Label']
    """
    cages = [clue for clue in clues.extra if clue.sort == CAGE]
    width = round(max(0.02 * style.cell_mm, THINNEST_MM), 4)
    for cage in cages if has_outlines else ():
        for ends in _outline({divmod(cell, clues.cols) for cell in cage.place}):
            start, end = (_at(style, *corner) for corner in ends)
            length = abs(end[0] - start[0]) + abs(end[1] - start[1])
            count = round(length / max(_PITCH_SHARE * style.cell_mm, _SMALLEST_PITCH_MM))
            pitch = length / (max(count, 1) + _DASH_SHARE)  # a dash at both ends
            dash = (round(_DASH_SHARE * pitch, 4), round((1 - _DASH_SHARE) * pitch, 4))
            yield Line(start, end, width, Ink(Role.CLUE), Cap.SQUARE, dash)
    for cage in cages:
        if cage.numbers:
            yield from _total(cage, clues.cols, style)


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


def _total(cage: Clue, cols: int, style: BoardStyle) -> Iterator[Mark]:
    text, cell_mm = f"{cage.numbers[0]}{_TEXTS.get(cage.sign, cage.sign)}", style.cell_mm
    wide = len(text) * DIGIT_EM
    fits = min(_TOTAL_HEIGHT * cell_mm / FIGURE_EM, _TOTAL_WIDTH * cell_mm / wide)
    size = round(label_size(_TOTAL_SHARE * cell_mm, fits), 4)
    row, col = divmod(cage.place[0], cols)
    x, y = _at(style, row + _CORNER_SHARE, col + _CORNER_SHARE)
    air = _AIR_EM * size
    corner = (round(x - air / 2, 4), round(y - air / 2, 4))
    plate = (round(wide * size + 1.5 * air, 4), round(FIGURE_EM * size + 1.5 * air, 4))
    yield Rect(corner, *plate, Ink(Role.PAPER))
    place = (x, round(y + FIGURE_EM * size, 4))
    ink = Ink(Role.CLUE)
    yield Label(text, place, size, ink, FACE, Align.LEFT, Anchor.BASELINE, is_small=True)


def run_marks(clues: Clues, style: BoardStyle) -> Iterator[Mark]:
    """Yield the sums of runs, white on black, and a line between those across and down.

    >>> run = Clue(RUN, (1, 2), (9,))
    >>> marks = [*run_marks(Clues(1, 3, (-1, 0, 0), extra=(run,)), BoardStyle(10, 0.3, 0.7, 0.7))]
    >>> [type(mark).__name__ for mark in marks], marks[1].text
    (['Line', 'Label'], '9')
    """
    cell_mm, ink = style.cell_mm, Ink(Role.PAPER)
    size = round(label_size(_SUM_SHARE * cell_mm, _SUM_WIDTH * cell_mm / (2 * DIGIT_EM)), 4)
    sums = []
    for run in clues.extra_on(RUN):
        cell, is_across = sum_place(run)
        row, col = divmod(cell, clues.cols)
        shift = _SUM_SHIFT if is_across else -_SUM_SHIFT
        x, y = _at(style, row + 0.5 - shift, col + 0.5 + shift)
        sums.append((row, col, Label(str(run.numbers[0]), (x, y), size, ink, FACE)))
    width = round(max(_SUM_GAP * cell_mm, THINNEST_MM), 4)
    for row, col in sorted({(row, col) for row, col, _ in sums}):
        yield Line(_at(style, row, col), _at(style, row + 1, col + 1), width, ink)
    yield from (label for _, _, label in sums)


def arrow_marks(clues: Clues, style: BoardStyle) -> Iterator[Mark]:
    """Yield numbers with an arrow above them or to their right.

    >>> board = Clues(1, 2, (0, 0), extra=(Clue(ARROW, (0,), (1,), RIGHT),))
    >>> number, arrow = arrow_marks(board, BoardStyle(10.0, 0.3, 0.7, 0.0))
    >>> number.text, number.position, arrow.points[0]
    ('1', (5.0, 6.2), (8.2, 2.0))
    """
    cell_mm, ink = style.cell_mm, Ink(Role.CLUE)
    for arrow in clues.extra_on(ARROW):
        row, col = divmod(arrow.place[0], clues.cols)
        is_across = arrow.sign in (LEFT, RIGHT)
        down, right = (1, 0) if is_across else (0, -1)
        word = str(arrow.numbers[0])
        fits = _ARROWED_WIDTH * cell_mm / (len(word) * DIGIT_EM)
        size = round(label_size(_ARROWED_SHARE * cell_mm, fits), 4)
        shift = _ARROWED_SHIFT
        yield Label(
            word, _at(style, row + 0.5 + down * shift, col + 0.5 + right * shift), size, ink, FACE
        )
        sign = 1 if arrow.sign in (RIGHT, BOTTOM) else -1
        middle = row + 0.5 - down * _ARROW_SHIFT, col + 0.5 - right * _ARROW_SHIFT
        corners = ((sign * y, sign * x) if is_across else (sign * x, sign * y) for x, y in _ARROW)
        points = tuple(_at(style, middle[0] + y, middle[1] + x) for y, x in corners)
        yield Polyline(points, THINNEST_MM, ink, Cap.BUTT, is_closed=True, fill=ink)


def sign_marks(clues: Clues, style: BoardStyle) -> Iterator[Mark]:
    """Yield the signs between cells; a chevron points to the smaller number.

    >>> board = Clues(1, 2, (0, 0), extra=(Clue(BETWEEN, (0, 1), (), "<"),))
    >>> plate, chevron = sign_marks(board, BoardStyle(10.0, 0.3, 0.7, 0.0))
    >>> chevron.points
    ((11.1, 3.9), (8.9, 5.0), (11.1, 6.1))
    """
    cell_mm, ink = style.cell_mm, Ink(Role.CLUE)
    size = round(label_size(_SIGN_SHARE * cell_mm, 0.6 * cell_mm), 4)
    for clue in clues.extra:
        if clue.sort != BETWEEN:
            continue
        (row, col), (row2, col2) = (divmod(cell, clues.cols) for cell in clue.place)
        x, y = _at(style, (row + row2 + 1) / 2, (col + col2 + 1) / 2)
        along = (row2 - row, col2 - col)
        if clue.sign == WALL:
            half = cell_mm / 2
            ends = [(x + side * along[0] * half, y + side * along[1] * half) for side in (-1, 1)]
            start, end = ((round(a, 4), round(b, 4)) for a, b in ends)
            yield Line(start, end, style.frame_mm, Ink(Role.FRAME), Cap.ROUND)
            continue
        if clue.sign in "<>":
            yield Disc((x, y), round(_PLATE_SHARE * cell_mm, 4), Ink(Role.PAPER))
            reach = _CHEVRON_SHARE * cell_mm * (1 if clue.sign == "<" else -1)
            points = [
                (
                    round(x + a * along[1] + b * along[0], 4),
                    round(y + a * along[0] + b * along[1], 4),
                )
                for a, b in ((reach, -abs(reach)), (-reach, 0.0), (reach, abs(reach)))
            ]
            width = round(max(_STROKE_SHARE * cell_mm, THINNEST_MM), 4)
            yield Polyline(tuple(points), width, ink)
        else:
            yield Disc((x, y), round(max(_PLATE_SHARE * cell_mm, 0.36 * size), 4), Ink(Role.PAPER))
            yield Label(_TEXTS.get(clue.sign, clue.sign), (x, y), size, ink, FACE)


class Margins(NamedTuple):
    """Room for numbers on the four sides, in millimetres."""

    left: float
    top: float
    right: float
    bottom: float


class Outside(NamedTuple):
    """Numbers outside of a board: type size, distances between them, and their margins."""

    size_mm: float
    across_mm: float
    down_mm: float
    margins: Margins


def measure_outside(clues: Clues, cell_mm: float) -> Outside:
    """Return the measures of the numbers outside: each margin is as wide as its longest list."""
    lists = _lists(clues)
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
    return Outside(size, across, down, Margins(*margins))


def number_marks(
    clues: Clues, style: BoardStyle, outside: Outside, is_ruled: bool
) -> Iterator[Mark]:
    """Yield the numbers outside of the board and, if ``is_ruled``, lines between their lists."""
    for side, lists in _lists(clues).items():
        step = outside.across_mm if side in (LEFT, RIGHT) else outside.down_mm
        count = clues.rows if side in (LEFT, RIGHT) else clues.cols
        depth = outside.margins[SIDES.index(side)]
        for line in range(count + 1) if is_ruled and depth else ():
            start, end = (_beside(clues, style, side, line, far) for far in (0.0, depth))
            yield Line(start, end, style.grid_mm, Ink(Role.GRID))
        for line, numbers in lists.items():
            outwards = numbers[::-1] if side in (LEFT, TOP) else numbers
            for k, number in enumerate(outwards):
                far = _BESIDE_EM * outside.size_mm + (k + 0.5) * step
                place = _beside(clues, style, side, line + 0.5, far)
                yield Label(str(number), place, outside.size_mm, Ink(Role.CLUE), FACE)


def _lists(clues: Clues) -> Mapping[str, dict[int, tuple[int, ...]]]:
    """Return the numbers of each line on each side."""
    return {
        side: {clue.place[0]: clue.numbers for clue in clues.extra if clue.sort == side}
        for side in SIDES
    }


def _beside(clues: Clues, style: BoardStyle, side: str, line: float, far_mm: float) -> Point:
    """Return the place beside a line, in cells from the corner, so far outside of the frame."""
    is_across, far = side in (LEFT, RIGHT), (far_mm + style.frame_mm / 2) / style.cell_mm
    length = clues.cols if is_across else clues.rows
    place = length + far if side in (RIGHT, BOTTOM) else -far
    return _at(style, line, place) if is_across else _at(style, place, line)


def _at(style: BoardStyle, row: float, col: float) -> Point:
    margin, cell_mm = style.margin_mm, style.cell_mm
    return round(margin + col * cell_mm, 4), round(margin + row * cell_mm, 4)
