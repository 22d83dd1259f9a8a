"""Read boards of declared kinds from a printed page, without the measures of `drawing`.

A grid is found by `find_boards`, a dotted board as a lattice of small discs. The contents of a cell
are recognised by shape, each look by its own module. An answer's numbers are lighter than clues;
its lines run through centres of cells or along borders.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Sequence
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
from pipeline.kinds.kit.looks.bridge import read as bridges
from pipeline.kinds.kit.looks.coloured.read import colours_of
from pipeline.kinds.kit.looks.diagonal.read import corners_of, lines_between
from pipeline.kinds.kit.looks.found import WHOLE, ClueReader, Parts, readers_of, where
from pipeline.kinds.kit.looks.line.read import (
    OFF_LATTICE,
    along,
    borders,
    edges,
    heavy,
    least_heavy,
    strokes,
)
from pipeline.kinds.kit.looks.look import PLAIN, Looks
from pipeline.kinds.kit.looks.seen import Seen, as_numbers, is_wide, see
from pipeline.kinds.kit.proving.groups import groups_of
from pipeline.kinds.kit.words.core import Family, families_of
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import (
    TRACE,
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
from pipeline.scene.marks import Point

_UNDER_TOTALS: Final = 0.6  # Share of an outline that is seen in spite of totals of cages
_SAME_MM: Final = 0.06
_SAME_SHARE: Final = 1.04
"""Tolerances for equal coordinates and for equal steps of a lattice."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of the boards of a kind."""

    looks: Looks
    boards: Boards

    def read_board(
        self, content: PageContent, rule: str | None
    ) -> tuple[BoardReading[Board, Solution], ...]:
        """Return the boards of the kind on a page, under a rule."""
        if self.boards.family == "bridges":
            return bridges.read_boards(self.boards, content, rule)
        boards = self._boards(content)
        found = (self._read_one(board, content, rule or "") for board in boards)
        return tuple(one for one in found if one is not None)

    def _boards(self, content: PageContent) -> tuple[BoardFound, ...]:
        if self.looks.is_dotted:
            circles = [circle_of(fill.points) for fill in content.fills if fill.ink]
            dots = [circle[0] for circle in circles if circle]
            return _on_lattices(dots, 0)
        if self.looks.letters:
            is_sign = {*self.looks.letters}.__contains__
            return _on_lattices([text.centre for text in content.texts if is_sign(text.text)], 1)
        if self.looks.is_parted:
            return _on_lattices([*_squares(content)], 1)
        return find_boards(content)

    def _read_one(
        self, board: BoardFound, content: PageContent, rule: str
    ) -> BoardReading[Board, Solution] | None:
        looks, readers = self.looks, readers_of(self.boards.clue_sorts, board, content)
        texts = _texts_in_cells(board, content, readers)
        is_shading = looks.answer.is_dark and "cells" in families_of(self.boards.family)
        seen = see(board, content, texts, is_shading)
        for one in readers:
            seen.rings.difference_update(one.circles)
            seen.discs.difference_update(one.circles)
        for other in looks.by_rule.values():
            for number, look in enumerate(other.drawn):
                word = looks.word(number)
                seen.bold.update(dict.fromkeys(other.sign(number).look.cells(seen), word))
                seen.light.update(dict.fromkeys(look.cells(seen), word))
        if self.boards.is_renamed:
            seen = as_numbers(board, content, seen)
        if diagonal := self.looks.diagonals:
            has_diagonals = _has_diagonals(board, content)
            plain = (*self.boards.rules, "")[0]
            rule = diagonal if has_diagonals else plain if rule == diagonal else rule
        values, size = self._clues(board, seen), (board.rows, board.cols)
        has_lines = self.boards.family != "borders" and not self.looks.fives
        spans = max((one.spans for one in readers), key=len, default=WHOLE)
        lines = heavy(board, content, spans, is_open=looks.is_open) if has_lines else {}
        parting = sorted(lines.values())
        has_walls = any(one.has_walls for one in readers)
        is_walled = has_walls or self.looks.is_walled or self.looks.has_areas
        parts = regions_between(Grid(board.rows, board.cols), set(parting))
        regions = () if is_walled else parts
        if values is None or (len(set(regions)) > 1) != self.boards.has_regions:
            return None
        loose = [pair[0] for pair in parting if parts[pair[0]] == parts[pair[1]]]
        has_pictures = self.boards.is_renamed and not texts
        stray = min(
            (
                *(() if has_walls or self.looks.has_areas else loose),
                *_stray_lines(board, content, self.looks, readers),
                *(() if self.boards.family == "borders" else self._traces(board, content, lines)),
                *(() if has_pictures else _stray_areas(board, content, readers)),
            ),
            default=None,
        )
        fault = "" if stray is None else f"ink that is no part of it{where(board, stray)}"
        more: list[Clue] = []
        blocked = {cell for cell, value in enumerate(values) if value == self.boards.blocked}
        between = Parts(parting if is_walled else (), self.looks.is_walled, blocked)
        try:
            more = sorted(clue for one in readers for clue in one.clues(between))
        except PuzzleFormatError as error:
            fault = str(error)
        is_bare = self.looks.fives and len(more) < sum(size) / 2
        if not fault and (is_bare or (self.looks.letters and not more)):
            # an answer without numbers beside it; a caption may be in line with a column
            bare = self._with_answer(board, content, seen, Board(*size, tuple(values)), readers)
            if bare.solution:
                return replace(bare, box=board.box, clues=None)
        if not fault and self._is_blank(values, more):
            return None
        clues = fault or self._pose(board, values, rule, regions * self.boards.has_regions, more)
        if isinstance(clues, str):
            return BoardReading(
                _box(board, readers), None, None, f"no puzzle of this kind: {clues}"
            )
        answered = self._with_answer(board, content, seen, clues, readers)
        if not (self.looks.has_areas and lines):
            return answered
        items = answered.solution.items if answered.solution else ()
        numbers = {one[0]: one[1] for one in items}
        if lines.keys() == {border for border, _ in clues.grid.parting(numbers)}:
            return answered
        fault = answered.fault or "heavy lines that do not part its numbers"
        return replace(answered, solution=None, fault=fault)

    def _traces(
        self, board: BoardFound, content: PageContent, lines: Container[Pair]
    ) -> Iterator[int]:
        """Yield the cell before each heavy line that is seen in part, or is no fifth one."""
        wide = board.cols + 1
        for border, (cell, other) in heavy(
            board, content, seen=TRACE, is_open=self.looks.is_open
        ).items():
            at = border[0] % wide if other == cell + 1 else border[0] // wide
            if border not in lines and not (self.looks.fives and at % 5 == 0):
                yield cell

    def _is_blank(self, values: Sequence[int], more: Sequence[Clue]) -> bool:
        """Return whether a board lacks clues that every puzzle of the kind has."""
        is_any = self.boards.has_optional_sorts
        sorts = (sort for sort in self.boards.clue_sorts if sort.is_needed and not is_any)
        if needed := [name for sort in sorts for name in sort.names]:
            return not any(clue.numbers for clue in more if clue.sort in needed)
        has_given = bool(more) or any(value != self.boards.empty for value in values)
        return not (has_given or (self.boards.has_regions and self.boards.family == "cells"))

    def _with_answer(
        self,
        board: BoardFound,
        content: PageContent,
        seen: Seen,
        clues: Board,
        readers: Sequence[ClueReader[ClueSort]],
    ) -> BoardReading[Board, Solution]:
        """Return a board with its answer; with a fault in place of a part of an answer."""
        family = self.boards.family
        size = sum(value != self.boards.blocked for value in clues.values)
        box = _box(board, readers)
        answer = self.looks.answer
        if halves := answer.halves(seen):
            row, col = divmod(min(halves), board.cols)
            fault = f"half a {answer.name} in row {row + 1}, column {col + 1}"
            return BoardReading(box, clues, None, fault)
        items: Sequence[tuple[int, ...]] = sorted(
            item for one in families_of(family) for item in self._items(one, board, content, seen)
        )
        is_filled = "numbers" in families_of(family)
        if is_filled or self.looks.symbols:
            filled = sum(len(item) == 1 + is_filled for item in items) if is_filled else len(items)
            if 0 < filled < size:
                fault = f"only {filled} of {size} cells are filled in"
                return BoardReading(box, clues, None, fault)
            if family == "cells":
                items = [(cell,) for cell, number in items if number]
        grid = clues.grid if is_filled else None
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

    def _clues(self, board: BoardFound, seen: Seen) -> list[int] | None:
        """Return the clue of each cell; None if there is one of another kind."""
        looks = self.looks
        values = [self.boards.empty] * (board.rows * board.cols)
        hole = self.boards.blocked
        if looks.has_holes and hole is not None:
            for cell in board.blocked:
                values[cell] = hole
        look_of = looks.in_cells(seen)
        signs = reversed([*looks.signs.items()])
        bare = {sign.look: clue for clue, sign in signs if not sign.is_number}
        answer = seen.small if looks.symbols else looks.answer.circles(seen)
        if seen.circles.keys() - look_of.keys() - answer:
            return None
        for cell, text in {**dict.fromkeys(look_of, None), **seen.bold}.items():
            if cell in answer:
                continue
            look = look_of.get(cell, PLAIN)
            if text is None:
                if look not in bare:
                    return None
                values[cell] = bare[look]
                continue
            number = self._number(text)
            sign = looks.sign(-1 if number is None else number)
            if number is None or sign.look != look or not sign.is_number:
                return None
            values[cell] = number
        return values

    def _number(self, text: str) -> int | None:
        """Return the number that is printed as a text in cells."""
        if symbols := self.looks.symbols:
            return symbols.index(text) if text in symbols else None
        if letters := self.looks.letters:
            return letters.index(text) + 1 if len(text) == 1 and text in letters else None
        return self.looks.usual.look.number(text)

    def _items(
        self, family: Family, board: BoardFound, content: PageContent, seen: Seen
    ) -> Iterator[tuple[int, ...]]:
        """Yield the items of an answer of a family; numbers of cells if printed as symbols."""
        looks = self.looks
        if looks.symbols and seen.small:
            for cell, shape in seen.circles.items():
                yield cell, looks.symbols.index(shape)
        elif looks.is_coloured:
            found = colours_of(board, content)
            yield from (
                (cell, found.get(cell, 0)) for cell in range(board.rows * board.cols) if found
            )
        elif family == "numbers" or looks.symbols:
            for cell, text in {**seen.bold, **seen.light}.items() if seen.light else ():
                if (number := self._number(text)) is not None:
                    yield cell, number
        elif family == "cells":
            clues = looks.in_cells(seen)
            answers = {looks.answer, *(other.answer for other in looks.by_rule.values())}
            shaded = {cell for one in answers for cell in one.cells(seen) if cell not in clues}
            parts = (cell for cell, look in clues.items() if look.is_part and shaded)
            yield from ((cell,) for cell in (*shaded, *parts))
        elif family == "borders":
            yield from borders(board, content, looks.is_dotted)
        elif family == "strokes":
            if self.boards.family == family:
                yield from strokes(board, content)
            else:
                yield from ((*ends, 1) for ends in strokes(board, content, _UNDER_TOTALS))
        else:
            covered = {**seen.circles, **seen.figures}
            yield from edges(board, content, covered, self.boards.has_regions)


