"""The graphics state of a content stream, and the path under construction."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from pikepdf import Matrix

from pipeline.pdf.fonts import Font
from pipeline.pdf.marks import (
    BLACK,
    DEVICE,
    Box,
    ClipPath,
    Colour,
    ColourSpace,
    Point,
    Subpath,
    overlap,
)
from pipeline.scene.board_reading import box_of

_GRAY = DEVICE["/DeviceGray"]
_CHORDS = 8  # Chords of a curve
_BERNSTEIN = [
    ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
    for t in (k / _CHORDS for k in range(1, _CHORDS + 1))
]
"""Shares of the four control points of a Bezier curve at the end of each of its chords."""


@dataclass(slots=True)
class State:
    """What ``q`` saves and ``Q`` restores (ISO 32000-1, 8.4.1)."""

    ctm: Matrix
    clip: Box | None
    clips: tuple[ClipPath, ...] = ()  # The paths whose bounding box is `clip`
    has_blend: bool = False
    has_soft_mask: bool = False
    layers: int = 0  # Open layers
    fill_space: ColourSpace = _GRAY
    stroke_space: ColourSpace = _GRAY
    fill: Colour = BLACK
    stroke: Colour = BLACK
    width: float = 1.0
    cap: int = 0
    is_dashed: bool = False
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    font: Font | None = None
    size: float = 0.0
    char_space: float = 0.0
    word_space: float = 0.0
    horizontal_scale: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0

    def copy(self) -> State:
        """Return an independent copy."""
        return replace(self)

    @property
    def is_plain(self) -> bool:
        """Whether what is painted is seen as it is: no blend mode, soft mask or layer."""
        return not (self.has_blend or self.has_soft_mask or self.layers)

    def narrow(self, path: tuple[Subpath, ...], is_even_odd: bool = False) -> None:
        """Clip to a path as well; a clip that shows nothing becomes an empty box."""
        box = path_box(path) if path else (0.0, 0.0, 0.0, 0.0)
        self.clips = (*self.clips, ClipPath(path, is_even_odd))
        if self.clip is None:
            self.clip = box
        else:
            x, y = self.clip[:2]
            self.clip = overlap(self.clip, box) or (x, y, x, y)


@dataclass(slots=True)
class TextState:
    """The two matrices of a text object."""

    matrix: Matrix = Matrix()  # noqa: RUF009 - a matrix cannot be changed
    line: Matrix = Matrix()  # noqa: RUF009


@dataclass(slots=True)
class PathBuilder:
    """Collects a path in page coordinates."""

    done: list[Subpath] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    here: Point = (0.0, 0.0)

    def move(self, ctm: Matrix, x: float, y: float) -> None:
        """Begin a subpath."""
        self._end(False)
        self.here = (x, y)
        self.points = [ctm.transform((x, y))]

    def line(self, ctm: Matrix, x: float, y: float) -> None:
        """Add a straight line."""
        self.here = (x, y)
        self.points.append(ctm.transform((x, y)))

    def curve(self, ctm: Matrix, one: Point, two: Point, end: Point) -> None:
        """Add a Bezier curve as chords."""
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = map(ctm.transform, (self.here, one, two, end))
        self.points += [
            (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
            for a, b, c, d in _BERNSTEIN
        ]
        self.here = end

    def close(self) -> None:
        """Close the subpath."""
        self._end(True)

    def rectangle(self, ctm: Matrix, x: float, y: float, width: float, height: float) -> None:
        """Add a whole rectangle."""
        self._end(False)
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        self.done.append(Subpath(tuple(ctm.transform(corner) for corner in corners), True))
        self.here = (x, y)

    def take(self) -> tuple[Subpath, ...]:
        """Return the path and start an empty one."""
        self._end(False)
        path = tuple(self.done)
        self.done = []
        return path

    def _end(self, is_closed: bool) -> None:
        if len(self.points) > 1 or (self.points and is_closed):
            self.done.append(Subpath(tuple(self.points), is_closed))
        self.points = []


def path_box(path: tuple[Subpath, ...]) -> Box:
    """Return the box round a path that has at least one subpath."""
    return box_of([point for part in path for point in part.points])


def stroke_box(path: tuple[Subpath, ...], width: float, is_butt: bool) -> Box:
    """Return the box round a stroked path; straight lines with butt caps end where they end."""
    half = width / 2
    corners: list[Point] = []
    for part in path:
        left, bottom, right, top = box_of(part.points)
        dx = dy = half
        if is_butt and not part.is_closed and len(part.points) == 2:
            (x0, y0), (x1, y1) = part.points
            length = math.hypot(x1 - x0, y1 - y0)
            if length > 0:
                dx, dy = half * abs(y1 - y0) / length, half * abs(x1 - x0) / length
        corners += ((left - dx, bottom - dy), (right + dx, top + dy))
    return box_of(corners)
