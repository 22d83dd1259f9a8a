"""Read boards of declared kinds from a printed page, without the measures of `drawing`.

A grid is found by `find_boards`, a dotted board as a lattice of small discs. The contents of a cell
are recognised by shape: a number, a circle, a filled square. An answer's numbers are lighter than
clues; its lines run through centres of cells or along borders.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import Final

from pipeline.kinds.interface import BoardReading
from pipeline.kinds.kit.constraints.grid import Grid, Pair
from pipeline.kinds.kit.constraints.model import Family
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.constraints.regions import regions_between
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.groups import groups_of
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import (
    BoardFound,
    Box,
    PageContent,
    box_of,
    circle_of,
    find_boards,
    middle_of,
)
from pipeline.scene.marks import Point

_SAME_MM: Final = 0.06
_SAME_SHARE: Final = 1.04
"""Tolerances for equal coordinates and for equal steps of a lattice."""
_OFF_LATTICE: Final = 0.1
_BESIDE_CORNER: Final = 0.12
"""A position on a cell's diagonal that neither grid lines nor blank areas under numbers cover."""
_HEAVY: Final = 1.4
"""Least thickness of lines between regions, relative to the thinnest line."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of the boards of a kind.

    ``make_clues`` (rows, cols, values, rule, regions) raises `PuzzleFormatError`.
    """

    looks: Looks
    family: Family
    empty: int
    has_regions: bool
    make_clues: Callable[[int, int, Sequence[int], str, Sequence[int]], Clues]
    plain_rule: str = ""
    """The rule of a board without diagonals if the given rule has them."""

    @property
    def is_lamp(self) -> bool:
        """Whether an answer has lamps."""
        return self.looks.shaded == "lamp"

    def read_board(
        self, content: PageContent, rule: str | None
    ) -> tuple[BoardReading[Clues, Solution], ...]:
        """Return the boards of the kind on a page, under a rule."""
        boards = _dotted(content) if self.looks.is_dotted else find_boards(content)
        found = (self._read_one(board, content, rule or "") for board in boards)
        return tuple(one for one in found if one is not None)

    def _read_one(
        self, board: BoardFound, content: PageContent, rule: str
    ) -> BoardReading[Clues, Solution] | None:
        drawn = _look(board, content)
        if diagonal := self.looks.diagonals:
            has_diagonals = _has_diagonals(board, content)
            rule = diagonal if has_diagonals else self.plain_rule if rule == diagonal else rule
        regions = _regions(board, content) if self.family == "numbers" else ()
        values = self._clues(board, drawn)
        if values is None or (len(set(regions)) > 1) != self.has_regions:
            return None
        clues = self._pose(board, values, rule, regions * self.has_regions)
        if isinstance(clues, PuzzleFormatError):
            return BoardReading(board.box, None, None, f"no puzzle of this kind: {clues}")
        items = sorted(self._items(board, content, drawn))
        if self.is_lamp and (halves := drawn.rings ^ drawn.discs):
            row, col = divmod(min(halves), board.cols)
            fault = f"half a lamp in row {row + 1}, column {col + 1}"
            return BoardReading(board.box, clues, None, fault)
        if self.family == "numbers" and 0 < len(items) < len(values):
            fault = f"only {len(items)} of {len(values)} cells have a number"
            return BoardReading(board.box, clues, None, fault)
        return BoardReading(
            board.box, clues, Solution(self.family, tuple(items)) if items else None
        )

    def _pose(
        self, board: BoardFound, values: Sequence[int], rule: str, regions: Sequence[int]
    ) -> Clues | PuzzleFormatError:
        """Return clues under a rule, or else under the first that accepts them; or the error."""
        fault = None
        for one in (rule, ""):
            try:
                return self.make_clues(board.rows, board.cols, values, one, regions)
            except PuzzleFormatError as error:
                fault = fault or error
        assert fault is not None
        return fault

    def _clues(self, board: BoardFound, drawn: _Drawn) -> list[int] | None:
        """Return the clue of each cell; None if there is none, or one of another kind."""
        walls = {self.looks.sign(clue).shape for clue in (*self.looks.signs, 0)} & {"wall"}
        values = [self.empty] * (board.rows * board.cols)
        for cell in range(len(values)):
            shape = "wall" if walls and cell in drawn.squares else drawn.circles.get(cell, "plain")
            if self.is_lamp and shape in ("white", "black"):
                continue
            text = drawn.bold.get(cell)
            if text is None:
                if shape != "plain":
                    bare = [k for k, s in self.looks.signs.items() if not s.is_number]
                    matches = [clue for clue in bare if self.looks.sign(clue).shape == shape]
                    if not matches:
                        return None
                    values[cell] = matches[0]
                continue
            if not (text.isascii() and text.isdigit()):
                return None
            sign = self.looks.sign(int(text))
            if sign.shape != shape or not sign.is_number:
                return None
            values[cell] = int(text)
        return None if all(value == self.empty for value in values) else values

    def _items(
        self, board: BoardFound, content: PageContent, drawn: _Drawn
    ) -> Iterator[tuple[int, ...]]:
        if self.family == "cells":
            cells = drawn.rings | drawn.discs if self.is_lamp else drawn.squares
            yield from ((cell,) for cell in cells)
        elif self.family == "numbers":
            full = {**drawn.bold, **drawn.light}
            if drawn.light:
                yield from ((cell, int(text)) for cell, text in full.items() if text.isdigit())
        else:
            yield from _pairs(board, content, is_bordered=self.family == "borders")


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The contents of cells: texts by weight, circles by colour and by drawing, squares."""

    bold: dict[int, str]
    light: dict[int, str]
    circles: dict[int, str]
    rings: set[int]
    discs: set[int]
    squares: set[int]


def _look(board: BoardFound, content: PageContent) -> _Drawn:
    bold: dict[int, str] = {}
    light: dict[int, str] = {}
    for cell, texts in board.texts(content).items():
        for text in texts:
            kept = bold if text.is_bold else light
            kept[cell] = kept.get(cell, "") + text.text.strip()
    rings: set[int] = set()
    discs: set[int] = set()
    squares: set[int] = set()
    for stroke in board.strokes(content):
        circle = circle_of(stroke.points) if stroke.is_closed and stroke.ink > 0 else None
        at = None if circle is None else _cell_of(board, circle[0])
        if at is not None:
            rings.add(at)
    for fill in content.fills:
        circle = circle_of(fill.points)
        middle = circle[0] if circle else middle_of(fill.box)
        at = _cell_of(board, middle) if fill.ink else None
        if at is None or not content.shows_area(fill.order, middle):
            continue
        if circle is not None:
            discs.add(at)
        elif _is_square(fill.box, board.cell_mm):
            squares.add(at)
    circles = {**dict.fromkeys(sorted(rings), "white"), **dict.fromkeys(sorted(discs), "black")}
    return _Drawn(bold, light, circles, rings, discs, squares)


def _has_diagonals(board: BoardFound, content: PageContent) -> bool:
    """Return whether both diagonals of a board are drawn and visible in every cell."""
    left, top, right, bottom = board.box
    slack = _OFF_LATTICE * board.cell_mm
    lines = [
        stroke
        for stroke in board.strokes(content)
        if not stroke.is_closed and len(stroke.points) == 2 and stroke.ink
    ]

    def is_drawn(start: Point, end: Point) -> bool:
        count = max(board.rows, board.cols)
        places = [k + _BESIDE_CORNER for k in range(count)]
        inner = [
            (start[0] + (end[0] - start[0]) * k / count, start[1] + (end[1] - start[1]) * k / count)
            for k in places
        ]
        return any(
            all(
                math.dist(*ends) <= slack
                for ends in zip(sorted(line.points), (start, end), strict=True)
            )
            and all(content.shows_line(line.order, point) for point in inner)
            for line in lines
        )

    return is_drawn((left, top), (right, bottom)) and is_drawn((left, bottom), (right, top))


def _cell_of(board: BoardFound, point: Point) -> int | None:
    return board.cell_at(point) if board.is_centre(point, 0.1) else None


def _is_square(box: Box, cell_mm: float) -> bool:
    sides = (box[2] - box[0], box[3] - box[1])
    return all(0.5 * cell_mm <= side <= 1.1 * cell_mm for side in sides)


def _regions(board: BoardFound, content: PageContent) -> tuple[int, ...]:
    """Return the region number of each cell; regions are separated by heavy lines."""
    lines = dict(sorted(_units(board, content, 0.0)))  # keeps the thickest on each border
    thinnest = min(lines.values(), default=0.0)
    heavy = (border for border, width in lines.items() if width > _HEAVY * thinnest)
    parted = set()
    grid = Grid(board.rows, board.cols)
    for border in heavy:
        beside = grid.cells_beside(border)
        if len(beside) == 2:
            parted.add((beside[0], beside[1]))
    return regions_between(grid, parted)


def _pairs(board: BoardFound, content: PageContent, is_bordered: bool) -> Iterator[Pair]:
    wide, cols = board.cols + 1, board.cols
    drawn = sorted({pair for pair, _ in _units(board, content, 0.0 if is_bordered else 0.5)})
    for a, b in drawn:  # numbered as corners, even for edges between cells
        cells = a // wide * cols + a % wide, b // wide * cols + b % wide
        yield (a, b) if is_bordered else cells


def _units(board: BoardFound, content: PageContent, shift: float) -> Iterator[tuple[Pair, float]]:
    """Yield pairs of places joined by a visible line, with its width.

    Places are the board's corners, shifted in both directions by ``shift`` cells.
    """
    left, top = (edge + shift * board.cell_mm for edge in board.box[:2])
    wide = board.cols + 1
    for stroke in board.strokes(content):
        if stroke.is_closed or stroke.ink == 0:
            continue
        places = [((x - left) / board.cell_mm, (y - top) / board.cell_mm) for x, y in stroke.points]
        for start, end in pairwise(places):
            for (x0, y0), (x1, y1) in _steps_between(start, end):
                x, y = (x0 + x1) / 2, (y0 + y1) / 2
                middle = (left + x * board.cell_mm, top + y * board.cell_mm)
                if content.shows_line(stroke.order, middle):
                    yield (y0 * wide + x0, y1 * wide + x1), stroke.width_mm


def _steps_between(start: Point, end: Point) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the unit steps of a line on a lattice, rightwards or downwards; none of other lines."""
    (x0, y0), (x1, y1) = sorted((round(x), round(y)) for x, y in (start, end))
    is_off = any(abs(at - round(at)) > _OFF_LATTICE for at in (*start, *end))
    if not is_off and x0 == x1:
        yield from (((x0, y), (x0, y + 1)) for y in range(y0, y1))
    elif not is_off and y0 == y1:
        yield from (((x, y0), (x + 1, y0)) for x in range(x0, x1))


