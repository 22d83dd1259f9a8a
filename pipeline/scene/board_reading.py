"""Read boards of square cells back from a drawing: the inverse of `board.board_marks`.

A board is a closed frame of straight sides with a lattice of lines in it. Size, cells
and outline follow from the positions of the lines alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise, product
from typing import Final, NamedTuple, TypeAlias

from pipeline.scene.marks import Point

_STRAIGHT_MM: Final = 0.02
_OFF_LATTICE: Final = 0.06  # Share of a cell by which a line may miss it: files round
_SMALLEST_MM: Final = 1.0
_MOST_CELLS: Final = 250
_STEPS: Final = 8  # Points sampled on the way through a cell
SEEN: Final = 0.8  # Least share of a mark that is seen; lines that cross it hide some
TRACE: Final = 0.01  # Share of a line from which on it is more than hidden
_EDGE: Final = 0.45  # Distance of the edges of a line from its middle, in widths: files round
_SIDES: Final = (-1, 0, 1)
_PLATE: Final = 0.48  # Radius, in cells, in which a number may hide a line
_ROUND: Final = 0.08  # Share of its radius by which a circle read as chords may miss
_FEWEST_CORNERS: Final = 8


@dataclass(frozen=True, slots=True)
class BoardFound:
    """A board in a drawing: its size, the cells outside its outline, and where it lies."""

    rows: int
    cols: int
    blocked: frozenset[int]
    box: Box
    cell_mm: float

    def in_cells(self, point: Point) -> Point:
        """Return the position of a point in cells from the corner of the board: right, down."""
        return (point[0] - self.box[0]) / self.cell_mm, (point[1] - self.box[1]) / self.cell_mm

    def from_cells(self, place: Point) -> Point:
        """Return the point at a position in cells."""
        return self.box[0] + place[0] * self.cell_mm, self.box[1] + place[1] * self.cell_mm

    def cell_at(self, point: Point) -> int | None:
        """Return the cell under a point, None outside the frame."""
        across, down = self.in_cells(point)
        row, col = math.floor(down), math.floor(across)
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            return None
        return row * self.cols + col

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell."""
        return self._within(cell, 0.5, 0.5)

    def _within(self, cell: int, across: float, down: float) -> Point:
        row, col = divmod(cell, self.cols)
        return self.from_cells((col + across, row + down))

    def is_centre(self, point: Point, slack: float = 0.2) -> bool:
        """Return whether a point lies within ``slack`` cells of the centre of one."""
        return all(abs(at % 1 - 0.5) <= slack for at in self.in_cells(point))

    def cells_under(self, points: Sequence[Point]) -> tuple[int | None, ...]:
        """Return the cells that a line runs through, in order, each time it enters one.

        Places on the border between two cells belong to neither.
        """
        cells: list[int | None] = []
        for point in _along(points, self.cell_mm / _STEPS):
            x, y = self.in_cells(point)
            if min(x % 1, 1 - x % 1, y % 1, 1 - y % 1) < _OFF_LATTICE:
                continue
            cell = self.cell_at(point)
            if not cells or cells[-1] != cell:
                cells.append(cell)
        return tuple(cells)

    def texts(self, drawing: PageContent) -> dict[int, list[TextRun]]:
        """Return the text runs in each cell that has any."""
        runs: dict[int, list[TextRun]] = {}
        for text in drawing.texts:
            cell = self.cell_at(text.centre)
            if cell is not None:
                runs.setdefault(cell, []).append(text)
        return runs

    def strokes(self, drawing: PageContent) -> Iterator[Stroke]:
        """Yield the strokes that lie wholly in the frame."""
        slack = self.cell_mm / 4
        for stroke in drawing.strokes:
            box = stroke.box
            if inside(box[:2], self.box, slack) and inside(box[2:], self.box, slack):
                yield stroke

    def shows_whole(
        self, stroke: Stroke, content: PageContent, covered: Container[int] = ()
    ) -> bool:
        """Return whether a line is seen in each cell that it runs through; of a hollow one, edges.

        It may be hidden near the middle of the cells ``covered``, under a number.
        """
        by_cell: dict[int | None, list[Point]] = {}
        points = [*_along(stroke.points, self.cell_mm / _STEPS)]
        for start, end in zip(points, points[2:], strict=False):
            middle = middle_of(box_of((start, end)))
            cell = self.cell_at(middle)
            if not (
                cell is not None
                and cell in covered
                and math.dist(middle, self.centre(cell)) < _PLATE * self.cell_mm
            ):
                by_cell.setdefault(cell, []).extend(
                    _pen(start, end, stroke.width_mm, 1, _SIDES[::2])
                )
        return all(content.share(stroke.order, some, False, ()) >= SEEN
                   for some in by_cell.values())  # fmt: skip

    def areas(
        self, drawing: PageContent, covered: Container[int] = ()
    ) -> Iterator[tuple[int, ...]]:
        """Yield the cells of each tinted area that is a row or a column of whole cells.

        Its middle may be hidden in the cells ``covered``, under a number.
        """
        for fill in drawing.fills:
            left, top, right, bottom = fill.box
            is_whole = _is_on_corners(map(self.in_cells, fill.points))
            if not (fill.ink and is_whole and inside((left, top), self.box, self.cell_mm / 4)):
                continue
            wide, high = (round(side / self.cell_mm) for side in (right - left, bottom - top))
            first = self.cell_at((left + self.cell_mm / 2, top + self.cell_mm / 2))
            if first is not None and min(wide, high) == 1 and first not in self.blocked:
                step = 1 if high == 1 else self.cols
                cells = tuple(first + k * step for k in range(max(wide, high)))
                if all(drawing.share(fill.order, self._places(cell, cell in covered), True, ())
                       >= SEEN for cell in cells):  # fmt: skip
                    yield cells

    def _places(self, cell: int, is_covered: bool) -> list[Point]:
        """Return places all over a cell, of one that is covered those beside its number."""
        shares = [(k + 0.5) / _STEPS for k in range(_STEPS)]
        return [self._within(cell, x, y) for x in shares for y in shares
                if not is_covered or math.hypot(x - 0.5, y - 0.5) > _PLATE]  # fmt: skip


