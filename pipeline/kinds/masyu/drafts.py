"""Boards of Masyu: a random loop with all possible pearls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import networkx as nx

from pipeline.kinds import kit
from pipeline.kinds.kit import making

EMPTY, WHITE, BLACK = 0, 1, 2
TRIES: Final = 2_000  # Random changes of a loop towards more pearls
LARGE: Final = 441  # Cells of a board whose loop is repaired, and changed in proportion before
TRIES_A_CELL: Final = 60
TRIES_NEAR: Final = 2  # Changes at once for each cell that is open


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution]:
    """Return a random loop with all possible pearls."""
    tries = TRIES if len(board.values) < LARGE else TRIES_A_CELL * len(board.values)
    return _with_pearls(board, making.random_loop(board.rows - 1, board.cols - 1, state, tries))


def repair(
    board: kit.Board, answer: kit.Solution, cells: Sequence[int], state: kit.RandomState, _: object
) -> tuple[kit.Board, kit.Solution]:
    """Return a board whose loop is another one beside some cells."""
    tries = TRIES_NEAR * len(cells)
    return _with_pearls(board, making.change_loop(answer.items, board.grid, cells, state, tries))


def _with_pearls(
    board: kit.Board, loop: Sequence[tuple[int, int]]
) -> tuple[kit.Board, kit.Solution]:
    """Return a board with all pearls that a loop can have, and the loop."""
    near = nx.Graph(loop).adj
    straight = {cell: abs(a - b) in (2, 2 * board.cols) for cell, (a, b) in near.items()}
    pearls = [EMPTY] * len(board.values)
    for cell, ends in near.items():
        go_on = all(straight[end] for end in ends)
        if straight[cell] != go_on:
            pearls[cell] = BLACK if go_on else WHITE
    return kit.Drafted.of("edges", board, loop, values=tuple(pearls))[:2]
