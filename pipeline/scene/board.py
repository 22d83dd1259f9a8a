"""Marks of a board of square cells: thin grid, heavy frame, cells outside the outline.

Every kind on a grid uses these; numbers and lines are drawn by the kind.
"""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from pipeline.scene.marks import Cap, Ink, Line, Mark, Point, Polyline, Rect, Role

_CLOCKWISE: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))  # East to north, as (row, col)


Corners: TypeAlias = list[list[tuple[int, int]]]
Runs: TypeAlias = list[tuple[tuple[int, int], tuple[int, int]]]


class BoardStyle(NamedTuple):
    """Measures of a board in millimetres: cell, thin lines, heavy frame, margin."""

    cell_mm: float
    grid_mm: float
    frame_mm: float
    margin_mm: float


def board_style(cell_mm: float) -> BoardStyle:
    """Return line weights in proportion to the cell, at least the 0.75 pt that printers reproduce.

    >>> board_style(10.0).frame_mm
    0.7
    """
    grid = _clamp(0.02 * cell_mm, 0.265, 0.36)
    frame = _clamp(0.07 * cell_mm, 0.5, 1.2)
    return BoardStyle(cell_mm, grid, frame, frame)


class BoardMarks(NamedTuple):
    """Marks of an empty board: ``grid`` is painted first, ``frame`` after the puzzle."""

    grid: tuple[Mark, ...]
    frame: tuple[Mark, ...]


def board_marks(rows: int, cols: int, blocked: Set[int], style: BoardStyle) -> BoardMarks:
    """Return grid and frame of a board whose top left corner lies one margin from the scene's.

    Blocked cells that reach the edge lie outside the frame and stay paper; enclosed ones are
    filled. A frame runs along both. Cells are ``row * cols + col``; the style is from
    `board_style`.

    >>> board = board_marks(2, 1, frozenset(), board_style(10.0))
    >>> [type(mark).__name__ for mark in board.grid + board.frame]
    ['Line', 'Polyline']
    """
    loops, runs, holes = _shape(rows, cols, frozenset(blocked))
    fills = [_fill(box, style) for box in holes]
    lines = [
        Line(_place(start, style), _place(end, style), style.grid_mm, Ink(Role.GRID))
        for start, end in runs
    ]
    borders = (tuple(_place(corner, style) for corner in loop) for loop in loops)
    ink = Ink(Role.FRAME)
    frame = (Polyline(at, style.frame_mm, ink, Cap.BUTT, is_closed=True) for at in borders)
    return BoardMarks((*fills, *lines), tuple(frame))


@lru_cache(maxsize=256)
def _shape(rows: int, cols: int, blocked: frozenset[int]) -> tuple[Corners, Runs, Runs]:
    """Return outlines, grid lines and areas of holes, in corners; boards share shapes."""
    is_open = [[r * cols + c not in blocked for c in range(cols)] for r in range(rows)]
    return _outlines(is_open), _grid_runs(is_open), _hole_boxes(is_open)


