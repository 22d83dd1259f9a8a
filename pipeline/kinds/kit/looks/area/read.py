"""Read shaded areas of whole cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.area.clue import AREA, Areas
from pipeline.kinds.kit.looks.found import ClueReader, Parts
from pipeline.scene.board_reading import Fill, inside

_ON: Final = 0.06
_LEAST: Final = 0.4  # Least share of an area that is seen beside lines and what is in its cells


class AreaReader(ClueReader[Areas]):
    """Finds shaded areas."""

    def is_mark(self, fill: Fill) -> bool:
        """See `ClueReader`; an area has whole cells, a wall is none."""
        places = [self.board.in_cells(point) for point in fill.points]
        is_on_lattice = all(abs(at - round(at)) <= _ON for place in places for at in place)
        return is_on_lattice and any(
            inside(self.board.centre(cell), fill.box) for cell in self.grid.cells
        )

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        board = self.board
        fills = (fill for fill in self.content.fills if fill.ink and self.is_mark(fill))
        shaded = {
            cell
            for fill in fills
            if self.content.shows_fill(fill, least=_LEAST)
            for cell in self.grid.cells
            if inside(board.centre(cell), fill.box)
        }
        for part in self.grid.parts(sorted(shaded)):
            yield Clue(AREA, tuple(part))


READER: Final = AreaReader
