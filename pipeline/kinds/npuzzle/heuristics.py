"""Estimates of the moves to the goal, and the distances of all small boards."""

from __future__ import annotations

from functools import cache
from math import factorial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.board.symmetry import cells_of_image
from pipeline.kinds.kit.proving.tables import get_table
from pipeline.kinds.npuzzle.kernels import search as kernel
from pipeline.kinds.npuzzle.kernels.tables import MOST_CELLS, UNSEEN, build_table, spread
from pipeline.kinds.npuzzle.problem import ORDER, Problem, smallest_image
from pipeline.model import ConfigError

TABLE_VERSION: Final = 1  # Raised when the entries of a table of patterns change
MOST_ENTRIES: Final = 1 << 24  # Entries of the largest table on boards up to 4x4, with six tiles
FEWER_ENTRIES: Final = 1 << 20  # On larger boards: four tiles; five would take minutes to build


class Estimate(NamedTuple):
    """An estimate made ready: what does not change, and the state at the start of a search.

    ``root`` are the blank's cell and the two parts of the estimate, ``places`` the indices into the
    tables of patterns, ``value`` the estimate itself.
    """

    mode: int
    geometry: kernel.Geometry
    lookup: kernel.Lookup
    places: NDArray[np.int64]
    root: tuple[int, int, int]
    value: int


MODES: Final = {  # The estimates by name
    "manhattan": kernel.MANHATTAN,
    "conflict": kernel.CONFLICT,
    "patterns": kernel.PATTERNS,
}


def make_estimate(problem: Problem, name: str) -> Estimate:
    """Return an estimate of a problem, by one of the names in `MODES`.

    `ConfigError` if the board is too large for tables of this sort.
    """
    mode = MODES[name]
    geometry = make_geometry(problem.rows, problem.cols)
    lookup, places = _NO_LOOKUP, np.zeros(1, dtype=np.int64)
    first, second = distance(problem), 0
    if mode == kernel.CONFLICT:
        second = _conflicts(problem, geometry)
    elif mode == kernel.PATTERNS:
        lookup, places, (first, second) = _patterns(problem)
    value = int(kernel.estimate(mode, first, second))
    return Estimate(mode, geometry, lookup, places, (problem.blank, first, second), value)


