"""Read clues besides numbers in cells from a page, without the measures of `extra_marks`.

A cage is an outline of dashed lines inside the borders of its cells, its total the small number in
an upper left corner. Numbers outside are in line with a row or column, from the board outwards. A
sign is on the border between two cells: a text, a chevron or a heavy line. An arrow is a filled
outline of seven corners, of which more are near its tip.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from pipeline.kinds.kit.board.clues import (
    ARROW,
    BETWEEN,
    BOTTOM,
    CAGE,
    LEFT,
    RIGHT,
    RUN,
    TOP,
    WALL,
    Clue,
    Extra,
    runs_of,
    sum_place,
)
from pipeline.kinds.kit.board.grid import Grid, Pair
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import BoardFound, Box, PageContent, TextRun, middle_of
from pipeline.scene.marks import Point

_MIDDLE: Final = 0.2  # Greatest distance of a mark from the middle of a row or a border, in cells
_OFF: Final = 0.1  # Least distance of the sum of a run from the middle, in cells
_UPPER: Final = 0.36  # Part of a cell in which small numbers are totals
_INSIDE: Final = (0.02, 0.3)
"""Least and greatest distance of an outline from the borders of its cells, in cells."""
_ALONG: Final = (0.1, 0.9)  # Where an outline must run along a cell
_BESIDE_TOTAL: Final = (0.84, 0.4)
"""Where an outline must begin to be seen beside a total, above and to the left of it."""
_NEXT: Final = 1.0
_SAME_SIZE: Final = 0.1
"""Greatest distance between numbers of a list in cells; share by which their sizes may differ."""
_WRITTEN: Final = {"×": "x", "÷": "/", "−": "-"}
ARROW_CORNERS: Final = 7
"""Corners of an arrow."""
_STEPS: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""The neighbours above, left, right and below, as (down, right)."""

Wall = tuple[int, tuple[int, int]]  # A cell and the step to the side of an outline


class Texts:
    """The texts of a board: those in cells, totals of cages by cell, signs by pair of cells.

    Sums of runs are by the cell that has them, and whether it is the upper one; numbers with an
    arrow by cell, as well as the sides that the arrows point to.
    """

    def __init__(self, board: BoardFound, content: PageContent, extra: Extra) -> None:
        self.inner: dict[int, list[TextRun]] = {}
        self.totals: dict[int, str] = {}
        self.signs: dict[Pair, str] = {}
        self.sums: dict[tuple[int, bool], str] = {}
        self.sides = dict(_arrows(board, content)) if extra.has_arrows else {}
        self.numbers: dict[int, str] = {}
        for text in content.texts:
            if (cell := board.cell_at(text.centre)) is None:
                continue
            if cell in self.sides:
                self.numbers[cell] = self.numbers.get(cell, "") + text.text.strip()
                continue
            pair = pair_at(board, text.centre) if extra.signs else None
            off = board.in_cells(text.centre)[1] % 1 - 0.5
            if extra.has_runs and abs(off) > _OFF:
                self.sums[cell, off < 0] = self.sums.get((cell, off < 0), "") + text.text.strip()
                continue
            if pair is not None:
                self.signs[pair] = self.signs.get(pair, "") + text.text.strip()
            elif extra.has_cages and board.in_cells(text.centre)[1] % 1 < _UPPER:
                self.totals[cell] = self.totals.get(cell, "") + text.text.strip()
            else:
                self.inner.setdefault(cell, []).append(text)


def read_extra(
    extra: Extra,
    board: BoardFound,
    content: PageContent,
    texts: Texts,
    walls: Sequence[Pair],
    is_walled: bool = False,
    blocked: Container[int] = (),
) -> tuple[Clue, ...]:
    """Return the clues; ``walls`` are pairs of cells with a heavy line between them.

    With ``is_walled`` these part the cages; ``blocked`` cells part runs. `PuzzleFormatError` if an
    outline is not complete, or a total or a sign is not one.
    """
    found: list[Clue] = []
    if extra.has_runs:
        found += _runs(board, blocked, texts.sums)
    if extra.has_cages:
        grid = Grid(board.rows, board.cols)
        outlined = _outlined(board, content, texts.totals)
        parts = grid.parts(grid.cells, set(walls)) if is_walled else outlined
        found += _cages(board, parts, texts.totals)
    if extra.sides:
        found += (clue for clue, _ in _numbers(extra, board, content))
    for cell, side in texts.sides.items():
        number = texts.numbers.get(cell, "")
        if not number.isdecimal():
            raise PuzzleFormatError(f"an arrow has the number {number!r}{where(board, cell)}")
        found.append(Clue(ARROW, (cell,), (int(number),), side))
    if extra.signs:
        found += _signs(extra, board, content, texts.signs)
    if WALL in extra.signs:
        found += (Clue(BETWEEN, pair, (), WALL) for pair in walls)
    return tuple(sorted(found))


