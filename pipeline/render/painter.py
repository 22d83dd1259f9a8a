"""Scenes to pixels: each mark as calls of a canvas with anti-aliasing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from pipeline.model import RenderError
from pipeline.render.fonts import font_path, text_width
from pipeline.render.geometry import arc_points, bends, dash_pieces, place_label, stroke_polygons
from pipeline.render.theme import Colour, Theme
from pipeline.scene import (
    Cap,
    Disc,
    Face,
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

MAX_PIXELS: Final = 200_000_000  # Beyond this a picture would fill the memory of a small machine

_ARC_STEPS: Final = 12
SAMPLES: Final = 4  # Subpixels per pixel and direction
_EVEN: Final = [17 * round(level / 17) for level in range(256)]  # 16 levels: files a third smaller
PixelPoint: TypeAlias = tuple[float, float]


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


class Canvas:
    """An image that strokes, discs, areas and type are painted on, one over the other."""

    def __init__(self, width_px: int, height_px: int, paper: Colour, is_grey: bool) -> None:
        self.is_grey = is_grey
        self.image = Image.new("L" if is_grey else "RGB", (width_px, height_px), self._ink(paper))
        self._draw = ImageDraw.Draw(self.image)

    def _ink(self, colour: Colour) -> int | Colour:
        return colour[0] if self.is_grey else colour

    def area(self, left: int, top: int, right: int, bottom: int, colour: Colour) -> None:
        """Paint whole pixels from left to right and top to bottom, the last ones excluded."""
        if left < right and top < bottom:
            self._draw.rectangle((left, top, right - 1, bottom - 1), fill=self._ink(colour))

    def mask(self, left: int, top: int, mask: Image.Image, colour: Colour) -> None:
        """Paint through a mask whose top left pixel lies at (left, top)."""
        self.image.paste(self._ink(colour), (left, top, left + mask.width, top + mask.height), mask)

    def disc(self, centre: PixelPoint, diameter: int, wall: int, colour: Colour) -> None:
        """Paint a disc, or a ring if ``wall`` is less than half the diameter."""
        left, top = (snapped(value, diameter) for value in centre)
        self.mask(left, top, disc_mask(diameter, max(0, diameter - 2 * wall)), colour)

    def stroke(
        self,
        points: Sequence[PixelPoint],
        radii: Sequence[float],
        width: int,
        cap: Cap,
        is_closed: bool,
        colour: Colour,
    ) -> None:
        """Paint a line along the axes.

        Consecutive points share x or y. Radii are those of the vertices,
        measured to the middle of the line; the width is at least 1. The cap is also the form of
        corners without rounding.
        """
        squares = [(snapped(x, width), snapped(y, width)) for x, y in points]
        count = len(points)
        inset = [0] * count
        for i in range(count):
            if is_closed or 0 < i < count - 1:
                inset[i] = self._corner(squares, i, radii[i], width, cap, colour)
            elif cap is Cap.ROUND:
                self.mask(*squares[i], disc_mask(width, 0), colour)
                inset[i] = (width + 1) // 2
        for i in range(count if is_closed else count - 1):
            j = (i + 1) % count
            axis = 0 if squares[i][1] == squares[j][1] else 1
            is_forward = squares[i][axis] <= squares[j][axis]
            edges = []
            for k, leaves_up in ((i, is_forward), (j, not is_forward)):
                edge = squares[k][axis] + (inset[k] if leaves_up else width - inset[k])
                if cap is Cap.BUTT and not is_closed and k in (0, count - 1):
                    edge = math.floor(points[k][axis] + 0.5)
                edges.append(edge)
            low, high = edges if is_forward else edges[::-1]
            across = squares[i][1 - axis]
            if axis == 0:
                self.area(low, across, high, across + width, colour)
            else:
                self.area(across, low, across + width, high, colour)

    def _corner(
        self,
        squares: list[tuple[int, int]],
        i: int,
        radius: float,
        width: int,
        cap: Cap,
        colour: Colour,
    ) -> int:
        """Paint the bend at vertex i and return how much of its legs that leaves out."""
        (x, y), before, after = squares[i], squares[i - 1], squares[(i + 1) % len(squares)]
        dx = _sign(before[0] - x) + _sign(after[0] - x)
        dy = _sign(before[1] - y) + _sign(after[1] - y)
        is_round = radius > 0 or cap is Cap.ROUND
        if not (dx and dy and is_round):
            return 0
        outer = max(1, math.floor(radius + width / 2 + 0.5))
        left = x if dx > 0 else x + width - outer
        top = y if dy > 0 else y + width - outer
        self.mask(left, top, quarter_mask(outer, max(0, outer - width), dx > 0, dy > 0), colour)
        return outer

    def polygon(self, points: Sequence[PixelPoint], colour: Colour) -> None:
        """Paint any polygon, with grey edges where it is not along the axes."""
        self._shape([list(points)], [], colour)

    def sloping_stroke(
        self, points: Sequence[PixelPoint], width: float, cap: Cap, is_closed: bool, colour: Colour
    ) -> None:
        """Paint a line in any direction; its corners are round for round caps, else mitred."""
        half = width / 2
        polygons = stroke_polygons(points, half, cap, is_closed)
        discs = [(point, half) for point in points] if cap is Cap.ROUND else []
        self._shape(polygons, discs, colour)

    def _shape(
        self,
        polygons: list[list[PixelPoint]],
        discs: list[tuple[PixelPoint, float]],
        colour: Colour,
    ) -> None:
        """Paint the union of polygons and discs through one supersampled mask."""
        reach = [
            (p[0] + sx * r, p[1] + sy * r) for p, r in discs for sx, sy in ((-1, -1), (1, 1))
        ] + [p for polygon in polygons for p in polygon]
        if not reach:
            return
        left, top = (math.floor(min(p[k] for p in reach)) for k in (0, 1))
        right, bottom = (math.ceil(max(p[k] for p in reach)) + 1 for k in (0, 1))
        left, top = max(left, 0), max(top, 0)
        right, bottom = min(right, self.image.width), min(bottom, self.image.height)
        if left >= right or top >= bottom:
            return
        big = Image.new("L", ((right - left) * SAMPLES, (bottom - top) * SAMPLES), 0)
        draw = ImageDraw.Draw(big)

        def fine(point: PixelPoint) -> PixelPoint:
            return ((point[0] - left) * SAMPLES - 0.5, (point[1] - top) * SAMPLES - 0.5)

        for polygon in polygons:
            draw.polygon([fine(point) for point in polygon], fill=255)
        for point, radius in discs:
            (x, y), r = fine(point), radius * SAMPLES
            draw.ellipse((x - r, y - r, x + r, y + r), fill=255)
        self.mask(left, top, big.reduce(SAMPLES).point(_EVEN), colour)

    def text(
        self, text: str, face: Face, size: float, x: float, baseline: float, colour: Colour
    ) -> None:
        """Paint a text that starts at x, its baseline on a whole pixel."""
        column = math.floor(x)
        phase = math.floor((x - column) * SAMPLES)
        left, top, mask = text_mask(text, face, size, phase)
        self.mask(column + left, round(baseline) + top, mask, colour)

    def turned_text(
        self, text: str, face: Face, size: float, x: float, baseline: float, colour: Colour
    ) -> None:
        """Paint a text upside down: x and baseline are those after the half turn."""
        left, top, mask = text_mask(text, face, size, 0)
        mask = mask.transpose(Image.Transpose.ROTATE_180)
        self.mask(round(x) - left - mask.width, round(baseline) - top - mask.height, mask, colour)


def snapped(value: float, width: int) -> int:
    """Return the first of ``width`` whole pixels whose middle is nearest to ``value``.

    >>> snapped(10.0, 3), snapped(10.0, 4)
    (9, 8)
    """
    # Just off the half, so that equal places stay equal when sums of floats differ in the last bit.
    return math.floor(value - width / 2 + 0.51)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


@lru_cache(maxsize=512)
def disc_mask(diameter: int, hole: int) -> Image.Image:
    """Return the mask of a disc with a round hole in its middle (0: none)."""
    side = diameter * SAMPLES
    big = Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(big)
    draw.ellipse((0, 0, side - 1, side - 1), fill=255)
    if hole > 0:
        wall = (diameter - hole) * SAMPLES // 2
        draw.ellipse((wall, wall, side - 1 - wall, side - 1 - wall), fill=0)
    return big.reduce(SAMPLES).point(_EVEN)


@lru_cache(maxsize=512)
def quarter_mask(outer: int, inner: int, goes_right: bool, goes_down: bool) -> Image.Image:
    """Return the mask of a quarter ring, square with side ``outer``, as a bend of a line.

    ``goes_right`` and ``goes_down`` say where the legs of the bend lead from its corner.
    """
    side = outer * SAMPLES
    big = Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(big)
    draw.ellipse((0, 0, 2 * side - 1, 2 * side - 1), fill=255)
    if inner > 0:
        wall = (outer - inner) * SAMPLES
        draw.ellipse((wall, wall, 2 * side - 1 - wall, 2 * side - 1 - wall), fill=0)
    if not goes_right:
        big = big.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    if not goes_down:
        big = big.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return big.reduce(SAMPLES).point(_EVEN)


@lru_cache(maxsize=64)
def _font(path: Path, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def text_mask(text: str, face: Face, size: float, phase: int) -> tuple[int, int, Image.Image]:
    """Return where the mask of a text lies from its start on the baseline, and the mask.

    ``phase`` is how many subpixels to the right of a whole pixel the text starts.
    """
    return _text_mask(text, font_path(face), size, phase)


@lru_cache(maxsize=512)
def _text_mask(text: str, path: Path, size: float, phase: int) -> tuple[int, int, Image.Image]:
    font = _font(path, size * SAMPLES)
    box = font.getbbox(text, anchor="ls")
    left = math.floor((box[0] + phase) / SAMPLES)
    top = math.floor(box[1] / SAMPLES)
    right = math.ceil((box[2] + phase) / SAMPLES)
    bottom = math.ceil(box[3] / SAMPLES)
    size_px = (max(1, right - left), max(1, bottom - top))
    big = Image.new("L", (size_px[0] * SAMPLES, size_px[1] * SAMPLES), 0)
    origin = (phase - left * SAMPLES, -top * SAMPLES)
    ImageDraw.Draw(big).text(origin, text, fill=255, font=font, anchor="ls")
    return left, top, big.reduce(SAMPLES).point(_EVEN)
