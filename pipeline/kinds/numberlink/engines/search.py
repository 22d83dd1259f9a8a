"""The exhaustive search as Python sees it: clues in, solutions one at a time out.

Makes the arrays that the kernels in ``kernels/search.py`` work on and reads solutions off
them. Which engine is used when is for `solve` and `prove` to say.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.engines import ResumableSearch
from pipeline.kinds.numberlink.kernels import search as kernel
from pipeline.kinds.numberlink.kernels import search_moves as moves
from pipeline.kinds.numberlink.model import RULES, Clues, Solution, make_solution

MOST_LABEL_WORDS: Final = 4_000_000
"""Largest board, as cells times words of a label set, for which the search makes its arrays."""


class Search(ResumableSearch[Solution]):
    """An exhaustive search that can be stopped and taken up again.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> search = Search(make_clues(2, 3, "cover", ["a", 0, 0, "a", 0, 0]))
    >>> search.next_solution(1000), search.next_solution(1000), search.is_complete
    (Solution(paths=((0, 1, 2, 5, 4, 3),)), None, True)
    """

    slice_nodes = 4096  # seconds on the largest boards

    def __init__(self, clues: Clues) -> None:
        self._clues = clues
        self._board, self.state = _start(clues)

    @staticmethod
    def suits(clues: Clues) -> bool:
        """Return whether the board is small enough for the search's arrays."""
        words = clues.pairs // moves.BITS + 1
        return clues.rows * clues.cols * words <= MOST_LABEL_WORDS

    @property
    def nodes(self) -> int:
        """Assumptions made so far."""
        return int(self.state.counter[moves.NODES])

    def go_on(self, nodes: int) -> int:
        """Search on to the next solution."""
        return int(kernel.advance(self._board, self.state, nodes))

    def read(self) -> Solution:
        """Return the solution that was just found."""
        width = self._board.width
        edge = self.state.edge
        paths = []
        for start, _ in self._clues.ends():
            path = [start]
            cell, came = start + start // self._clues.cols + width, -1
            while True:
                steps = (
                    (cell + 1, 2 * cell),
                    (cell + width, 2 * cell + 1),
                    (cell - 1, 2 * cell - 2),
                    (cell - width, 2 * (cell - width) + 1),
                )
                onward = [step for step in steps if step[1] != came and edge[step[1]] == moves.ON]
                if not onward:
                    break
                cell, came = onward[0]
                path.append(cell - width - (cell - width) // width)
            paths.append(path)
        return make_solution(paths)


def _start(clues: Clues) -> tuple[moves.SearchBoard, moves.SearchState]:
    """Return the arrays of a search before its first deduction."""
    rows, cols = clues.rows, clues.cols
    width = cols + 1
    size = (rows + 2) * width + 1
    words = clues.pairs // moves.BITS + 1
    free = clues.rule == "free"

    numbers = np.array(clues.numbers, dtype=np.int64).reshape(rows, cols)
    inside = np.ones((rows, cols), dtype=np.bool_)
    if clues.blocked:
        inside.reshape(-1)[sorted(clues.blocked)] = False
    goal = np.zeros(size, dtype=np.int8)
    on_board = goal[width : width + rows * width].reshape(rows, width)
    on_board[:, :cols] = np.where(inside, np.where(numbers > 0, 1, 2), 0)

    edge = np.full(2 * size, moves.OFF, dtype=np.uint8)
    cells = goal > 0
    right = np.flatnonzero(cells[:-1] & cells[1:])
    down = np.flatnonzero(cells[:-width] & cells[width:])
    edge[2 * right] = moves.UNKNOWN
    edge[2 * down + 1] = moves.UNKNOWN
    ways = np.zeros(size, dtype=np.int8)
    for found, step in ((right, 1), (down, width)):
        ways[found] += 1
        ways[found + step] += 1

    ends = np.array(clues.ends(), dtype=np.int64).reshape(-1, 2)
    ends += ends // cols + width
    labels = np.zeros((size, words), dtype=np.int64)
    labels[goal == 2] = _all_labels(clues.pairs, words, free)
    labels[ends.reshape(-1)] = 0
    bearing = np.arange(1, clues.pairs + 1)
    for side in (0, 1):
        labels[ends[:, side], bearing // moves.BITS] = 1 << (bearing % moves.BITS)

    at = np.flatnonzero(cells)
    row, col = at // width, at % width
    order = at[np.lexsort((col, row + col))]
    board = moves.SearchBoard(width, size, words, RULES.index(clues.rule))
    state = moves.SearchState(
        edge=edge,
        goal=goal,
        used=np.zeros(size, dtype=np.int8),
        open=ways,
        labels=labels,
        mate=np.arange(size),
        part=np.arange(size),
        part_size=np.ones(size, dtype=np.int64),
        queue=np.zeros(size, dtype=np.int64),
        queued=np.zeros(size, dtype=np.uint8),
        reach=np.zeros((size, words), dtype=np.int64),
        ends=np.ascontiguousarray(ends[:, 0]),
        order=order,
        edge_trail=np.empty(2 * size, dtype=np.int64),
        part_trail=np.empty(2 * size, dtype=np.int64),
        label_trail=np.empty((size * (min(clues.pairs, size) + 1), 2), dtype=np.int64),
        level_edge=np.empty(2 * size, dtype=np.int64),
        level_edges=np.empty(2 * size, dtype=np.int64),
        level_labels=np.empty(2 * size, dtype=np.int64),
        counter=np.zeros(moves.COUNTERS, dtype=np.int64),
    )
    return board, state


def _all_labels(pairs: int, words: int, free: bool) -> NDArray[np.int64]:
    """Return the set of every label, with label 0 (not used) under ``free``."""
    sets = [0] * words
    for label in range(0 if free else 1, pairs + 1):
        sets[label // moves.BITS] |= 1 << (label % moves.BITS)
    return np.array(sets, dtype=np.int64)