def distance(problem: Problem) -> int:
    """Return the sum of the tiles' distances from their cells: the Manhattan distance."""
    return sum(
        abs(cell // problem.cols - label // problem.cols)
        + abs(cell % problem.cols - label % problem.cols)
        for cell, label in enumerate(problem.labels)
        if label != problem.goal_blank
    )


@cache
def make_geometry(rows: int, cols: int) -> kernel.Geometry:
    """Return what the size of a board says, for the search."""
    cells = rows * cols
    row_of, col_of = np.divmod(np.arange(cells), cols)
    moves = np.full((cells, cells, 5), kernel.END, dtype=np.int64)
    for blank in range(cells):
        row, col = divmod(blank, cols)
        # This order is that of the search whose node counts are known for Korf's boards.
        steps = ((row > 0, -cols), (col > 0, -1), (col < cols - 1, 1), (row < rows - 1, cols))
        targets = [blank + step for is_there, step in steps if is_there]
        for before in range(cells):
            onward = [target for target in targets if target != before]
            moves[blank, before, : len(onward)] = onward
    far = np.abs(row_of[:, None] - row_of) + np.abs(col_of[:, None] - col_of)
    # Only moves to a neighbouring cell are looked up; the clip keeps the others within a byte.
    gains = (far[:, None, :] - far[:, :, None]).clip(-1, 1).astype(np.int8)
    return kernel.Geometry(moves.ravel(), gains.ravel(), row_of, col_of)


def new_work(problem: Problem, places: NDArray[np.int64], depth: int, stored: int) -> kernel.Work:
    """Return a fresh state, with room for ``depth`` moves, and ``stored`` ways to be kept."""
    return kernel.Work(
        board=np.array(problem.labels, dtype=np.int64),
        places=places.copy(),
        stack=np.zeros((4, depth + 1), dtype=np.int64),
        found=np.zeros((stored, depth + 2), dtype=np.int64),
        line=np.zeros(max(problem.rows, problem.cols), dtype=np.int64),
        out=np.zeros(kernel.OUTS, dtype=np.int64),
    )


def _conflicts(problem: Problem, geometry: kernel.Geometry) -> int:
    rows, cols = problem.rows, problem.cols
    board = np.array(problem.labels, dtype=np.int64)
    scratch = np.zeros(max(rows, cols), dtype=np.int64)
    lines = [(geometry.row_of, (row * cols, 1, cols), row) for row in range(rows)]
    lines += [(geometry.col_of, (col, cols, rows), col) for col in range(cols)]
    return sum(
        int(kernel.line_conflicts(board, homes, cells, home, problem.blank, scratch))
        for homes, cells, home in lines
    )


def pattern_groups(rows: int, cols: int, blank: int) -> list[list[int]]:
    """Return the goal cells of the tiles, in groups whose tables are small enough.

    Cells are taken in bands of two rows, there and back, so that each group is a compact patch.
    """
    cells = rows * cols
    most = MOST_ENTRIES if cells <= 16 else FEWER_ENTRIES
    size = next(size for size in range(cells, 0, -1) if cells**size <= most)

    def place(cell: int) -> tuple[int, int, int]:
        row, col = divmod(cell, cols)
        band = row // 2
        return band, col if band % 2 == 0 else -col, row

    order = sorted((cell for cell in range(cells) if cell != blank), key=place)
    return [order[at : at + size] for at in range(0, len(order), size)]


def build_patterns(rows: int, cols: int, blank: int) -> NDArray[np.uint8]:
    """Return the tables of all groups of a board, end to end; this takes seconds."""
    groups = pattern_groups(rows, cols, blank)
    return np.concatenate(
        [build_table(rows, cols, blank, np.array(group, dtype=np.int64)) for group in groups]
    )


def _patterns(problem: Problem) -> tuple[kernel.Lookup, NDArray[np.int64], tuple[int, int]]:
    rows, cols, goal_blank = problem.rows, problem.cols, problem.goal_blank
    cells = rows * cols
    if cells > MOST_CELLS:
        raise ConfigError(
            f"expected a board of at most {MOST_CELLS} cells for the solver patterns, found "
            f"{cols}x{rows}; choose the solver auto"
        )
    table = get_table(
        f"patterns-{rows}x{cols}-{goal_blank}",
        TABLE_VERSION,
        lambda: build_patterns(rows, cols, goal_blank),
    )
    grouping = pattern_groups(rows, cols, goal_blank)
    # One place more than there are groups is never moved: the mirrored side where there is none.
    idle = 2 * len(grouping)
    groups = np.full((2, cells), idle, dtype=np.int64)
    weights = np.zeros((2, cells), dtype=np.int64)
    mirror = _mirror(problem)
    places = np.zeros(idle + 1, dtype=np.int64)
    offset = 0
    for number, group in enumerate(grouping):
        places[[number, len(grouping) + number]] = offset
        offset += cells ** len(group)
        for i, label in enumerate(group):
            groups[0, label], weights[0, label] = number, cells**i
            if mirror is not None:
                twin = mirror.index(label)
                groups[1, twin], weights[1, twin] = len(grouping) + number, cells**i
    twins = np.array(mirror or range(cells), dtype=np.int64)
    for cell, label in enumerate(problem.labels):
        if label != goal_blank:
            places[groups[0, label]] += cell * weights[0, label]
            places[groups[1, label]] += twins[cell] * weights[1, label]
    lookup = _NO_LOOKUP._replace(patterns=table, groups=groups, weights=weights, mirror=twins)
    sides = (places[: len(grouping)], places[len(grouping) : idle])
    one, other = (int(table[side].sum()) for side in sides)
    return lookup, places, (one, other if mirror is not None else 0)


def _mirror(problem: Problem) -> list[int] | None:
    """Return the cells of an image in which the blank's goal cell is the same, if there is one."""
    for symmetry in ORDER[1:]:
        image = cells_of_image(problem.rows, problem.cols, symmetry)
        cells: list[int] = image.ravel().tolist()
        is_same_size = image.shape == (problem.rows, problem.cols)
        if is_same_size and cells[problem.goal_blank] == problem.goal_blank:
            return cells
    return None


_NO_LOOKUP: Final = kernel.Lookup(
    patterns=np.frombuffer(b"\0", dtype=np.uint8),
    groups=np.zeros((2, 1), dtype=np.int64),
    weights=np.zeros((2, 1), dtype=np.int64),
    mirror=np.zeros(1, dtype=np.int64),
)
"""No tables; read-only as those from the cache are, so that one compiled kernel serves both."""


MOST_CELLS_ENUMERATED: Final = 10  # Boards that are all searched: 1,814,400

_KNOWN_DEPTHS: Final = {(3, 4, 0): 53, (4, 4, 0): 80}
"""Largest depths of larger boards, by size and goal cell of the blank in the smallest image.

3x4 by the breadth-first search of tools/benchmarks/npuzzle.py, 4x4 by A. Bruengger, A. Marzetta,
K. Fukuda, J. Nievergelt: The parallel search bench ZRAM (Annals of Operations Research 90, 1999).
"""


class Distances(NamedTuple):
    """Distances ``of[number]``, `UNSEEN` where none is known, and the ``numbers`` in order."""

    of: NDArray[np.uint8]
    numbers: NDArray[np.int64]


@cache
def all_distances(rows: int, cols: int, goal_blank: int) -> Distances:
    """Return the distances of all boards of a size, for a goal cell of the blank.

    The size is at most `MOST_CELLS_ENUMERATED` cells.
    """
    cells = rows * cols
    distances = np.full(factorial(cells), UNSEEN, dtype=np.uint8)
    queue = np.empty(factorial(cells) // 2, dtype=np.int64)
    labels = np.empty(cells, dtype=np.int64)
    moves = make_geometry(rows, cols).moves
    count = spread(moves, goal_blank, distances, queue, labels)
    return Distances(distances, queue[:count])


def largest_depth(rows: int, cols: int, goal_blank: int) -> int | None:
    """Return the most moves that any board of a size needs, None where nobody knows."""
    goal = Problem(rows, cols, goal_blank, tuple(range(rows * cols)))
    rows, cols, goal_blank, _, _ = smallest_image(goal)
    if rows * cols > MOST_CELLS_ENUMERATED:
        return _KNOWN_DEPTHS.get((rows, cols, goal_blank))
    distances = all_distances(rows, cols, goal_blank)
    return int(distances.of[distances.numbers[-1]])