def _runs(
    board: BoardFound, blocked: Container[int], sums: Mapping[tuple[int, bool], str]
) -> Iterator[Clue]:
    left = dict(sums)
    for run in runs_of(Grid(board.rows, board.cols), blocked):
        text = left.pop(sum_place(Clue(RUN, run)), None) if len(run) > 1 else None
        if text is not None and text.isdecimal():
            yield Clue(RUN, run, (int(text),))
    for cell, _ in left:
        raise PuzzleFormatError(f"a sum has no run{where(board, cell)}")


def _arrows(board: BoardFound, content: PageContent) -> Iterator[tuple[int, str]]:
    """Yield the cell and the side of each arrow."""
    for fill in content.fills:
        corners, middle = {*fill.points}, middle_of(fill.box)
        cell = board.cell_at(middle)
        if cell is None or len(corners) != ARROW_CORNERS or not fill.ink:
            continue
        x, y = (sum(one[k] for one in corners) / ARROW_CORNERS - middle[k] for k in (0, 1))
        across, down = RIGHT if x > 0 else LEFT, BOTTOM if y > 0 else TOP
        if content.shows_fill(fill):
            yield cell, across if abs(x) > abs(y) else down


def pair_at(board: BoardFound, point: Point) -> Pair | None:
    """Return the two cells beside the middle of a border that a point is on, else None."""
    x, y = board.in_cells(point)
    for across, down, step in ((x, y, 1), (y, x, board.cols)):
        line, is_middle = round(across), abs(down % 1 - 0.5) <= _MIDDLE
        if is_middle and abs(across - line) <= _MIDDLE:
            last, length = (board.cols, board.rows) if step == 1 else (board.rows, board.cols)
            if not (0 < line < last and 0 <= down < length):
                return None
            row, col = (int(down), line) if step == 1 else (line, int(down))
            return row * board.cols + col - step, row * board.cols + col
    return None


def _cages(
    board: BoardFound, parts: Iterable[Sequence[int]], totals: Mapping[int, str]
) -> Iterator[Clue]:
    left = dict(totals)
    for part in parts:
        words = [left.pop(cell) for cell in part if cell in left]
        number = re.fullmatch(r"(\d+)(\D?)", words[0]) if len(words) == 1 else None
        if words and not number:
            raise PuzzleFormatError(
                f"a cage has the total {' '.join(words)}{where(board, part[0])}"
            )
        sign = _WRITTEN.get(number[2], number[2]) if number else ""
        yield Clue(CAGE, tuple(part), (int(number[1]),) if number else (), sign)
    for cell in left:
        raise PuzzleFormatError(f"a total has no cage{where(board, cell)}")


def _outlined(
    board: BoardFound, content: PageContent, totals: Container[int]
) -> Iterator[Sequence[int]]:
    """Yield the cells inside of each dashed outline."""
    grid = Grid(board.rows, board.cols)
    walls = set(_walls(board, content, totals))
    beside = {wall: grid.look(wall[0], *wall[1]) for wall in walls}
    parted = {(min(a, b), max(a, b)) for (a, _), b in beside.items() if b is not None}
    for part in grid.parts(grid.cells, parted):
        outer = {(c, s) for c in part for s in _STEPS if grid.look(c, *s) not in part}
        own = {(c, s) for c in part for s in _STEPS if (c, s) in walls}
        if own and own != outer:
            cell = min(own ^ outer)[0]
            raise PuzzleFormatError(f"the outline of a cage is not complete{where(board, cell)}")
        if own:
            yield part


