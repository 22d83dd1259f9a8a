"""A board of bridges as a scene: islands as circles with their numbers, bridges as parallel lines.

Instead of a grid a small dot marks each cell of water. An ink's index is the number of bridges.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.looks.bridge.spans import between, runs_across, spans_of
from pipeline.kinds.kit.looks.measures import (
    FACE,
    SMALLEST_TYPE_MM,
    THINNEST_MM,
    corner_reach,
    label_size,
)
from pipeline.scene import Disc, Ink, Label, Line, Mark, Point, Rect, Role, Scene
from pipeline.scene.board import BoardStyle, board_size, board_style, cell_centre

ANY_LABEL: Final = "?"  # The label of an island without a number
NARROWEST_GAP_MM: Final = 0.3  # Between two bridges: less runs together in print

_RADIUS_SHARE: Final = 0.45
_TOUCHING_RADIUS_SHARE: Final = 0.38  # Radius in cells where islands touch: a bridge shows between

_RING_SHARE: Final = 0.045
_AIR_MM: Final = 0.05  # Least paper between the corners of a number and its ring
_LABEL_SHARE: Final = {1: 0.62, 2: 0.50}  # Size of the numbers in cells, by digits of the longest

_BRIDGE_SHARE: Final = {1: 0.075, 2: 0.075, 3: 0.07, 4: 0.06}
_PITCH_SHARE: Final = {1: 0.0, 2: 0.24, 3: 0.215, 4: 0.185}
"""Thickness of a bridge, and from the middle of one to the next, in cells, by their number."""
_SPREAD: Final = 0.86  # How much of an island's width its bridges may take

_DOT_SHARE: Final = 0.028
_SMALLEST_DOT_MM: Final = 0.135


def draw(board: Board, solution: Solution | None, cell_mm: float, limit: int) -> Scene:
    """Return the board as a scene, with the bridges of a solution if one is given.

    Up to ``limit`` bridges are side by side under the rule. Bridges that run neither in a row nor
    in a column are left out. In small cells the numbers are too small to print.

    >>> draw(Board(1, 3, (1, 0, 1)), None, 10.0, 2).width_mm
    31.4
    """
    style = board_style(cell_mm)
    width, height = board_size(board.rows, board.cols, style)
    answer = Solution("bridges", ()) if solution is None else solution
    passed = spans_of(board, answer)
    radius = round(max(_DOT_SHARE * cell_mm, _SMALLEST_DOT_MM), 4)
    half = style.margin_mm / 2
    size = (round(width - 2 * half, 4), round(height - 2 * half, 4))
    marks = (
        *(
            Disc(cell_centre(cell, board.cols, style), radius, Ink(Role.GRID))
            for cell, clue in enumerate(board.values)
            if not clue and cell not in passed
        ),
        *_bridges(board, answer, style),
        *_islands(board, style, limit),
        Rect((half, half), *size, None, Ink(Role.GRID), style.grid_mm),
    )
    return Scene(width, height, marks)


def _room_for_bridges(board: Board, most: int) -> float:
    spread = most * THINNEST_MM + (most - 1) * NARROWEST_GAP_MM
    return spread / (2 * _radius_share(board) * _SPREAD)


@lru_cache(maxsize=16)
def _radius_share(board: Board) -> float:
    touches = any(board.values[a] and board.values[b] for a, b in board.grid.edges())
    return _TOUCHING_RADIUS_SHARE if touches else _RADIUS_SHARE


def _label_size(board: Board, cell_mm: float, limit: int) -> float:
    digits = len(str(max(board.values))) if max(board.values) > 0 else 1
    inner = _radius_share(board) * cell_mm - THINNEST_MM - _AIR_MM
    size = label_size(_LABEL_SHARE[digits] * cell_mm, inner / corner_reach(1.0, digits))
    # The book measures type; where bridges would run together, type is too small as well.
    if cell_mm < _room_for_bridges(board, limit):
        size = min(size, 0.99 * SMALLEST_TYPE_MM)
    return round(size, 4)


def _bridges(board: Board, solution: Solution, style: BoardStyle) -> Iterator[Mark]:
    for one, other, number in solution.items:
        if between(board.cols, one, other) is None:
            continue
        ends = [cell_centre(cell, board.cols, style) for cell in (one, other)]
        is_across, count = runs_across(board.cols, one, other), min(number, max(_BRIDGE_SHARE))
        width, pitch = _strokes(board, count, style.cell_mm)
        for k in range(count):
            shift = (k - (count - 1) / 2) * pitch
            start, end = (_aside(point, shift, is_across) for point in ends)
            yield Line(start, end, width, Ink(Role.ANSWER, count - 1))


def _strokes(board: Board, count: int, cell_mm: float) -> tuple[float, float]:
    """Return how thick bridges are that lie side by side, and how far apart their middles."""
    width = max(_BRIDGE_SHARE[count] * cell_mm, THINNEST_MM)
    if count == 1:
        return round(width, 4), 0.0
    spread = 2 * _radius_share(board) * _SPREAD * cell_mm
    pitch = max(_PITCH_SHARE[count] * cell_mm, min(width + NARROWEST_GAP_MM, spread / count))
    width = max(min(width, pitch - NARROWEST_GAP_MM), THINNEST_MM)
    return round(width, 4), round(pitch, 4)


def _aside(point: Point, shift: float, is_across: bool) -> Point:
    x, y = point
    return (x, round(y + shift, 4)) if is_across else (round(x + shift, 4), y)


def _islands(board: Board, style: BoardStyle, most: int) -> list[Disc | Label]:
    radius = _radius_share(board) * style.cell_mm
    ring = round(max(_RING_SHARE * style.cell_mm, THINNEST_MM), 4)
    size = _label_size(board, style.cell_mm, most)
    paper, ink = Ink(Role.PAPER), Ink(Role.CLUE)
    islands = [
        (ANY_LABEL if clue < 0 else str(clue), cell_centre(cell, board.cols, style))
        for cell, clue in board.clues_but(0)
    ]
    inner = round(radius - ring / 2, 4)
    plates = [Disc(centre, inner, paper, ink, ring) for _, centre in islands]
    return [*plates, *(Label(text, centre, size, ink, FACE) for text, centre in islands)]
