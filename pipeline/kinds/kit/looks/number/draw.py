"""Draw numbers in cells: bold clues, and lighter ones of an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pipeline.kinds.kit.board.board import Solution
from pipeline.kinds.kit.looks.bank.clue import dominoes_of
from pipeline.kinds.kit.looks.cage.clue import label_of
from pipeline.kinds.kit.looks.coloured.draw import CELL, HOLE, swatch
from pipeline.kinds.kit.looks.layers import CLUE, PAPER, drawing_in_cell
from pipeline.kinds.kit.looks.look import PLAIN, CellLook, Looks
from pipeline.kinds.kit.looks.measures import FACE, FEWER_SHARE, label_size
from pipeline.kinds.kit.looks.pen import Pen
from pipeline.scene import Face, Ink, Label, Mark, Point

_CAGED_SHARE: Final = 0.8
_CAGED_DROP: Final = 0.09
_HALF_DROP: Final = 0.03
"""Size of numbers under totals of cages as a share, and by how much they are lower, in cells;
those on dominoes are near the middle of their outline, in cells with room for that."""
_ROOM_MM: Final = 5.2


@dataclass(frozen=True)
class Numbers:
    """The numbers of a board; those of a look have one size."""

    looks: Looks
    empty: int
    pen: Pen

    def clue(self, cell: int, clue: int, is_shaded: bool) -> Iterator[Mark]:
        """Yield the number of a clue, white on what is dark."""
        look = self.looks.sign(clue).look
        ink = PAPER if look.is_dark or is_shaded else CLUE
        word = self.looks.word(clue)
        if (label := drawing_in_cell(look).label) is not None:
            yield from label(self.pen, cell, word, ink)
        else:
            yield Label(word, self._place(cell), self._size(look), ink, FACE)

    def answer(self, solution: Solution, ink: Ink) -> Iterator[Mark]:
        """Yield numbers, or symbols, in cells without a clue."""
        looks = self.looks.drawn
        size = self._size(PLAIN, max((item[1] for item in solution.items), default=0))
        for cell, number in solution.items:
            if self.pen.board.values[cell] != self.empty:
                continue
            if self.looks.is_coloured:
                side = round(CELL * self.pen.cell_mm, 4)
                yield from swatch(self.pen.centre(cell), side, number, HOLE)
            elif looks:
                look = looks[number]
                yield from drawing_in_cell(look).marks(look, self.pen, cell, ink, False)
            else:
                yield Label(self.looks.word(number), self._place(cell), size, ink, Face.DISPLAY)

    def _size(self, look: CellLook, largest: int = 0) -> float:
        """Return the font size for clues and numbers up to ``largest``.

        It is proportional, but enlarged to be legible if numbers still fit.
        """
        digits = max(len(str(largest)), self._digits)
        if (look, digits) in self._sizes:
            return self._sizes[look, digits]
        drawing = drawing_in_cell(look)
        share = drawing.share(look) * (_CAGED_SHARE if self._is_caged else 1.0)
        wished = share * FEWER_SHARE.get(digits, 2.0 / digits) * self.pen.cell_mm
        size = round(label_size(wished, drawing.fits(self.pen, digits)), 4)
        return self._sizes.setdefault((look, digits), size)

    @cached_property
    def _sizes(self) -> dict[tuple[CellLook, int], float]:
        return {}

    @cached_property
    def _digits(self) -> int:
        clues = (clue for clue in self.pen.board.values if clue != self.empty)
        words = (self.looks.word(clue) if self.looks.letters else str(abs(clue)) for clue in clues)
        return max(map(len, words), default=1)

    @cached_property
    def _is_caged(self) -> bool:
        """Whether totals of cages are in the corners of cells."""
        return any(map(label_of, self.pen.board.cages))

    def _place(self, cell: int) -> Point:
        x, y = self.pen.centre(cell)
        return x, round(y + self._drop * self.pen.cell_mm, 4) if self._is_caged else y

    @cached_property
    def _drop(self) -> float:
        is_half = self.pen.cell_mm >= _ROOM_MM and dominoes_of(self.pen.board)
        return _HALF_DROP if is_half else _CAGED_DROP
