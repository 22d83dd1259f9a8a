"""Cells of a drawn board shaded by rank, for print in black alone: the later, the denser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pipeline.scene.board import board_style, cell_centre
from pipeline.scene.marks import Ink, Line, Mark, Rect, Role, Scene


def shade_cells(
    board: Scene, cols: int, cell_mm: float, shades: Mapping[int, int], framed: tuple[int, ...] = ()
) -> Scene:
    """Return a board with lines under its marks, as many to a cell as its shade says.

    The board is drawn in the measures of `pipeline.scene.board`, ``cell_mm`` a cell. Cells in
    ``framed`` get a heavy frame.

    Examples
    --------
    >>> len(shade_cells(Scene(20, 10), 2, 10.0, {0: 3}, (1,)).marks)
    4
    """
    style = board_style(cell_mm)
    below: list[Mark] = []
    for cell, lines in shades.items():
        below += _lines(cell_centre(cell, cols, style), cell_mm, lines, style.grid_mm)
    inner = 0.8 * cell_mm
    frames = [
        Rect((x - inner / 2, y - inner / 2), inner, inner, None, Ink(Role.FRAME), 2 * style.grid_mm)
        for x, y in (cell_centre(cell, cols, style) for cell in framed)
    ]
    return replace(board, marks=(*below, *board.marks, *frames))


def _lines(centre: tuple[float, float], side: float, count: int, width: float) -> Iterator[Line]:
    left, top = centre[0] - side / 2, centre[1] - side / 2
    for number in range(count):
        x = round(left + side * (number + 0.5) / count, 4)
        yield Line((x, round(top, 4)), (x, round(top + side, 4)), width, Ink(Role.GRID))