def find_boards(drawing: PageContent) -> tuple[BoardFound, ...]:
    """Return the boards of a drawing in reading order.

    Frames without inner lines, or without a lattice of squares, are not boards.

    >>> frame = Stroke(((0, 0), (20, 0), (20, 10), (0, 10)), 0.7, 1.0, True, False)
    >>> line = Stroke(((10, 0), (10, 10)), 0.3, 0.5, False, False)
    >>> [(b.rows, b.cols) for b in find_boards(PageContent(50, 50, (frame, line), (), ()))]
    [(1, 2)]
    """
    loops = _loops(drawing)
    outer = find_frames(drawing)
    found = [board for loop in outer if (board := _read(loop, loops, drawing)) is not None]
    return tuple(sorted(found, key=lambda board: (round(board.box[1]), board.box[0])))


def circle_of(points: Sequence[Point]) -> tuple[Point, float] | None:
    """Return middle and radius of an outline if it is a circle.

    >>> turns = [k * math.pi / 8 for k in range(16)]
    >>> circle_of([(3 + 2 * math.cos(turn), 5 + 2 * math.sin(turn)) for turn in turns])
    ((3.0, 5.0), 2.0)
    """
    return _circle(tuple(points)) if len(points) >= _FEWEST_CORNERS else None


@lru_cache(maxsize=1 << 14)
def _circle(points: tuple[Point, ...]) -> tuple[Point, float] | None:
    left, top, right, bottom = box_of(points)
    middle, radius = ((left + right) / 2, (top + bottom) / 2), (right - left + bottom - top) / 4
    slack = max(_ROUND * radius, _STRAIGHT_MM)
    if any(abs(math.dist(middle, point) - radius) > slack for point in points):
        return None
    return middle, radius


