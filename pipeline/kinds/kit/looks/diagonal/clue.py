"""The two diagonals of a square board as clues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pipeline.kinds.kit.board.clues import (
    Clue,
    ClueSort,
    Image,
    are_numbers,
    items_of,
    require_once,
)
from pipeline.kinds.kit.board.grid import Grid
from pipeline.model import JsonObject, PuzzleFormatError

DIAGONAL: Final = "diagonal"
_KEY: Final = "diagonals"


@dataclass(frozen=True, slots=True)
class Diagonals(ClueSort):
    """One diagonal or both; the place of a clue is its cells from the top."""

    names = (DIAGONAL,)

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        require_once(clue, taken)
        if grid.rows != grid.cols or clue.place not in diagonals_of(grid.rows):
            raise PuzzleFormatError(f"expected a diagonal of the board, found {[*clue.place]}")

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """See `ClueSort`."""
        return {_KEY: [[*clue.place] for clue in clues]}

    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """See `ClueSort`."""
        for cells in items_of(puzzle, _KEY):
            if not are_numbers(cells):
                raise PuzzleFormatError(
                    f"expected lists of cells in puzzle.{_KEY}, found {cells!r}"
                )
            yield Clue(DIAGONAL, tuple(sorted(cells)))

    def edits(self, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
        """See `ClueSort`."""
        yield DIAGONAL, "cells"

    def image(self, clue: Clue, image: Image) -> Clue:
        """See `ClueSort`."""
        return clue._replace(place=tuple(sorted(image.to[cell] for cell in clue.place)))


def diagonals_of(side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells of both diagonals of a square.

    >>> diagonals_of(3)
    ((0, 4, 8), (2, 4, 6))
    """
    last = side * side - 1
    return tuple(range(0, last + 1, side + 1)), tuple(range(side - 1, last, side - 1))
