"""Bounding boxes of marks, measured with the fonts that the press ships."""

from typing import NamedTuple

from pipeline.render.fonts import font_measures, missing_glyphs, text_width
from pipeline.scene import Align, Anchor, Disc, Label, Line, Mark, Polyline, Rect, Scene


class Box(NamedTuple):
    """Left, top, right and bottom in millimetres."""

    left: float
    top: float
    right: float
    bottom: float


def box_of(mark: Mark) -> Box:
    """Return the box that a mark covers, the thickness of its line included."""
    match mark:
        case Line():
            return _around([mark.start, mark.end], mark.width_mm / 2)
        case Polyline():
            return _around(list(mark.points), mark.width_mm / 2)
        case Disc():
            return _around([mark.centre], mark.radius_mm + (mark.width_mm / 2 if mark.ink else 0))
        case Rect():
            (x, y) = mark.corner
            corners = [(x, y), (x + mark.width, y + mark.height)]
            return _around(corners, mark.width_mm / 2 if mark.ink else 0)
        case Label():
            return _label_box(mark)


def outside(scene: Scene, tolerance_mm: float = 1e-6) -> list[Mark]:
    """Return the marks of a scene that do not lie wholly inside it."""
    return [
        mark
        for mark in scene.marks
        if not (
            -tolerance_mm <= (box := box_of(mark)).left
            and -tolerance_mm <= box.top
            and box.right <= scene.width_mm + tolerance_mm
            and box.bottom <= scene.height_mm + tolerance_mm
        )
    ]


def _around(points: list[tuple[float, float]], reach: float) -> Box:
    xs, ys = zip(*points, strict=True)
    return Box(min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)


def _label_box(label: Label) -> Box:
    assert not missing_glyphs(label.text, label.face), f"no glyphs for {label.text!r}"
    width = text_width(label.text, label.face, label.size_mm)
    measures = font_measures(label.face)
    height = measures.cap_height * label.size_mm
    x, y = label.position
    left = x - {Align.LEFT: 0.0, Align.CENTRE: width / 2, Align.RIGHT: width}[label.align]
    bottom = y + height / 2 if label.anchor is Anchor.MIDDLE else y
    box = Box(left, bottom - height, left + width, bottom)
    if not label.turned:
        return box
    return Box(2 * x - box.right, 2 * y - box.bottom, 2 * x - box.left, 2 * y - box.top)
