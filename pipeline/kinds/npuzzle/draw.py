"""A sliding puzzle as scenes: start and goal, the way between them, tiles to cut out.

A tile is a square with its number, a little smaller than its cell; the free cell shows the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pipeline.kinds.kit.looks.measures import FACE, SMALLEST_TYPE_MM, THINNEST_MM
from pipeline.kinds.npuzzle.model import BLANK, Clues, Solution
from pipeline.kinds.npuzzle.texts import boards_on_the_way
from pipeline.scene import Face, Ink, Label, Line, Mark, Polyline, Role, Scene
from pipeline.scene.board import BoardStyle, board_marks, board_size, board_style, cell_centre

TEXT_FACE: Final = Face.TEXT

_GAP_SHARE: Final = 0.05  # Paper round a tile, in cells
_CORNER_SHARE: Final = 0.12
_LABEL_SHARE: Final = {1: 0.58, 2: 0.48}  # Size of the numbers in cells, by digits of the longest
_ARROW_SHARE: Final = 0.9  # Room between start and goal, in cells
_GOAL_SHARE: Final = 0.62  # Size of the goal beside the start


def draw(clues: Clues, solution: Solution | None, cell_mm: float) -> Scene:
    """Return start and goal side by side as a scene; the answer is text, not drawn.

    ``cell_mm`` is the side of a cell of the start; those of the goal are smaller.

    >>> scene = draw(Clues(2, 2, (1, 0, 3, 2), (1, 2, 3, 0)), None, 10.0)
    >>> [mark.text for mark in scene.marks if isinstance(mark, Label)]
    ['1', '3', '2', '1', '2', '3']
    """
    start = draw_board(clues.rows, clues.cols, clues.start, cell_mm)
    goal = draw_board(clues.rows, clues.cols, clues.goal, _goal_cell(clues, cell_mm))
    room = _ARROW_SHARE * cell_mm
    middle = start.height_mm / 2
    arrow = _arrow(start.width_mm + 0.2 * room, start.width_mm + 0.8 * room, middle)
    goal_left = round(start.width_mm + room, 4)
    width = round(goal_left + goal.width_mm, 4)
    marks = start.marks + arrow
    marks += goal.moved(goal_left, round((start.height_mm - goal.height_mm) / 2, 4)).marks
    return Scene(width, start.height_mm, marks)


def draw_board(rows: int, cols: int, board: Sequence[int], cell_mm: float) -> Scene:
    """Return one board as a scene: its tiles in a heavy frame."""
    style = board_style(cell_mm)
    width, height = board_size(rows, cols, style)
    size = _label_size(rows * cols, cell_mm)
    marks: list[Mark] = []
    for cell, tile in enumerate(board):
        if tile != BLANK:
            marks.extend(_tile(tile, cell, cols, style, size))
    return Scene(width, height, (*marks, *board_marks(rows, cols, frozenset(), style).frame))


def frames(clues: Clues, solution: Solution, cell_mm: float) -> Iterator[Scene]:
    """Yield a scene for each board from start to goal; each says its step."""
    last = len(solution.moves)
    for step, board in enumerate(boards_on_the_way(clues, solution)):
        scene = draw_board(clues.rows, clues.cols, board, cell_mm)
        size = round(max(0.3 * cell_mm, SMALLEST_TYPE_MM), 4)
        place = (round(scene.width_mm / 2, 4), round(scene.height_mm + 0.8 * size, 4))
        label = Label(f"{step} / {last}", place, size, Ink(Role.QUIET), TEXT_FACE)
        height = round(scene.height_mm + 1.6 * size, 4)
        yield Scene(scene.width_mm, height, (*scene.marks, label))


def draw_pieces(clues: Clues, cell_mm: float) -> Scene:
    """Return all tiles of a puzzle's size side by side, with the lines to cut along."""
    rows, cols = clues.rows, clues.cols
    style = board_style(cell_mm)
    width, height = board_size(rows, cols, style)
    size = _label_size(rows * cols, cell_mm)
    ink = Ink(Role.GRID)
    dash = (1.5, 1.0)
    marks: list[Mark] = []
    for tile in range(1, rows * cols):
        place = cell_centre(tile - 1, cols, style)
        marks.append(Label(str(tile), place, size, Ink(Role.CLUE), FACE))
    for row in range(rows + 1):
        y = round(style.margin_mm + row * cell_mm, 4)
        marks.append(Line((0.0, y), (width, y), style.grid_mm, ink, dash_mm=dash))
    for col in range(cols + 1):
        x = round(style.margin_mm + col * cell_mm, 4)
        marks.append(Line((x, 0.0), (x, height), style.grid_mm, ink, dash_mm=dash))
    return Scene(width, height, tuple(marks))


def minimum_cell_mm(clues: Clues) -> float:
    """Return the smallest cell, in millimetres, in which the numbers of `draw` can be printed."""
    share = _LABEL_SHARE[len(str(len(clues.start) - 1))]
    return SMALLEST_TYPE_MM / share


def _goal_cell(clues: Clues, cell_mm: float) -> float:
    legible = min(minimum_cell_mm(clues), cell_mm)
    return round(max(_GOAL_SHARE * cell_mm, legible), 4)


def _label_size(cells: int, cell_mm: float) -> float:
    return round(_LABEL_SHARE[len(str(cells - 1))] * cell_mm, 4)


def _tile(tile: int, cell: int, cols: int, style: BoardStyle, size: float) -> tuple[Mark, Mark]:
    x, y = cell_centre(cell, cols, style)
    half = (0.5 - _GAP_SHARE) * style.cell_mm
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    points = tuple((round(x + dx, 4), round(y + dy, 4)) for dx, dy in corners)
    edge, corner = Ink(Role.GRID), round(_CORNER_SHARE * style.cell_mm, 4)
    outline = Polyline(points, style.grid_mm, edge, is_closed=True, corner_mm=corner)
    return outline, Label(str(tile), (x, y), size, Ink(Role.CLUE), FACE)


def _arrow(left: float, right: float, y: float) -> tuple[Mark, ...]:
    left, right, y = round(left, 4), round(right, 4), round(y, 4)
    head = round(0.3 * (right - left), 4)
    ink = Ink(Role.QUIET)
    width = round(max(0.08 * (right - left), THINNEST_MM), 4)
    tip = ((round(right - head, 4), round(y - head, 4)), (right, y))
    return (
        Line((left, y), (right, y), width, ink),
        Polyline((*tip, (round(right - head, 4), round(y + head, 4))), width, ink),
    )
