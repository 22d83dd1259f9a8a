"""From what people ask for (a width, pixels per cell) to what drawing needs (a cell, a scale).

Also what a printer asks of a scene: its smallest type and its thinnest line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pipeline.model import RenderError
from pipeline.render.theme import MM_PER_PT
from pipeline.scene import Disc, Label, Line, Polyline, Rect, Scene

_ROUNDS: Final = 8


def cell_for_size(
    draw: Callable[[float], Scene], width_mm: float, height_mm: float | None = None
) -> float:
    """Return the largest cell, in millimetres, with which a drawing fits a width and a height.

    Parameters
    ----------
    draw : callable
        From the side of a cell to the scene.
    width_mm, height_mm : float
        Room for the whole picture; without a height only the width counts.

    Raises
    ------
    RenderError
        If the room is not positive.

    Examples
    --------
    >>> cell_for_size(lambda cell: Scene(10 * cell + 1, 8 * cell + 1), 101)
    10.0
    """
    if width_mm <= 0 or (height_mm is not None and height_mm <= 0):
        raise RenderError(f"expected room of positive size, found {width_mm} x {height_mm} mm")
    cell = 10.0
    best = 0.0
    # Margins do not grow in proportion to cells, so the cell is corrected until it settles.
    for _ in range(_ROUNDS):
        share = _share(draw(cell), width_mm, height_mm)
        if share >= 1:
            best = max(best, cell)
        cell = round(cell * share, 4)
    while not best:
        if _share(draw(cell), width_mm, height_mm) >= 1:
            best = cell
        cell = round(cell * 0.999, 4)
    return best


def _share(scene: Scene, width_mm: float, height_mm: float | None) -> float:
    """Return how much larger the scene may be."""
    share = width_mm / scene.width_mm
    return share if height_mm is None else min(share, height_mm / scene.height_mm)


def scale_for_cell(cell_px: float, cell_mm: float) -> float:
    """Return the pixels per millimetre that give a cell so many pixels.

    Examples
    --------
    >>> scale_for_cell(48, 12.0)
    4.0
    """
    if cell_px <= 0 or cell_mm <= 0:
        raise RenderError(f"expected cells of positive size, found {cell_px} px, {cell_mm} mm")
    return cell_px / cell_mm


def smallest_type_pt(scene: Scene) -> float | None:
    """Return the size of the smallest label in points, None if there is no label.

    Examples
    --------
    >>> smallest_type_pt(Scene(10, 10)) is None
    True
    """
    sizes = [mark.size_mm for mark in scene.marks if isinstance(mark, Label)]
    return round(min(sizes) / MM_PER_PT, 3) if sizes else None


def thinnest_line_pt(scene: Scene) -> float | None:
    """Return the width of the thinnest line or outline in points, None if there is none.

    Examples
    --------
    >>> from pipeline.scene import Ink, Role
    >>> thinnest_line_pt(Scene(9, 9, (Line((0, 0), (9, 0), 25.4 / 72, Ink(Role.RULE)),)))
    1.0
    """
    widths = [
        mark.width_mm
        for mark in scene.marks
        if isinstance(mark, Line)
        or (isinstance(mark, Polyline) and mark.width_mm > 0)
        or (isinstance(mark, Disc | Rect) and mark.ink is not None and mark.width_mm > 0)
    ]
    return round(min(widths) / MM_PER_PT, 3) if widths else None
