"""What of a page is visible: order of painting, opacity, clips, and ink on its own colour.

Marks are judged at points. A later mark hides what is under it, unless it is faint. A mark that
depends on a blend mode, a soft mask or a layer hides and is not seen itself. A letter is as large
as its type.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from pipeline.pdf.marks import ClipPath, Colour, Mark, PaintedPath, PaintedText, Point, Subpath
from pipeline.scene.board_reading import is_filled

_HIDING: Final = 0.5  # Opacity from which a mark hides what lies under it
_LEAST_CONTRAST: Final = 0.05  # Ink by which a mark differs from its ground at least
_COLUMN_EM: Final = 0.5  # Width of a letter: a hidden one hides its whole run
_HEIGHTS_EM: Final = (0.15, 0.35, 0.55)
_MOST_SAMPLES: Final = 400
_SHARES: Final = (0.0, 0.18, 0.27, 0.41, 0.5, 0.66, 0.77, 0.87)
"""Of the way from corner to corner: lines that cross at regular places do not hide all of them."""
_ROUNDING_PT: Final = 0.03
_BARE: Final = 0.0
Interval: TypeAlias = tuple[float, float, float, float]


class _Cover(NamedTuple):
    """A mark that hides: its place in the order, and its path; None for a whole box."""

    order: int
    path: PaintedPath | None
    box: Interval


class Visibility:
    """Which points of the marks of one page are seen, in points of its own coordinates.

    >>> from pipeline.pdf.marks import BLACK, PaintedPath, Subpath
    >>> square = Subpath(((0, 0), (9, 0), (9, 9), (0, 9)), True)
    >>> box = PaintedPath((square,), (0, 0, 9, 9), BLACK, None, None, False, 1.0)
    >>> white = box._replace(fill=BLACK._replace(ink=0.0))
    >>> Visibility([box, white]).shows_area(0, (5, 5)), Visibility([box]).shows_area(0, (5, 5))
    (False, True)
    """

    def __init__(self, marks: Sequence[Mark]) -> None:
        self._marks = marks
        self._covers = [_Cover(k, *one) for k, mark in enumerate(marks) for one in _covers(mark)]
        self._boxes = np.array([cover.box for cover in self._covers] or np.empty((0, 4)))
        self._orders = np.array([cover.order for cover in self._covers], np.int64)

    def hide_texts(self) -> list[Mark]:
        """Return the marks, each text that cannot be read marked as hidden."""
        return [
            replace(mark, is_hidden=True)
            if isinstance(mark, PaintedText) and not self._shows_text(mark, order)
            else mark
            for order, mark in enumerate(self._marks)
        ]

    def _shows_text(self, text: PaintedText, order: int) -> bool:
        if text.is_hidden or not text.is_plain:
            return False
        points = _letters(text)
        later, earlier = self._near(order, [point for column in points for point in column])
        if not (later or earlier or text.clips):
            return _differs(text.colour.ink, _BARE, text.opacity)
        for column in points:
            shown = [point for point in column if _is_in(text.clips, point)
                     and not _is_under(later, point, 0.0)]  # fmt: skip
            if 2 * len(shown) <= len(column):
                return False
            ground = _ground(earlier, column[len(column) // 2])
            if ground is not None and not _differs(text.colour.ink, ground, text.opacity):
                return False
        return True

    def shows_line(self, order: int, point: Point) -> bool:
        """Return whether some of the pen's width is seen where a stroked path passes a point."""
        path = self._marks[order]
        if not isinstance(path, PaintedPath) or path.stroke is None or path.width is None:
            return False
        return _shows(path, point, path.stroke, path.width / 2, *self._near(order, [point]))

    def shows_area(self, order: int, point: Point) -> bool:
        """Return whether a filled path is seen at a point; one of equal colour may lie over it."""
        path = self._marks[order]
        if not isinstance(path, PaintedPath) or path.fill is None:
            return False
        later, earlier = (
            [one for one in covers if one.path is None or one.path.fill != path.fill]
            for covers in self._near(order, [point])
        )
        return _shows(path, point, path.fill, 0.0, later, earlier)

    def shows_any(self, path: PaintedPath, order: int) -> bool:
        """Return whether a stroked path is seen at all: at a corner, or on the way to the next."""
        if path.stroke is None or path.width is None:
            return False
        ink, reach = path.stroke, path.width / 2
        points = [point for part in path.subpaths for point in _on_the_way(part)]
        later, earlier = self._near(order, points)
        step = max(1, len(points) // _MOST_SAMPLES)
        return any(_shows(path, point, ink, reach, later, earlier) for point in points[::step])

    def _near(self, order: int, points: Sequence[Point]) -> tuple[list[_Cover], list[_Cover]]:
        """Return what is painted later and earlier than a mark in a box round points."""
        if not self._covers:
            return [], []
        xs, ys = zip(*points, strict=True)
        boxes = self._boxes
        meets = np.flatnonzero(
            (boxes[:, 0] <= max(xs)) & (boxes[:, 2] >= min(xs))
            & (boxes[:, 1] <= max(ys)) & (boxes[:, 3] >= min(ys)) & (self._orders != order)
        )  # fmt: skip
        covers = [self._covers[k] for k in meets]
        return (
            [one for one in covers if one.order > order],
            [one for one in covers if one.order < order],
        )


def _shows(
    path: PaintedPath, point: Point, ink: Colour, reach: float,
    later: Sequence[_Cover], earlier: Sequence[_Cover],
) -> bool:  # fmt: skip
    if not path.is_plain or not _is_in(path.clips, point) or _is_under(later, point, reach):
        return False
    ground = _ground(earlier, point)
    return ground is None or _differs(ink.ink, ground, path.opacity)


def _covers(mark: Mark) -> Iterator[tuple[PaintedPath | None, Interval]]:
    if isinstance(mark, PaintedPath):
        hides = not mark.is_plain or mark.opacity >= _HIDING
        if hides and (mark.fill is not None or not mark.is_dashed):
            yield mark, mark.box
    elif not isinstance(mark, PaintedText):
        yield None, mark.box


def _letters(text: PaintedText) -> list[list[Point]]:
    """Return points in each letter of a text: columns of equal width along its baseline."""
    (x0, y0), (x1, y1) = text.origin, text.end
    length = math.hypot(x1 - x0, y1 - y0)
    if not length or not text.size:
        return [[text.origin]]
    along = ((x1 - x0) / length, (y1 - y0) / length)
    up = (-along[1] * text.size, along[0] * text.size)
    count = min(_MOST_SAMPLES, max(1, round(length / (_COLUMN_EM * text.size))))
    columns = []
    for k in range(count):
        part = (k + 0.5) / count * length
        x, y = x0 + part * along[0], y0 + part * along[1]
        columns.append([(x + up[0] * high, y + up[1] * high) for high in _HEIGHTS_EM])
    return columns


def _on_the_way(part: Subpath) -> Iterator[Point]:
    points = (*part.points, part.points[0]) if part.is_closed else part.points
    for (x0, y0), (x1, y1) in pairwise(points):
        for share in _SHARES:
            yield x0 + share * (x1 - x0), y0 + share * (y1 - y0)
    yield points[-1]


def _differs(ink: float, ground: float, opacity: float) -> bool:
    return abs(ink - ground) * opacity >= _LEAST_CONTRAST


def _is_in(clips: Iterable[ClipPath], point: Point) -> bool:
    return all(_fills(clip.subpaths, clip.is_even_odd, point) for clip in clips)


def _is_under(covers: Iterable[_Cover], point: Point, reach: float) -> bool:
    return any(_holds(cover, point, reach) for cover in covers)


def _holds(cover: _Cover, point: Point, reach: float) -> bool:
    path = cover.path
    x, y = point
    left, bottom, right, top = cover.box
    if not (left <= x <= right and bottom <= y <= top):
        return False
    if path is None:
        return True
    if not _is_in(path.clips, point):
        return False
    if path.fill is not None and all(
        _fills(path.subpaths, path.is_even_odd, (x + dx, y + dy))
        for dx, dy in ((0.0, 0.0), (reach, 0.0), (-reach, 0.0), (0.0, reach), (0.0, -reach))
    ):
        return True
    if path.width is None or path.is_dashed:
        return False
    room = path.width / 2 - reach + _ROUNDING_PT
    return room > 0 and any(_distance(part, point) <= room for part in path.subpaths)


def _ground(covers: Sequence[_Cover], point: Point) -> float | None:
    """Return the ink of what lies on top at a point; None where a picture decides."""
    for cover in reversed(covers):
        if cover.path is None or not cover.path.is_plain:
            if _holds(cover, point, 0.0):
                return None
        elif cover.path.fill is not None and _holds(cover, point, 0.0):
            return cover.path.fill.ink
    return _BARE


def _fills(subpaths: Iterable[Subpath], is_even_odd: bool, point: Point) -> bool:
    return is_filled(point, (part.points for part in subpaths), is_even_odd)


def _distance(part: Subpath, point: Point) -> float:
    x, y = point
    points = (*part.points, part.points[0]) if part.is_closed else part.points
    least = math.inf
    for (x0, y0), (x1, y1) in pairwise(points):
        dx, dy = x1 - x0, y1 - y0
        whole = dx * dx + dy * dy
        share = ((x - x0) * dx + (y - y0) * dy) / whole if whole else 0.0
        share = min(1.0, max(0.0, share))
        least = min(least, math.hypot(x - x0 - share * dx, y - y0 - share * dy))
    return least
