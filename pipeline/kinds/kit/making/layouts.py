"""Random solutions: regions, loops, numbers that fill a board, shaded cells, irregular boxes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import RandomState, pick, random_below, shuffled
from pipeline.kinds.kit.board.grid import Grid, Pair
from pipeline.kinds.kit.board.regions import is_whole
from pipeline.kinds.kit.making.kernels.fill import fill_numbers, shade_cells
from pipeline.kinds.kit.making.kernels.loops import add_marks, change_marks, grow_region

NODES_A_CELL: Final = 40  # Search nodes for each cell before a board is given up
REFILLS: Final = 120  # Times that some cells of a large answer are filled again
REFILLED: Final = 42  # Percent of the cells; of half of them none of 40 were filled at 25x25
REFILL_NODES_A_CELL: Final = 20
PASSES: Final = 6  # Passes over all cells that may join the region
WIDE: Final = 400  # Cells of a board from which on it takes more until the region is everywhere
TURNS_A_CELL: Final = 12  # Random changes of an end of a path, for each cell
REGRET: Final = 20  # One in so many changes that reduce the number of marks is kept
REGRET_NEAR: Final = 4  # The same where a loop is changed at some places only


def random_region(rows: int, cols: int, random: RandomState, tries: int = 0) -> NDArray[np.bool_]:
    """Return a connected region without holes, ndarray[bool] of shape (rows, cols).

    Its outline is one loop along the grid. To get a loop through the centres of cells, take the
    outline on a board with one row and one column less: its corners are the cells.

    ``random`` is a state, advanced in place; ``tries`` the number of random changes, tried
    afterwards, towards more nodes that can have a pearl.
    """
    inside = np.zeros((rows + 2, cols + 2), dtype=np.int8)
    passes = PASSES if rows * cols <= WIDE else (rows + cols) // 4
    grow_region(inside, np.arange(rows * cols), random, passes)
    add_marks(inside, random, tries, REGRET)
    return inside[1:-1, 1:-1].astype(np.bool_)


def random_loop(rows: int, cols: int, state: RandomState, tries: int = 0) -> list[Pair]:
    """Return a closed loop along the borders of cells, as sorted pairs of corners.

    It does not touch itself, not even at a corner. ``tries`` is as in `random_region`; the state is
    advanced in place.

    >>> from pipeline.kernels.random_state import new_state
    >>> loop = random_loop(4, 4, new_state(1))
    >>> corners = [corner for pair in loop for corner in pair]
    >>> {corners.count(corner) for corner in corners}
    {2}
    """
    return _outline(np.pad(random_region(rows, cols, state, tries), 1))


def change_loop(
    loop: Iterable[tuple[int, ...]],
    grid: Grid,
    cells: Collection[int],
    state: RandomState,
    tries: int,
) -> list[Pair]:
    """Return a loop through the centres of cells with random changes beside some of them.

    The changes are those of `random_region`; the state is advanced in place.

    >>> from pipeline.kernels.random_state import new_state
    >>> ring = [(0, 1), (0, 3), (1, 2), (2, 5), (3, 6), (5, 8), (6, 7), (7, 8)]
    >>> change_loop(ring, Grid(3, 3), [4], new_state(1), 0) == ring
    True
    """
    rows, cols = grid.rows, grid.cols
    inside = np.zeros((rows + 1, cols + 1), dtype=np.int8)  # Node (r, c) is the cell (r, c)
    for a, b in loop:
        if b == a + cols:
            inside[a // cols + 1, a % cols + 1 :] ^= 1
    near = np.zeros_like(inside, dtype=np.bool_)
    for row, col in (divmod(cell, cols) for cell in cells):
        near[row : row + 2, col : col + 2] = True
    near[[0, -1]] = near[:, [0, -1]] = False
    places = np.flatnonzero(near)
    if len(places):
        change_marks(inside, places, state, tries, REGRET_NEAR)
    return _outline(inside.astype(np.bool_))


def _outline(inside: NDArray[np.bool_]) -> list[Pair]:
    """Return the borders of a region with a frame around it, as sorted pairs of corners."""
    wide = inside.shape[1] - 1
    across = np.argwhere(inside[:-1, 1:-1] != inside[1:, 1:-1])
    down = np.argwhere(inside[1:-1, :-1] != inside[1:-1, 1:])
    pairs = [(int(r * wide + c), int(r * wide + c + 1)) for r, c in across]
    pairs += [(int(r * wide + c), int((r + 1) * wide + c)) for r, c in down]
    return sorted(pairs)


def random_numbers(
    size: int,
    groups: Sequence[Sequence[int]],
    most: int,
    state: RandomState,
    limits: Sequence[int] = (),
) -> list[int] | None:
    """Return numbers from 1 to ``most`` for ``size`` cells, without repeats in any group of cells.

    ``limits`` is the largest number in each of the first groups, if less than ``most``. None if the
    node limit is reached. The state is advanced in place.

    >>> from pipeline.kernels.random_state import new_state
    >>> sorted(random_numbers(4, [(0, 1), (2, 3), (0, 2), (1, 3)], 2, new_state(1)))
    [1, 1, 2, 2]
    """
    used = np.zeros(len(groups), dtype=np.int64)
    for number, limit in enumerate(limits):
        used[number] = (2 << most) - (2 << limit)  # as if the larger ones were there
    of_cell = _groups_of(size, tuple(map(tuple, groups)))
    return _fill(of_cell, used, most, state, NODES_A_CELL * size)


def refill(
    numbers: Sequence[int], groups: Sequence[Sequence[int]], most: int, state: RandomState
) -> list[int]:
    """Return other numbers from 1 to ``most`` without repeats in a group, in place of some.

    `REFILLS` times `REFILLED` percent of the cells, drawn at random, are filled again: a way to
    large random answers, of which `random_numbers` finds none.

    >>> from pipeline.kernels.random_state import new_state
    >>> refill([1, 2, 2, 1], [(0, 1), (2, 3), (0, 2), (1, 3)], 2, new_state(1))
    [1, 2, 2, 1]
    """
    current = np.array(numbers, dtype=np.int64)
    of_cell = _groups_of(len(numbers), tuple(map(tuple, groups)))
    for _ in range(REFILLS):
        cells = sorted(shuffled(state, range(len(current)))[: len(current) * REFILLED // 100])
        kept = current.copy()
        kept[cells] = 0
        used = np.array([sum(1 << int(k) for k in kept[list(g)] if k) for g in groups])
        filled = _fill(of_cell[cells], used, most, state, REFILL_NODES_A_CELL * len(cells))
        if filled is not None:
            current[cells] = filled
    return [*map(int, current)]


@lru_cache(maxsize=8)
def _groups_of(size: int, groups: tuple[tuple[int, ...], ...]) -> NDArray[np.int64]:
    """Return the groups of each cell, padded with -1."""
    of_cell: list[list[int]] = [[] for _ in range(size)]
    for number, group in enumerate(groups):
        for cell in group:
            of_cell[cell].append(number)
    width = max(map(len, of_cell))
    return np.array([[*own, *[-1] * (width - len(own))] for own in of_cell], dtype=np.int64)


def _fill(
    groups: NDArray[np.int64], used: NDArray[np.int64], largest: int, state: RandomState, nodes: int
) -> list[int] | None:
    """Return a number for each row of ``groups``; None if the node limit is reached."""
    numbers = np.zeros(len(groups), dtype=np.int64)
    stack = np.zeros((len(groups), 2), dtype=np.int64)
    is_full = fill_numbers(numbers, groups, used, stack, largest, state, nodes)
    return numbers.tolist() if is_full else None


def shade(grid: Grid, order: Sequence[int]) -> set[int]:
    """Return cells, taken in an order, that are not adjacent and do not divide the other cells.

    >>> shade(Grid(2, 3), [1, 0, 3, 2, 4, 5])
    {1}
    >>> shade(Grid(2, 3), [5])  # others stay as they are
    {5}
    """
    shaded = np.zeros((grid.rows, grid.cols), dtype=np.bool_)
    above = np.arange(grid.rows * grid.cols + 1, dtype=np.int64)
    near = np.zeros(5, dtype=np.int64)
    shade_cells(np.array(order, dtype=np.int64), shaded, above, near)
    return {*np.flatnonzero(shaded).tolist()}


def random_regions(regions: Sequence[int], grid: Grid, state: RandomState, swaps: int) -> list[int]:
    """Return connected regions of the same sizes after ``swaps`` random exchanges of cells.

    Each exchange is between two adjacent regions. The state is advanced in place.

    >>> from pipeline.kernels.random_state import new_state
    >>> random_regions((0, 0, 1, 1), Grid(2, 2), new_state(1), 1) in ([0, 0, 1, 1], [0, 1, 0, 1])
    True
    """
    current = list(regions)
    for _ in range(40 * swaps):
        if not swaps:
            break
        pairs = [(a, b) for a, b in grid.edges() if current[a] != current[b]]
        a, b = pick(state, pairs)
        first, second = current[a], current[b]
        rim = [
            cell
            for cell in grid.cells
            if current[cell] == second
            and cell != b
            and any(current[near] == first for near in grid.neighbours(cell))
        ]
        if not rim:
            continue
        back = pick(state, rim)
        changed = list(current)
        changed[a], changed[back] = second, first
        if all(is_whole(grid, changed, region) for region in (first, second)):
            current = changed
            swaps -= 1
    return current


def random_path(grid: Grid, state: RandomState, has_corners: bool = False) -> list[int]:
    """Return a random path through all cells of a board, also across corners on request.

    A snake is changed by "backbite" moves: an end joins a neighbour on the path, and the part
    between is reversed (Oberdorf, Ferguson, Jacobsen and Kondev, Physical Review E 74, 2006).
    """
    path = [cell for r in range(grid.rows) for cell in grid.lines()[r][:: 1 - 2 * (r % 2)]]
    for _ in range(TURNS_A_CELL * len(path)):
        if random_below(state, 2):
            path.reverse()
        around = grid.around(path[-1]) if has_corners else grid.neighbours(path[-1])
        near = [cell for cell in around if cell not in path[-2:]]
        if near:
            at = path.index(pick(state, near))
            path[at + 1 :] = path[:at:-1]
    return path
