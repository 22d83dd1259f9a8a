"""A canvas of pixels: snapped straight strokes, antialiased round things, type.

Straight strokes along the axes start and end on whole pixels and have the same thickness all over
the picture; only round things and type have grey edges. Their masks are drawn once, four times
too large in each direction, and kept; the picture itself is never supersampled.

Marks are translated by ``png.py``; here everything is pixels (x right, y down).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from pipeline.render.fonts import font_path
from pipeline.render.geometry import stroke_polygons
from pipeline.render.theme import Colour
from pipeline.scene import Cap, Face

SAMPLES: Final = 4
"""Subpixels per pixel and direction."""

_EVEN: Final = [17 * round(level / 17) for level in range(256)]
"""Sixteen levels of cover look as smooth as 256 and make files a third smaller."""

PixelPoint: TypeAlias = tuple[float, float]


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

        Each two points that follow each other share x or y. Radii are those of the vertices,
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

    Examples
    --------
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
