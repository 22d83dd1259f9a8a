"""The arrays of the reference search: a board and what is assumed of its solution, for kernels.

What the parts mean is written in ``kernels/grade.py``; ``grade.py`` is the only caller.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.kernels import grade as kernel
from pipeline.kinds.numberlink.model import Clues, Solution


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What holds for a solution, so that the search may assume it.

    ``is_covering``: no cell is empty. ``has_no_three_sides``: nowhere three edges of a line round a
    unit square. ``never_touches``: two neighbours on one line are always joined.
    """

    is_covering: bool
    has_no_three_sides: bool
    never_touches: bool

    @property
    def keeps_no_touch(self) -> bool:
        """Whether the solution keeps the rule ``no-touch``: everything holds."""
        return self.is_covering and self.has_no_three_sides and self.never_touches

    def names(self) -> list[str]:
        """Return the names of what holds."""
        found = {
            "cover": self.is_covering,
            "no-uturn": self.has_no_three_sides,
            "no-touch": self.never_touches,
        }
        return [name for name, holds in found.items() if holds]


def find_assumptions(clues: Clues, solution: Solution) -> Assumptions:
    """Return what holds for a solution.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> find_assumptions(make_clues(2, 2, "cover", [1, 1, 0, 0]), Solution(((0, 2, 3, 1),))).names()
    ['cover']
    """
    cols = clues.cols
    owner = [-1] * (clues.rows * cols)
    edges: set[tuple[int, int]] = set()
    for pair, path in enumerate(solution.paths):
        for cell in path:
            owner[cell] = pair
        edges.update((min(a, b), max(a, b)) for a, b in itertools.pairwise(path))
    is_covering = all(owner[c] >= 0 or c in clues.blocked for c in range(len(owner)))
    never_touches, has_no_three_sides = True, True
    for cell in range(len(owner)):
        has_right, has_below = (cell + 1) % cols > 0, cell + cols < len(owner)
        for other in (cell + 1,) * has_right + (cell + cols,) * has_below:
            if owner[cell] >= 0 and owner[cell] == owner[other] and (cell, other) not in edges:
                never_touches = False
        if has_right and has_below:
            below = cell + cols
            square = ((cell, cell + 1), (cell, below), (cell + 1, below + 1), (below, below + 1))
            if sum(edge in edges for edge in square) > 2:
                has_no_three_sides = False
    return Assumptions(is_covering, has_no_three_sides, never_touches)


def make_arrays(clues: Clues, assumptions: Assumptions) -> tuple[kernel.Board, kernel.State]:
    """Return the arrays for the kernels: nothing is decided, ends know their pair.

    Edges are numbered in reading order of their first cell, the one to the right before the one
    below: these numbers are what the ranks shuffle.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> board, _ = make_arrays(make_clues(2, 3, "cover", [1, 0, 1, 2, 0, 2]), Assumptions(1, 1, 1))
    >>> len(board.edges), len(board.squares)
    (7, 2)
    """
    cells, edge_cells = _cell_rows(clues)
    squares = _square_rows(clues, cells) if assumptions.has_no_three_sides else _NO_SQUARES
    domains = _domains(clues, assumptions.is_covering)
    size, words = domains.shape
    edges = len(edge_cells)
    empty = np.zeros(words, dtype=np.int64)
    if not assumptions.is_covering:
        empty[-1] = 1 << clues.pairs % kernel.WORD_BITS
    width = max(size, edges)
    values = np.zeros((kernel.DOMAIN + words, width), dtype=np.int64)
    values[kernel.OPEN, :size] = (cells[:, kernel.TO_EDGE : kernel.TO_EDGE + 4] >= 0).sum(axis=1)
    values[kernel.FAR, :size] = np.arange(size)
    values[kernel.DOMAIN :, :size] = domains.T
    # On one way down the tree an edge is decided once and changes four counts of cells, two chain
    # ends and two counts of squares; every change of a domain takes a pair out of it. With many
    # pairs this bound is far out of reach, so there the kernel looks whether the trail is full.
    room = 9 * edges + size * (min(clues.pairs, kernel.WORD_BITS) + 1)
    state = kernel.State(
        values=values,
        trail=np.zeros((room + kernel.room_for_one_look(words), 3), dtype=np.int64),
        lists=np.zeros((kernel.NEXT + 1, width), dtype=np.int64),
        kept=np.zeros((words, size), dtype=np.int64),
        counts=np.zeros(kernel.COUNTS, dtype=np.int64),
    )
    edge_rows = _edge_rows(edge_cells, squares)
    return kernel.Board(cells, edge_rows, squares, empty, assumptions.never_touches), state