def find_frames(drawing: PageContent) -> tuple[Stroke, ...]:
    """Return the closed polygons that are inside no other.

    >>> frame = Stroke(((0, 0), (20, 0), (20, 10), (0, 10)), 0.7, 1.0, True, False)
    >>> inner = Stroke(((5, 5), (8, 5), (8, 8), (5, 8)), 0.7, 1.0, True, False)
    >>> find_frames(PageContent(50, 50, (inner, frame), (), ())) == (frame,)
    True
    """
    loops = _loops(drawing)
    return tuple(loop for loop in loops if not any(_encloses(other, loop) for other in loops))


def _loops(drawing: PageContent) -> list[Stroke]:
    return [stroke for stroke in drawing.strokes if stroke.is_closed and _is_straight(stroke)]


def _is_straight(stroke: Stroke) -> bool:
    points = _corners(stroke)
    return len(points) >= 4 and all(
        min(abs(x0 - x1), abs(y0 - y1)) <= _STRAIGHT_MM
        for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True)
    )


def _corners(stroke: Stroke) -> tuple[Point, ...]:
    points = stroke.points
    return points[:-1] if len(points) > 1 and points[0] == points[-1] else points


def _encloses(outer: Stroke, inner: Stroke) -> bool:
    a, b = outer.box, inner.box
    return a != b and inside(b[:2], a) and inside(b[2:], a)


def _read(frame: Stroke, loops: Sequence[Stroke], drawing: PageContent) -> BoardFound | None:
    box = frame.box
    inner = [loop for loop in loops if loop is frame or _encloses(frame, loop)]
    xs = [x for loop in inner for x, _ in loop.points]
    ys = [y for loop in inner for _, y in loop.points]
    edges = (tuple(xs), tuple(ys))
    lines = 0
    for stroke in drawing.strokes:
        if stroke.is_closed or len(stroke.points) != 2 or not _lies_in(stroke, box):
            continue
        (x0, y0), (x1, y1) = stroke.points
        if stroke.is_dashed and not _spans(stroke, edges):
            continue  # a part of a dashed outline inside the cells
        if abs(x0 - x1) <= _STRAIGHT_MM and abs(y0 - y1) > _STRAIGHT_MM:
            xs, lines = [*xs, x0], lines + 1
        elif abs(y0 - y1) <= _STRAIGHT_MM:
            ys, lines = [*ys, y0], lines + 1
    size = _lattice(xs, ys, box)
    if size is None or not lines:
        return None
    rows, cols, side = size
    whole = BoardFound(rows, cols, frozenset(), box, side)
    if not _is_divided(drawing, inner, whole):
        return None
    outlines = [_corners(loop) for loop in inner]
    cells = range(rows * cols)
    blocked = frozenset(cell for cell in cells if not is_filled(whole.centre(cell), outlines))
    return replace(whole, blocked=blocked)


def _spans(stroke: Stroke, edges: tuple[Sequence[float], Sequence[float]]) -> bool:
    """Return whether a straight line runs from edge to edge of a board: ``edges`` are x and y."""
    axis = 0 if abs(stroke.points[0][1] - stroke.points[1][1]) <= _STRAIGHT_MM else 1
    ends = (point[axis] for point in stroke.points)
    return all(any(abs(end - edge) <= _STRAIGHT_MM for edge in edges[axis]) for end in ends)


def _is_divided(drawing: PageContent, loops: Sequence[Stroke], board: BoardFound) -> bool:
    """Return whether a line from corner to corner of cells runs along each inner border."""
    across: set[int] = set()
    down: set[int] = set()
    for stroke in drawing.strokes:
        is_line = not stroke.is_closed and len(stroke.points) == 2 and _lies_in(stroke, board.box)
        if not is_line and stroke not in loops:
            continue
        places = [*map(board.in_cells, stroke.points)]
        if _is_on_corners(places):
            across.update(round(x) for x, _ in places)
            down.update(round(y) for _, y in places)
    return across.issuperset(range(1, board.cols)) and down.issuperset(range(1, board.rows))


