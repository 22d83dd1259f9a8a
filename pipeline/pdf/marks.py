"""Painted marks, their colours, and boxes on a page, in points from its lower left corner."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import pikepdf
from pikepdf import Matrix

from pipeline.scene.board_reading import box_of

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]  # Left, bottom, right, top in points


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
    """A path to which painting is clipped."""

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


class ColourSpace(NamedTuple):
    """A colour space: its family, its number of components, and whether a profile defines it."""

    space: ColourFamily
    size: int
    has_profile: bool = False

    def colour(self, values: Sequence[float]) -> Colour:
        """Return the colour with these components."""
        ink = _ink(self.space, values)
        is_process = self.space is ColourFamily.CMYK and len(values) >= 4
        return Colour(self.space, ink, self.has_profile, sum(values[:4]) if is_process else ink)

    @property
    def first(self) -> Colour:
        """The initial colour: black, or full ink of a spot colour."""
        return Colour(self.space, 1.0, self.has_profile)


DEVICE: Final = {
    "/DeviceGray": ColourSpace(ColourFamily.GRAY, 1),
    "/G": ColourSpace(ColourFamily.GRAY, 1),
    "/CalGray": ColourSpace(ColourFamily.GRAY, 1, True),
    "/DeviceRGB": ColourSpace(ColourFamily.RGB, 3),
    "/RGB": ColourSpace(ColourFamily.RGB, 3),
    "/CalRGB": ColourSpace(ColourFamily.RGB, 3, True),
    "/DeviceCMYK": ColourSpace(ColourFamily.CMYK, 4),
    "/CMYK": ColourSpace(ColourFamily.CMYK, 4),
    "/Lab": ColourSpace(ColourFamily.LAB, 3, True),
    "/Separation": ColourSpace(ColourFamily.SPOT, 1),
    "/DeviceN": ColourSpace(ColourFamily.SPOT, 1),
    "/Pattern": ColourSpace(ColourFamily.PATTERN, 0),
}
_BY_SIZE: Final = {1: ColourFamily.GRAY, 3: ColourFamily.RGB, 4: ColourFamily.CMYK}


def read_space(value: Any, named: Any = None) -> ColourSpace:
    """Return the colour space of a name or array, ``named`` holding those of the resources.

    An indexed space counts as the one that its table is written in.
    """
    if isinstance(value, pikepdf.Name):
        name = str(value)
        if name in DEVICE:
            return DEVICE[name]
        if named is not None and name in named:
            return read_space(named[name])
        return DEVICE["/DeviceGray"]
    if isinstance(value, pikepdf.Array) and len(value):
        family = str(value[0])
        if family in ("/Indexed", "/I"):
            return read_space(value[1], named)
        if family == "/ICCBased":
            size = int(value[1].get("/N", 1))
            return ColourSpace(_BY_SIZE.get(size, ColourFamily.SPOT), size, True)
        if family == "/Separation" and str(value[1]) == "/Black":
            return ColourSpace(ColourFamily.CMYK, 1)
        return DEVICE.get(family, DEVICE["/DeviceGray"])
    return DEVICE["/DeviceGray"]


def _ink(space: ColourFamily, values: Sequence[float]) -> float:
    if not values:
        return 1.0
    match space:
        case ColourFamily.GRAY:
            ink = 1 - values[0]
        case ColourFamily.RGB:
            red, green, blue = (*values, 0.0, 0.0)[:3]
            ink = 1 - (0.299 * red + 0.587 * green + 0.114 * blue)
        case ColourFamily.CMYK if len(values) >= 4:
            ink = 1 - (1 - sum(values[:3]) / 3) * (1 - values[3])
        case ColourFamily.LAB:
            ink = 1 - values[0] / 100
        case _:
            ink = max(values)
    return min(1.0, max(0.0, ink))


def least_scale(matrix: Matrix) -> float:
    """Return the smaller factor by which lengths grow, so that a pen is measured where thinnest.

    >>> least_scale(Matrix(2, 0, 0, 3, 0, 0))
    2.0
    """
    a, b, c, d, _, _ = matrix.shorthand
    whole = a * a + b * b + c * c + d * d
    area = abs(a * d - b * c)
    return math.sqrt(max(0.0, (whole - math.sqrt(max(0.0, whole * whole - 4 * area * area))) / 2))


def lengths(matrix: Matrix) -> Point:
    """Return how long the unit vectors across and up become."""
    return (math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))


def map_box(matrix: Matrix, box: Box) -> Box:
    """Return the box round the image of a box."""
    left, bottom, right, top = box
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return box_of([matrix.transform(corner) for corner in corners])


def overlap(box: Box, other: Box) -> Box | None:
    """Return the intersection of two boxes, None if there is none.

    >>> overlap((0, 0, 4, 4), (2, 1, 9, 9))
    (2, 1, 4, 4)
    """
    left, bottom = max(box[0], other[0]), max(box[1], other[1])
    right, top = min(box[2], other[2]), min(box[3], other[3])
    return (left, bottom, right, top) if left <= right and bottom <= top else None


def join(one: Box | None, other: Box) -> Box:
    """Return the bounding box of two boxes; None is an empty box."""
    return other if one is None else box_of((one[:2], one[2:], other[:2], other[2:]))
