"""Which islands see each other, and which such links cross: the geometry every engine starts from.

The rules by definition do not use it; they look at cells.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pipeline.kinds.hashi.kernels import links as kernel
from pipeline.kinds.hashi.kernels.board import LinkBoard, State
from pipeline.kinds.hashi.kernels.links import DOWN, RIGHT
from pipeline.kinds.hashi.model import Clues


class Links(NamedTuple):
    """Pairs of islands that see each other.

    ``cells``: cells of the islands in reading order. ``ends``: (island, island) of each link, the
    first in reading order first; ``pairs``: their cells. ``around``: the links of each island to
    the right, down, left and up, -1 for none. ``crossing``: pairs of links that cross, the one that
    runs across first.
    """

    cells: tuple[int, ...]
    ends: tuple[tuple[int, int], ...]
    pairs: tuple[tuple[int, int], ...]
    around: tuple[tuple[int, int, int, int], ...]
    crossing: tuple[tuple[int, int], ...]


def find_links(cols: int, islands: tuple[int, ...]) -> Links:
    """Return the links of a grid of clues.

    ``islands`` are the clues of a grid of so many columns in reading order, 0 for water.

    Examples
    --------
    >>> links = find_links(3, (0, 1, 0, 1, 0, 1, 0, 1, 0))
    >>> links.ends, links.crossing
    (((0, 3), (1, 2)), ((1, 0),))
    """
    cells = tuple(cell for cell, clue in enumerate(islands) if clue)
    found: list[tuple[int, int, int]] = []
    above: dict[int, int] = {}
    for island, cell in enumerate(cells):
        if island and cells[island - 1] // cols == cell // cols:
            found.append((island - 1, RIGHT, island))
        if cell % cols in above:
            found.append((above[cell % cols], DOWN, island))
        above[cell % cols] = island
    around = [[-1, -1, -1, -1] for _ in cells]
    # In the order of their first island, to the right before down.
    for link, (one, side, other) in enumerate(sorted(found)):
        around[one][side] = around[other][side + 2] = link
    ends = tuple((one, other) for one, _, other in sorted(found))
    crossing: list[tuple[int, int]] = []
    # The link that hangs down into each column as the rows are read.
    hanging = [-1] * cols
    for island, cell in enumerate(cells):
        col, across = cell % cols, around[island][RIGHT]
        hanging[col] = around[island][DOWN]
        if across >= 0:
            far = cells[ends[across][1]] % cols
            crossing += [(across, down) for down in hanging[col + 1 : far] if down >= 0]
    pairs = tuple((cells[one], cells[other]) for one, other in ends)
    return Links(cells, ends, pairs, tuple((a, b, c, d) for a, b, c, d in around), tuple(crossing))


def make_board(clues: Clues) -> tuple[list[int], LinkBoard]:
    """Return the cells of a puzzle's islands, and its arrays for the kernels."""
    space = kernel.make_space(len(clues.islands), clues.cols, 1)
    space.board.rule[:] = clues.connected, clues.loops
    numbers = np.array(clues.islands, dtype=np.int64)
    islands, links = kernel.fill_board(numbers, clues.cols, clues.max_bridges, space)
    board, _ = kernel.cut(space, islands, links)
    return space.cells[:islands].tolist(), board


def make_state(board: LinkBoard, max_bridges: int) -> State:
    """Return the state of a board on which nothing is decided."""
    state: State = kernel.make_state(len(board.least), len(board.ends), max_bridges)
    kernel.reset(board, state, max_bridges)
    return state
