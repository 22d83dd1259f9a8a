"""Boards of Star Battle: random stars, and regions that exclude other answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds import kit
from pipeline.kinds.kit import making
from pipeline.kinds.kit.engine.arrays import base_rows, compile_rows
from pipeline.kinds.kit.making.kernels.groups import is_whole_without
from pipeline.kinds.kit.words.core import Model as Core
from pipeline.kinds.starbattle import kernels

MOVES: Final = 1000
"""Cells that are moved, at most, until there is no other answer."""
STEPS: Final = 20_000
"""Patterns tried in a search for another answer."""
CELLS_A_MOVE: Final = 12
"""One more cell is moved at once for so many open cells."""


@dataclass(slots=True)
class Sketch:
    """A board as arrays, see `making.Sketch`."""

    blank: kit.Board
    base: Core
    number: int
    regions: NDArray[np.int64]
    stars: NDArray[np.bool_]
    answer: kit.Solution
    known: NDArray[np.int64]

    def model(self) -> Core:
        """Return the constraints of `declare`, compiled."""
        regions, base = self.regions.ravel(), self.base
        fixed = base_rows(base)
        sizes = np.bincount(regions).astype(np.int32)
        codes = (2 * np.argsort(regions, kind="stable") + 2).astype(np.int32)
        rows = fixed._replace(
            sizes=np.concatenate((fixed.sizes, sizes)),
            codes=np.concatenate((fixed.codes, codes)),
            sums=np.concatenate((fixed.sums, np.full(len(sizes), 1 << self.number))),
        )
        core = Core(base.grid, base.marks)
        core.compiled[False] = compile_rows(len(base.marks), rows)
        return core

    def change(self, cells: Sequence[int], state: kit.RandomState) -> bool:
        """Move open cells to other regions, then those that other answers have."""
        tables = tables_of(self.blank.rows, self.number)
        tables.wanted[:] = False
        tables.wanted.ravel()[[*cells]] = True
        for _ in range(1 + len(cells) // CELLS_A_MOVE):
            if not kernels.move(self.regions, self.stars, tables, state):
                tables.wanted[:] = True
                if not kernels.move(self.regions, self.stars, tables, state):
                    return False
        return self.exclude_others(state)

    def exclude_others(self, state: kit.RandomState) -> bool:
        """Move cells that other answers have until none is found; False if one always is."""
        tables = tables_of(self.blank.rows, self.number)
        own = self.regions, self.stars, self.known, self.number, tables
        return kernels.exclude_others(*own, state, MOVES, STEPS)

    def tidy(self, is_solvable: Callable[[], bool], state: kit.RandomState) -> None:
        """Give regions of one cell another without a star, where the board stays solvable."""
        regions, stars, grid = self.regions.ravel(), self.stars.ravel(), self.blank.grid
        tables = tables_of(self.blank.rows, self.number)
        for cell in np.flatnonzero(np.bincount(regions)[regions] == 1).tolist():
            for near in making.shuffled(state, grid.neighbours(cell)):
                before = regions[near]
                if stars[near] or not is_whole_without(
                    self.regions, near, tables.seen, tables.waiting
                ):
                    continue
                regions[near] = regions[cell]
                if is_solvable():
                    break
                regions[near] = before

    def board(self) -> kit.Board:
        """Return the board."""
        return replace(self.blank, regions=making.renumbered(self.regions.ravel().tolist()))


def begin(board: kit.Board, base: Core, number: int, state: kit.RandomState) -> Sketch | None:
    """Return random stars, and regions that grow around ways through groups of them.

    ``base`` has the rules of all boards of the size.
    """
    side = board.rows
    tables, known = tables_of(side, number), np.zeros(side, dtype=np.int64)
    if not kernels.draw(known, number, tables, state, STEPS):
        return None
    stars = tables.patterns[known, kernels.BITS][:, None] >> np.arange(side) & 1 == 1
    cells = np.flatnonzero(stars).tolist()
    groups = making.join_near(board.grid, cells, number, state)
    if groups is None:
        return None
    regions = np.full((side, side), -1)
    for region, group in enumerate(groups):
        regions.ravel()[group] = region
    kernels.grow(regions, tables.waiting, state)
    answer = kit.Solution("cells", tuple((cell,) for cell in cells))
    sketch = Sketch(board, base, number, regions, stars, answer, known)
    return sketch if sketch.exclude_others(state) else None


@lru_cache(maxsize=8)
def tables_of(side: int, number: int) -> kernels.Tables:
    """Return the patterns of a row with ``number`` stars, and work space."""
    apart = [
        cols
        for cols in combinations(range(side), number)
        if all(right - left > 1 for left, right in pairwise(cols))
    ]
    bits = np.array([sum(1 << col for col in cols) for cols in apart])
    spread = [sum(1 << kernels.FIELD * col for col in cols) for cols in apart]
    patterns = np.stack((bits, bits << 1 | bits | bits >> 1, np.array(spread)), axis=1)
    room = np.zeros((side + 1, 2), dtype=np.int64)
    for row in range(side):
        most = min(number, (side - row + 1) // 2)
        room[row, 1] = sum(most << kernels.FIELD * col for col in range(side))
    return kernels.Tables(
        patterns,
        np.tile(np.arange(len(patterns)), (side, 1)),
        np.zeros((side, len(patterns)), dtype=np.int64),
        room,
        np.zeros((side, 4), dtype=np.int64),
        np.zeros((side, side), dtype=np.bool_),
        *np.zeros((2, side * side), dtype=np.int64),
    )