def cell_centre(cell: int, cols: int, style: BoardStyle) -> Point:
    """Return the middle of a cell in the scene of `board_marks`."""
    return _place((cell // cols + 0.5, cell % cols + 0.5), style)


def board_size(rows: int, cols: int, style: BoardStyle) -> tuple[float, float]:
    """Return width and height of the scene of `board_marks` in millimetres."""
    air = 2 * style.margin_mm
    return (round(cols * style.cell_mm + air, 4), round(rows * style.cell_mm + air, 4))


def _clamp(value: float, low: float, high: float) -> float:
    return round(min(max(value, low), high), 4)


def _place(corner: tuple[float, float], style: BoardStyle) -> Point:
    row, col = corner
    x, y = style.margin_mm + col * style.cell_mm, style.margin_mm + row * style.cell_mm
    return (round(x, 4), round(y, 4))


def _grid_runs(is_open: list[list[bool]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the longest straight runs of inner cell borders as pairs of (row, col) corners."""
    rows, cols = len(is_open), len(is_open[0])
    runs: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for r in range(1, rows):
        inner = [is_open[r - 1][c] and is_open[r][c] for c in range(cols)]
        runs.extend(((r, a), (r, b)) for a, b in _runs(inner))
    for c in range(1, cols):
        inner = [is_open[r][c - 1] and is_open[r][c] for r in range(rows)]
        runs.extend(((a, c), (b, c)) for a, b in _runs(inner))
    return runs


def _runs(flags: list[bool]) -> list[tuple[int, int]]:
    edges = [i for i, (a, b) in enumerate(pairwise([False, *flags, False])) if a != b]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _outlines(is_open: list[list[bool]]) -> list[list[tuple[int, int]]]:
    """Return the corners of each closed border, the open cells on the right of its direction.

    Outer borders run clockwise, borders of holes the other way round. Where two open cells meet
    only at a corner the border turns left, so that every hole has a border of its own.
    """
    ahead: dict[tuple[tuple[int, int], int], None] = {}
    for r, row in enumerate(is_open):
        for c, here in enumerate(row):
            if not here:
                continue
            # The sides of an open cell that border on no open cell, clockwise.
            for side, (corner, (dr, dc)) in enumerate(
                zip(((r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)), _OUTSIDE, strict=True)
            ):
                if not _is_open(is_open, r + dr, c + dc):
                    ahead[corner, side] = None
    loops: list[list[tuple[int, int]]] = []
    while ahead:
        (corner, side), start = next(iter(ahead)), next(iter(ahead))
        loop: list[tuple[int, int]] = []
        while True:
            del ahead[corner, side]
            step = _CLOCKWISE[side]
            corner = (corner[0] + step[0], corner[1] + step[1])
            turned = next(
                turn
                for turn in ((side - 1) % 4, side, (side + 1) % 4)
                if (corner, turn) in ahead or (corner, turn) == start
            )
            if turned != side:
                loop.append(corner)
            side = turned
            if (corner, side) == start:
                break
        loops.append(loop)
    return loops


_OUTSIDE: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))  # Beyond top, right, bottom, left


def _is_open(is_open: list[list[bool]], r: int, c: int) -> bool:
    return 0 <= r < len(is_open) and 0 <= c < len(is_open[0]) and is_open[r][c]


def _hole_boxes(is_open: list[list[bool]]) -> Runs:
    """Return the corners of rectangles that cover enclosed cells: runs of rows and columns.

    Rectangles of one direction cover the seams of the other, which would show as hairlines. No
    island in a hole is painted over, so no line is hidden.
    """
    rows, cols = len(is_open), len(is_open[0])
    outside: set[tuple[int, int]] = set()
    ahead = [(r, c) for r in range(-1, rows + 1) for c in (-1, cols)]
    ahead += [(r, c) for c in range(cols) for r in (-1, rows)]
    while ahead:
        r, c = ahead.pop()
        if (r, c) not in outside and not _is_open(is_open, r, c):
            outside.add((r, c))
            near = ((r + dr, c + dc) for dr, dc in _CLOCKWISE)
            ahead += [(a, b) for a, b in near if 0 <= a < rows and 0 <= b < cols]
    hole = [[not (is_open[r][c] or (r, c) in outside) for c in range(cols)] for r in range(rows)]
    boxes = [((r, a), (r + 1, b)) for r in range(rows) for a, b in _runs(hole[r])]
    if len(boxes) > 1:
        across = [[row[c] for row in hole] for c in range(cols)]
        boxes += [((a, c), (b, c + 1)) for c in range(cols) for a, b in _runs(across[c])]
    return boxes


def _fill(box: tuple[tuple[int, int], tuple[int, int]], style: BoardStyle) -> Rect:
    (left, top), (right, bottom) = (_place(corner, style) for corner in box)
    size = (round(right - left, 4), round(bottom - top, 4))
    return Rect((left, top), *size, Ink(Role.BLOCKED))
