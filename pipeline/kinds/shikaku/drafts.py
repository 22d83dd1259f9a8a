"""Boards of Shikaku: random rectangles, and numbers that move within theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.board.regions import borders_between
from pipeline.kinds.kit.engine.arrays import Rows, compile_rows
from pipeline.kinds.kit.engine.kernels import dispatch
from pipeline.kinds.kit.words.core import Mark
from pipeline.kinds.kit.words.core import Model as Core
from pipeline.kinds.shikaku import kernels

SIZES: Final = (2, 3, 4, 4, 5, 6, 6, 8, 9)
"""Sizes of rectangles from which a board is made."""
MOST_OPTIONS: Final = 4
"""Most rectangles of a cell for which the cell itself is a reason."""
CHOICE: Final = dispatch.WORDS.index("choice")
CELLS_A_MOVE: Final = 12
"""One more number is moved at once for so many open cells."""
NO_COUNTS: Final = np.zeros(0, dtype=np.int32)
NO_SUMS: Final = np.zeros(0, dtype=np.int64)


@dataclass(slots=True)
class Sketch:
    """A board as arrays, see `making.Sketch`."""

    blank: kit.Board
    regions: NDArray[np.int32]
    values: NDArray[np.int64]
    answer: kit.Solution

    def model(self) -> Core:
        """Return the constraints of `declare`, compiled."""
        grid = self.blank.grid
        marks, sides, work = _memory(grid)
        kernels.state_rules(self.values, sides, grid.cols, *work)
        heads, edges, ends = work[2:]
        choices, options, literals = ends.tolist()
        nodes = np.zeros((options, 2), dtype=np.int32)
        rows = Rows(NO_COUNTS, NO_COUNTS, NO_SUMS, heads[:choices], nodes, edges[:literals])
        core = Core(grid, marks)
        core.compiled[False] = compile_rows(len(marks), rows)
        return core

    def change(self, cells: Sequence[int], state: kit.RandomState) -> bool:
        """Move numbers of rectangles with open borders to another of their cells."""
        near, moves = np.array(cells, dtype=np.int64), 1 + len(cells) // CELLS_A_MOVE
        kernels.move_numbers(self.regions, self.values, near, moves, state)
        return True

    def board(self) -> kit.Board:
        """Return the board."""
        return replace(self.blank, values=tuple(self.values.tolist()))


def begin(board: kit.Board, state: kit.RandomState, _: kit.Params) -> Sketch | None:
    """Return random rectangles of two cells or more, each with its number in a random cell."""
    regions = making.divide_into_rectangles(board.grid, SIZES, state).ravel()
    sizes = np.bincount(regions)
    if sizes.min() == 1:
        return None
    answer = kit.Solution("borders", borders_between(board.grid, regions.tolist()))
    values = np.zeros(len(regions), dtype=np.int64)
    kernels.place_numbers(regions, values, len(sizes), state)
    return Sketch(board, regions, values, answer)


@lru_cache(maxsize=4)
def _memory(grid: kit.Grid) -> tuple[list[Mark], NDArray[np.int32], tuple[NDArray[Any], ...]]:
    """Return the marks of borders, the borders of each cell, and memory of `state_rules`."""
    inner = [pair for pair in grid.borders() if len(grid.cells_beside(pair)) == 2]
    variable = {pair: number for number, pair in enumerate(inner, 1)}
    cells = len(grid.cells)
    sides = [[variable.get(pair, 0) for pair in grid.borders_of(cell)] for cell in grid.cells]
    work = (
        np.zeros((cells, 1 + MOST_OPTIONS), dtype=np.int32),
        np.zeros(32 * cells, dtype=np.int32),
        np.tile(np.array([0, 0, CHOICE, 0, 0], dtype=np.int32), (2 * cells, 1)),
        np.zeros((600 * cells, 3), dtype=np.int32),
        np.zeros(3, dtype=np.int64),
    )
    return [Mark("borders", pair) for pair in inner], np.array(sides, dtype=np.int32), work
