"""The search by diagonals as Python sees it: clues in, solutions one at a time out.

Makes the arrays that ``kernels/frontier.py`` works on and reads solutions off them. It is an
engine of its own beside `search`: another order, another way to know what is joined, no labels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import Final

import numpy as np

from pipeline.kinds.interface import Solved
from pipeline.kinds.numberlink.kernels import frontier as kernel
from pipeline.kinds.numberlink.kernels import frontier_board as layout
from pipeline.kinds.numberlink.model import RULES, Clues, Solution

MOST_CELLS: Final = 1_000_000
"""Largest board begun: what a puzzle read from outside may have; it takes some 60 MB."""

_LONGEST_KEPT: Final = 24
"""Longest diagonal for which frontiers are kept; beyond it there are too many."""

_TABLE_ROWS: Final = 1 << 17
_KEEPING_RULES: Final = ("free", "cover")


class Workspace:
    """The arrays of one search at a time; they grow with the boards and are kept for the next."""

    def __init__(self) -> None:
        self._cells = self._kept = 0
        self.board: kernel.FrontierBoard
        self.state: kernel.FrontierState

    def fit(self, rows: int, cols: int, key: int) -> None:
        """Make the arrays large enough for a board, and for frontiers of ``key`` numbers."""
        cells = (rows + 2) * (cols + 1) + 2
        if cells <= self._cells and key <= self._kept:
            return
        self._cells = cells = max(cells, self._cells)
        self._kept = key = max(key, self._kept)
        self.grid = np.zeros(cells, dtype=np.int32)
        self.lines = np.zeros(cells, dtype=np.int32)
        self.lengths = np.zeros(cells, dtype=np.int32)
        self.board = kernel.FrontierBoard(
            width=0,
            rule=0,
            key=0,
            area=0,
            number=np.zeros(cells, dtype=np.int32),
            shapes=np.zeros(cells, dtype=np.int32),
            cells=np.zeros(cells, dtype=np.int32),
            begins=np.zeros(cells, dtype=np.int32),
        )
        self.state = kernel.FrontierState(
            on=np.zeros(2 * cells, dtype=np.uint8),
            far=np.zeros(2 * cells, dtype=np.int32),
            left_over=np.zeros(cells, dtype=np.uint8),
            events_then=np.zeros(cells, dtype=np.int64),
            keys=np.zeros((cells if key else 1, key + 1), dtype=np.int32),
            table=np.zeros((_TABLE_ROWS if key else 1, key + 1), dtype=np.int32),
            wanted=np.zeros(cells, dtype=np.int64),
            line=np.zeros(cells, dtype=np.int32),
            counter=np.zeros(kernel.COUNTERS, dtype=np.int64),
        )


class FrontierSearch:
    """An exhaustive search by diagonals that can be stopped and taken up again.

    Parameters
    ----------
    clues : Clues
        The puzzle, with its rule.
    workspace : Workspace or None
        Arrays to work on, for one search at a time; None for arrays of its own.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> search = FrontierSearch(make_clues(2, 3, "cover", ["a", 0, 0, "a", 0, 0]))
    >>> search.next_solution(1000), search.next_solution(1000), search.is_complete
    (Solution(paths=((0, 1, 2, 5, 4, 3),)), None, True)
    """

    def __init__(self, clues: Clues, workspace: Workspace | None = None) -> None:
        rows, cols = clues.rows, clues.cols
        key = _key_length(clues)
        work = Workspace() if workspace is None else workspace
        work.fit(rows, cols, key)
        grid = work.grid
        grid[: rows * cols] = clues.numbers
        if clues.blocked:
            grid[sorted(clues.blocked)] = -1
        rule = RULES.index(clues.rule)
        area, self._corner = layout.lay_out(grid, rows, cols, rule, work.board, work.state)
        self._clues = clues
        self._work = work
        self._board = work.board._replace(width=cols + 1, rule=rule, key=key, area=area)
        self.is_complete = False

    @staticmethod
    def suits(clues: Clues) -> bool:
        """Return whether the board is small enough to be begun."""
        return clues.rows * clues.cols <= MOST_CELLS

    @property
    def nodes(self) -> int:
        """Cells decided so far."""
        return int(self._work.state.counter[kernel.NODES])

    def next_solution(self, nodes: int) -> Solution | None:
        """Return the next solution; None where there is none left or ``nodes`` are spent.

        ``is_complete`` tells the two apart. ``nodes`` counts from the start of the search.
        """
        if self.is_complete:
            return None
        answer = kernel.advance(self._board, self._work.state, nodes)
        if answer == kernel.FOUND:
            return self._read()
        self.is_complete = answer == kernel.DONE
        return None

    def _read(self) -> Solution:
        clues, work = self._clues, self._work
        lines = layout.read_lines(
            self._board,
            work.state,
            self._corner,
            (clues.rows, clues.cols),
            work.lines,
            work.lengths,
        )
        lengths = work.lengths[:lines].tolist()
        cells = work.lines[: sum(lengths)].tolist()
        paths: list[tuple[int, ...]] = [()] * lines
        at = 0
        for length in lengths:
            path = tuple(cells[at : at + length])
            paths[clues.numbers[path[0]] - 1] = path
            at += length
        return Solution(tuple(paths))


def search_all(puzzles: Iterable[Clues], limit: int, nodes: int) -> Iterator[Solved[Solution]]:
    """Yield up to ``limit`` solutions of each puzzle, found by this search alone, in order.

    The quickest way through a collection: one set of arrays, no SAT solver, no second way. With
    a ``limit`` of 2 and ``is_complete``, one solution is a proof that there is no other.

    Parameters
    ----------
    puzzles : iterable of Clues
        Boards of at most `MOST_CELLS` cells; others are given back unsolved and incomplete.
    limit : int
        Most solutions wanted of each, from 1.
    nodes : int
        Most cells decided for each.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> puzzles = [make_clues(2, 3, "no-touch", ["a", 0, "a", "b", 0, "b"])] * 2
    >>> [(len(found.solutions), found.is_complete) for found in search_all(puzzles, 2, 1000)]
    [(1, True), (1, True)]
    """
    workspace = Workspace()
    for clues in puzzles:
        start = perf_counter()
        if not FrontierSearch.suits(clues):
            yield Solved((), False, 0, "frontier")
            continue
        search = FrontierSearch(clues, workspace)
        found: list[Solution] = []
        while len(found) < limit:
            solution = search.next_solution(nodes)
            if solution is None:
                break
            found.append(solution)
        yield Solved(
            tuple(found), search.is_complete, search.nodes, "frontier", perf_counter() - start
        )


def _key_length(clues: Clues) -> int:
    """Return how many numbers a kept frontier takes, 0 where none are kept."""
    longest = min(clues.rows, clues.cols)
    if clues.rule not in _KEEPING_RULES or longest > _LONGEST_KEPT:
        return 0
    return 1 + 2 * longest