def _box(board: BoardFound, readers: Sequence[ClueReader[ClueSort]]) -> Box:
    """Return the area of a board with what is outside of its grid."""
    boxes = [board.box, *(one.box() for one in readers)]
    return box_of([corner for one in boxes for corner in (one[:2], one[2:])])


def _texts_in_cells(
    board: BoardFound, content: PageContent, readers: Sequence[ClueReader[ClueSort]]
) -> dict[int, list[TextRun]]:
    """Return the texts in cells that belong to no clue of a sort of its own, the last one first."""
    texts: dict[int, list[TextRun]] = {}
    for text in content.texts:
        cell = board.cell_at(text.centre)
        if cell is not None and not any(one.take(cell, text) for one in reversed(readers)):
            texts.setdefault(cell, []).append(text)
    return texts


def _has_diagonals(board: BoardFound, content: PageContent) -> bool:
    """Return whether both diagonals of a board are drawn and visible in every cell."""

    def is_drawn(start: Point, end: Point) -> bool:
        steps = [along(start, end, k / board.rows) for k in range(board.rows + 1)]
        return any(
            all(content.shows_line(line, *step) for step in pairwise(steps))
            for line in lines_between(board, content, start, end)
        )

    return all(is_drawn(*ends) for ends in corners_of(board))


