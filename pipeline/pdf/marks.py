"""What a page's content stream paints: text, paths and images, in points from its lower left."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import NamedTuple

from pipeline.pdf.boxes import Box, Point


class ColourFamily(enum.StrEnum):
    """Families of colour spaces, as printers speak of them."""

    GRAY = "gray"
    RGB = "rgb"
    CMYK = "cmyk"
    SPOT = "spot"
    LAB = "lab"
    PATTERN = "pattern"


class Colour(NamedTuple):
    """A colour: its family, whether a profile (ICC, Cal) describes it, and its ink from 0 to 1.

    ``ink`` 0 is bare paper and 1 is solid black; between them it is only a measure. ``coverage`` is
    the sum of the inks that a press lays down: up to 4 for process inks, else up to 1.
    """

    space: ColourFamily
    ink: float
    has_profile: bool = False
    coverage: float = 1.0


BLACK = Colour(ColourFamily.GRAY, 1.0)


class Subpath(NamedTuple):
    """Corners of a path in order, curves as short chords, and whether it is closed."""

    points: tuple[Point, ...]
    is_closed: bool


class ClipPath(NamedTuple):
    """What is painted outside of it is not seen."""

    subpaths: tuple[Subpath, ...]
    is_even_odd: bool = False


class PaintedPath(NamedTuple):
    """A path, filled, stroked or both; ``width`` is that of the pen on the page, None without.

    ``is_plain`` is false where a blend mode, a soft mask or a layer decides what is seen of it.
    """

    subpaths: tuple[Subpath, ...]
    box: Box
    fill: Colour | None
    stroke: Colour | None
    width: float | None
    is_dashed: bool
    opacity: float
    clips: tuple[ClipPath, ...] = ()
    is_plain: bool = True
    is_even_odd: bool = False


@dataclass(frozen=True, slots=True)
class PaintedText:
    """A string as shown: its text, its type size on the page, and its position.

    ``origin`` and ``end`` are the ends of its baseline. ``is_hidden`` is text that leaves no ink.
    """

    text: str
    font: str
    size: float
    origin: Point
    end: Point
    box: Box
    colour: Colour
    is_hidden: bool
    opacity: float
    clips: tuple[ClipPath, ...] = ()
    is_plain: bool = True


@dataclass(frozen=True, slots=True)
class PaintedImage:
    """An image: pixels, dots to the inch across and down, colour, and whether it is a mask."""

    width_px: int
    height_px: int
    dpi: tuple[float, float]
    box: Box
    colour: Colour
    has_soft_mask: bool
    is_bitmap: bool


Mark = PaintedPath | PaintedText | PaintedImage
