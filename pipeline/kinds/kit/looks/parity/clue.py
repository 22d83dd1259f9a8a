"""Cells that are marked as even or as odd."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.kinds.kit.board.clues import Clue, ClueSort, Image, items_of, require_once
from pipeline.kinds.kit.board.grid import Grid
from pipeline.model import JsonObject, PuzzleFormatError

EVEN, ODD = "even", "odd"


@dataclass(frozen=True, slots=True)
class Parities(ClueSort):
    """Cells of even and of odd numbers; the place of a clue is one cell."""

    names = (EVEN, ODD)

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        require_once(clue, taken)
        if clue.place[0] not in grid.cells:
            size = grid.rows * grid.cols
            raise PuzzleFormatError(
                f"expected cells from 0 to {size - 1} as {clue.sort}, found {clue.place[0]}"
            )

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """See `ClueSort`."""
        found = {name: [one.place[0] for one in clues if one.sort == name] for name in self.names}
        return {name: cells for name, cells in found.items() if cells}

    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """See `ClueSort`."""
        for name in self.names:
            for cell in items_of(puzzle, name):
                if type(cell) is not int:
                    raise PuzzleFormatError(f"expected cells in puzzle.{name}, found {cell!r}")
                yield Clue(name, (cell,))

    def edits(self, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
        """See `ClueSort`."""
        for name in self.names:
            yield name, "cell"

    def image(self, clue: Clue, image: Image) -> Clue:
        """See `ClueSort`."""
        return clue._replace(place=(image.to[clue.place[0]],))
