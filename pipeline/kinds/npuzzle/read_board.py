"""Sliding puzzles read back from a printed page: frames with numbered tiles, and answers as text.

It does not depend on how boards are drawn: a frame has one cell more than numbers, and a number
belongs to the cell under its middle. `rules.check` judges the result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pipeline.kinds.interface import BoardReading
from pipeline.kinds.npuzzle.model import (
    BLANK,
    LARGEST_SIDE,
    SMALLEST_SIDE,
    Clues,
    Solution,
    make_clues,
)
from pipeline.kinds.npuzzle.texts import ARROWS, answer_text
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import (
    BoardFound,
    Box,
    PageContent,
    Stroke,
    TextRun,
    find_boards,
    find_frames,
    inside,
    middle_of,
)

Reading = BoardReading[Clues, Solution]

_SQUARE: Final = 0.03  # Share of a cell by which the sides of the frame may miss whole cells
_TILE: Final = (0.84, 0.99)  # Least and most share of a cell in the side of a tile
_FULL: Final = 0.9  # Share of its box that a tile fills at least, which no circle does
_FIRST_LINE: Final = re.compile(r"([0-9]+): *((?:[↓↑→←] ?)*)")
_NEXT_LINE: Final = re.compile(r"[↓↑→←]{1,5}(?: [↓↑→←]{1,5})*")
_LEADING_EM: Final = 1.9
_LETTERS: Final = {arrow: chr(letter) for letter, arrow in ARROWS.items()}


def read_board(content: PageContent, rule: str | None) -> tuple[Reading, ...]:
    """Return the puzzles of a content, and its answers, which have no board.

    >>> from pipeline.scene.board_reading import PageContent, TextRun
    >>> said = (TextRun("2: ↓→", (20, 5), 4, False, 12.0),)
    >>> read_board(PageContent(50, 50, (), (), said), None)[0].solution
    Solution(moves='UL', is_proved=False)
    """
    gridded = {board.box for board in find_boards(content)}
    frames = [frame.box for frame in find_frames(content) if frame.box not in gridded]
    boards = [found for box in frames if (found := _read_one(box, content)) is not None]
    boards.sort(key=lambda one: (round(sum(one[0].box[1::2]) / 2), one[0].box[0]))
    puzzles = []
    while boards:
        start, *boards = boards
        goal = boards.pop(0) if boards and _are_beside(start[0].box, boards[0][0].box) else None
        puzzles.append(_pose(start, goal, content))
    return (*puzzles, *_answers(content))


def _are_beside(one: Box, other: Box) -> bool:
    middle = (other[1] + other[3]) / 2
    return one[2] <= other[0] < one[2] + (one[2] - one[0]) and one[1] < middle < one[3]


def _read_one(frame: Box, content: PageContent) -> tuple[BoardFound, list[int]] | None:
    """Return the cells of a frame with tiles, and the number of each; None if it has no tiles."""
    tiles = [stroke for stroke in content.strokes if _is_tile(stroke, frame)]
    if not tiles:
        return None
    width, height = frame[2] - frame[0], frame[3] - frame[1]
    widest = max(tile.box[2] - tile.box[0] for tile in tiles)
    for cols in range(SMALLEST_SIDE, LARGEST_SIDE + 1):
        side = width / cols
        rows = round(height / side)
        is_whole = abs(height - rows * side) <= _SQUARE * side
        if is_whole and _TILE[0] * side <= widest <= _TILE[1] * side:
            board = BoardFound(rows, cols, frozenset(), frame, side)
            numbers = [BLANK] * (rows * cols)
            for cell, texts in board.texts(content).items():
                said = "".join(text.text.strip() for text in texts)
                if not (said.isascii() and said.isdigit()):
                    return None
                numbers[cell] = int(said)
            outlined = {board.cell_at(middle_of(tile.box)) for tile in tiles}
            if outlined != {cell for cell, number in enumerate(numbers) if number != BLANK}:
                numbers = []
            return (board, numbers) if any(numbers) or not numbers else None
    return None


def _is_tile(stroke: Stroke, frame: Box) -> bool:
    left, top, right, bottom = stroke.box
    wide, high = right - left, bottom - top
    if not stroke.is_closed or stroke.box == frame or min(wide, high) <= 0:
        return False
    if not (inside((left, top), frame) and inside((right, bottom), frame)):
        return False
    points = stroke.points
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    area = abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2
    return area >= _FULL * wide * high and abs(wide - high) <= _SQUARE * wide


def _pose(
    start: tuple[BoardFound, list[int]],
    goal: tuple[BoardFound, list[int]] | None,
    content: PageContent,
) -> Reading:
    board, numbers = start
    if goal is None:
        return BoardReading(board.box, None, None, "a start without its goal")
    box = (board.box[0], board.box[1], goal[0].box[2], board.box[3])
    if (goal[0].rows, goal[0].cols) != (board.rows, board.cols):
        return BoardReading(box, None, None, "start and goal differ in size")
    if not (numbers and goal[1]):
        return BoardReading(box, None, None, "a tile without its outline or its number")
    if not _has_arrow(content, (board.box[2], board.box[1], goal[0].box[0], board.box[3])):
        return BoardReading(box, None, None, "no arrow from start to goal")
    try:
        return BoardReading(box, make_clues(board.rows, board.cols, numbers, goal[1]))
    except PuzzleFormatError as error:
        return BoardReading(box, None, None, f"no puzzle of this kind: {error}")


def _has_arrow(content: PageContent, between: Box) -> bool:
    drawn = [
        stroke
        for stroke in content.strokes
        if stroke.ink and inside(stroke.box[:2], between) and inside(stroke.box[2:], between)
    ]
    return len(drawn) >= 2


def _answers(content: PageContent) -> Iterator[Reading]:
    texts = list(content.texts)
    for first in texts:
        match = _FIRST_LINE.fullmatch(first.text.strip())
        if match is None:
            continue
        lines = [match[2], *(line.text for line in _below(first, texts))]
        solution = Solution("".join("".join(lines).split()).translate(_LETTERS))
        half = first.width_mm / 2
        x, y = first.centre
        box = (x - half, y - first.size_mm / 2, x + half, y + first.size_mm / 2)
        said = f"{match[1]}: {' '.join(' '.join(lines).split())}"
        right = answer_text(_ANY, solution)
        fault = "" if said == right else f"an answer that says {said!r}, expected {right!r}"
        yield BoardReading(box, None, solution, fault)


def _below(first: TextRun, texts: list[TextRun]) -> Iterator[TextRun]:
    left, y = first.centre[0] - first.width_mm / 2, first.centre[1]
    for text in sorted(texts, key=lambda text: text.centre[1]):
        is_near = 0 < text.centre[1] - y <= _LEADING_EM * first.size_mm
        is_under = abs(text.centre[0] - text.width_mm / 2 - left) <= first.size_mm
        if is_near and is_under and _NEXT_LINE.fullmatch(text.text.strip()):
            y = text.centre[1]
            yield text


_ANY: Final = Clues(2, 2, (1, 0, 3, 2), (1, 2, 3, 0))  # Answers say nothing of their board
