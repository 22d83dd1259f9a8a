"""Hatch cells of a board: by rank, or where solutions differ. For print in black alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from pipeline.scene.board import BoardStyle, board_style, cell_centre
from pipeline.scene.marks import (
    Align,
    Disc,
    Ink,
    Label,
    Line,
    Mark,
    Point,
    Polyline,
    Rect,
    Role,
    Scene,
)

LINES_A_CELL: Final = 4  # Hatching lines for each side of a cell; they continue from cell to cell
_CORNER: Final = 0.32  # Side of the corner for pencil marks, in cells
PLATE_SHARE: Final = 0.36  # Radius of the white disc under a number, in cells


def shade_cells(
    board: Scene, cols: int, cell_mm: float, shades: Mapping[int, int], framed: tuple[int, ...] = ()
) -> Scene:
    """Return a board with hatching under its marks, as many lines to a cell as its shade.

    The board is drawn in the measures of `pipeline.scene.board`, ``cell_mm`` a cell. Cells in
    ``framed`` get a heavy frame.

    >>> len(shade_cells(Scene(20, 10), 2, 10.0, {0: 3}, (1,)).marks)
    4
    """
    style = board_style(cell_mm)
    below: list[Mark] = []
    for cell, lines in shades.items():
        below += _lines(cell_centre(cell, cols, style), cell_mm, lines, style.grid_mm)
    frames = _squares(framed, cols, cell_mm, 0.8, None, Ink(Role.FRAME))
    return replace(board, marks=(*_shifted(below, board), *board.marks, *_shifted(frames, board)))


def tint_cells(
    board: Scene, cols: int, cell_mm: float, new: Iterable[int], framed: Iterable[int]
) -> Scene:
    """Return a board with a tint under what is new, and a thin frame in the cells that matter.

    A light frame over what is new shows it on filled cells.

    >>> len(tint_cells(Scene(20, 10), 2, 10.0, (0,), (1,)).marks)
    3
    """
    tints = _squares(new, cols, cell_mm, 1.0, Ink(Role.TINT), None)
    frames = _squares(new, cols, cell_mm, 0.8, None, Ink(Role.PAPER))
    frames += _squares(framed, cols, cell_mm, 0.86, None, Ink(Role.QUIET))
    return replace(board, marks=(*_shifted(tints, board), *board.marks, *_shifted(frames, board)))


def mark_corners(board: Scene, cols: int, cell_mm: float, cells: Iterable[int]) -> Scene:
    """Return a board with a small square in the upper left corner of cells, for pencil marks.

    >>> len(mark_corners(Scene(20, 10), 2, 10.0, (0, 1)).marks)
    2
    """
    style, reach = board_style(cell_mm), _CORNER * cell_mm
    marks = []
    for x, y in (cell_centre(cell, cols, style) for cell in cells):
        left, top = x - cell_mm / 2, y - cell_mm / 2
        points = ((left + reach, top), (left + reach, top + reach), (left, top + reach))
        marks.append(Polyline(points, style.grid_mm, Ink(Role.QUIET)))
    return replace(board, marks=(*_shifted(marks, board), *board.marks))


def _squares(
    cells: Iterable[int],
    cols: int,
    cell_mm: float,
    share: float,
    fill: Ink | None,
    outline: Ink | None,
) -> list[Rect]:
    style, side = board_style(cell_mm), share * cell_mm
    width = 0.0 if outline is None else 2 * style.grid_mm
    return [
        Rect((x - side / 2, y - side / 2), side, side, fill, outline, width)
        for x, y in (cell_centre(cell, cols, style) for cell in cells)
    ]


def _shifted(marks: Iterable[Mark], board: Scene) -> tuple[Mark, ...]:
    return Scene(0.0, 0.0, tuple(marks)).moved(*board.shift_mm).marks


def _lines(centre: tuple[float, float], side: float, count: int, width: float) -> Iterator[Line]:
    left, top = centre[0] - side / 2, centre[1] - side / 2
    for number in range(count):
        x = round(left + side * (number + 0.5) / count, 4)
        yield Line((x, round(top, 4)), (x, round(top + side, 4)), width, Ink(Role.GRID))


@dataclass(frozen=True, slots=True)
class Hatching:
    """Cells hatched in one direction, and in both."""

    single: Collection[int]
    crossed: Collection[int] = ()


def hatch_cells(
    solved: Scene, puzzle: Scene, cols: int, cell_mm: float, hatching: Hatching
) -> Scene:
    """Return a solved board with hatching and clues instead of the solution in some cells.

    Both are drawn in the measures of `pipeline.scene.board`, ``cell_mm`` a cell.

    >>> scene = hatch_cells(Scene(10, 10), Scene(10, 10), 1, 10.0, Hatching([0]))
    >>> [type(mark).__name__ for mark in scene.marks[:2]]
    ['Rect', 'Line']
    """
    style = board_style(cell_mm)
    cells = sorted({*hatching.single, *hatching.crossed})
    marks: list[Mark] = []
    for cell in cells:
        centre = cell_centre(cell, cols, style)
        marks.append(_patch(centre, style))
        marks.extend(_stripes(centre, style, is_rising=True))
        if cell in hatching.crossed:
            marks.extend(_stripes(centre, style, is_rising=False))
    left, top = (style.margin_mm + shift for shift in puzzle.shift_mm)
    inside = {divmod(cell, cols) for cell in cells}
    clues = [
        mark
        for mark in puzzle.marks
        if (spot := _spot(mark))
        and ((spot[1] - top) // cell_mm, (spot[0] - left) // cell_mm) in inside
    ]
    plates = [
        Disc(mark.position, round(PLATE_SHARE * cell_mm, 4), Ink(Role.PAPER))
        for mark in clues
        if isinstance(mark, Label) and mark.align is Align.CENTRE
    ]
    frame = [
        mark
        for mark in puzzle.marks
        if isinstance(mark, Polyline | Rect) and mark.ink == Ink(Role.FRAME)
    ]
    return solved.over([*_shifted(marks, solved), *plates, *clues, *frame])


def _patch(centre: Point, style: BoardStyle) -> Rect:
    half = style.cell_mm / 2
    corner = (round(centre[0] - half, 4), round(centre[1] - half, 4))
    side = style.cell_mm
    return Rect(corner, side, side, Ink(Role.PAPER), Ink(Role.GRID), style.grid_mm)


def _stripes(centre: Point, style: BoardStyle, is_rising: bool) -> Iterator[Line]:
    side, half = style.cell_mm, style.cell_mm / 2
    left, top = centre[0] - half, centre[1] - half
    for number in range(1, 2 * LINES_A_CELL):
        # The line x + y = reach within the cell, measured from its corner.
        reach = number * side / LINES_A_CELL
        near, far = max(0.0, reach - side), min(side, reach)
        ends = ((near, reach - near), (far, reach - far))
        if not is_rising:
            ends = ((side - near, reach - near), (side - far, reach - far))
        start, end = ((round(left + x, 4), round(top + y, 4)) for x, y in ends)
        yield Line(start, end, style.grid_mm, Ink(Role.GRID))


def _spot(mark: Mark) -> Point | None:
    """Return the position of a mark that belongs to one cell."""
    if isinstance(mark, Label):
        return mark.position
    return mark.centre if isinstance(mark, Disc) else None
