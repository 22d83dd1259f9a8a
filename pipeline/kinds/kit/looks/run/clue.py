"""Runs as clues: cells of a row or column that have a sum, in the cell before them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.kinds.kit.board.clues import (
    RUN,
    Clue,
    ClueSort,
    Image,
    list_of,
    name_of,
    require_once,
)
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.looks.cage.clue import decode_groups
from pipeline.model import JsonObject, PuzzleFormatError


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs(ClueSort):
    """Runs. ``totals`` (side of the board, number of cells) returns the sums of one."""

    totals: Callable[[int, int], Container[int]] = lambda side, size: range(1, 1000)

    is_needed = True
    names = (RUN,)

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        require_once(clue, taken)
        cells, total = clue.place, clue.numbers
        if not _is_run(grid, cells):
            raise PuzzleFormatError(
                "expected a run of two or more cells of a row or column, with a cell before it for "
                f"its sum, found {list_of(cells)}"
            )
        if not total or total[0] not in self.totals(grid.rows, len(cells)):
            raise PuzzleFormatError(
                f"expected a sum that {len(cells)} cells can have, found "
                f"{list_of(total) or 'none'} in the run from {name_of(grid, cells[0])}"
            )

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """See `ClueSort`."""
        return {"runs": [{"cells": [*clue.place], "total": clue.numbers[0]} for clue in clues]}

    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """See `ClueSort`."""
        return decode_groups(puzzle, RUN)

    def edits(self, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
        """See `ClueSort`."""
        yield RUN, "cells", ("",), 1, ()

    def image(self, clue: Clue, image: Image) -> Clue:
        """See `ClueSort`."""
        return clue._replace(place=tuple(sorted(image.to[cell] for cell in clue.place)))


def _is_run(grid: Grid, cells: tuple[int, ...]) -> bool:
    """Return whether cells follow each other in a row or column, with a cell before them."""
    first, last = cells[0] if cells else 0, cells[-1] if cells else 0
    step = cells[1] - first if len(cells) > 1 else 0
    if step == 1 and grid.cols > 1:
        is_within = first % grid.cols > 0 and first // grid.cols == last // grid.cols
    else:
        is_within = step == grid.cols and first >= grid.cols
    is_on_board = first >= 0 and last < grid.rows * grid.cols
    return is_within and is_on_board and cells == tuple(range(first, last + 1, step))
