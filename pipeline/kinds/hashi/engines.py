"""Which islands see each other, which of these links cross, and the exhaustive search over them.

The rules by definition (`rules`) do not use this module; they look at cells.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pipeline.kinds.hashi.kernels import board as arrays
from pipeline.kinds.hashi.kernels import search as kernel
from pipeline.kinds.hashi.kernels.board import (
    DOWN,
    RIGHT,
    LinkBoard,
    State,
    cut,
    fill_board,
    make_space,
    reset,
)
from pipeline.kinds.hashi.kernels.board import make_state as new_state
from pipeline.kinds.hashi.kernels.search import COUNTING
from pipeline.kinds.hashi.model import RULE_PARTS, between, make_solution, runs_across
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.proving.engines import ResumableSearch
from pipeline.kinds.kit.sites.bridges import sights


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


def find_links(clues: Board) -> Links:
    """Return the links of a board.

    >>> links = find_links(Board(3, 3, (0, 1, 0, 1, 0, 1, 0, 1, 0)))
    >>> links.ends, links.crossing
    (((0, 3), (1, 2)), ((1, 0),))
    """
    cols, pairs = clues.cols, tuple(sorted(sights(clues)))
    cells = tuple(cell for cell, clue in enumerate(clues.values) if clue)
    number = {cell: island for island, cell in enumerate(cells)}
    ends = tuple((number[one], number[other]) for one, other in pairs)
    around = [[-1, -1, -1, -1] for _ in cells]
    below: dict[int, int] = {}  # By cell of water, the link that runs down through it
    for link, (one, other) in enumerate(ends):
        side = RIGHT if runs_across(cols, *pairs[link]) else DOWN
        around[one][side] = around[other][side + 2] = link
        if side == DOWN:
            below |= dict.fromkeys(between(cols, *pairs[link]) or (), link)
    crossing = tuple(
        (link, below[cell])
        for link, pair in enumerate(pairs)
        if runs_across(cols, *pair)
        for cell in between(cols, *pair) or ()
        if cell in below
    )
    return Links(cells, ends, pairs, tuple((a, b, c, d) for a, b, c, d in around), crossing)


def make_board(clues: Board) -> tuple[list[int], LinkBoard]:
    """Return the cells of a puzzle's islands, and its arrays for the kernels."""
    space = make_space(len(clues.values), clues.cols, 1)
    most, *space.board.rule[:] = RULE_PARTS[clues.rule]
    numbers = np.array(clues.values, dtype=np.int64)
    islands, links = fill_board(numbers, clues.cols, most, space)
    board, _ = cut(space, islands, links)
    return space.cells[:islands].tolist(), board


def make_state(board: LinkBoard, rule: str) -> State:
    """Return the state of a board on which nothing is decided."""
    most = RULE_PARTS[rule].max_bridges
    state: State = new_state(len(board.least), len(board.ends), most)
    reset(board, state, most)
    return state


class Search(ResumableSearch[Solution]):
    """An exhaustive search that can be stopped and resumed."""

    def __init__(self, clues: Board) -> None:
        self._cells, self._board = make_board(clues)
        self._state = make_state(self._board, clues.rule)

    @property
    def nodes(self) -> int:
        """Assumptions made so far."""
        return int(self._state.counter[arrays.NODES])

    def go_on(self, nodes: int) -> int:
        """Continue to the next solution."""
        return int(kernel.advance(self._board, self._state, nodes, COUNTING))

    def read(self) -> Solution:
        """Return the solution found last."""
        bridges = zip(self._board.ends.tolist(), self._state.low.tolist(), strict=True)
        return make_solution(
            (self._cells[one], self._cells[other], count)
            for (one, other), count in bridges
            if count
        )
