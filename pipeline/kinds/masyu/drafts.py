"""Boards of Masyu: a random loop with all possible pearls."""

from __future__ import annotations

from typing import Final

import networkx as nx

from pipeline.kinds import kit
from pipeline.kinds.kit import making

EMPTY, WHITE, BLACK = 0, 1, 2
TRIES: Final = 2_000  # Random changes of a loop towards more pearls


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution]:
    """Return a random loop with all possible pearls."""
    loop = making.random_loop(board.rows - 1, board.cols - 1, state, TRIES)
    near = nx.Graph(loop).adj
    straight = {cell: abs(a - b) in (2, 2 * board.cols) for cell, (a, b) in near.items()}
    pearls = [EMPTY] * len(board.values)
    for cell, ends in near.items():
        go_on = all(straight[end] for end in ends)
        if straight[cell] != go_on:
            pearls[cell] = BLACK if go_on else WHITE
    return kit.Drafted.of("edges", board, loop, values=tuple(pearls))[:2]
