"""What of a page is visible: order of painting, opacity, clips, and ink on its own colour.

Marks are judged by their area, at points all over it. A later mark hides what is under it, unless
it is faint. A mark that depends on a blend mode, a soft mask or a layer hides and is not seen
itself. A letter is as large as its type, and seen if nothing but thin lines is over it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice, pairwise
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pipeline.pdf.marks import ClipPath, Colour, Mark, PaintedPath, PaintedText, Point, Subpath
from pipeline.pdf.values import Steps

_HIDING: Final = 0.5  # Opacity from which a mark hides what lies under it
_LEAST_CONTRAST: Final = 0.05  # Ink by which a mark differs from its ground at least
_COLUMN_EM: Final = 0.17
_HEIGHTS_EM: Final = (0.08, 0.2, 0.35, 0.5, 0.62)
"""Where a letter is looked at: about three columns of a figure, above the baseline."""
_THIN_EM: Final = 0.03  # Half the width of a line that does not hide a letter
_MOST_SAMPLES: Final = 400
_SHARES: Final = (0.0, 0.18, 0.27, 0.41, 0.5, 0.66, 0.77, 0.87)
"""Of the way from corner to corner: lines that cross at regular places do not hide all of them."""
_ROUNDING_PT: Final = 0.03
_STEPS_A_COVER: Final = 10  # To compare a mark with one that is painted over or under it
_BOXES_A_STEP: Final = 100
_PAIRS_A_STEP: Final = 1000  # Of a point and a line
_MOST_PAIRS: Final = 1_000_000  # Compared at once, in some 60 times the memory
_BARE: Final = 0.0
Interval: TypeAlias = tuple[float, float, float, float]
Points: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]


class _Cover(NamedTuple):
    """A mark that hides: its place in the order, and its path; None for a whole box."""

    order: int
    path: PaintedPath | None
    box: Interval

    @property
    def lines(self) -> int:
        """The number of lines of a path."""
        return sum(len(part.points) for part in self.path.subpaths) if self.path else 0

    @property
    def inks(self) -> set[Colour | None]:
        """The colours of a path, or None."""
        return {self.path.fill, self.path.stroke} if self.path else set()


_EVERYWHERE: Final = _Cover(-1, None, (-math.inf, -math.inf, math.inf, math.inf))


class Visibility:
    """Which points of the marks of one page are seen, in points of its own coordinates.

    Where comparing marks takes more than the ``steps``, none is seen any more, and ``is_cut`` is
    true.

    >>> from pipeline.pdf.marks import BLACK, PaintedPath, Subpath
    >>> square = Subpath(((0, 0), (9, 0), (9, 9), (0, 9)), True)
    >>> box = PaintedPath((square,), (0, 0, 9, 9), BLACK, None, None, False, 1.0)
    >>> white = box._replace(fill=BLACK._replace(ink=0.0))
    >>> Visibility([box, white]).share(0, [(5, 5)], is_area=True), Visibility([box]).share(
    ...     0, [(5, 5)], is_area=True)
    (0.0, 1.0)
    """

    def __init__(self, marks: Sequence[Mark], steps: Steps | None = None) -> None:
        self._marks = marks
        self._steps = steps or Steps()
        self.is_cut = False
        self._covers = [_Cover(k, *one) for k, mark in enumerate(marks) for one in _covers(mark)]
        self._boxes = np.array([cover.box for cover in self._covers] or np.empty((0, 4)))
        self._orders = np.array([cover.order for cover in self._covers], np.int64)
        self._lines = np.array([cover.lines for cover in self._covers], np.int64)

    def ask_with(self, steps: Steps) -> None:
        """Take other steps from here on, for what is asked after a page was read."""
        self._steps = steps

    def hide_texts(self) -> list[Mark]:
        """Return the marks, each text that cannot be read marked as hidden."""
        return [
            replace(mark, is_hidden=True)
            if isinstance(mark, PaintedText) and not self._shows_text(mark, order)
            else mark
            for order, mark in enumerate(self._marks)
        ]

    def _shows_text(self, text: PaintedText, order: int) -> bool:
        if text.is_hidden or not text.is_plain or self.is_cut:
            return False
        points = np.array(_letters(text))
        later, earlier = self._near(order, points)
        if not (later or earlier or text.clips):
            return _differs(text.colour.ink, _BARE, text.opacity)
        hidden = ~_is_in(text.clips, points) | _is_under(later, points, _THIN_EM * text.size)
        middles = points[len(_HEIGHTS_EM) // 2 :: len(_HEIGHTS_EM)]
        shown = _is_on(text.colour.ink, text.opacity, earlier, middles)
        return bool(shown.all() and not hidden.any())

    def share(
        self,
        order: int,
        points: Sequence[Point],
        is_area: bool = False,
        but: Container[int] = (),
    ) -> float:
        """Return the share of points at which the stroke of a path is seen, or its area.

        Marks of the orders ``but`` hide nothing, nor do areas of the same colour hide an area. A
        picture is seen.
        """
        path = self._marks[order]
        if not isinstance(path, PaintedPath):
            return 1.0
        ink = path.fill if is_area else path.stroke
        if ink is None:
            return 0.0
        later, earlier = (
            [
                one
                for one in covers
                if one.order not in but and not (is_area and one.inks and one.inks <= {ink, None})
            ]
            for covers in self._near(order, points)
        )
        return float(_shows(path, np.array(points), ink, 0.0, later, earlier).mean())

    def shows_any(self, path: PaintedPath, order: int) -> bool:
        """Return whether a stroked path is seen at all: at a corner, or on the way to the next."""
        if path.stroke is None or path.width is None or self.is_cut:
            return False
        ink, reach = path.stroke, path.width / 2
        count = sum(1 + len(_SHARES) * (len(part.points) - 1 + part.is_closed)
                    for part in path.subpaths)  # fmt: skip
        on_the_way = chain.from_iterable(map(_on_the_way, path.subpaths))
        points = np.array([*islice(on_the_way, 0, None, max(1, count // _MOST_SAMPLES))])
        return bool(_shows(path, points, ink, reach, *self._near(order, points)).any())

    def _near(
        self, order: int, points: Sequence[Point] | Points
    ) -> tuple[list[_Cover], list[_Cover]]:
        """Return what is painted later and earlier than a mark in a box round points."""
        if not self._covers:
            return [], []
        (left, low), (right, high) = np.min(points, axis=0), np.max(points, axis=0)
        boxes = self._boxes
        meets = np.flatnonzero(
            (boxes[:, 0] <= right) & (boxes[:, 2] >= left)
            & (boxes[:, 1] <= high) & (boxes[:, 3] >= low) & (self._orders != order)
        )  # fmt: skip
        cost = _STEPS_A_COVER * len(meets) + len(boxes) // _BOXES_A_STEP
        cost += int(self._lines[meets].sum()) * len(points) // _PAIRS_A_STEP
        if self.is_cut or not self._steps.spend(cost):
            self.is_cut = True
            return [_EVERYWHERE], []
        covers = [self._covers[k] for k in meets]
        return (
            [one for one in covers if one.order > order],
            [one for one in covers if one.order < order],
        )


def _shows(
    path: PaintedPath, points: Points, ink: Colour, reach: float,
    later: Sequence[_Cover], earlier: Sequence[_Cover],
) -> Flags:  # fmt: skip
    if not path.is_plain:
        return np.zeros(len(points), np.bool_)
    seen = _is_in(path.clips, points) & ~_is_under(later, points, reach)
    return seen & _is_on(ink.ink, path.opacity, earlier, points)


def _covers(mark: Mark) -> Iterator[tuple[PaintedPath | None, Interval]]:
    if isinstance(mark, PaintedPath):
        hides = not mark.is_plain or mark.opacity >= _HIDING
        if hides and (mark.fill is not None or not mark.is_dashed):
            yield mark, mark.box
    elif not isinstance(mark, PaintedText):
        yield None, mark.box


def _letters(text: PaintedText) -> list[Point]:
    """Return points in each letter of a text: columns of equal width along its baseline."""
    (x0, y0), (x1, y1) = text.origin, text.end
    length = math.hypot(x1 - x0, y1 - y0)
    if not length or not text.size:
        return [text.origin] * len(_HEIGHTS_EM)
    along = ((x1 - x0) / length, (y1 - y0) / length)
    up = (-along[1] * text.size, along[0] * text.size)
    count = min(_MOST_SAMPLES, max(1, round(length / (_COLUMN_EM * text.size))))
    columns = [(k + 0.5) / count * length for k in range(count)]
    return [(x0 + part * along[0] + high * up[0], y0 + part * along[1] + high * up[1])
            for part in columns for high in _HEIGHTS_EM]  # fmt: skip


def _on_the_way(part: Subpath) -> Iterator[Point]:
    points = (*part.points, part.points[0]) if part.is_closed else part.points
    for (x0, y0), (x1, y1) in pairwise(points):
        for share in _SHARES:
            yield x0 + share * (x1 - x0), y0 + share * (y1 - y0)
    yield points[-1]


def _differs(ink: float, ground: float, opacity: float) -> bool:
    return abs(ink - ground) * opacity >= _LEAST_CONTRAST


def _is_on(ink: float, opacity: float, earlier: Sequence[_Cover], points: Points) -> Flags:
    """Return where an ink differs from what lies on top; a picture or a blend differs."""
    ground = np.full(len(points), _BARE)
    for cover in earlier:
        if cover.path is None or not cover.path.is_plain:
            ground[_holds(cover, points, 0.0)] = np.nan
        elif cover.path.fill is not None:
            ground[_holds(cover, points, 0.0)] = cover.path.fill.ink
        elif cover.path.stroke is not None and cover.path.stroke.ink == _BARE:
            ground[_holds(cover, points, 0.0)] = _BARE  # the blank edge of a line
    return ~(np.abs(ink - ground) * opacity < _LEAST_CONTRAST)


def _is_in(clips: Iterable[ClipPath], points: Points) -> Flags:
    inside = np.ones(len(points), np.bool_)
    for clip in clips:
        inside &= _fills(clip.subpaths, clip.is_even_odd, points)
    return inside


def _is_under(covers: Iterable[_Cover], points: Points, reach: float) -> Flags:
    under = np.zeros(len(points), np.bool_)
    for cover in covers:
        under |= _holds(cover, points, reach)
        if under.all():
            break
    return under


def _holds(cover: _Cover, points: Points, reach: float) -> Flags:
    """Return which points a mark covers, with everything within ``reach`` of each."""
    path, (x, y) = cover.path, points.T
    left, bottom, right, top = cover.box
    inside: Flags = (left <= x) & (x <= right) & (bottom <= y) & (y <= top)
    if path is None or not inside.any():
        return inside
    held = np.zeros(len(points), np.bool_)
    if path.fill is not None:
        sides = ((0.0, 0.0), (reach, 0.0), (-reach, 0.0), (0.0, reach), (0.0, -reach))
        held = np.ones(len(points), np.bool_)
        for side in sides if reach else sides[:1]:
            held &= _fills(path.subpaths, path.is_even_odd, points + side)
    room = (path.width or 0.0) / 2 - reach + _ROUNDING_PT
    if path.width is not None and not path.is_dashed and room > 0:
        held |= _distance(path.subpaths, points) <= room
    return inside & held & _is_in(path.clips, points)


def _fills(subpaths: tuple[Subpath, ...], is_even_odd: bool, points: Points) -> Flags:
    """Return which points are inside outlines (ISO 32000-1, 8.5.3.3)."""
    x0, y0, x1, y1 = _edges(subpaths, True)
    signs = 1 if is_even_odd else np.where(y1 > y0, 1, -1)

    def wind(x: Points, y: Points) -> Points:
        meets = (y0 > y) != (y1 > y)
        ahead = meets & (x < x0 + (y - y0) * (x1 - x0) / np.where(y1 == y0, 1.0, y1 - y0))
        turns: Points = np.where(ahead, signs, 0).sum(axis=1)
        return turns

    winding = _in_blocks(wind, points, len(x0))
    inside: Flags = (winding % 2 if is_even_odd else winding) != 0
    return inside


def _distance(subpaths: tuple[Subpath, ...], points: Points) -> Points:
    """Return how far points are from the nearest line of a path."""
    x0, y0, x1, y1 = _edges(subpaths, False)
    dx, dy = x1 - x0, y1 - y0
    whole = dx * dx + dy * dy

    def measure(x: Points, y: Points) -> Points:
        share = ((x - x0) * dx + (y - y0) * dy) / np.where(whole, whole, 1.0)
        share = np.clip(share, 0.0, 1.0)
        far = np.hypot(x - x0 - share * dx, y - y0 - share * dy)
        least: Points = far.min(axis=1, initial=np.inf)
        return least

    return _in_blocks(measure, points, len(x0))


def _in_blocks(judge: Callable[[Points, Points], Points], points: Points, lines: int) -> Points:
    """Return the results of ``judge`` for all points, in blocks that bound the memory."""
    size = max(1, _MOST_PAIRS // max(1, lines))
    blocks = (points[k : k + size] for k in range(0, len(points), size))
    return np.concatenate([judge(block[:, :1], block[:, 1:]) for block in blocks])


@lru_cache(maxsize=4096)
def _edges(subpaths: tuple[Subpath, ...], is_area: bool) -> Points:
    """Return x and y of the starts and the ends of all lines; an area closes its outlines."""
    lines = [(*start, *end) for part in subpaths
             for start, end in pairwise((*part.points, part.points[0])
                                        if is_area or part.is_closed else part.points)]  # fmt: skip
    return np.array(lines or np.empty((0, 4))).T