def _stray_lines(
    board: BoardFound,
    content: PageContent,
    looks: Looks,
    readers: Sequence[ClueReader[ClueSort]],
) -> Iterator[int]:
    """Yield the cell at the middle of each upright heavy line that ends between places."""
    least = 0.0 if looks.is_dotted else least_heavy(board, content, looks.is_open)
    filled = {fill.order for fill in content.fills}
    for stroke in board.strokes(content):
        is_heavy = stroke.ink > 0 and stroke.width_mm > least and not stroke.is_dashed
        is_square = looks.is_parted and stroke.is_closed
        if not is_heavy or is_square or stroke.order in filled or circle_of(stroke.points):
            continue
        if any(one.is_stroke(stroke) for one in readers):
            continue
        for ends in pairwise(stroke.points):
            (x0, y0), (x1, y1) = map(board.in_cells, ends)
            off = min(max(abs(at - shift - round(at - shift)) for at in (x0, y0, x1, y1))
                      for shift in (0.0, 0.5))  # fmt: skip
            cell = board.cell_at(middle_of(box_of(ends)))
            is_upright = min(abs(x0 - x1), abs(y0 - y1)) <= OFF_LATTICE
            if off > OFF_LATTICE and is_upright and cell is not None:
                yield cell


def _stray_areas(
    board: BoardFound, content: PageContent, readers: Sequence[ClueReader[ClueSort]]
) -> Iterator[int]:
    """Yield the cell at the middle of each area or picture that is no content of a cell."""
    for fill in content.fills:
        middle, box = middle_of(fill.box), fill.box
        cell = board.cell_at(middle)
        is_under = inside(board.box[:2], box) and inside(board.box[2:], box)
        is_content = is_wide(box, board.cell_mm) and board.is_centre(middle, 0.1)
        is_clue = any(one.is_mark(fill) for one in readers)
        is_known = is_under or is_content or is_clue or circle_of(fill.points) is not None
        is_known |= cell in board.blocked  # holes side by side are one area
        if fill.ink and cell is not None and not is_known and content.shows_fill(fill, least=0.0):
            yield cell


