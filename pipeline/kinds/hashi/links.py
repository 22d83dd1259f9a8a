"""Which islands see each other, and which such links cross: the geometry every engine starts from.

The rules by definition do not use it; they look at cells.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pipeline.kinds.hashi.kernels.board import COUNTERS, Board, State
from pipeline.kinds.hashi.model import UNKNOWN, Clues

RIGHT, DOWN, LEFT, UP = 0, 1, 2, 3
"""Sides in ``Board.around``."""


class Links(NamedTuple):
    """Pairs of islands that see each other.

    ``cells``: cells of the islands in reading order. ``ends``: (island, island) of each link, the
    first in reading order first. ``around``: the links of each island to the right, down, left
    and up, -1 for none. ``crossing``: pairs of links that cross, the one that runs across first.
    """

    cells: tuple[int, ...]
    ends: tuple[tuple[int, int], ...]
    around: tuple[tuple[int, int, int, int], ...]
    crossing: tuple[tuple[int, int], ...]


def find_links(rows: int, cols: int, islands: tuple[int, ...]) -> Links:
    """Return the links of a grid of clues.

    Parameters
    ----------
    rows, cols : int
        Size of the grid.
    islands : tuple of rows * cols int
        0 for water.

    Examples
    --------
    >>> links = find_links(3, 3, (0, 1, 0, 1, 0, 1, 0, 1, 0))
    >>> links.ends, links.crossing
    (((0, 3), (1, 2)), ((1, 0),))
    """
    cells = tuple(cell for cell, clue in enumerate(islands) if clue)
    ends: list[tuple[int, int]] = []
    around = [[-1, -1, -1, -1] for _ in cells]
    crossing: list[tuple[int, int]] = []
    # Links in the order of their first island, to the right before down; right neighbours of all
    # islands are known beforehand, lower ones by the last island met in the column from below.
    below = [-1] * cols
    right_of, down_of = [-1] * len(cells), [-1] * len(cells)
    for island in range(len(cells) - 1, -1, -1):
        row, col = divmod(cells[island], cols)
        if island + 1 < len(cells) and cells[island + 1] // cols == row:
            right_of[island] = island + 1
        down_of[island] = below[col]
        below[col] = island
    for island in range(len(cells)):
        for other, side, opposite in (
            (right_of[island], RIGHT, LEFT),
            (down_of[island], DOWN, UP),
        ):
            if other >= 0:
                around[island][side] = around[other][opposite] = len(ends)
                ends.append((island, other))
    # The link that hangs down into each column as the rows are read.
    hanging = [-1] * cols
    for island, cell in enumerate(cells):
        row, col = divmod(cell, cols)
        across = around[island][RIGHT]
        hanging[col] = around[island][DOWN]
        if across >= 0:
            far = cells[ends[across][1]] % cols
            crossing += [(across, down) for down in hanging[col + 1 : far] if down >= 0]
    found = tuple((a, b, c, d) for a, b, c, d in around)
    return Links(cells, tuple(ends), found, tuple(crossing))


def make_board(clues: Clues) -> tuple[Links, Board]:
    """Return the links of a puzzle and its arrays for the kernels."""
    links = find_links(clues.rows, clues.cols, clues.islands)
    numbers = np.array([clues.islands[cell] for cell in links.cells], dtype=np.int64)
    is_unknown = numbers == UNKNOWN
    count = len(links.ends)
    pairs = np.array(links.crossing, dtype=np.int64).reshape(-1, 2)
    both = np.concatenate([pairs, pairs[:, ::-1]])
    both = both[np.lexsort((both[:, 1], both[:, 0]))]
    board = Board(
        least=np.where(is_unknown, 1, numbers),
        most=np.where(is_unknown, 4 * clues.max_bridges, numbers),
        ends=np.array(links.ends, dtype=np.int64).reshape(-1, 2),
        around=np.array(links.around, dtype=np.int64).reshape(-1, 4),
        crossing_at=np.searchsorted(both[:, 0], np.arange(count + 1)).astype(np.int64),
        crossing=np.ascontiguousarray(both[:, 1]),
        rule=np.array([clues.connected, clues.loops]),
    )
    return links, board


def make_state(board: Board, max_bridges: int) -> State:
    """Return the state of a board on which nothing is decided."""
    islands, links = len(board.least), len(board.ends)
    high = np.full(links, max_bridges, dtype=np.int64)
    sum_high = (board.around >= 0).sum(axis=1).astype(np.int64) * max_bridges
    return State(
        low=np.zeros(links, dtype=np.int64),
        high=high,
        sum_low=np.zeros(islands, dtype=np.int64),
        sum_high=sum_high,
        # Every change closes the bounds of one link in by one at least.
        trail=np.zeros((links * max_bridges + 1, 3), dtype=np.int64),
        queue=np.zeros(islands, dtype=np.int64),
        queued=np.zeros(islands, dtype=np.bool_),
        level_link=np.zeros(links * max_bridges + 1, dtype=np.int64),
        level_value=np.zeros(links * max_bridges + 1, dtype=np.int64),
        level_changes=np.zeros(links * max_bridges + 1, dtype=np.int64),
        group=np.zeros(islands, dtype=np.int64),
        room=np.zeros(islands, dtype=np.int64),
        exits=np.zeros(islands, dtype=np.int64),
        stack=np.zeros(2 * islands + 1, dtype=np.int64),
        order=np.zeros(islands, dtype=np.int64),
        reach=np.zeros(islands, dtype=np.int64),
        weight=np.zeros(islands, dtype=np.int64),
        counter=np.zeros(COUNTERS, dtype=np.int64),
    )
