"""The content of a printed page: strokes, fills and text runs, without names or roles.

Coordinates are those of scenes: millimetres, origin top left, y down. Kinds read their boards from
it (`read_board`), so that a printed page can be checked without trusting the program that made it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from pipeline.scene.marks import Point

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom in millimetres."""


class Stroke(NamedTuple):
    """One line drawn without lifting the pen, curves as short chords; ``ink`` 0 is white.

    ``order`` is its place in the order of painting, the argument of `PageContent.shows_line`.
    """

    points: tuple[Point, ...]
    width_mm: float
    ink: float
    is_closed: bool
    is_dashed: bool
    order: int = 0

    @property
    def box(self) -> Box:
        """The box round its points."""
        return box_of(self.points)


class Fill(NamedTuple):
    """An area filled with an even tint; ``ink`` 0 is white, ``order`` as of a `Stroke`."""

    points: tuple[Point, ...]
    ink: float
    order: int = 0

    @property
    def box(self) -> Box:
        """The box round its points."""
        return box_of(self.points)


class TextRun(NamedTuple):
    """A text run: the middle of its figures, its size, whether it is bold, its width."""

    text: str
    centre: Point
    size_mm: float
    is_bold: bool
    width_mm: float = 0.0


def _everywhere(order: int, point: Point) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class PageContent:
    """The marks of a page; those that are read with the page upside down are in a second one.

    Text runs are visible. Lines and areas may be hidden in part: ``shows_line`` and ``shows_area``
    return whether the one at a place in the order of painting is visible at a point.
    """

    width_mm: float
    height_mm: float
    strokes: tuple[Stroke, ...]
    fills: tuple[Fill, ...]
    texts: tuple[TextRun, ...]
    shows_line: Callable[[int, Point], bool] = _everywhere
    shows_area: Callable[[int, Point], bool] = _everywhere


def is_filled(point: Point, outlines: Iterable[Sequence[Point]], is_even_odd: bool = True) -> bool:
    """Return whether outlines are filled at a point, by PDF's rules (ISO 32000-1, 8.5.3.3).

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> is_filled((1, 1), [square, square]), is_filled((1, 1), [square, square], is_even_odd=False)
    (False, True)
    """
    x, y = point
    winding = crossings = 0
    for points in outlines:
        for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                winding += 1 if y1 > y0 else -1
                crossings += 1
    return bool(crossings % 2 if is_even_odd else winding)


def inside(point: Point, box: Box, slack: float = 0.0) -> bool:
    """Return whether a point lies in a box, or at most ``slack`` outside.

    Examples
    --------
    >>> inside((1, 1), (0, 0, 2, 2)), inside((3, 1), (0, 0, 2, 2))
    (True, False)
    """
    x, y = point
    return (
        box[0] - slack <= x <= box[2] + slack and box[1] - slack <= y <= box[3] + slack
    )  # fmt: skip


def box_of(points: Sequence[Point]) -> Box:
    """Return the box round points, of which there is at least one."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))