def _is_on_corners(places: Iterable[Point]) -> bool:
    return all(abs(at - round(at)) <= _OFF_LATTICE for place in places for at in place)


def _lies_in(stroke: Stroke, box: Box) -> bool:
    return all(inside(point, box, 0.1) for point in stroke.points)


def _lattice(xs: Sequence[float], ys: Sequence[float], box: Box) -> tuple[int, int, float] | None:
    """Return rows, columns and side of the coarsest lattice of squares that lines lie on."""
    width, height = box[2] - box[0], box[3] - box[1]
    steps = [*_steps(xs), *_steps(ys)]
    for cell in sorted({round(step, 2) for step in steps}, reverse=True):
        if cell < _SMALLEST_MM:
            break
        cols, rows = round(width / cell), round(height / cell)
        if not (1 <= cols <= _MOST_CELLS and 1 <= rows <= _MOST_CELLS):
            continue
        side = width / cols if cols >= rows else height / rows
        if abs(cols * side - width) > 0.1 or abs(rows * side - height) > 0.1:
            continue
        if _fits(xs, box[0], side) and _fits(ys, box[1], side):
            return rows, cols, side
    return None


def _steps(values: Sequence[float]) -> list[float]:
    places: list[float] = []
    for value in sorted(values):
        if not places or value - places[-1] > 0.05:
            places.append(value)
    return [b - a for a, b in pairwise(places)]


def _fits(values: Sequence[float], start: float, side: float) -> bool:
    """Return whether each line lies on the lattice, or along the middle of its cells."""
    for value in values:
        off = (value - start) / side % 1
        if min(off, 1 - off, abs(off - 0.5)) > _OFF_LATTICE:
            return False
    return True


def _along(points: Sequence[Point], step: float) -> Iterator[Point]:
    yield points[0]
    for (x0, y0), (x1, y1) in pairwise(points):
        count = max(1, math.ceil(math.hypot(x1 - x0, y1 - y0) / step))
        for k in range(1, count + 1):
            yield (x0 + (x1 - x0) * k / count, y0 + (y1 - y0) * k / count)


Box: TypeAlias = tuple[float, float, float, float]  # Left, top, right, bottom in millimetres


