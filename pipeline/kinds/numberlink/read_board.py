"""Numberlink boards read back from a printed page: frame, grid, figures, and lines if any.

It does not depend on how boards are drawn: a figure belongs to the cell under its middle, and a
line to the cells that its pen crosses, or fills. `rules.check` checks the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from itertools import pairwise

from pipeline.kinds.interface import BoardReading
from pipeline.kinds.kit.looks.symbol_reading import read_pictures
from pipeline.kinds.numberlink.model import RULES, Clues, Path, Solution, make_clues, make_solution
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import (
    BoardFound,
    PageContent,
    circle_of,
    find_boards,
)
from pipeline.scene.marks import Role
from pipeline.scene.symbols import number_of


def read_board(content: PageContent, rule: str | None) -> tuple[BoardReading[Clues, Solution], ...]:
    """Return the boards with figures in a content, posed under a rule."""
    found = (_read_one(board, content, rule or RULES[0]) for board in find_boards(content))
    return tuple(one for one in found if one is not None)


def _read_one(
    board: BoardFound, content: PageContent, rule: str
) -> BoardReading[Clues, Solution] | None:
    said = {
        cell: "".join(text.text.strip() for text in texts)
        for cell, texts in board.texts(content).items()
    }
    named = {cell: _number(text) for cell, text in said.items()} or _pictured(board, content)
    is_one_sort = len({text.isdigit() for text in said.values()}) < 2
    if not named or not is_one_sort or not all(named.values()):
        return None  # words in a frame, or a board of another kind
    numbers = [named.get(cell, 0) for cell in range(board.rows * board.cols)]
    try:
        clues = make_clues(board.rows, board.cols, rule, numbers, board.blocked)
    except PuzzleFormatError as error:
        return BoardReading(board.box, None, None, f"no puzzle of this kind: {error}")
    paths = _paths(board, content, named) or _filled_paths(board, content, named)
    if not paths:
        return BoardReading(board.box, clues)
    ordered, fault = _ordered(clues, paths)
    rings = _ringed(board, content)
    bare = {end for path in ordered for end in (path[0], path[-1])} - rings
    if rings and bare and not fault:
        row, col = divmod(min(bare), board.cols)
        fault = f"no ring round the end in row {row + 1}, column {col + 1}"
    if fault:
        return BoardReading(board.box, clues, None, fault)
    return BoardReading(board.box, clues, make_solution(ordered))


def _ringed(board: BoardFound, content: PageContent) -> set[int]:
    circles = (
        circle_of(one.points)
        for one in board.strokes(content)
        if one.is_closed and one.ink and content.shows_outline(one)
    )
    cells = (board.cell_at(one[0]) for one in circles if one and board.is_centre(one[0]))
    return {cell for cell in cells if cell is not None}


def _number(said: str) -> int:
    return int(said) if said.isascii() and said.isdigit() else number_of(said[:3])


def _pictured(board: BoardFound, content: PageContent) -> dict[int, int]:
    """Return the numbers of cells with pictures, {} unless all are in pairs."""
    named = {cell: int(text) for cell, text in read_pictures(board, content)[Role.CLUE].items()}
    return named if set(Counter(named.values()).values()) == {2} else {}


def _paths(board: BoardFound, content: PageContent, named: Container[int]) -> list[Path]:
    """Return the lines of a board as cells; a line drawn with several pens counts once."""
    paths: dict[Path, None] = {}
    for stroke in board.strokes(content):
        if stroke.is_closed or not all(
            board.is_centre(end) for end in (stroke.points[0], stroke.points[-1])
        ):
            continue
        cells = board.cells_under(stroke.points)
        path = tuple(-1 if cell is None else cell for cell in cells)
        if len(path) > 1 and board.shows_whole(stroke, content, named):
            paths[min(path, path[::-1])] = None
    return list(paths)


def _filled_paths(board: BoardFound, content: PageContent, named: Container[int]) -> list[Path]:
    """Return the lines of a board that fill their cells, from areas of whole cells in a row."""
    near: dict[int, dict[int, None]] = {}
    for cells in board.areas(content, named):
        for one, other in pairwise(cells):
            near.setdefault(one, {})[other] = None
            near.setdefault(other, {})[one] = None
    paths: list[Path] = []
    seen: set[int] = set()
    for end in sorted(cell for cell in near if len(near[cell]) == 1):
        path: list[int] = []
        cell: int | None = None if end in seen else end
        while cell is not None:
            path.append(cell)
            seen.add(cell)
            cell = next((other for other in near[cell] if other not in seen), None)
        if path:
            paths.append(tuple(path))
    return [*paths, *((cell,) for cell in sorted(near.keys() - seen))]  # of rings: no end at all


def _ordered(clues: Clues, paths: Sequence[Path]) -> tuple[list[Path], str]:
    """Return the line of each pair in order of number, or a message that the lines are wrong."""
    of_number: dict[int, Path] = {}
    for path in paths:
        first, last = (clues.numbers[cell] if cell >= 0 else 0 for cell in (path[0], path[-1]))
        if -1 in path or not first or first != last:
            return [], f"a line joins {first or 'no number'} and {last or 'no number'}"
        if first in of_number:
            return [], f"two lines join the numbers {first}"
        of_number[first] = path
    missing = [number for number in range(1, clues.pairs + 1) if number not in of_number]
    if missing:
        return [], f"no line joins the numbers {missing[0]}"
    return [of_number[number] for number in range(1, clues.pairs + 1)], ""
