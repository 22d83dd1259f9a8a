"""The search for a second solution in normal form: exhaustive, with propagation, for one board.

It rests on the lemmas of `normal_form` and `pockets` and on the layout, and shares no code with the
SAT solvers that are asked the same. The first question of the generator, and of a proof, on boards
of moderate size.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.encode_sat import edge_map, read_model
from pipeline.kinds.numberlink.kernels import normal_form_board as boards
from pipeline.kinds.numberlink.kernels.frontier import FOUND
from pipeline.kinds.numberlink.kernels.normal_form import find_second
from pipeline.kinds.numberlink.kernels.normal_form_board import ON
from pipeline.kinds.numberlink.model import Clues, Solution

SEARCH_STEPS: Final = 60_000
"""Edges chosen by the search for a second solution in normal form, of some microsecond each,
before SAT is asked. A layout that is unique takes 200 on 10x10, 1,300 on 12x12, 10,000 on 15x15
and 300,000 on 20x20; where there is a second solution, it is found in some 10,000 there."""


LEAST_CELLS_LARGE: Final = 500
"""Boards of so many cells and more are beyond this search, and are repaired as large ones."""

_BLOCKED: Final = -1


@lru_cache(maxsize=8)
def normal_form_search(rows: int, cols: int, blocked: frozenset[int]) -> NormalFormSearch:
    """Return the search for an outline; its answers do not depend on what it was asked before."""
    return NormalFormSearch(rows, cols, sorted(blocked))


class NormalFormSearch:
    """Looks for second solutions under ``free`` of layouts on one board, in the same arrays.

    Lines are pushed towards the side where the fewest ends lie, and the search begins at the other:
    that halves the steps on 12x12.

    Parameters
    ----------
    rows, cols : int
        Size in cells.
    blocked : collection of int
        Cells outside the outline.

    Examples
    --------
    >>> NormalFormSearch(3, 3).find([(0, 1, 2), (3, 4, 5), (6, 7, 8)], 1000)
    (0, ())
    >>> NormalFormSearch(3, 4).find([(1, 0, 4, 5, 6, 2), (3, 7, 11, 10, 9, 8)], 1000)
    (1, (0, 1, 2, 4, 5, 6))
    """

    def __init__(self, rows: int, cols: int, blocked: Sequence[int] = ()) -> None:
        grid = np.arange(rows * cols, dtype=np.int64)
        row, col = np.divmod(grid, cols)
        self._depths: Final = np.stack([row, rows - 1 - row, col, cols - 1 - col])
        grid[list(blocked)] = _BLOCKED
        square = grid.reshape(rows, cols)
        lying = square, square[::-1], square.T, square.T[::-1]
        self._turned: Final = [_make_board(each) for each in lying]
        self._state: Final = _make_state(max(len(board.kind) for board, _ in self._turned))
        self._asked = self._turned[0]

    def find(self, paths: Sequence[Sequence[int]], steps: int) -> tuple[int, tuple[int, ...]]:
        """Return what was found, and the cells, in rising order, where a second solution differs.

        Parameters
        ----------
        paths : sequence of paths
            They cover the outline and never touch themselves.
        steps : int
            Edges that may be chosen before the search gives up.
        """
        lengths = np.array([len(path) for path in paths])
        cells = np.fromiter(chain.from_iterable(paths), np.int64, lengths.sum())
        last = lengths.cumsum() - 1
        ends = cells[np.concatenate([last, last - lengths + 1])]
        board, places = self._asked = self._turned[self._depths[:, ends].sum(axis=1).argmin()]
        state = self._state
        boards.lay_out(board, state, places[cells], lengths)
        answer = find_second(board, state, steps)
        if answer != FOUND:
            return answer, ()
        changed = np.flatnonzero((state.edge[: len(board.known)] == ON) != board.known)
        one, is_down = np.divmod(changed, 2)
        touched = np.concatenate([one, one + np.where(is_down, board.width, 1)])
        return answer, tuple(np.flatnonzero(np.isin(places, touched)).tolist())

    @property
    def steps(self) -> int:
        """Edges that the last search chose."""
        return int(self._state.counter[boards.STEPS])

    def read(self, clues: Clues) -> Solution:
        """Return the second solution that was just found of a puzzle."""
        board, places = self._asked
        edges = edge_map(clues.rows, clues.cols, clues.blocked)
        one, other = places[np.array(edges.edges)].T
        low, is_down = np.minimum(one, other), np.abs(one - other) == board.width
        on = self._state.edge[2 * low + is_down] == ON
        return read_model(clues, edges, np.concatenate([[False], on]))[0]


def _make_board(grid: NDArray[np.int64]) -> tuple[boards.NormalBoard, NDArray[np.int64]]:
    """Return a board for cells that lie as in a grid, and for each cell its place there."""
    rows, cols = grid.shape
    width = cols + 1
    size = (rows + 2) * width + 2
    kind = np.full(size, boards.OUTSIDE, dtype=np.uint8)
    padded = np.full(size, _BLOCKED, dtype=np.int64)
    padded[width : width * (rows + 1)].reshape(rows, width)[:, 1:] = grid
    inside = np.flatnonzero(padded != _BLOCKED)
    kind[inside] = boards.INNER
    places = np.zeros(rows * cols, dtype=np.int64)
    places[padded[inside]] = inside
    turns, known = np.zeros(size, dtype=np.uint8), np.zeros(2 * size, dtype=np.uint8)
    return boards.NormalBoard(width, width + 1, width * (rows + 1), kind, turns, known), places


def _make_state(size: int) -> boards.NormalState:
    """Return arrays for a search on up to ``size`` cells with those outside.

    An edge that is decided asks for at most 11 others and looks at 5 cells, and all edges are
    decided before a cell is looked at.
    """
    return boards.NormalState(
        edge=np.zeros(2 * size, dtype=np.uint8),
        mate=np.zeros(size, dtype=np.int32),
        edges=np.zeros(24 * size, dtype=np.int32),
        cells=np.zeros(12 * size, dtype=np.int32),
        decided=np.zeros(2 * size, dtype=np.int32),
        mates=np.zeros(16 * size, dtype=np.int32),
        choices=np.zeros((size, 4), dtype=np.int32),
        counter=np.zeros(6, dtype=np.int64),
    )