def _dotted(content: PageContent) -> tuple[BoardFound, ...]:
    """Return the boards whose corners are discs on a complete lattice."""
    circles = [circle for fill in content.fills if fill.ink and (circle := circle_of(fill.points))]
    columns, rows_at = (_snapped(middle[axis] for middle, _ in circles) for axis in (0, 1))
    dots = sorted({(columns[x], rows_at[y]) for (x, y), _ in circles})
    near = _steps(dots)
    boards = []
    for group in _groups(dots, near):
        box = box_of(group)
        cell = min(near[dot] for dot in group)
        cols, rows = (round(side / cell) for side in (box[2] - box[0], box[3] - box[1]))
        if len(group) == (rows + 1) * (cols + 1) and rows > 0 < cols:
            side = max((box[2] - box[0]) / cols, (box[3] - box[1]) / rows)
            boards.append(BoardFound(rows, cols, frozenset(), box, side))
    return tuple(sorted(boards, key=lambda board: (round(board.box[1]), board.box[0])))


def _lines_of(dots: Iterable[Point]) -> Iterator[tuple[Point, Point]]:
    for axis in (0, 1):
        by_line = itemgetter(1 - axis, axis)
        for one, other in pairwise(sorted(dots, key=by_line)):
            if one[1 - axis] == other[1 - axis]:
                yield one, other


def _snapped(values: Iterable[float]) -> dict[float, float]:
    """Return for each value the first of its cluster of nearly equal values."""
    snapped: dict[float, float] = {}
    last = first = -math.inf
    for value in sorted(set(values)):
        if value - last > _SAME_MM:
            first = value
        snapped[value], last = first, value
    return snapped


def _steps(dots: Sequence[Point]) -> dict[Point, float]:
    """Return for each dot the distance to the nearest one in its row or column."""
    near = dict.fromkeys(dots, math.inf)
    for one, other in _lines_of(dots):
        gap = math.dist(one, other)
        near[one], near[other] = min(near[one], gap), min(near[other], gap)
    return near


def _groups(dots: Sequence[Point], near: dict[Point, float]) -> list[list[Point]]:
    """Return groups of dots connected by steps of one length."""
    pairs = (
        (one, other)
        for one, other in _lines_of(dots)
        if math.dist(one, other) <= _SAME_SHARE * min(near[one], near[other])
    )
    groups: dict[Point, list[Point]] = {}
    for dot, group in groups_of(pairs, dots).items():
        groups.setdefault(group, []).append(dot)
    return [group for group in groups.values() if len(group) > 3]
