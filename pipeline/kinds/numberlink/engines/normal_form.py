"""Lemmas that shorten the search for a second solution under ``free``, and that search.

They hold when a solution S is known that covers every cell and never touches itself, as all
generated puzzles have. If a second solution exists, one exists in *normal form*, so clauses that
only a normal form satisfies may be added to "not S". docs/engine.md proves the lemmas:

2. a normal form uses at most two of the four edges of a unit square;
3. where a line turns to a side and downward, the fourth cell of that square is an end, is blocked,
   or has its two outward edges;
4. so the diagonal there meets an end or a blocked cell before the edge of the board;
5. a line turns back only around an end: the triangle of every pocket that opens upwards contains an
   end or a blocked cell. A *pocket* of width k is two arms and a run of k steps between their feet;
   the triangle is the k - 1 cells between the arms and, above, rows two cells narrower each time.

`NormalFormSearch` is exhaustive and shares no code with the SAT solvers that get the same question.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.encode_sat import EdgeMap, edge_map, read_model, unit_squares
from pipeline.kinds.numberlink.kernels import normal_form as boards
from pipeline.kinds.numberlink.kernels.frontier import FOUND
from pipeline.kinds.numberlink.kernels.normal_form import ON, find_second
from pipeline.kinds.numberlink.model import Clues, Solution


def suits_normal_form(clues: Clues, solution: Solution) -> bool:
    """Return whether a right solution covers every cell and never touches itself."""
    line: dict[int, int] = {}
    edges = 0
    for number, path in enumerate(solution.paths):
        edges += len(path) - 1
        line.update(dict.fromkeys(path, number))
    if len(line) + len(clues.blocked) != clues.rows * clues.cols:
        return False
    same = sum(
        line.get(cell, -1) == line.get(other, -2)
        for cell in line
        for other in (cell + 1 if (cell + 1) % clues.cols else -1, cell + clues.cols)
    )
    return same == edges


def normal_form_clauses(edges: EdgeMap, ends: Collection[int]) -> Iterator[list[int]]:
    """Yield the clauses over edge variables that a solution in normal form satisfies.

    They may be added to the plain encoding of a ``free`` puzzle together with "not S" if
    `suits_normal_form` is true for S. Edge ``i`` is variable ``i + 1``; ``ends`` are all cells that
    are ends of pairs.
    """
    barred = frozenset(ends)
    for clause, cells in normal_form_lemmas(edges):
        if barred.isdisjoint(cells):
            yield clause
    for aside in (1, -1):
        yield from _closed_turns(edges, ends, aside)


@lru_cache(maxsize=8)
def normal_form_lemmas(edges: EdgeMap) -> tuple[tuple[list[int], tuple[int, ...]], ...]:
    """Return each clause with the cells that must not be ends for it to be true.

    For encodings with variable ends: weaken a clause by a literal for each of its cells.
    """
    lemmas: list[tuple[list[int], tuple[int, ...]]] = []
    for square in unit_squares(edges):
        upper = edges.edges[square[0] - 1][0]
        lower = upper + edges.cols
        lemmas += (([-side for side in square if side != left_out], ()) for left_out in square)
        lemmas += _flips(edges, upper, lower + 1)
        lemmas += _flips(edges, upper + 1, lower)
    return tuple(lemmas)


def _flips(edges: EdgeMap, turn: int, below: int) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    """Yield the clauses that a turn at ``turn`` implies for the cell diagonally ``below`` it."""
    corner = (turn, below)
    beside = turn + below - (turn + edges.cols), turn + edges.cols
    turning = [edges.variable(turn, cell) for cell in beside]
    inward = {edges.variable(below, cell) for cell in beside}
    outward = [edge + 1 for edge in edges.around[below] if edge + 1 not in inward]
    clause = [-variable for variable in turning if variable is not None]
    if len(outward) < 2:
        yield clause, corner
        return
    for variable in outward:
        yield [*clause, variable], corner


def _closed_turns(edges: EdgeMap, ends: Collection[int], aside: int) -> Iterator[list[int]]:
    """Yield clauses against turns from ``aside`` to below whose diagonal meets no end."""
    squares = {edges.edges[square[0] - 1][0] for square in unit_squares(edges)}
    closed: set[int] = set()
    for cell in reversed(range(edges.rows * edges.cols - edges.cols)):
        below = cell + edges.cols
        next_turn = below + aside
        if min(cell, cell + aside) not in squares or cell in ends or next_turn in ends:
            continue
        outward = [edges.variable(next_turn, next_turn + edges.cols)]
        if (next_turn + aside) // edges.cols == next_turn // edges.cols:
            outward.append(edges.variable(next_turn, next_turn + aside))
        if next_turn in closed or outward.count(None) or len(outward) < 2:
            closed.add(cell)
            turn = (edges.variable(cell, cell + aside), edges.variable(cell, below))
            yield [-edge for edge in turn if edge is not None]


@lru_cache(maxsize=4)
def pocket_lemmas(edges: EdgeMap, widest: int) -> tuple[tuple[list[int], tuple[int, ...]], ...]:
    """Return for each pocket the clause against it, and the cells that must not be ends for it.

    Pockets next to blocked cells and those of more than ``widest`` steps, at least 2, are omitted.
    """
    lemmas = []
    for top in range(edges.rows - 1):
        for left in range(edges.cols):
            for width in range(2, min(widest, edges.cols - 1 - left) + 1):
                run = [(top + 1) * edges.cols + left + step for step in range(width + 1)]
                outline = [run[0] - edges.cols, *run, run[-1] - edges.cols]
                sides = [edges.variable(one, other) for one, other in pairwise(outline)]
                cells = _triangle(edges.cols, top, left, width)
                if None in sides or not all(edges.around[cell] for cell in cells):
                    continue
                lemmas.append(([-side for side in sides if side is not None], cells))
    return tuple(lemmas)


def pocket_clauses(edges: EdgeMap, ends: Collection[int], widest: int) -> Iterator[list[int]]:
    """Yield the clauses of `pocket_lemmas` that hold if exactly ``ends`` are ends."""
    barred = frozenset(ends)
    for clause, cells in pocket_lemmas(edges, widest):
        if barred.isdisjoint(cells):
            yield clause


def _triangle(cols: int, top: int, left: int, width: int) -> tuple[int, ...]:
    return tuple(
        (top - up) * cols + col
        for up in range(min(top, width) + 1)
        for col in range(left + 1 + up, left + width - up)
    )


SEARCH_STEPS: Final = 60_000
"""Edges chosen by the search for a second solution in normal form before SAT is asked, about a
microsecond each. A unique layout takes 200 on 10x10, 1,300 on 12x12, 10,000 on 15x15 and 300,000 on
20x20; a second solution on 20x20 is found after about 10,000."""


LEAST_CELLS_LARGE: Final = 500  # Boards beyond this search, repaired as large ones

_BLOCKED: Final = -1


@lru_cache(maxsize=8)
def normal_form_search(rows: int, cols: int, blocked: frozenset[int]) -> NormalFormSearch:
    """Return the search for an outline; its answers do not depend on earlier questions."""
    return NormalFormSearch(rows, cols, sorted(blocked))


class NormalFormSearch:
    """Find second solutions under ``free`` of layouts on one board, with the same arrays.

    Lines are pushed towards the side with the fewest ends, and the search begins at the opposite
    side: that halves the steps on 12x12. ``blocked`` cells are outside the outline.
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
        """Return the result, and the cells, in ascending order, where a second solution differs.

        ``paths`` cover the outline and never touch themselves; at most ``steps`` edges are chosen.
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
        """Return the second solution of a puzzle that was found last."""
        board, places = self._asked
        edges = edge_map(clues.rows, clues.cols, clues.blocked)
        one, other = places[np.array(edges.edges)].T
        low, is_down = np.minimum(one, other), np.abs(one - other) == board.width
        on = self._state.edge[2 * low + is_down] == ON
        return read_model(clues, edges, np.concatenate([[False], on]))[0]


def _make_board(grid: NDArray[np.int64]) -> tuple[boards.NormalBoard, NDArray[np.int64]]:
    """Return a board for cells arranged as in a grid, and the index of each cell in it."""
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
    """Return arrays for a search on up to ``size`` cells with those outside."""
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
