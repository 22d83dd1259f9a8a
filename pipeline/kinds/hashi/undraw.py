"""Hashi boards read back from a printed page: a frame, figures on circles, lines between them.

No grid is printed, so the lattice follows from the middles of dots and circles. A bridge belongs to
the two islands that its ends lie on, whatever it was meant to join.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipeline.kinds.hashi.model import UNKNOWN, Clues, Solution, make_clues, make_solution
from pipeline.kinds.interface import Undrawn
from pipeline.model import PuzzleFormatError
from pipeline.scene import Point
from pipeline.scene.board_reading import BoardFound, find_boards
from pipeline.scene.drawing import Drawing, DrawnStroke, inside

_STRAIGHT_MM = 0.02
_OFF = 0.1
"""Share of a cell by which a middle may miss the lattice."""
_SMALLEST_MM = 1.0


def undraw(drawing: Drawing, rule: str) -> tuple[Undrawn[Clues, Solution], ...]:
    """Return the boards with islands in a drawing, posed under a rule.

    Examples
    --------
    >>> undraw(Drawing(50, 50, (), (), ()), "connected-2")
    ()
    """
    grids = {board.box for board in find_boards(drawing)}
    found = []
    for stroke in drawing.strokes:
        if stroke.is_closed and _is_frame(stroke) and stroke.box not in grids:
            one = _undraw_one(stroke, drawing, rule)
            if one is not None:
                found.append(one)
    return tuple(sorted(found, key=lambda one: (round(one.box[1]), one.box[0])))


def _is_frame(stroke: DrawnStroke) -> bool:
    corners = set(stroke.points)
    return len(corners) == 4 and len({x for x, _ in corners}) == len({y for _, y in corners}) == 2


def _undraw_one(frame: DrawnStroke, drawing: Drawing, rule: str) -> Undrawn[Clues, Solution] | None:
    middles = [
        ((fill.box[0] + fill.box[2]) / 2, (fill.box[1] + fill.box[3]) / 2)
        for fill in drawing.fills
        if len(fill.points) > 8 and inside((fill.box[0], fill.box[1]), frame.box)
    ]
    board = _lattice(frame, middles)
    if board is None:
        return None
    islands = [0] * (board.rows * board.cols)
    for cell, texts in board.texts(drawing).items():
        said = "".join(text.text.strip() for text in texts)
        if said != "?" and not (said.isascii() and said.isdigit()):
            return None
        islands[cell] = UNKNOWN if said == "?" else int(said)
    if not any(islands):
        return None
    try:
        clues = make_clues(board.rows, board.cols, islands, rule)
    except PuzzleFormatError as error:
        return Undrawn(board.box, None, None, f"no puzzle of this kind: {error}")
    bridges: Counter[tuple[int, int]] = Counter()
    for line in _lines(board, drawing):
        ends = [board.cell_at(point) for point in (line.points[0], line.points[-1])]
        if None in ends or not all(islands[cell] for cell in ends if cell is not None):
            return Undrawn(board.box, clues, None, "a bridge ends beside an island")
        first, last = sorted(cell for cell in ends if cell is not None)
        bridges[first, last] += 1
    if not bridges:
        return Undrawn(board.box, clues)
    solution = make_solution([(a, b, count) for (a, b), count in bridges.items()])
    return Undrawn(board.box, clues, solution)


def _lattice(frame: DrawnStroke, middles: Sequence[Point]) -> BoardFound | None:
    """Return the board whose cells have these middles, its box the outline of the cells."""
    left, top, right, bottom = frame.box
    steps = [*_steps([x for x, _ in middles]), *_steps([y for _, y in middles])]
    if not steps:
        return None
    cell = min(steps)
    cols, rows = round((right - left) / cell), round((bottom - top) / cell)
    if cell < _SMALLEST_MM or not (cols and rows):
        return None
    cell = _refined(cell, [x for x, _ in middles], [y for _, y in middles])
    x0 = (left + right - cols * cell) / 2
    y0 = (top + bottom - rows * cell) / 2
    board = BoardFound(rows, cols, frozenset(), (x0, y0, x0 + cols * cell, y0 + rows * cell), cell)
    return board if all(board.is_centre(middle, _OFF) for middle in middles) else None


def _refined(cell: float, xs: Sequence[float], ys: Sequence[float]) -> float:
    """Return the side of a cell from the farthest middles, where rounding weighs least."""
    span = max((max(v) - min(v) for v in (xs, ys)), default=0.0)
    count = round(span / cell)
    return span / count if count else cell


def _steps(values: Sequence[float]) -> list[float]:
    return [b - a for a, b in pairwise(sorted(values)) if b - a > 0.3]


def _lines(board: BoardFound, drawing: Drawing) -> Iterator[DrawnStroke]:
    for stroke in board.strokes(drawing):
        if stroke.is_closed or len(stroke.points) != 2:
            continue
        (x0, y0), (x1, y1) = stroke.points
        if min(abs(x0 - x1), abs(y0 - y1)) <= _STRAIGHT_MM:
            yield stroke