def _walls(board: BoardFound, content: PageContent, totals: Container[int]) -> Iterator[Wall]:
    """Yield the sides of cells along which a dashed line runs inside."""
    for stroke in board.strokes(content):
        if not (stroke.is_dashed and stroke.ink):
            continue
        closing = stroke.points[:1] if stroke.is_closed else ()
        for start, end in pairwise((*stroke.points, *closing)):
            (x0, y0), (x1, y1) = sorted(map(board.in_cells, (start, end)))
            is_across = x1 - x0 > abs(y1 - y0)
            low, high = (x0, x1) if is_across else sorted((y0, y1))
            place = (y0 + y1 if is_across else x0 + x1) / 2
            near, far = place % 1, 1 - place % 1
            if not _INSIDE[0] < min(near, far) < _INSIDE[1]:
                continue
            side = -1 if near < far else 1
            for at in range(int(low), int(high) + 1):
                if not (low <= at + _ALONG[0] and at + _ALONG[1] <= high):
                    continue
                middle = (at + 0.5, place) if is_across else (place, at + 0.5)
                cell = int(middle[1]) * board.cols + int(middle[0])
                is_beside = side < 0 and cell in totals
                first = _BESIDE_TOTAL[not is_across] if is_beside else _ALONG[0]
                one, other = (
                    board.from_cells((at + share, place) if is_across else (place, at + share))
                    for share in (first, _ALONG[1])
                )
                # a heavy frame may cover one side of the pen
                if any(content.shows_line(stroke, one, other, (side,)) for side in (-1, 0, 1)):
                    yield cell, ((side, 0) if is_across else (0, side))


def whole_box(extra: Extra, board: BoardFound, content: PageContent) -> Box:
    """Return the area of a board, as far as the middles of the numbers outside of it."""
    left, top, right, bottom = board.box
    for _, texts in _numbers(extra, board, content) if extra.sides else ():
        for x, y in (text.centre for text in texts):
            left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
    return left, top, right, bottom


def _numbers(
    extra: Extra, board: BoardFound, content: PageContent
) -> Iterator[tuple[Clue, list[TextRun]]]:
    """Yield the numbers outside with their texts.

    All have the type size of the one nearest to the board.
    """
    lines: dict[tuple[str, int], list[tuple[float, TextRun]]] = {}
    for side in extra.sides:
        for text in content.texts:
            x, y = board.in_cells(text.centre)
            along, out = (y, x) if side in (LEFT, RIGHT) else (x, y)
            count, length = (board.rows, board.cols)[:: 1 if side in (LEFT, RIGHT) else -1]
            far = -out if side in (LEFT, TOP) else out - length
            if far > 0 and 0 <= along < count and abs(along % 1 - 0.5) <= _MIDDLE:
                lines.setdefault((side, int(along)), []).append((far, text))
    nearest = min((one for line in lines.values() for one in line), default=None)
    if nearest is None or nearest[0] > _NEXT:
        return
    size = nearest[1].size_mm
    for (side, at), line in lines.items():
        numbers: list[int] = []
        texts: list[TextRun] = []
        last = 0.0
        for far, text in sorted(line)[: 1 if extra.is_one_number else None]:
            is_same = abs(text.size_mm - size) <= _SAME_SIZE * size
            words = text.text.split()
            if far - last > _NEXT or not is_same or not all(map(str.isdecimal, words)):
                break
            last = far
            texts.append(text)
            numbers += map(int, words[::-1] if side == LEFT else words)
        if numbers:
            inwards = tuple(numbers[::-1] if side in (LEFT, TOP) else numbers)
            yield Clue(side, (at,), inwards), texts


def _signs(
    extra: Extra, board: BoardFound, content: PageContent, texts: Mapping[Pair, str]
) -> Iterator[Clue]:
    for pair, text in texts.items():
        sign = _WRITTEN.get(text, text)
        if sign not in extra.signs:
            raise PuzzleFormatError(f"no sign of this kind: {text!r}{where(board, pair[0])}")
        yield Clue(BETWEEN, pair, (), sign)
    for stroke in board.strokes(content):
        if stroke.is_closed or len(stroke.points) != 3 or not stroke.ink:
            continue
        (x0, y0), (x1, y1), (x2, y2) = stroke.points
        middle = ((x0 + 2 * x1 + x2) / 4, (y0 + 2 * y1 + y2) / 4)
        at = pair_at(board, middle)
        if at is None or not all(content.shows_line(stroke, *p) for p in pairwise(stroke.points)):
            continue
        ahead = (x0 + x2) / 2 - x1 if at[1] == at[0] + 1 else (y0 + y2) / 2 - y1
        if abs(ahead) > _INSIDE[0] * board.cell_mm:
            yield Clue(BETWEEN, at, (), "<" if ahead > 0 else ">")


def where(board: BoardFound, cell: int) -> str:
    """Return the end of a message that names a cell."""
    return f", in row {cell // board.cols + 1}, column {cell % board.cols + 1}"
