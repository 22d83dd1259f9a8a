"""Draw boards of declared kinds as scenes, from the looks of what is on them.

Nothing is distinguished by colour alone, so that black-and-white print works.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, cast

from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.regions import hues_of
from pipeline.kinds.kit.looks.bridge import draw as bridges
from pipeline.kinds.kit.looks.layers import (
    CLUE,
    Drawing,
    Keyed,
    Margins,
    drawing_in_cell,
    drawing_of,
)
from pipeline.kinds.kit.looks.line.draw import areas, lines, regions, strokes
from pipeline.kinds.kit.looks.look import Looks
from pipeline.kinds.kit.looks.number.draw import Numbers
from pipeline.kinds.kit.looks.pen import Pen
from pipeline.kinds.kit.telling.deduction import Step
from pipeline.kinds.kit.words.core import Family, families_of
from pipeline.kinds.kit.words.core import Mark as Drawn
from pipeline.scene import Disc, Ink, Line, Mark, Polyline, Rect, Role, Scene
from pipeline.scene.board import board_marks, board_size, board_style

_DOT_SHARE: Final = 0.045
_SMALLEST_DOT_MM: Final = 0.2
_DOTTED_MARGIN_SHARE: Final = 0.5
"""Margin of a dotted board in cells, so that dots of adjacent boards are not on one lattice."""
_DIAGONAL_SHARE: Final = 0.03
_SQUARE_SHARE: Final = 0.72
_OUTLINE_SHARE: Final = 0.035
"""Side and outline of a separate square, in cells."""


def draw(
    looks: Looks, boards: Boards, clues: Board, solution: Solution | None, cell_mm: float
) -> Scene:
    """Return the board as a scene, with a complete or partial solution if given.

    >>> boards = Boards(family="borders", empty=-1)
    >>> scene = draw(Looks(is_dotted=True), boards, Board(1, 2, (3, -1)), None, 10.0)
    >>> scene.width_mm, [type(mark).__name__ for mark in scene.marks].count("Disc")
    (30.0, 6)
    """
    looks = looks.under(clues.rule)
    if boards.family == "bridges":
        return bridges.draw(clues, solution, cell_mm, looks.most_bridges.get(clues.rule, 2))
    solution = solution and looks.written(clues, solution)
    board = painted(looks, boards, clues, cell_mm, solution)
    hues = [*board.hues()]
    style = board.pen.style
    ink = CLUE if hues else Ink(Role.ANSWER)
    answer = [] if solution is None else list(board.answer(solution, ink))
    under, over, top = board.under(), board.over(), board.top()
    if looks.is_dotted:
        marks = [*answer, *board.dots(), *bare(under), *bare(over), *bare(top)]
    elif looks.is_parted:
        marks = [*bare(under), *board.squares(), *answer, *bare(over), *bare(top)]
    else:
        paper = board_marks(clues.rows, clues.cols, holes_of(looks, boards, clues), style)
        grid = () if looks.is_open else paper.grid
        parted = regions(board.pen, looks.is_walled)
        marks = [
            *hues, *bare(under), *grid, *answer, *bare(over), *parted, *paper.frame,
            *bare(top),
        ]  # fmt: skip
    left, top_mm, right, bottom = board.margins
    width, height = board_size(clues.rows, clues.cols, style)
    shift = style.margin_mm - board_style(cell_mm).margin_mm
    scene = Scene(
        round(width + left + right, 4), round(height + top_mm + bottom, 4),
        tuple(marks), (shift, shift),
    )  # fmt: skip
    return scene.moved(left, top_mm) if left or top_mm else scene


def drawn_by(boards: Boards, looks: Looks, step: Step) -> Solution:
    """Return what a step draws, as a partial solution; 0 and 1 where symbols are written."""
    if looks.symbols:
        known = [one for one in step.decisions if one.family == "cells" and one.least == one.most]
        return Solution("numbers", tuple(sorted((*one.cells, one.least) for one in known)))
    if boards.family == "bridges":
        counts = {one.cells: one.least for one in step.decisions if one.least > 0}
        return Solution(
            "bridges", tuple(sorted((*cells, count) for cells, count in counts.items()))
        )
    marks = (
        Drawn(cast("Family", one.family), one.place or one.cells, one.value)
        for one in step.decisions
        if one.least > 0
    )
    items = {mark.item_of(boards.family) for mark in marks}
    return Solution(boards.family, tuple(sorted(items)))


def holes_of(looks: Looks, boards: Boards, clues: Board) -> frozenset[int]:
    """Return the cells that are not on a board."""
    values = enumerate(clues.values) if looks.has_holes else ()
    return frozenset(cell for cell, clue in values if clue == boards.blocked)


def tints_of(looks: Looks, clues: Board) -> list[int]:
    """Return the colour of each region that has a figure, or of each cage; [] if they have none."""
    if looks.answer.outline and clues.regions:
        return hues_of(clues.grid, clues.regions)
    return hues_of(clues.grid, clues.cage_of) if looks.has_hues and clues.cages else []


def bare(marks: Iterator[Keyed]) -> Iterator[Mark]:
    """Yield marks without what they are of."""
    return (mark for _, mark in marks)


class Layers(NamedTuple):
    """The clues of a board in the order in which they are painted, and room beside it."""

    pen: Pen
    under: list[Keyed]
    over: list[Keyed]
    margins: Margins


def clue_layers(looks: Looks, boards: Boards, clues: Board, cell_mm: float) -> Layers:
    """Return what is drawn of clues below and above an answer."""
    board = painted(looks, boards, clues, cell_mm, None)
    parted = ((None, mark) for mark in regions(board.pen, looks.is_walled))
    return Layers(
        board.pen, [*board.under()], [*board.over(), *parted, *board.top()], board.margins
    )


def painted(
    looks: Looks, boards: Boards, clues: Board, cell_mm: float, solution: Solution | None
) -> _Board:
    """Return a board to be painted."""
    style = board_style(cell_mm)
    if looks.is_dotted:
        style = style._replace(margin_mm=round(_DOTTED_MARGIN_SHARE * cell_mm, 4))
    return _Board(looks, boards, Pen(clues, style), solution)


@dataclass(frozen=True)
class _Board:
    """A board to be drawn; each method yields some of its marks."""

    looks: Looks
    boards: Boards
    pen: Pen
    solution: Solution | None

    @cached_property
    def numbers(self) -> Numbers:
        return Numbers(self.looks, self.boards.empty, self.pen)

    @cached_property
    def sorts(self) -> list[Drawing]:
        return [drawing_of(sort) for sort in self.boards.clue_sorts]

    @property
    def margins(self) -> Margins:
        own = (one.margins(self.pen.board, self.pen.cell_mm) for one in self.sorts)
        return Margins(*(max(side) for side in zip(Margins(), *own, strict=True)))

    def hues(self) -> Iterator[Mark]:
        """Yield the colours of regions that have a figure each, or of cages."""
        if hues := tints_of(self.looks, self.pen.board):
            side = self.pen.cell_mm
            for cell, region in enumerate(self.pen.board.regions or self.pen.board.cage_of):
                if region < 0:
                    continue
                row, col = divmod(cell, self.pen.board.cols)
                place = self.pen.corner(row * (self.pen.board.cols + 1) + col)
                yield Rect(place, side, side, Ink(Role.AREA, hues[region]))

    def answer(self, solution: Solution, ink: Ink) -> Iterator[Mark]:
        """Yield the marks of a solution."""
        for family in families_of(solution.family):
            part = Solution(family, solution.of(family))
            if family in ("borders", "edges"):
                yield from lines(self.pen, part, ink)
            elif family == "strokes":
                yield from strokes(self.pen, part, ink)
            elif family == "numbers":
                yield from self.numbers.answer(part, ink)
                if self.looks.has_areas:
                    yield from areas(self.pen, {one[0]: one[1] for one in part.items}, ink)
            else:
                parts = {cell for cell, clue in self._given() if self.looks.sign(clue).look.is_part}
                shaded = {cell for (cell,) in part.items}
                for cell in (cell for (cell,) in part.items if cell not in parts):
                    look = self.looks.answer.within(self.pen.board, shaded, cell)
                    yield from drawing_in_cell(look).marks(look, self.pen, cell, ink, False)

    def under(self) -> Iterator[Keyed]:
        """Yield what is below the lines between cells."""
        yield from self._backgrounds(is_under=True)
        yield from ((None, mark) for mark in self._diagonals())
        for one in self.sorts:
            yield from one.ground(self.pen.board, self.pen, self.looks)

    def over(self) -> Iterator[Keyed]:
        """Yield clues that are over an answer: those beside cells, then what is in cells."""
        for one in self.sorts:
            yield from one.under(self.pen.board, self.pen, self.looks)
        yield from self._backgrounds(is_under=False)
        yield from self._clue_numbers()

    def top(self) -> Iterator[Keyed]:
        """Yield what is over everything."""
        yield from ((None, mark) for mark in self._fifth_lines())
        for one in self.sorts:
            yield from one.over(self.pen.board, self.pen, self.looks)

    def _backgrounds(self, is_under: bool) -> Iterator[Keyed]:
        for cell, clue in self._given():
            sign = self.looks.sign(clue)
            if sign.look.is_under == is_under:
                marks = drawing_in_cell(sign.look).marks
                for mark in marks(sign.look, self.pen, cell, CLUE, sign.is_number):
                    yield cell, mark

    def _clue_numbers(self) -> Iterator[Keyed]:
        """Yield the numbers of clues; those on shaded cells are white."""
        is_dark = self.looks.answer.is_dark
        cells = self.solution.items if self.solution and self.solution.family == "cells" else ()
        shaded = {cell for (cell,) in cells} if is_dark else set()
        for cell, clue in self._given():
            if self.looks.sign(clue).is_number:
                for mark in self.numbers.clue(cell, clue, cell in shaded):
                    yield cell, mark

    def _given(self) -> Iterator[tuple[int, int]]:
        return self.pen.board.clues_but(self.boards.empty)

    def dots(self) -> Iterator[Mark]:
        """Yield a dot at each corner of a cell."""
        radius = round(max(_DOT_SHARE * self.pen.cell_mm, _SMALLEST_DOT_MM), 4)
        corners = {corner for border in self.pen.board.grid.borders() for corner in border}
        for corner in sorted(corners):
            yield Disc(self.pen.corner(corner), radius, Ink(Role.FRAME))

    def squares(self) -> Iterator[Mark]:
        """Yield the outline of each cell, apart from those of its neighbours."""
        side, width = _SQUARE_SHARE * self.pen.cell_mm / 2, self.pen.thickness(_OUTLINE_SHARE)
        for cell in self.pen.board.grid.cells:
            x, y = self.pen.centre(cell)
            corners = ((x - side, y - side), (x + side, y - side),
                       (x + side, y + side), (x - side, y + side))  # fmt: skip
            points = tuple((round(a, 4), round(b, 4)) for a, b in corners)
            yield Polyline(points, width, Ink(Role.FRAME), is_closed=True)

    def _diagonals(self) -> Iterator[Mark]:
        """Yield both diagonals if the rule has them."""
        board = self.pen.board
        if self.looks.diagonals and board.rule == self.looks.diagonals:
            width, ink = self.pen.thickness(_DIAGONAL_SHARE), Ink(Role.GRID)
            left, top = self.pen.corner(0)
            right, bottom = self.pen.corner((board.rows + 1) * (board.cols + 1) - 1)
            yield Line((left, top), (right, bottom), width, ink)
            yield Line((right, top), (left, bottom), width, ink)

    def _fifth_lines(self) -> Iterator[Mark]:
        """Yield every fifth line of a board that has them."""
        rows, cols, style = self.pen.board.rows, self.pen.board.cols, self.pen.style
        width, ink = style.frame_mm, Ink(Role.FRAME)
        for row in range(5, rows, 5) if self.looks.fives else ():
            start = row * (cols + 1)
            yield Line(self.pen.corner(start), self.pen.corner(start + cols), width, ink)
        for col in range(5, cols, 5) if self.looks.fives else ():
            yield Line(self.pen.corner(col), self.pen.corner(rows * (cols + 1) + col), width, ink)
