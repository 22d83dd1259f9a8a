"""Boards of bridges read from a printed page: a frame, rings with figures in it, and lines.

It does not depend on how boards are drawn: cells follow from the places of rings and dots, and a
line joins the islands at its ends. the check of a kind judges the result.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from pipeline.kinds.interface import BoardReading
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import (
    BoardFound,
    Box,
    Fill,
    PageContent,
    Stroke,
    circle_of,
    find_boards,
    find_frames,
    inside,
)
from pipeline.scene.marks import Point

_OFF_LATTICE: Final = 0.04  # Share of a cell by which a circle may miss the middle of its cell
_LEAST_SHARE: Final = 0.6  # Of a cell in twice the way from frame to middle: the rest is air
_STRAIGHT_MM: Final = 0.02


def read_boards(
    boards: Boards, content: PageContent, rule: str | None
) -> tuple[BoardReading[Board, Solution], ...]:
    """Return the boards with islands in a content, posed under a rule."""
    gridded = {board.box for board in find_boards(content)}
    boxes = [box for frame in find_frames(content) if (box := frame.box) not in gridded]
    boxes.sort(key=lambda box: (round(box[1]), box[0]))
    found = (_read_one(boards, box, content, rule) for box in boxes)
    return tuple(one for one in found if one is not None)


def _read_one(
    boards: Boards, frame: Box, content: PageContent, rule: str | None
) -> BoardReading[Board, Solution] | None:
    rings, dots = _circles(frame, content)
    board = _lattice(frame, [*rings, *dots]) if rings else None
    if board is None:
        return None
    islands = [0] * (board.rows * board.cols)
    ringed = {board.cell_at(ring) for ring in rings}
    for cell, texts in board.texts(content).items():
        said = "".join(text.text.strip() for text in texts)
        is_number = said.isascii() and said.isdigit()
        if cell not in ringed or not (is_number or said == "?"):
            return None  # words in a frame, or a board of another kind
        islands[cell] = int(said) if is_number else -1
    if not any(islands):
        return None
    if sum(island != 0 for island in islands) != len(ringed):
        return BoardReading(frame, None, None, "an island without a figure from 1")
    try:
        clues = boards.make_clues(board.rows, board.cols, islands, rule)
    except PuzzleFormatError as error:
        return BoardReading(frame, None, None, f"no puzzle of this kind: {error}")
    solution, fault = _bridges(clues, board, content)
    return BoardReading(frame, clues, solution, fault)


def _bridges(clues: Board, board: BoardFound, content: PageContent) -> tuple[Solution | None, str]:
    """Return the bridges drawn, None where there are none, or what is wrong with them."""
    islands = {cell for cell, _ in clues.clues_but(0)}
    lines = set()
    for stroke in board.strokes(content):
        is_line = not stroke.is_closed and stroke.ink > 0 and len(stroke.points) > 1
        if is_line and board.shows_whole(stroke, content, islands):
            ends = (stroke.points[0], stroke.points[-1])
            lines.add(frozenset((round(x, 2), round(y, 2)) for x, y in ends))
    pairs = [sorted(islands.intersection(map(board.cell_at, line))) for line in lines]
    if any(len(pair) != 2 for pair in pairs):
        return None, "a line that does not lead from island to island"
    counts = Counter(map(tuple, pairs))
    items = tuple(sorted((*pair, count) for pair, count in counts.items()))
    return (Solution("bridges", items) if counts else None), ""


def _circles(frame: Box, content: PageContent) -> tuple[list[Point], list[Point]]:
    strokes = content.strokes
    rings = (one for one in strokes if one.is_closed and one.ink and content.shows_outline(one))
    return _middles(rings, frame), _middles(
        (one for one in content.fills if content.shows_fill(one)), frame
    )


def _middles(outlines: Iterable[Stroke | Fill], frame: Box) -> list[Point]:
    middles = []
    for outline in outlines:
        left, top, right, bottom = outline.box
        if inside((left, top), frame) and inside((right, bottom), frame):
            circle = circle_of(outline.points)
            middles += [] if circle is None else [circle[0]]
    return middles


def _lattice(frame: Box, middles: Sequence[Point]) -> BoardFound | None:
    """Return the cells whose middles these are, the largest that fit; None if none do.

    No bridge can pass a corner cell, so that each holds an island or a dot. How much air lies
    between the outer cells and the frame is not known, only that it is less than a cell.
    """
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    left, top = min(xs), min(ys)
    spans = (max(xs) - left, max(ys) - top)
    widest = 2 * min(left - frame[0], top - frame[1])
    if widest <= _STRAIGHT_MM:
        return None
    longest = max(spans)
    if longest <= _STRAIGHT_MM:
        side = widest
    else:
        fewest = math.ceil(longest / (widest + _STRAIGHT_MM))
        most = math.floor(longest / (_LEAST_SHARE * widest))
        sides = (longest / steps for steps in range(fewest, most + 1))
        side = next((side for side in sides if _fits(xs, side) and _fits(ys, side)), 0.0)
    if not side:
        return None
    cols, rows = (round(span / side) + 1 for span in spans)
    box = (left - side / 2, top - side / 2, left + (cols - 0.5) * side, top + (rows - 0.5) * side)
    found = BoardFound(rows, cols, frozenset(), box, side)
    ahead = (frame[2] - box[2], frame[3] - box[3])
    return found if max(ahead) < side / 2 else None


def _fits(values: Sequence[float], side: float) -> bool:
    start = min(values)
    for value in values:
        off = (value - start) / side % 1
        if min(off, 1 - off) > max(_OFF_LATTICE, _STRAIGHT_MM / side):
            return False
    return True
