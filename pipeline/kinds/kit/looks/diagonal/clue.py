"""The two diagonals of a square board as clues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pipeline.kinds.kit.board.clues import Clue, GroupSort, require_once
from pipeline.kinds.kit.board.grid import Grid
from pipeline.model import PuzzleFormatError

DIAGONAL: Final = "diagonal"


@dataclass(frozen=True, slots=True)
class Diagonals(GroupSort):
    """One diagonal or both; the place of a clue is its cells from the top."""

    names = (DIAGONAL,)

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        require_once(clue, taken)
        if grid.rows != grid.cols or clue.place not in diagonals_of(grid.rows):
            raise PuzzleFormatError(f"expected a diagonal of the board, found {[*clue.place]}")


def diagonals_of(side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells of both diagonals of a square.

    >>> diagonals_of(3)
    ((0, 4, 8), (2, 4, 6))
    """
    last = side * side - 1
    return tuple(range(0, last + 1, side + 1)), tuple(range(side - 1, last, side - 1))
