"""The number of ships of each length as a clue of the whole board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pipeline.kinds.kit.board.clues import Clue, ClueSort, Image, are_numbers, require_once
from pipeline.kinds.kit.board.grid import Grid
from pipeline.model import JsonObject, PuzzleFormatError

FLEET: Final = "fleet"
LONGEST: Final = 12


@dataclass(frozen=True, slots=True)
class Fleet(ClueSort):
    """One fleet: the number of ships of one cell, of two cells, and so on."""

    is_outside = True
    names = (FLEET,)

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        require_once(clue, taken)
        ships, longest = clue.numbers, max(grid.rows, grid.cols)
        if not 1 <= len(ships) <= min(longest, LONGEST) or min(ships) < 0 or not ships[-1]:
            raise PuzzleFormatError(
                f"expected the number of ships of 1 cell, 2 cells and so on up to {longest}, "
                f"found {[*ships]}"
            )
        if sum(k * number for k, number in enumerate(ships, 1)) > grid.rows * grid.cols:
            raise PuzzleFormatError(f"expected ships that fit the board, found {[*ships]}")

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """See `ClueSort`."""
        return {FLEET: [number for clue in clues for number in clue.numbers]}

    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """See `ClueSort`."""
        ships = puzzle.get(FLEET, [])
        if not are_numbers(ships):
            raise PuzzleFormatError(f"expected puzzle.{FLEET} to be numbers, found {ships!r}")
        if ships:
            yield Clue(FLEET, (), tuple(ships))

    def edits(self, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
        """See `ClueSort`."""
        yield FLEET, "board", ("",), min(max(rows, cols), LONGEST), ()

    def image(self, clue: Clue, image: Image) -> Clue:
        """See `ClueSort`."""
        return clue