_NO_SQUARES = np.empty((0, 4), dtype=np.int64)


def _cell_rows(clues: Clues) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows of the cells, and the two cells of each edge, shape (edges, 2)."""
    shape = clues.rows, clues.cols
    number = np.arange(clues.rows * clues.cols, dtype=np.int64).reshape(shape)
    is_free = np.ones(shape, dtype=np.bool_)
    is_free.ravel()[sorted(clues.blocked)] = False
    # Two slots a cell, to the right and below; those that are edges are numbered in this order.
    is_edge = np.zeros((*shape, 2), dtype=np.bool_)
    is_edge[:, :-1, 0] = is_free[:, :-1] & is_free[:, 1:]
    is_edge[:-1, :, 1] = is_free[:-1] & is_free[1:]
    edge = np.where(is_edge, np.cumsum(is_edge).reshape(is_edge.shape) - 1, -1)
    neighbour = np.where(is_edge, np.stack([number + 1, number + clues.cols], axis=2), -1)

    rows = np.full((*shape, kernel.NEEDED + 1), -1, dtype=np.int64)
    up, left, right, down = range(4)
    to = kernel.TO_EDGE
    rows[:, :, right], rows[:, :, down] = neighbour[:, :, 0], neighbour[:, :, 1]
    rows[:, :, to + right], rows[:, :, to + down] = edge[:, :, 0], edge[:, :, 1]
    rows[:, 1:, to + left], rows[1:, :, to + up] = edge[:, :-1, 0], edge[:-1, :, 1]
    rows[:, 1:, left] = np.where(is_edge[:, :-1, 0], number[:, :-1], -1)
    rows[1:, :, up] = np.where(is_edge[:-1, :, 1], number[:-1], -1)
    is_end = np.array(clues.numbers).reshape(shape) > 0
    rows[:, :, kernel.NEEDED] = np.where(is_end, 1, 2) * is_free
    first = np.broadcast_to(number[:, :, None], is_edge.shape)[is_edge]
    return rows.reshape(-1, kernel.NEEDED + 1), np.stack([first, neighbour[is_edge]], axis=1)


def _square_rows(clues: Clues, cell_rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the edges of each unit square that has all four, shape (squares, 4)."""
    edge = cell_rows[:, kernel.TO_EDGE : kernel.TO_EDGE + 4].reshape(clues.rows, clues.cols, 4)
    corners = edge[:-1, :-1], edge[1:, 1:]
    around = np.concatenate([corners[0][:, :, 2:], corners[1][:, :, :2]], axis=2)
    rows: NDArray[np.int64] = around.reshape(-1, 4)
    is_whole: NDArray[np.bool_] = rows.min(axis=1) >= 0
    return rows[is_whole]


def _edge_rows(edge_cells: NDArray[np.int64], square_rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the rows of the edges: two cells, up to two squares."""
    rows = np.full((len(edge_cells), 4), -1, dtype=np.int64)
    rows[:, : kernel.TO_SQUARE] = edge_cells
    edges = square_rows.ravel()
    order = np.argsort(edges, kind="stable")
    edges = edges[order]
    side = np.zeros(len(edges), dtype=np.int64)
    side[1:] = edges[1:] == edges[:-1]
    rows[edges, kernel.TO_SQUARE + side] = order // 4
    return rows


def _domains(clues: Clues, is_covering: bool) -> NDArray[np.int64]:
    """Return the domains of the bare board, shape (cells, words).

    Where cells may stay empty, "empty" is one more member, after the last pair.
    """
    members = clues.pairs + (0 if is_covering else 1)
    words = -(-members // kernel.WORD_BITS)
    domains = np.empty((len(clues.numbers), words), dtype=np.int64)
    for word in range(words):
        domains[:, word] = (1 << min(kernel.WORD_BITS, members - word * kernel.WORD_BITS)) - 1
    for cell, number in enumerate(clues.numbers):
        if number:
            word, bit = divmod(number - 1, kernel.WORD_BITS)
            domains[cell] = 0
            domains[cell, word] = 1 << bit
    return domains
