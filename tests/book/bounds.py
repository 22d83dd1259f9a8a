"""What a mark covers, and the thinnest line: to prove that nothing leaves the safe area."""

import math
from collections.abc import Iterable

from pipeline.book.press.geometry import Geometry
from pipeline.edition.flow.style import PT
from pipeline.render.fonts import font_measures, text_width
from pipeline.scene import Align, Anchor, Cap, Disc, Label, Line, Mark, Polyline, Rect

Box = tuple[float, float, float, float]


def safe_area(page: Geometry, number: int) -> Box:
    """Return left, top, right and bottom of the area for text, on the page with its bleed."""
    x, y, _, _ = page.sheet(number)
    left = x + page.left(number)
    return (left, y + page.top, left + page.text_width, y + page.height - page.bottom)


def mark_box(mark: Mark) -> Box:
    """Return left, top, right and bottom of a mark in millimetres, with the width of its line.

    Text reaches from a quarter em under its baseline to three quarters over it.

    Examples
    --------
    >>> from pipeline.scene import Ink, Role
    >>> mark_box(Line((1, 2), (5, 2), 0.5, Ink(Role.GRID)))
    (1.0, 1.75, 5.0, 2.25)
    """
    match mark:
        case Line():
            return _line_box(mark)
        case Polyline(points=points, width_mm=width):
            return _around(points, width / 2)
        case Disc(centre=(x, y), radius_mm=radius, ink=ink, width_mm=width):
            reach = radius + (width / 2 if ink else 0.0)
            return (x - reach, y - reach, x + reach, y + reach)
        case Rect(corner=(x, y), ink=ink, width_mm=width):
            far = (x + mark.width, y + mark.height)
            return _around(((x, y), far), width / 2 if ink else 0.0)
        case Label():
            return _label_box(mark)


def _around(points: Iterable[tuple[float, float]], reach: float) -> Box:
    xs, ys = zip(*points, strict=True)
    return (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)


def _line_box(mark: Line) -> Box:
    """Return the box of a line; a butt cap ends with it, the others reach on by half its width."""
    (x0, y0), (x1, y1) = mark.start, mark.end
    length = math.hypot(x1 - x0, y1 - y0)
    across, along = (abs(x1 - x0) / length, abs(y1 - y0) / length) if length else (1.0, 1.0)
    half = mark.width_mm / 2
    beyond = 0.0 if mark.cap is Cap.BUTT else half
    dx, dy = along * half + across * beyond, across * half + along * beyond
    return (min(x0, x1) - dx, min(y0, y1) - dy, max(x0, x1) + dx, max(y0, y1) + dy)


def _label_box(mark: Label) -> Box:
    x, y = mark.position
    width = text_width(mark.text, mark.face, mark.size_mm)
    left = {Align.LEFT: 0.0, Align.CENTRE: -width / 2, Align.RIGHT: -width}[mark.align]
    drop = font_measures(mark.face).cap_height * mark.size_mm / 2
    baseline = drop if mark.anchor is Anchor.MIDDLE else 0.0
    top, bottom = baseline - 0.75 * mark.size_mm, baseline + 0.25 * mark.size_mm
    if mark.turned:
        return (x - left - width, y - bottom, x - left, y - top)
    return (x + left, y + top, x + left + width, y + bottom)


def thinnest_line_pt(marks: Iterable[Mark]) -> float | None:
    """Return the thinnest inked line among marks in points, None where there is none."""
    widths = [
        mark.width_mm / PT
        for mark in marks
        if not isinstance(mark, Label) and mark.ink is not None and mark.width_mm > 0
    ]
    return min(widths, default=None)