def _squares(content: PageContent) -> Iterator[Point]:
    """Yield the middles of upright squares without lines in them."""
    boxes_of: dict[float, list[Box]] = {}
    for stroke in content.strokes:
        left, top, right, bottom = stroke.box
        is_square = len({*stroke.points}) == 4 and abs(right - left - bottom + top) <= _SAME_MM
        if stroke.is_closed and stroke.ink and is_square and right > left:
            boxes_of.setdefault(round(right - left, 1), []).append(stroke.box)
    for boxes in boxes_of.values():
        first = boxes[0]
        others = (stroke.box for stroke in content.strokes if stroke.box != first)
        if not any(inside(box[:2], first) and inside(box[2:], first) for box in others):
            yield from map(middle_of, boxes)


def _on_lattices(middles: Sequence[Point], more: int) -> tuple[BoardFound, ...]:
    """Return the boards whose corners, or cells with one ``more``, are on a complete lattice."""
    columns, rows_at = (_snapped(middle[axis] for middle in middles) for axis in (0, 1))
    dots = sorted({(columns[x], rows_at[y]) for x, y in middles})
    near = _steps(dots)
    boards = []
    for group in _groups(dots, near):
        box = box_of(group)
        cell = min(near[dot] for dot in group)
        cols, rows = (round(side / cell) for side in (box[2] - box[0], box[3] - box[1]))
        if len(group) == (rows + 1) * (cols + 1) and rows > 0 < cols:
            side = max((box[2] - box[0]) / cols, (box[3] - box[1]) / rows)
            (left, top), (right, bottom), off = box[:2], box[2:], more * side / 2
            box = (left - off, top - off, right + off, bottom + off)
            boards.append(BoardFound(rows + more, cols + more, frozenset(), box, side))
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
