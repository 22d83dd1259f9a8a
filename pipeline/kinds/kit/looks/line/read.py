"""Read lines from place to place of a lattice: through middles of cells, or along borders.

Borders are all lines of a dotted board, the heavy ones of another.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import combinations, pairwise
from math import dist
from typing import Final

from pipeline.kinds.kit.board.grid import Grid, Pair
from pipeline.kinds.kit.looks.found import WHOLE, Span
from pipeline.scene.board_reading import SEEN, BoardFound, PageContent, Stroke, circle_of
from pipeline.scene.marks import Point

OFF_LATTICE: Final = 0.06
_HEAVY: Final = 1.4  # Least thickness of lines between regions, relative to the thinnest line
_BESIDE_BORDER: Final[tuple[Span, ...]] = ((0.1, 0.4), (0.6, 0.9))
_CIRCLE: Final = 0.43
"""From how far off the middle of a circle a line must be seen, in cells."""
_FRAME_CORNERS: Final = 8  # Most corners of a closed line without round ends


def edges(
    board: BoardFound, content: PageContent, circled: Container[int], is_parted: bool
) -> Iterator[Pair]:
    """Yield the pairs of cells whose middles a line joins, under heavy lines if it is parted."""
    wide, cols = board.cols + 1, board.cols
    spans = _BESIDE_BORDER if is_parted else WHOLE
    for a, b in sorted({*units(board, content, 0.5, spans=spans, circled=circled)}):
        yield a // wide * cols + a % wide, b // wide * cols + b % wide


def strokes(board: BoardFound, content: PageContent, seen: float = SEEN) -> Iterator[Pair]:
    """Yield the cells of the ends of each outline inside of a board of which so much is seen.

    The ends of an outline are its points that are farthest from each other.
    """
    grid = Grid(board.rows, board.cols)
    found = [stroke for stroke in board.strokes(content) if is_capsule(board, stroke)]
    others = frozenset(stroke.order for stroke in found)
    for stroke in found:
        if not content.shows_outline(stroke, others, seen):
            continue
        pairs = combinations(dict.fromkeys(stroke.points), 2)
        ends = max(pairs, key=lambda pair: dist(*pair))
        first, last = sorted(-1 if at is None else at for at in map(board.cell_at, ends))
        is_inside = all(board.is_centre(end, 0.5 - OFF_LATTICE) for end in ends)  # no outer frame
        if is_inside and first >= 0 and grid.stroke(first, last):
            yield first, last


def is_capsule(board: BoardFound, stroke: Stroke) -> bool:
    """Return whether a line is an outline with round ends, and no frame."""
    is_round = stroke.is_closed and len({*stroke.points}) > _FRAME_CORNERS
    return is_round and stroke.ink > 0 and circle_of(stroke.points) is None


def borders(board: BoardFound, content: PageContent, is_dotted: bool) -> list[Pair]:
    """Return the borders of an answer, as pairs of corners."""
    return sorted({*units(board, content, 0.0)}) if is_dotted else [*heavy(board, content)]


def heavy(
    board: BoardFound,
    content: PageContent,
    spans: Sequence[Span] = WHOLE,
    seen: float = SEEN,
    is_open: bool = False,
) -> dict[Pair, Pair]:
    """Return the heavy borders between two cells, with these cells; so much of each is seen.

    Where cells are open to each other, all lines between them are heavy.
    """
    grid, least = Grid(board.rows, board.cols), least_heavy(board, content, is_open)
    borders = {}
    for border in sorted({*units(board, content, 0.0, least, spans, seen=seen)}):
        beside = grid.cells_beside(border)
        if len(beside) == 2:
            borders[border] = beside[0], beside[1]
    return borders


def least_heavy(board: BoardFound, content: PageContent, is_open: bool = False) -> float:
    """Return the thickness from which on a line is heavy; without a grid, as the frame nearly."""
    strokes = list(board.strokes(content))
    if is_open:
        frames = (one.width_mm for one in strokes if one.is_closed)
        return max(frames, default=0.0) / _HEAVY
    return _HEAVY * min((one.width_mm for one in strokes if not one.is_closed), default=0.0)


def units(
    board: BoardFound,
    content: PageContent,
    shift: float,
    least_mm: float = 0.0,
    spans: Sequence[Span] = WHOLE,
    circled: Container[int] = (),
    seen: float = SEEN,
) -> Iterator[Pair]:
    """Yield pairs of places joined by a visible line that is thicker than ``least_mm``.

    Places are the board's corners, shifted in both directions by ``shift`` cells; ``spans`` are the
    parts of the way from one to the next in which the line must be seen, less the circles in cells.
    """
    left, top = (edge + shift * board.cell_mm for edge in board.box[:2])
    wide = board.cols + 1
    for stroke in board.strokes(content):
        if stroke.ink == 0 or stroke.width_mm <= least_mm:
            continue
        closing = stroke.points[: int(stroke.is_closed)]
        places = [((x - left) / board.cell_mm, (y - top) / board.cell_mm)
                  for x, y in (*stroke.points, *closing)]  # fmt: skip
        for start, end in pairwise(places):
            for (x0, y0), (x1, y1) in _steps_between(start, end):
                near, far = (
                    (left + x * board.cell_mm, top + y * board.cell_mm)
                    for x, y in ((x0, y0), (x1, y1))
                )
                first, last = (_CIRCLE * (y * board.cols + x in circled)
                               for x, y in ((x0, y0), (x1, y1)))  # fmt: skip
                if all(
                    content.shows_line(
                        stroke,
                        along(near, far, max(start, first)),
                        along(near, far, min(end, 1 - last)),
                        least=seen,
                    )
                    for start, end in spans
                ):
                    yield y0 * wide + x0, y1 * wide + x1


def along(start: Point, end: Point, share: float) -> Point:
    """Return the point after a share of the way between two."""
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _steps_between(start: Point, end: Point) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the unit steps of a line on a lattice, rightwards or downwards; none of other lines."""
    (x0, y0), (x1, y1) = sorted((round(x), round(y)) for x, y in (start, end))
    is_off = any(abs(at - round(at)) > OFF_LATTICE for at in (*start, *end))
    if not is_off and x0 == x1:
        yield from (((x0, y), (x0, y + 1)) for y in range(y0, y1))
    elif not is_off and y0 == y1:
        yield from (((x, y0), (x + 1, y0)) for x in range(x0, x1))
