"""Scenes to pixels: each mark as calls of the canvas in ``raster.py``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np
from PIL import Image

from pipeline.model import RenderError
from pipeline.render.fonts import text_width
from pipeline.render.geometry import arc_points, bends, dash_pieces, place_label
from pipeline.render.raster import Canvas, PixelPoint, snapped
from pipeline.render.theme import Colour, Theme
from pipeline.scene import Cap, Disc, Ink, Label, Line, Mark, Point, Polyline, Rect, Role, Scene

MAX_PIXELS: Final = 200_000_000
"""Beyond this a picture would fill the memory of a small machine."""

_ARC_STEPS: Final = 12


def paint_clear(scene: Scene, theme: Theme, pixels_per_mm: float) -> Image.Image:
    """Return a scene on a transparent ground: mode LA where all its inks are greys, else RGBA.

    What shows more light on a white ground than on a black one is that much transparent.
    """
    white, black = (
        np.asarray(paint(scene, theme, pixels_per_mm, (level,) * 3)).astype(np.int32)
        for level in (255, 0)
    )
    if white.ndim == 2:
        white, black = white[..., None], black[..., None]
    cover = 255 - (white - black).max(axis=2, keepdims=True)
    colour = (black * 255 + cover // 2) // np.maximum(cover, 1)
    pixels = np.concatenate([np.minimum(colour, 255), cover], axis=2).astype(np.uint8)
    return Image.fromarray(pixels, "LA" if pixels.shape[2] == 2 else "RGBA")


def paint(
    scene: Scene, theme: Theme, pixels_per_mm: float, ground: Colour | None = None
) -> Image.Image:
    """Return a scene as an image: mode L where all its inks are greys, RGB otherwise.

    ``ground`` is the colour below all marks, the theme's paper by default.
    """
    width = round(scene.width_mm * pixels_per_mm)
    height = round(scene.height_mm * pixels_per_mm)
    if width < 1 or height < 1 or width * height > MAX_PIXELS:
        raise RenderError(
            f"expected a picture of 1 to {MAX_PIXELS} pixels, found {width}x{height}; "
            "give another size or resolution"
        )
    scene = theme.dress(scene)
    paper = ground or theme.colour(Ink(Role.PAPER))
    painter = _Painter(scene, theme, (width, height), pixels_per_mm, paper)
    for mark in scene.marks:
        painter.mark(mark)
    return painter.canvas.image


class _Painter:
    """Translates marks to calls of a `Canvas`."""

    def __init__(
        self, scene: Scene, theme: Theme, size: tuple[int, int], scale: float, paper: Colour
    ) -> None:
        self.theme = theme
        self.scale = scale
        colours = [paper]
        for ink in dict.fromkeys(ink for mark in scene.marks for ink in _inks(mark)):
            style = theme.style(ink)
            colours.extend(c for c in (style.colour, style.core) if c is not None)
        is_grey = all(red == green == blue for red, green, blue in colours)
        self.canvas = Canvas(*size, paper, is_grey)

    def mark(self, mark: Mark) -> None:
        match mark:
            case Line():
                bent = Polyline((mark.start, mark.end), mark.width_mm, mark.ink, mark.cap)
                self._strokes(bent, mark.dash_mm)
            case Polyline():
                if mark.fill is not None:
                    self._fill(mark)
                self._strokes(mark)
            case Disc():
                self._disc(mark)
            case Rect():
                self._rect(mark)
            case Label():
                self._label(mark)

    def _px(self, point: Point) -> PixelPoint:
        return (point[0] * self.scale, point[1] * self.scale)

    def _width(self, width_mm: float) -> int:
        return max(1, round(width_mm * self.scale))

    def _strokes(self, line: Polyline, dash_mm: tuple[float, ...] = ()) -> None:
        if line.width_mm <= 0 or len(line.points) < 2:
            return
        outer = self._width(line.width_mm)
        snapped_line = self._in_pixels(line, outer)
        for stroke in self.theme.strokes(line.ink, line.width_mm, line.cap, dash_mm):
            width = outer
            if stroke.width_mm != line.width_mm:
                # Whole pixels for the walls keep a core in the middle of its line.
                wall = max(1, round((line.width_mm - stroke.width_mm) / 2 * self.scale))
                width = max(1, outer - 2 * wall)
            dashes = tuple(part * self.scale for part in stroke.dash_mm)
            self._stroke(snapped_line, width, stroke.cap, dashes, stroke.colour)

    def _in_pixels(self, line: Polyline, width: int) -> Polyline:
        """Return a line in pixels, moved to where whole pixels let it be if it is upright."""
        points = [self._px(point) for point in line.points]
        if _is_upright(points, line.is_closed) and line.cap is not Cap.BUTT:
            points = [
                (snapped(x, width) + width / 2, snapped(y, width) + width / 2) for x, y in points
            ]
        return replace(line, points=tuple(points), corner_mm=line.corner_mm * self.scale)

    def _stroke(
        self, line: Polyline, width: int, cap: Cap, dashes: tuple[float, ...], colour: Colour
    ) -> None:
        if dashes:
            for piece in dash_pieces(_flattened(line), dashes, line.is_closed):
                if _is_upright(piece, False):
                    self.canvas.stroke(piece, [0.0] * len(piece), width, cap, False, colour)
                else:
                    self.canvas.sloping_stroke(piece, width, cap, False, colour)
        elif _is_upright(line.points, line.is_closed):
            radii = [math.dist(bend.start, bend.corner) for bend in bends(line)]
            self.canvas.stroke(line.points, radii, width, cap, line.is_closed, colour)
        else:
            self.canvas.sloping_stroke(_flattened(line), width, cap, line.is_closed, colour)

    def _fill(self, line: Polyline) -> None:
        assert line.fill is not None
        points = _flattened(line)
        if line.corner_mm <= 0:
            # Corners on whole pixels, so that areas along the axes have no grey edge.
            points = [(float(round(x)), float(round(y))) for x, y in map(self._px, points)]
        else:
            points = [self._px(point) for point in points]
        self.canvas.polygon(points, self.theme.colour(line.fill))

    def _disc(self, disc: Disc) -> None:
        centre = self._px(disc.centre)
        wall = self._width(disc.width_mm) if disc.ink is not None and disc.width_mm > 0 else 0
        outer = max(1, round((2 * disc.radius_mm + disc.width_mm) * self.scale)) if wall else 0
        if disc.fill is not None:
            # Up to the middle of the outline, so that no paper shows between the two.
            diameter = outer - wall if wall else max(1, round(2 * disc.radius_mm * self.scale))
            colour = self.theme.colour(disc.fill)
            self.canvas.disc(centre, max(1, diameter), diameter, colour)
        if disc.ink is not None and wall:
            self.canvas.disc(centre, outer, wall, self.theme.colour(disc.ink))

    def _rect(self, rect: Rect) -> None:
        (x, y), width, height = rect.corner, rect.width, rect.height
        if rect.fill is not None:
            left, top = (round(value) for value in self._px((x, y)))
            right, bottom = (round(value) for value in self._px((x + width, y + height)))
            self.canvas.area(left, top, right, bottom, self.theme.colour(rect.fill))
        if rect.ink is not None and rect.width_mm > 0:
            self._strokes(rect_outline(rect))

    def _label(self, label: Label) -> None:
        if not label.text.strip():
            return
        placed = place_label(label)
        pivot = self._px(placed.pivot)
        size, colour = label.size_mm * self.scale, self.theme.colour(label.ink)
        # Word by word, so that FreeType's rounding of widths does not add up over a line.
        x_mm = placed.x
        for word in label.text.split(" "):
            x, baseline = self._px((x_mm, placed.baseline))
            x_mm += text_width(f"{word} ", label.face, label.size_mm)
            if not word:
                continue
            if label.turned:
                x, baseline = 2 * pivot[0] - x, 2 * pivot[1] - baseline
                self.canvas.turned_text(word, label.face, size, x, baseline, colour)
            else:
                self.canvas.text(word, label.face, size, x, baseline, colour)


def rect_outline(rect: Rect) -> Polyline:
    """Return the outline of a rectangle as a closed line."""
    (x, y), ink = rect.corner, rect.ink
    assert ink is not None
    right, bottom = x + rect.width, y + rect.height
    points = ((x, y), (right, y), (right, bottom), (x, bottom))
    return Polyline(points, rect.width_mm, ink, Cap.BUTT, is_closed=True)


def _inks(mark: Mark) -> list[Ink]:
    match mark:
        case Line() | Label():
            return [mark.ink]
        case Polyline() | Disc() | Rect():
            return [ink for ink in (mark.fill, mark.ink) if ink is not None]


def _flattened(line: Polyline) -> list[Point]:
    """Return the vertices of a line with its rounded corners as many short sides."""
    return [
        point
        for bend in bends(line)
        for point in ([bend.corner] if bend.start == bend.end else arc_points(bend, _ARC_STEPS))
    ]


def _is_upright(points: Sequence[Point], is_closed: bool) -> bool:
    """Return whether every side runs along an axis."""
    sides = list(pairwise(points))
    if is_closed:
        sides.append((points[-1], points[0]))
    return all(abs(a[0] - b[0]) < 1e-6 or abs(a[1] - b[1]) < 1e-6 for a, b in sides)
