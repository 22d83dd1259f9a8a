"""Read boards of declared kinds from a printed page, without the measures of `drawing`.

A grid is found by `find_boards`, a dotted board as a lattice of small discs. The contents of a cell
are recognised by shape: a number, a circle, a filled square. An answer's numbers are lighter than
clues; its lines run through centres of cells or along borders. Clues outside of single cells are
read by `extra_reading`.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import itemgetter
from typing import Final

from pipeline.kinds.interface import BoardReading
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.clues import Clue, ClueSort
from pipeline.kinds.kit.board.grid import Grid, Pair
from pipeline.kinds.kit.board.regions import regions_between
from pipeline.kinds.kit.looks.found import WHOLE, ClueReader, Parts, Span, readers_of, where
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.silhouettes import NAMES
from pipeline.kinds.kit.looks.symbol_reading import numbers_for, read_pictures
from pipeline.kinds.kit.proving.groups import groups_of
from pipeline.kinds.kit.words.core import Family, families_of
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import (
    BoardFound,
    Box,
    PageContent,
    TextRun,
    box_of,
    circle_of,
    find_boards,
    inside,
    middle_of,
)
from pipeline.scene.marks import Point, Role

_SAME_MM: Final = 0.06
_SAME_SHARE: Final = 1.04
"""Tolerances for equal coordinates and for equal steps of a lattice."""
_OFF_LATTICE: Final = 0.06
_SMALL: Final = 0.3  # Radius, in cells, below which a circle is small
_FULL: Final = 0.95  # Least side, in cells, of a square without a margin
_CIRCLE: Final = 0.43
"""From how far off the middle of a circle a line must be seen, in cells."""
_HEAVY: Final = 1.4  # Least thickness of lines between regions, relative to the thinnest line


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of the boards of a kind."""

    looks: Looks
    boards: Boards

    def read_board(
        self, content: PageContent, rule: str | None
    ) -> tuple[BoardReading[Board, Solution], ...]:
        """Return the boards of the kind on a page, under a rule."""
        boards = _dotted(content) if self.looks.is_dotted else find_boards(content)
        found = (self._read_one(board, content, rule or "") for board in boards)
        return tuple(one for one in found if one is not None)

    def _read_one(
        self, board: BoardFound, content: PageContent, rule: str
    ) -> BoardReading[Board, Solution] | None:
        readers = readers_of(self.boards.extra, board, content)
        texts = _texts_in_cells(board, content, readers)
        drawn = _look(board, content, texts)
        if self.boards.is_renamed:
            drawn = _as_numbers(board, content, drawn)
        if diagonal := self.looks.diagonals:
            has_diagonals = _has_diagonals(board, content)
            plain = (*self.boards.rules, "")[0]
            rule = diagonal if has_diagonals else plain if rule == diagonal else rule
        values = self._clues(board, drawn)
        has_lines = self.boards.family != "borders" and not self.looks.fives
        spans = max((one.spans for one in readers), key=len, default=WHOLE)
        heavy = sorted(_heavy(board, content, spans).values()) if has_lines else []
        has_walls = any(one.has_walls for one in readers)
        is_walled = has_walls or self.looks.is_walled
        parts = regions_between(Grid(board.rows, board.cols), set(heavy))
        regions = () if is_walled else parts
        if values is None or (len(set(regions)) > 1) != self.boards.has_regions:
            return None
        loose = [pair[0] for pair in heavy if parts[pair[0]] == parts[pair[1]]]
        has_pictures = self.boards.is_renamed and not texts
        stray = min(
            (
                *(() if has_walls else loose),
                *_stray_lines(board, content, self.looks.is_dotted),
                *(() if has_pictures else _stray_areas(board, content, readers)),
            ),
            default=None,
        )
        fault = "" if stray is None else f"ink that is no part of it{where(board, stray)}"
        more: list[Clue] = []
        blocked = {cell for cell, value in enumerate(values) if value == self.boards.blocked}
        between = Parts(heavy if is_walled else (), self.looks.is_walled, blocked)
        try:
            more = sorted(clue for one in readers for clue in one.clues(between))
        except PuzzleFormatError as error:
            fault = str(error)
        if not fault and self._is_blank(values, more):
            return None
        clues = fault or self._pose(board, values, rule, regions * self.boards.has_regions, more)
        if isinstance(clues, str):
            return BoardReading(board.box, None, None, f"no puzzle of this kind: {clues}")
        return self._with_answer(board, content, drawn, clues, readers)

    def _is_blank(self, values: Sequence[int], more: Sequence[Clue]) -> bool:
        """Return whether a board lacks clues that every puzzle of the kind has."""
        if needed := [name for sort in self.boards.extra if sort.is_needed for name in sort.names]:
            return not any(clue.numbers for clue in more if clue.sort in needed)
        has_given = bool(more) or any(value != self.boards.empty for value in values)
        return not (has_given or (self.boards.has_regions and self.boards.family == "cells"))

    def _with_answer(
        self,
        board: BoardFound,
        content: PageContent,
        drawn: _Drawn,
        clues: Board,
        readers: Sequence[ClueReader[ClueSort]],
    ) -> BoardReading[Board, Solution]:
        """Return a board with its answer; with a fault in place of a part of an answer."""
        family = self.boards.family
        size = sum(value != self.boards.blocked for value in clues.values)
        boxes = [board.box, *(one.box() for one in readers)]
        box = box_of([corner for one in boxes for corner in (one[:2], one[2:])])
        if self.looks.shaded == "lamp" and (halves := drawn.rings ^ drawn.discs):
            row, col = divmod(min(halves), board.cols)
            fault = f"half a lamp in row {row + 1}, column {col + 1}"
            return BoardReading(box, clues, None, fault)
        items: Sequence[tuple[int, ...]] = sorted(
            item for one in families_of(family) for item in self._items(one, board, content, drawn)
        )
        if family == "numbers" or self.looks.symbols:
            if 0 < len(items) < size:
                fault = f"only {len(items)} of {size} cells are filled in"
                return BoardReading(box, clues, None, fault)
            if family == "cells":
                items = [(cell,) for cell, number in items if number]
        grid = clues.grid if family == "numbers" else None
        solution = Solution(family, tuple(items), grid) if items else None
        return BoardReading(box, clues, solution)

    def _pose(
        self,
        board: BoardFound,
        values: Sequence[int],
        rule: str,
        regions: Sequence[int],
        more: Sequence[Clue],
    ) -> Board | str:
        """Return clues under a rule, or else under the first that accepts them; or the fault."""
        fault = ""
        for one in (rule, ""):
            try:
                return self.boards.make_clues(board.rows, board.cols, values, one, regions, more)
            except PuzzleFormatError as error:
                fault = fault or str(error)
        return fault

    def _clues(self, board: BoardFound, drawn: _Drawn) -> list[int] | None:
        """Return the clue of each cell; None if there is one of another kind."""
        values = [self.boards.empty] * (board.rows * board.cols)
        for cell in range(len(values)):
            shape = drawn.circles.get(cell, "plain")
            figure = drawn.figures.get(cell)
            if figure == "tree" or self._is_wall(drawn, cell):
                shape = "tree" if figure == "tree" else "wall"
            is_answer = self.looks.shaded == "lamp" or (self.looks.symbols and cell in drawn.small)
            if is_answer and shape in ("white", "black"):
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
            number = self._number(text)
            sign = self.looks.sign(-1 if number is None else number)
            if number is None or sign.shape != shape or not sign.is_number:
                return None
            values[cell] = number
        return values

    def _is_wall(self, drawn: _Drawn, cell: int) -> bool:
        """Return whether a filled square is a clue; one without margin if answers are shaded."""
        shapes = {self.looks.sign(clue).shape for clue in (*self.looks.signs, 0)}
        is_shading = self.looks.shaded == "shaded" and "cells" in families_of(self.boards.family)
        is_full = cell in drawn.full or not is_shading
        return "wall" in shapes and drawn.figures.get(cell) == "shaded" and is_full

    def _number(self, text: str) -> int | None:
        """Return the number that is printed as a text in cells."""
        if symbols := self.looks.symbols:
            return symbols.index(text) if text in symbols else None
        return int(text) if text.isascii() and text.isdigit() else None

    def _items(
        self, family: Family, board: BoardFound, content: PageContent, drawn: _Drawn
    ) -> Iterator[tuple[int, ...]]:
        """Yield the items of an answer of a family; numbers of cells if printed as symbols."""
        if self.looks.symbols and drawn.small:
            for cell, shape in drawn.circles.items():
                yield cell, self.looks.symbols.index(shape)
        elif family == "numbers" or self.looks.symbols:
            for cell, text in {**drawn.bold, **drawn.light}.items() if drawn.light else ():
                if (number := self._number(text)) is not None:
                    yield cell, number
        elif family == "cells":
            lamps = drawn.rings | drawn.discs
            own = (
                cell
                for cell, name in drawn.figures.items()
                if name == self.looks.shaded and not self._is_wall(drawn, cell)
            )
            yield from ((cell,) for cell in (lamps if self.looks.shaded == "lamp" else own))
        elif family == "borders" and not self.looks.is_dotted:
            yield from _heavy(board, content)
        else:
            yield from _pairs(board, content, family == "borders", drawn.circles)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The contents of cells: texts by weight, circles by colour and drawing, filled outlines."""

    bold: dict[int, str]
    light: dict[int, str]
    circles: dict[int, str]
    rings: set[int]
    discs: set[int]
    figures: dict[int, str]
    """What is filled: names of silhouettes, "shaded" of squares."""
    full: set[int]  # Cells that are filled up to their borders
    small: set[int]  # Cells with a small circle, which belongs to an answer where clues are circles


def _texts_in_cells(
    board: BoardFound, content: PageContent, readers: Sequence[ClueReader[ClueSort]]
) -> dict[int, list[TextRun]]:
    """Return the texts in cells that belong to no clue of a sort of its own, the last one first."""
    found: dict[int, list[TextRun]] = {}
    for text in content.texts:
        cell = board.cell_at(text.centre)
        if cell is not None and not any(one.take(cell, text) for one in reversed(readers)):
            found.setdefault(cell, []).append(text)
    return found


def _look(
    board: BoardFound, content: PageContent, inner: Mapping[int, Sequence[TextRun]]
) -> _Drawn:
    bold: dict[int, str] = {}
    light: dict[int, str] = {}
    for cell, texts in inner.items():
        for text in texts:
            kept = bold if text.is_bold else light
            kept[cell] = kept.get(cell, "") + text.text.strip()
    rings: set[int] = set()
    discs: set[int] = set()
    figures: dict[int, str] = {}
    full: set[int] = set()
    small: set[int] = set()
    for stroke in board.strokes(content):
        circle = circle_of(stroke.points) if stroke.is_closed and stroke.ink > 0 else None
        at = None if circle is None else _cell_of(board, circle[0])
        if circle is not None and at is not None and content.shows_outline(stroke):
            rings.add(at)
            if circle[1] < _SMALL * board.cell_mm:
                small.add(at)
    for fill in content.fills:
        circle = circle_of(fill.points)
        at = _cell_of(board, circle[0] if circle else middle_of(fill.box)) if fill.ink else None
        if at is None or not content.shows_fill(fill):
            continue
        if circle is not None:
            discs.add(at)
        elif _is_wide(fill.box, board.cell_mm):
            figures[at] = NAMES.get(len({*fill.points}), "shaded")
            full |= {at} if fill.box[2] - fill.box[0] > _FULL * board.cell_mm else set()
    circles = {**dict.fromkeys(sorted(rings), "white"), **dict.fromkeys(sorted(discs), "black")}
    return _Drawn(bold, light, circles, rings, discs, figures, full, small)


def _as_numbers(board: BoardFound, content: PageContent, drawn: _Drawn) -> _Drawn:
    """Return the contents of cells with numbers for letters and pictures."""
    if drawn.bold:
        bold, light = numbers_for(drawn.bold, drawn.light)
        return replace(drawn, bold=bold, light=light)
    pictures = read_pictures(board, content)
    clues, answers = pictures[Role.CLUE], pictures[Role.ANSWER]
    return _Drawn(clues, answers, {}, set(), set(), {}, set(), set()) if clues else drawn


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
        steps = [_along(start, end, k / board.rows) for k in range(board.rows + 1)]
        return any(
            all(
                math.dist(*ends) <= slack
                for ends in zip(sorted(line.points), (start, end), strict=True)
            )
            and all(content.shows_line(line, *step) for step in pairwise(steps))
            for line in lines
        )

    return is_drawn((left, top), (right, bottom)) and is_drawn((left, bottom), (right, top))


def _cell_of(board: BoardFound, point: Point) -> int | None:
    return board.cell_at(point) if board.is_centre(point, 0.1) else None


def _is_wide(box: Box, cell_mm: float) -> bool:
    sides = (box[2] - box[0], box[3] - box[1])
    return all(0.5 * cell_mm <= side <= 1.1 * cell_mm for side in sides)


def _least_heavy(board: BoardFound, content: PageContent) -> float:
    widths = (stroke.width_mm for stroke in board.strokes(content) if not stroke.is_closed)
    return _HEAVY * min(widths, default=0.0)


def _heavy(
    board: BoardFound, content: PageContent, spans: Sequence[Span] = WHOLE
) -> dict[Pair, Pair]:
    """Return the heavy borders between two cells, with these cells."""
    grid, least = Grid(board.rows, board.cols), _least_heavy(board, content)
    found = {}
    for border in sorted({*_units(board, content, 0.0, least, spans)}):
        beside = grid.cells_beside(border)
        if len(beside) == 2:
            found[border] = beside[0], beside[1]
    return found


def _stray_lines(board: BoardFound, content: PageContent, is_dotted: bool) -> Iterator[int]:
    """Yield the cell at the middle of each upright heavy line that ends between places."""
    least = 0.0 if is_dotted else _least_heavy(board, content)
    filled = {fill.order for fill in content.fills}
    for stroke in board.strokes(content):
        is_heavy = stroke.ink > 0 and stroke.width_mm > least and not stroke.is_dashed
        if not is_heavy or stroke.order in filled or circle_of(stroke.points) is not None:
            continue
        for ends in pairwise(stroke.points):
            (x0, y0), (x1, y1) = map(board.in_cells, ends)
            off = min(max(abs(at - shift - round(at - shift)) for at in (x0, y0, x1, y1))
                      for shift in (0.0, 0.5))  # fmt: skip
            cell = board.cell_at(middle_of(box_of(ends)))
            is_upright = min(abs(x0 - x1), abs(y0 - y1)) <= _OFF_LATTICE
            if off > _OFF_LATTICE and is_upright and cell is not None:
                yield cell


def _stray_areas(
    board: BoardFound, content: PageContent, readers: Sequence[ClueReader[ClueSort]]
) -> Iterator[int]:
    """Yield the cell at the middle of each area or picture that is no content of a cell."""
    for fill in content.fills:
        middle, box = middle_of(fill.box), fill.box
        cell = board.cell_at(middle)
        is_under = inside(board.box[:2], box) and inside(board.box[2:], box)
        is_content = _is_wide(box, board.cell_mm) and board.is_centre(middle, 0.1)
        is_clue = any(one.is_mark(fill) for one in readers)
        is_known = is_under or is_content or is_clue or circle_of(fill.points) is not None
        if fill.ink and cell is not None and not is_known and content.shows_fill(fill, least=0.0):
            yield cell


def _pairs(
    board: BoardFound, content: PageContent, is_bordered: bool, circled: Container[int]
) -> Iterator[Pair]:
    wide, cols = board.cols + 1, board.cols
    shift = 0.0 if is_bordered else 0.5
    for a, b in sorted(
        {*_units(board, content, shift, circled=() if is_bordered else circled)}
    ):  # numbered as corners, even for edges between cells
        cells = a // wide * cols + a % wide, b // wide * cols + b % wide
        yield (a, b) if is_bordered else cells


def _units(
    board: BoardFound,
    content: PageContent,
    shift: float,
    least_mm: float = 0.0,
    spans: Sequence[Span] = WHOLE,
    circled: Container[int] = (),
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
                one, other = (
                    (left + x * board.cell_mm, top + y * board.cell_mm)
                    for x, y in ((x0, y0), (x1, y1))
                )
                first, last = (_CIRCLE * (y * board.cols + x in circled)
                               for x, y in ((x0, y0), (x1, y1)))  # fmt: skip
                if all(
                    content.shows_line(
                        stroke,
                        _along(one, other, max(start, first)),
                        _along(one, other, min(end, 1 - last)),
                    )
                    for start, end in spans
                ):
                    yield y0 * wide + x0, y1 * wide + x1


def _along(start: Point, end: Point, share: float) -> Point:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


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
