"""Draw boards of declared kinds as scenes.

Clues are numbers, circles, filled cells, cages, numbers outside, signs between cells; answers are
shaded cells, lamps, stars, numbers, lines through the centres of cells, or borders. Nothing is
distinguished by colour alone, so that black-and-white print works.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final

from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.board.grid import chains
from pipeline.kinds.kit.looks.layers import Margins, drawing_of
from pipeline.kinds.kit.looks.look import NUMBER, Looks, Sign
from pipeline.kinds.kit.looks.measures import (
    DIGIT_EM,
    FACE,
    FEWER_SHARE,
    THINNEST_MM,
    corner_reach,
    label_size,
    turns,
)
from pipeline.kinds.kit.looks.silhouettes import SILHOUETTES, silhouette
from pipeline.kinds.kit.words.core import families_of
from pipeline.scene import (
    Cap,
    Disc,
    Face,
    Ink,
    Label,
    Line,
    Mark,
    Point,
    Polyline,
    Rect,
    Role,
    Scene,
)
from pipeline.scene.board import BoardStyle, board_marks, board_size, board_style, cell_centre

_LABEL_SHARE: Final = {"plain": 0.62, "white": 0.5, "black": 0.46, "wall": 0.62, "tree": 0.62}
"""Font size in cells by background."""
_FILL: Final = 0.93  # Greatest width of a number in cells
_CIRCLE_SHARE: Final = 0.36
_DISC_SHARE: Final = 0.4
_SMALL_SHARE: Final = 0.24
"""Radius in cells of an empty circle, of one with a number, and of one of an answer."""
_RING_SHARE: Final = 0.055
_DOT_SHARE: Final = 0.045
_SMALLEST_DOT_MM: Final = 0.2
_DOTTED_MARGIN_SHARE: Final = 0.5
"""Margin of a dotted board in cells, so that dots of adjacent boards are not on one lattice."""
_LINE_SHARE: Final = 0.17
_BORDER_SHARE: Final = 0.115
_LAMP_SHARE: Final = 0.3
"""Radius of a lamp in cells."""
_CAGED_SHARE: Final = 0.8
_CAGED_DROP: Final = 0.09
"""Size of numbers under totals of cages as a share, and by how much they are lower, in cells."""
_INSET_SHARE: Final = 0.07  # Margin of a shaded cell, which keeps the grid visible
_DIAGONAL_SHARE: Final = 0.03


def draw(
    looks: Looks, boards: Boards, clues: Board, solution: Solution | None, cell_mm: float
) -> Scene:
    """Return the board as a scene, with a complete or partial solution if given.

    >>> boards = Boards(family="borders", empty=-1)
    >>> scene = draw(Looks(is_dotted=True), boards, Board(1, 2, (3, -1)), None, 10.0)
    >>> scene.width_mm, [type(mark).__name__ for mark in scene.marks].count("Disc")
    (30.0, 6)
    """
    style = board_style(cell_mm)
    shift = 0.0
    if looks.is_dotted:
        margin = round(_DOTTED_MARGIN_SHARE * cell_mm, 4)
        shift = margin - style.margin_mm
        style = style._replace(margin_mm=margin)
    board = _Board(looks, boards.empty, clues, style)
    drawings = [drawing_of(sort) for sort in boards.extra]
    solution = solution and looks.written(clues, solution)
    answer = [] if solution is None else list(board.answer(solution))
    if looks.is_dotted:
        marks = [*answer, *board.dots(), *board.clue_marks(solution)]
    else:
        paper = board_marks(clues.rows, clues.cols, frozenset(), style)
        under = [*board.walls(), *board.diagonals()]
        lines = [*board.region_lines(), *paper.frame]
        beside = [mark for one in drawings for mark in one.under(clues, style, looks)]
        marks = [*under, *paper.grid, *answer, *beside, *board.clue_marks(solution), *lines]
    marks += board.fifth_lines()
    marks += (mark for one in drawings for mark in one.over(clues, style, looks))
    margins = [Margins(), *(one.margins(clues, cell_mm) for one in drawings)]
    left, top, right, bottom = (max(side) for side in zip(*margins, strict=True))
    width, height = board_size(clues.rows, clues.cols, style)
    scene = Scene(
        round(width + left + right, 4), round(height + top + bottom, 4),
        tuple(marks), (shift, shift),
    )  # fmt: skip
    return scene.moved(left, top) if left or top else scene


@dataclass(frozen=True)
class _Board:
    """A board to be drawn; each method yields some of its marks."""

    looks: Looks
    empty: int
    clues: Board
    style: BoardStyle

    def answer(self, solution: Solution) -> Iterator[Mark]:
        """Yield the marks of a solution."""
        for family in families_of(solution.family):
            yield from self._answer_of(Solution(family, solution.of(family)))

    def _answer_of(self, solution: Solution) -> Iterator[Mark]:
        ink, cell_mm = Ink(Role.ANSWER), self.style.cell_mm
        if solution.family == "borders":
            yield from self._lines(solution, self._thickness(_BORDER_SHARE), ink)
        elif solution.family == "edges":
            width = self._thickness(_LINE_SHARE)
            for chain in chains(solution.items):
                yield Polyline(turns([self._centre(cell) for cell in chain]), width, ink)
        elif solution.family == "numbers":
            size = self._label_size(NUMBER, max((item[1] for item in solution.items), default=0))
            for cell, number in solution.items:
                word = self.looks.word(number)
                if self.clues.values[cell] != self.empty:
                    continue
                if word in ("white", "black"):
                    yield self._circle(self._centre(cell), word == "black", _SMALL_SHARE, ink)
                else:
                    yield Label(word, self._number_place(cell), size, ink, Face.DISPLAY)
        elif self.looks.shaded in SILHOUETTES:
            for (cell,) in solution.items:
                yield self._silhouette(self.looks.shaded, cell, ink)
        elif self.looks.shaded == "lamp":
            ring = self._thickness(_RING_SHARE)
            for (cell,) in solution.items:
                radius = round(_LAMP_SHARE * cell_mm, 4)
                yield Disc(self._centre(cell), radius, Ink(Role.PAPER), ink, ring)
                yield Disc(self._centre(cell), round(0.6 * radius, 4), ink)
        else:
            inset = round(_INSET_SHARE * cell_mm, 4)
            yield from (self._area(cell, inset, ink) for (cell,) in solution.items)

    def dots(self) -> Iterator[Mark]:
        """Yield a dot at each corner of a cell."""
        radius = round(max(_DOT_SHARE * self.style.cell_mm, _SMALLEST_DOT_MM), 4)
        corners = {corner for border in self.clues.grid.borders() for corner in border}
        for corner in sorted(corners):
            yield Disc(self._corner(corner), radius, Ink(Role.FRAME))

    def walls(self) -> Iterator[Mark]:
        """Yield the filled cells of clues."""
        for cell, clue in self._given():
            if self.looks.sign(clue).shape == "wall":
                yield self._area(cell, 0.0, Ink(Role.CLUE))

    def diagonals(self) -> Iterator[Mark]:
        """Yield both diagonals if the rule has them."""
        if self.looks.diagonals and self.clues.rule == self.looks.diagonals:
            width, ink = self._thickness(_DIAGONAL_SHARE), Ink(Role.GRID)
            left, top = self._corner(0)
            right, bottom = self._corner((self.clues.rows + 1) * (self.clues.cols + 1) - 1)
            yield Line((left, top), (right, bottom), width, ink)
            yield Line((right, top), (left, bottom), width, ink)

    def region_lines(self) -> Iterator[Mark]:
        """Yield heavy lines between cells of different regions or walled cages."""
        regions: Sequence[int] = self.clues.regions
        if self.looks.is_walled:
            regions = self.clues.cage_of
        if not regions:
            return
        grid = self.clues.grid
        between = (
            border
            for border in grid.borders()
            if len({regions[cell] for cell in grid.cells_beside(border)}) == 2
        )
        lines = Solution("borders", tuple(between))
        yield from self._lines(lines, self.style.frame_mm, Ink(Role.FRAME))

    def fifth_lines(self) -> Iterator[Mark]:
        """Yield every fifth line of a board that has them."""
        rows, cols = self.clues.rows, self.clues.cols
        width, ink = round((self.style.grid_mm + self.style.frame_mm) / 2, 4), Ink(Role.FRAME)
        for row in range(5, rows, 5) if self.looks.fives else ():
            start = row * (cols + 1)
            yield Line(self._corner(start), self._corner(start + cols), width, ink)
        for col in range(5, cols, 5) if self.looks.fives else ():
            yield Line(self._corner(col), self._corner(rows * (cols + 1) + col), width, ink)

    def clue_marks(self, solution: Solution | None) -> Iterator[Mark]:
        """Yield circles and numbers; numbers on shaded cells are white."""
        is_shaded = solution is not None and solution.family == "cells"
        is_shaded &= self.looks.shaded == "shaded"
        shaded = {cell for cell, *_ in solution.items} if solution and is_shaded else set()
        labels = []
        for cell, clue in self._given():
            sign, centre = self.looks.sign(clue), self._centre(cell)
            if sign.shape in ("white", "black"):
                share = _DISC_SHARE if sign.is_number else _CIRCLE_SHARE
                yield self._circle(centre, sign.shape == "black", share, Ink(Role.CLUE))
            if sign.shape == "tree":
                yield self._silhouette("tree", cell, Ink(Role.CLUE))
            if sign.is_number:
                is_dark = sign.shape in ("black", "wall") or cell in shaded
                ink = Ink(Role.PAPER if is_dark else Role.CLUE)
                place, size = self._number_place(cell), self._label_size(sign)
                labels.append(Label(self.looks.word(clue), place, size, ink, FACE))
        yield from labels

    def _silhouette(self, name: str, cell: int, ink: Ink) -> Polyline:
        corners = silhouette(name, self._centre(cell), self.style.cell_mm)
        return Polyline(corners, THINNEST_MM, ink, Cap.BUTT, is_closed=True, fill=ink)

    def _circle(self, centre: Point, is_black: bool, share: float, ink: Ink) -> Disc:
        ring = self._thickness(_RING_SHARE)
        radius = round(share * self.style.cell_mm - ring / 2, 4)
        return Disc(centre, radius, ink if is_black else Ink(Role.PAPER), ink, ring)

    def _given(self) -> Iterator[tuple[int, int]]:
        for cell, clue in enumerate(self.clues.values):
            if clue != self.empty:
                yield cell, clue

    def _label_size(self, sign: Sign, largest: int = 0) -> float:
        """Return the font size for clues and numbers up to ``largest``.

        It is proportional, but enlarged to be legible if numbers still fit.
        """
        cell_mm = self.style.cell_mm
        digits = max(len(str(largest)), self._digits)
        share = _LABEL_SHARE[sign.shape] * (_CAGED_SHARE if self._is_caged else 1.0)
        wished = share * FEWER_SHARE.get(digits, 2.0 / digits) * cell_mm
        fits = _FILL * cell_mm / (digits * DIGIT_EM)
        if sign.shape in ("white", "black"):
            inner = _DISC_SHARE * cell_mm - self._thickness(_RING_SHARE)
            fits = inner / corner_reach(1.0, digits)
        return round(label_size(wished, fits), 4)

    @cached_property
    def _digits(self) -> int:
        return max((len(str(abs(clue))) for _, clue in self._given()), default=1)

    @cached_property
    def _is_caged(self) -> bool:
        """Whether totals of cages are in the corners of cells."""
        return any(cage.numbers for cage in self.clues.cages)

    def _number_place(self, cell: int) -> Point:
        x, y = self._centre(cell)
        return x, round(y + _CAGED_DROP * self.style.cell_mm, 4) if self._is_caged else y

    def _area(self, cell: int, inset: float, ink: Ink) -> Rect:
        x, y = self._corner(
            cell // self.clues.cols * (self.clues.cols + 1) + cell % self.clues.cols
        )
        side = round(self.style.cell_mm - 2 * inset, 4)
        return Rect((round(x + inset, 4), round(y + inset, 4)), side, side, ink)

    def _thickness(self, share: float) -> float:
        return round(max(share * self.style.cell_mm, THINNEST_MM), 4)

    def _centre(self, cell: int) -> Point:
        return cell_centre(cell, self.clues.cols, self.style)

    def _corner(self, corner: int) -> Point:
        row, col = divmod(corner, self.clues.cols + 1)
        margin, cell_mm = self.style.margin_mm, self.style.cell_mm
        return round(margin + col * cell_mm, 4), round(margin + row * cell_mm, 4)

    def _lines(self, drawn: Solution, width: float, ink: Ink) -> Iterator[Mark]:
        """Yield borders of cells, merged into straight lines."""
        wide = self.clues.cols + 1
        for is_across in (True, False):
            # starts of borders as (line, place in the line)
            starts = sorted(
                divmod(a, wide) if is_across else divmod(a, wide)[::-1]
                for a, b in drawn.items
                if (b == a + 1) == is_across
            )
            for _, run in groupby(enumerate(starts), lambda one: (one[1][0], one[1][1] - one[0])):
                (_, (line, at)), *more = run
                ends = ((line, at), (line, at + 1 + len(more)))
                first, last = (r * wide + c if is_across else c * wide + r for r, c in ends)
                yield Line(self._corner(first), self._corner(last), width, ink, Cap.ROUND)
