"""Read shaded squares and discs in the middles of cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import cached_property
from typing import Final

from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.found import ClueReader, Parts
from pipeline.kinds.kit.looks.parity.clue import EVEN, ODD, Parities
from pipeline.scene.board_reading import circle_of, middle_of

_HALF: Final = (0.385, 0.44)  # Half the side of a square, and the radius of a disc, in cells


class ParityReader(ClueReader[Parities]):
    """Finds the marked cells."""

    @cached_property
    def _marked(self) -> Mapping[int, str]:
        board, signs = self.board, dict[int, str]()
        for fill in self.content.fills:
            left, top, right, bottom = (side / board.cell_mm for side in fill.box)
            halves = ((right - left) / 2, (bottom - top) / 2)
            cell, middle = board.cell_at(middle_of(fill.box)), middle_of(fill.box)
            is_shape = all(_HALF[0] <= half <= _HALF[1] for half in halves)
            if cell is None or not (fill.ink and is_shape and board.is_centre(middle, 0.1)):
                continue
            if self.content.shows_fill(fill):
                is_disc = circle_of(fill.points) is not None
                signs[cell] = ODD if is_disc else EVEN
        return signs

    @property
    def circles(self) -> Set[int]:
        """See `ClueReader`."""
        return {cell for cell, name in self._marked.items() if name == ODD}

    def clues(self, parts: Parts) -> Iterator[Clue]:
        """See `ClueReader`."""
        return (Clue(name, (cell,)) for cell, name in self._marked.items())


READER: Final = ParityReader
