"""Read numbers with an arrow: a filled outline of seven corners, of which more are near its tip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from pipeline.kinds.kit.board.clues import ARROW, BOTTOM, LEFT, RIGHT, TOP, Clue
from pipeline.kinds.kit.looks.arrow.clue import Arrows
from pipeline.kinds.kit.looks.found import ClueReader, Parts, where
from pipeline.model import PuzzleFormatError
from pipeline.scene.board_reading import Fill, TextRun, middle_of

_CORNERS: Final = 7


@dataclass
class ArrowReader(ClueReader[Arrows]):
    """Finds numbers with an arrow by cell."""

    numbers: dict[int, str] = field(default_factory=dict)

    @cached_property
    def sides(self) -> Mapping[int, str]:
        """The sides that arrows point to, by cell."""
        return dict(self._arrows())

    def take(self, cell: int, text: TextRun) -> bool:
        """See `ClueReader`."""
        if cell in self.sides:
            self.numbers[cell] = self.numbers.get(cell, "") + text.text.strip()
        return cell in self.sides

    def is_mark(self, fill: Fill) -> bool:
        """See `ClueReader`."""
        return len({*fill.points}) == _CORNERS

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        for cell, side in self.sides.items():
            number = self.numbers.get(cell, "")
            if not number.isdecimal():
                raise PuzzleFormatError(
                    f"an arrow has the number {number!r}{where(self.board, cell)}"
                )
            yield Clue(ARROW, (cell,), (int(number),), side)

    def _arrows(self) -> Iterator[tuple[int, str]]:
        """Yield the cell and the side of each arrow."""
        for fill in self.content.fills:
            corners, middle = {*fill.points}, middle_of(fill.box)
            cell = self.board.cell_at(middle)
            if cell is None or len(corners) != _CORNERS or not fill.ink:
                continue
            x, y = (sum(one[k] for one in corners) / _CORNERS - middle[k] for k in (0, 1))
            across, down = RIGHT if x > 0 else LEFT, BOTTOM if y > 0 else TOP
            if self.content.shows_fill(fill):
                yield cell, across if abs(x) > abs(y) else down


READER: Final = ArrowReader
