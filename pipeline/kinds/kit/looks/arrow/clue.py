"""Arrows as clues: a number in a cell, for the cells that its arrow points to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.kinds.kit.board.clues import (
    ARROW,
    LEFT,
    RIGHT,
    SIDES,
    Clue,
    ClueSort,
    Image,
    ahead,
    line_from,
    list_of,
    name_of,
    signed_of,
)
from pipeline.kinds.kit.board.grid import Grid
from pipeline.model import JsonObject, PuzzleFormatError


@dataclass(frozen=True, slots=True)
class Arrows(ClueSort):
    """Numbers with an arrow to a side of the board."""

    is_counted = True
    names = (ARROW,)

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        (cell,), (number,) = clue.place, clue.numbers
        if not 0 <= cell < grid.rows * grid.cols or cell in taken:
            raise PuzzleFormatError(f"expected one arrow in a cell of the board, found cell {cell}")
        if clue.sign not in SIDES:
            raise PuzzleFormatError(
                f"expected an arrow to one of {list_of(SIDES)}, found {clue.sign!r} in "
                f"{name_of(grid, cell)}"
            )
        most = len(ahead(grid, clue))
        if not 0 <= number <= most:
            raise PuzzleFormatError(
                f"expected a number from 0 to {most} with the arrow in {name_of(grid, cell)}, "
                f"found {number}"
            )
        taken.add(cell)

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """See `ClueSort`."""
        return {"arrows": [[*clue.place, *clue.numbers, clue.sign] for clue in clues]}

    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """See `ClueSort`."""
        for cell, number, side in signed_of(puzzle, "arrows", "a cell, a number", RIGHT):
            yield Clue(ARROW, (cell,), (number,), side)

    def edits(self, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
        """See `ClueSort`."""
        yield ARROW, "cell", SIDES, 1, ()

    def image(self, clue: Clue, image: Image) -> Clue:
        """See `ClueSort`."""
        at = clue.place[0]
        index = at // image.cols if clue.sign in (LEFT, RIGHT) else at % image.cols
        line = line_from(image.rows, image.cols, clue.sign, index)
        return clue._replace(place=(image.to[at],), sign=image.side_of(line)[0])