class Stroke(NamedTuple):
    """One line drawn without lifting the pen, curves as short chords; ``ink`` 0 is white.

    ``order`` is its place in the order of painting, for `PageContent.share`.
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
        return _box(self.points)


class Fill(NamedTuple):
    """An area filled with an even tint; ``ink`` 0 is white, ``order`` as of a `Stroke`."""

    points: tuple[Point, ...]
    ink: float
    order: int = 0

    @property
    def box(self) -> Box:
        """The box round its points."""
        return _box(self.points)


class TextRun(NamedTuple):
    """A text run: the middle of its figures, its size, whether it is bold, its width."""

    text: str
    centre: Point
    size_mm: float
    is_bold: bool
    width_mm: float = 0.0


def _everywhere(order: int, points: Sequence[Point], is_area: bool, but: Container[int]) -> float:
    return 1.0


@dataclass(frozen=True, slots=True)
class PageContent:
    """The marks of a page; those that are read with the page upside down are in a second one.

    Text runs are visible. Lines and areas may be hidden in part: ``share`` returns the share of
    points at which the one at a place in the order of painting is seen, its area or its stroke,
    where the marks at further places hide nothing.
    """

    width_mm: float
    height_mm: float
    strokes: tuple[Stroke, ...]
    fills: tuple[Fill, ...]
    texts: tuple[TextRun, ...]
    share: Callable[[int, Sequence[Point], bool, Container[int]], float] = _everywhere

    known: dict[tuple[object, ...], float] = field(default_factory=dict, compare=False)
    """Shares by what they are of, since each kind reads each board."""

    def shows_line(
        self,
        stroke: Stroke,
        start: Point,
        end: Point,
        sides: Sequence[int] = _SIDES,
        least: float = SEEN,
    ) -> bool:
        """Return whether enough of a line is seen between two places, at some sides of its pen."""
        key = stroke.order, start, end, sides
        if key not in self.known:
            points = _pen(start, end, stroke.width_mm, _STEPS, sides)
            self.known[key] = self.share(stroke.order, points, False, ())
        return self.known[key] >= least

    def shows_outline(
        self, stroke: Stroke, but: frozenset[int] = frozenset(), least: float = SEEN
    ) -> bool:
        """Return whether ``least`` of a closed line is seen without marks of the orders ``but``."""
        key: tuple[object, ...] = (stroke.order, stroke.points, *([but] if but else ()))
        if key not in self.known:
            sides = pairwise((*stroke.points, stroke.points[0]))
            count = max(1, 2 * _STEPS // len(stroke.points))
            points = [point for side in sides for point in _pen(*side, stroke.width_mm, count)]
            self.known[key] = self.share(stroke.order, points, False, but)
        return self.known[key] >= least

    def shows_fill(self, fill: Fill, but: Iterable[Fill] = (), least: float = SEEN) -> bool:
        """Return whether an area is white, or more than ``least`` of it is seen without ``but``.

        Of each half, left, right, upper and lower, more than half as much must be seen.
        """
        if not fill.ink:
            return True
        hidden = frozenset(one.order for one in but)
        key = fill.order, fill.points, hidden
        if key not in self.known:
            left, top, right, bottom = fill.box
            shares = [(k + 0.5) / _STEPS for k in range(_STEPS)]
            inner = [
                (x, y) for x in shares for y in shares
                if is_filled((left + x * (right - left), top + y * (bottom - top)), [fill.points])
            ]  # fmt: skip

            def share(places: Sequence[Point]) -> float:
                points = [(left + x * (right - left), top + y * (bottom - top)) for x, y in places]
                return self.share(fill.order, points or fill.points, True, hidden)

            least_part = whole = share(inner)
            for axis, is_first in product((0, 1), (True, False)) if 0 < whole < 1 else ():
                half = [place for place in inner if (place[axis] < 0.5) == is_first]
                least_part = min(least_part, 2 * share(half)) if half else least_part
            self.known[key], self.known[*key, "halves"] = whole, least_part
        return self.known[key] > least and (not least or self.known[*key, "halves"] > least)


def _pen(
    start: Point, end: Point, width: float, count: int, sides: Sequence[int] = _SIDES
) -> list[Point]:
    """Return points at ``count`` places of a line: on one edge of the pen, its middle, the other.

    >>> _pen((0, 0), (4, 0), 2, 1)
    [(2.0, -0.9), (2.0, 0.0), (2.0, 0.9)]
    """
    (x0, y0), (x1, y1) = start, end
    length = math.dist(start, end) or 1.0
    across = (_EDGE * width * (y0 - y1) / length, _EDGE * width * (x1 - x0) / length)
    return [
        (x0 + share * (x1 - x0) + side * across[0], y0 + share * (y1 - y0) + side * across[1])
        for share in ((k + 0.5) / count for k in range(count))
        for side in sides
    ]


def is_filled(point: Point, outlines: Iterable[Sequence[Point]], is_even_odd: bool = True) -> bool:
    """Return whether outlines are filled at a point, by PDF's rules (ISO 32000-1, 8.5.3.3).

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

    >>> inside((1, 1), (0, 0, 2, 2)), inside((3, 1), (0, 0, 2, 2))
    (True, False)
    """
    x, y = point
    return (
        box[0] - slack <= x <= box[2] + slack and box[1] - slack <= y <= box[3] + slack
    )  # fmt: skip


def box_of(points: Sequence[Point]) -> Box:
    """Return the bounding box of one or more points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


_box = lru_cache(maxsize=1 << 16)(box_of)  # Each kind reads each board


def middle_of(box: Box) -> Point:
    """Return the centre of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
