"""Shaded areas as clues: further groups of cells with different numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pipeline.kinds.kit.board.clues import Clue, ClueSort, Image, are_numbers, items_of
from pipeline.kinds.kit.board.grid import Grid
from pipeline.model import JsonObject, PuzzleFormatError

AREA: Final = "area"
_KEY: Final = "areas"


@dataclass(frozen=True, slots=True)
class Areas(ClueSort):
    """Connected areas of which no two touch, with at most as many cells as the board has rows."""

    names = (AREA,)

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        cells, size = clue.place, grid.rows * grid.cols
        inside = {*cells} <= {*range(size)} and len({*cells}) == len(cells) <= grid.rows
        if not cells or not inside or not grid.is_connected(cells):
            raise PuzzleFormatError(
                f"expected up to {grid.rows} connected cells from 0 to {size - 1} in an area, "
                f"found {[*cells]}"
            )
        near = {other for cell in cells for other in (cell, *grid.neighbours(cell))}
        if not near.isdisjoint(taken):
            raise PuzzleFormatError(f"expected areas that do not touch; check {[*cells]}")
        taken.update(cells)

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
            yield Clue(AREA, tuple(sorted(cells)))

    def edits(self, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
        """See `ClueSort`."""
        yield AREA, "cells"

    def image(self, clue: Clue, image: Image) -> Clue:
        """See `ClueSort`."""
        return clue._replace(place=tuple(sorted(image.to[cell] for cell in clue.place)))
