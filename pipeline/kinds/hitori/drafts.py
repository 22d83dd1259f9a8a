"""Boards of Hitori: numbers that differ where cells stay white, and repeat where not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds import kit
from pipeline.kinds.hitori import kernels
from pipeline.kinds.kit import making
from pipeline.kinds.kit.engine.arrays import Rows, base_rows, compile_rows
from pipeline.kinds.kit.making.kernels.fill import fill_numbers
from pipeline.kinds.kit.making.layouts import NODES_A_CELL
from pipeline.kinds.kit.words.core import Model as Core
from pipeline.kinds.kit.words.model import fixed_model

Fixed: TypeAlias = Callable[[kit.Board, kit.Model], None]

NONE: Final = 0  # A cell without a number, as in some collections
ONCE_PERCENT: Final[Mapping[str | None, int]] = {"hard": 60, "expert": 80}
"""By band, the share of shaded cells whose number repeats in one line alone, which leaves more to
find out; elsewhere numbers repeat in both lines where they can."""
CELLS_A_MOVE: Final = 12
"""The number of one more shaded cell is changed at once for so many open cells."""


@dataclass(slots=True)
class Sketch:
    """A board as arrays, see `making.Sketch`."""

    blank: kit.Board
    memory: tuple[Core, Rows]
    answer: kit.Solution
    shaded: NDArray[np.bool_]
    numbers: NDArray[np.int64]
    used: NDArray[np.int64]
    once_percent: int

    def model(self) -> Core:
        """Return the constraints of `declare`, compiled."""
        base, rows = self.memory
        ends = np.array([*map(len, base_rows(base)[:2])], dtype=np.int64)
        largest = max(self.blank.rows, self.blank.cols)
        kernels.state_rules(self.numbers, self.blank.cols, largest, *rows[:3], ends)
        counts, literals = ends.tolist()
        core = Core(base.grid, base.marks)
        own = rows.sizes[:counts], rows.codes[:literals], rows.sums[:counts].copy()
        core.compiled[False] = compile_rows(len(core.marks), Rows(*own, *rows[3:]))
        return core

    def change(self, cells: Sequence[int], state: kit.RandomState) -> bool:
        """Change the numbers of open cells that are shaded."""
        near = [cell for cell in cells if self.shaded[cell]]
        if near:
            self._repeat(
                [making.pick(state, near) for _ in range(0, len(cells), CELLS_A_MOVE)], state
            )
        return bool(near)

    def _repeat(self, cells: Sequence[int], state: kit.RandomState) -> None:
        """Draw the numbers of shaded cells."""
        places = np.array(cells, dtype=np.int64)
        kernels.repeat(self.numbers, places, self.used, self.blank.cols, self.once_percent, state)

    def board(self) -> kit.Board:
        """Return the board."""
        return replace(self.blank, values=tuple(self.numbers.tolist()))


def begin(
    boards: kit.Boards, fixed: Fixed, board: kit.Board, state: kit.RandomState, params: kit.Params
) -> Sketch | None:
    """Return numbers that differ among the white cells of each line, and repeat in shaded ones.

    ``fixed`` adds the rules of all boards. None if no numbers are found.
    """
    rows, cols, size = board.rows, board.cols, len(board.values)
    drawn = sorted(making.shade(board.grid, making.shuffled(state, board.grid.cells)))
    shaded = np.zeros(size, dtype=np.bool_)
    shaded[drawn] = True
    across, down = np.divmod(np.arange(size), cols)
    lines = np.stack((across, rows + down), axis=1)
    lines[shaded] = -1
    numbers, used = np.zeros(size, dtype=np.int64), np.zeros(rows + cols, dtype=np.int64)
    stack, nodes = np.zeros((size, 2), dtype=np.int64), NODES_A_CELL * size
    if not fill_numbers(numbers, lines, used, stack, max(rows, cols), state, nodes):
        return None
    answer = kit.Solution("cells", tuple(zip(drawn, strict=True)))
    memory, once_percent = _memory(boards, fixed, board), ONCE_PERCENT.get(params.band, 0)
    sketch = Sketch(board, memory, answer, shaded, numbers, used, once_percent)
    sketch._repeat(drawn, state)
    return sketch


@lru_cache(maxsize=4)
def _memory(boards: kit.Boards, fixed: Fixed, board: kit.Board) -> tuple[Core, Rows]:
    """Return what is fixed on boards of a size, and its rows with room for those of numbers."""
    base, more = fixed_model(boards, fixed, board).core, 2 * len(board.values)
    rows = base_rows(base)
    sizes, codes, sums = (np.concatenate((one, np.zeros(more, one.dtype))) for one in rows[:3])
    return base, Rows(sizes, codes, sums, *rows[3:])
