"""Boards of Binairo: random lines, with a few signs between them."""

from __future__ import annotations

from typing import Final

import numpy as np

from pipeline.kinds import kit
from pipeline.kinds.binairo.kernels import exchange_lines, random_lines
from pipeline.kinds.kit import making

EMPTY: Final = -1
LARGE: Final = 20
"""Boards with longer lines than this hardly fill by backtracking."""
DISTINCT, ALIKE, SIGNS = "distinct-lines", "equal-lines", "signs"
"""No two rows and no two columns are equal; they may be; they may be and signs join cells."""


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return a random full board, under ``signs`` with a few signs."""
    values = np.full((board.rows, board.cols), EMPTY, dtype=np.int8)
    is_distinct = board.rule == DISTINCT
    if max(board.rows, board.cols) > LARGE:
        is_full = exchange_lines(values, state)
        are_apart = all(len(np.unique(values, axis=k)) == values.shape[k] for k in (0, 1))
        if not is_full or (is_distinct and not are_apart):
            return None
    elif not random_lines(values, np.full(values.size, -1, dtype=np.int8), is_distinct, state):
        return None
    word = values.ravel().tolist()
    signs, edges = [], board.grid.edges()
    for a, b in edges if board.rule == SIGNS else ():
        if making.random_below(state, len(edges)) < board.rows:
            signs.append(kit.Clue(kit.BETWEEN, (a, b), (), "=" if word[a] == word[b] else "x"))
    ones = [cell for cell, value in enumerate(word) if value]
    return kit.Drafted.of("cells", board, ones, values=tuple(word), other_clues=tuple(signs))[:2]
