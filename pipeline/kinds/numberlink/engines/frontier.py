"""The search cell by cell as Python sees it: clues in, solutions one at a time out.

Makes the arrays that ``kernels/frontier.py`` works on and reads solutions off them.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pipeline.kinds.kit.engines import ResumableSearch
from pipeline.kinds.numberlink.kernels import frontier as kernel
from pipeline.kinds.numberlink.kernels import frontier_board as layout
from pipeline.kinds.numberlink.model import RULES, Clues, Solution

MOST_CELLS: Final = 1_000_000
"""Largest board begun: what a puzzle read from outside may have; it takes some 60 MB."""

_LONGEST_KEPT: Final = 24
"""Longest diagonal for which frontiers are kept; beyond it there are too many."""

_TABLE_ROWS: Final = 1 << 17
_KEEPING_RULES: Final = ("free", "cover")


class FrontierSearch(ResumableSearch[Solution]):
    """An exhaustive search cell by cell that can be stopped and taken up again.

    Parameters
    ----------
    clues : Clues
        The puzzle, with its rule.
    by_rule_alone : bool
        Whether it rests on the rule alone: no shape is ruled out before the search. So it confirms
        `DiagonalSearch`, which rests on closed turns, and shares no deduction with it.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> search = FrontierSearch(make_clues(2, 3, "cover", ["a", 0, 0, "a", 0, 0]))
    >>> search.next_solution(1000), search.next_solution(1000), search.is_complete
    (Solution(paths=((0, 1, 2, 5, 4, 3),)), None, True)
    """

    def __init__(self, clues: Clues, *, by_rule_alone: bool = False) -> None:
        self._clues = clues
        self._board, self._state = make_arrays(clues, _key_length(clues))
        self._corner = lay_out(clues, self._board, by_rule_alone)

    @staticmethod
    def suits(clues: Clues) -> bool:
        """Return whether the board is small enough to be begun."""
        return clues.rows * clues.cols <= MOST_CELLS

    @property
    def nodes(self) -> int:
        """Cells decided so far."""
        return int(self._state.counter[kernel.NODES])

    def go_on(self, nodes: int) -> int:
        """Search on to the next solution."""
        if self.nodes >= nodes:
            return kernel.SPENT
        return int(kernel.advance(self._board, self._state, nodes))

    def read(self) -> Solution:
        """Return the solution that was just found."""
        return read_board(self._clues, self._board, self._state, self._corner)


def lay_out(clues: Clues, board: kernel.FrontierBoard, by_rule_alone: bool) -> int:
    """Write a puzzle into fresh arrays, in place; return the corner that the search starts from."""
    grid = np.array(clues.numbers, dtype=np.int32)
    if clues.blocked:
        grid[sorted(clues.blocked)] = -1
    area, corner = layout.lay_out(grid, clues.rows, clues.cols, board.rule, by_rule_alone, board)
    assert area == board.area
    return int(corner)


def read_board(
    clues: Clues, board: kernel.FrontierBoard, state: kernel.FrontierState, corner: int
) -> Solution:
    """Return the solution whose edges are those in ``state.on``."""
    cells = np.zeros(len(clues.numbers), dtype=np.int32)
    lengths = np.zeros(clues.pairs, dtype=np.int32)
    layout.read_lines(board, state, corner, (clues.rows, clues.cols), cells, lengths)
    lines = tuple(cells.tolist())
    paths: list[tuple[int, ...]] = [()] * clues.pairs
    at = 0
    for length in lengths.tolist():
        path = lines[at : at + length]
        paths[clues.numbers[path[0]] - 1] = path
        at += length
    return Solution(tuple(paths))


def make_arrays(clues: Clues, key: int = 0) -> tuple[kernel.FrontierBoard, kernel.FrontierState]:
    """Return the arrays of a search before its board is laid out in them.

    ``key``: how many numbers a kept frontier takes, 0 where none are kept.
    """
    cells = (clues.rows + 2) * (clues.cols + 1) + 2
    board = kernel.FrontierBoard(
        width=clues.cols + 1,
        rule=RULES.index(clues.rule),
        key=key,
        area=len(clues.numbers) - len(clues.blocked),
        number=np.zeros(cells, dtype=np.int32),
        shapes=np.zeros(cells, dtype=np.int32),
        cells=np.zeros(cells, dtype=np.int32),
        begins=np.zeros(cells, dtype=np.int32),
    )
    state = kernel.FrontierState(
        on=np.zeros(2 * cells, dtype=np.uint8),
        far=np.zeros(2 * cells, dtype=np.int32),
        left_over=np.zeros(cells, dtype=np.uint8),
        events_then=np.zeros(cells, dtype=np.int64),
        keys=np.zeros((cells if key else 1, key), dtype=np.int32),
        table=np.empty((_TABLE_ROWS if key else 1, key), dtype=np.int32),
        is_kept=np.zeros(_TABLE_ROWS if key else 1, dtype=np.uint8),
        wanted=np.zeros(cells, dtype=np.int64),
        line=np.zeros(cells, dtype=np.int32),
        counter=np.zeros(kernel.COUNTERS, dtype=np.int64),
    )
    return board, state


def _key_length(clues: Clues) -> int:
    """Return how many numbers a kept frontier takes, 0 where none are kept."""
    longest = min(clues.rows, clues.cols)
    if clues.rule not in _KEEPING_RULES or longest > _LONGEST_KEPT:
        return 0
    return 1 + 2 * longest
