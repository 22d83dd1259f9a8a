"""The exact number of solutions of a board that is narrow enough for its frontier.

Sets up the arrays of ``kernels/count.py``, which passes the board cell by cell, and lets them grow
between cells. The frontier runs along the shorter side. From which side the board is passed can
change the number of states a hundredfold: a little is tried from each side first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.numberlink.kernels import count as kernel
from pipeline.kinds.numberlink.model import Clues

RULE_NUMBERS: Final = {"free": kernel.FREE, "cover": kernel.COVER}
"""The rules that the frontier knows; the others ask of lines to remember all that they meet."""

WIDEST: Final = 60
"""Longest shorter side for which keys are made; far beyond what any number of states allows."""


TRIAL_SHARE: Final = 64
"""Each side is tried with this part of a count's states first."""


_NO_SLOTS: Final = np.empty(0, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class FrontierCount:
    """What a pass over a board found.

    ``count`` is exact, or None where the frontier grew beyond its states; ``widest`` is the most
    states that stood side by side, ``visited`` all of them, ``passed`` the cells behind the
    frontier when it ended.
    """

    count: int | None
    widest: int
    visited: int
    passed: int


def suits_frontier(clues: Clues) -> bool:
    """Return whether the frontier knows the rule and the board's shorter side is short enough."""
    return clues.rule in RULE_NUMBERS and min(clues.rows, clues.cols) <= WIDEST


def count_over_frontier(clues: Clues, states: int) -> FrontierCount:
    """Return the exact number of solutions, if no frontier is wider than ``states``.

    Parameters
    ----------
    clues : Clues
        A puzzle that `suits_frontier`.
    states : int
        Most states side by side, from 1.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> corners = make_clues(3, 3, "free", ["a", 0, 0, 0, 0, 0, 0, 0, "a"])
    >>> count_over_frontier(corners, 100).count
    12
    """
    trial = max(1, states // TRIAL_SHARE)
    best: tuple[int, NDArray[np.int64]] | None = None
    visited = 0
    for cells in _sides(clues):
        found = _pass_over(cells, clues, trial)
        visited += found.visited
        if found.count is not None:
            return FrontierCount(found.count, found.widest, visited, found.passed)
        if best is None or found.passed > best[0]:
            best = (found.passed, cells)
    assert best is not None, "a board has sides"
    found = _pass_over(best[1], clues, states)
    return FrontierCount(found.count, found.widest, visited + found.visited, found.passed)


def _sides(clues: Clues) -> Iterator[NDArray[np.int64]]:
    """Yield the cells in rows as they are passed, for each side that keeps the frontier short."""
    grid = np.arange(clues.rows * clues.cols).reshape(clues.rows, clues.cols)
    upright = grid if clues.cols <= clues.rows else grid.T
    yield upright
    yield upright[::-1]
    if clues.rows == clues.cols:
        yield upright.T
        yield upright.T[::-1]


def _pass_over(cells: NDArray[np.int64], clues: Clues, states: int) -> FrontierCount:
    rows, cols = cells.shape
    board = _board(cells, clues)
    words = board.words
    scratch = kernel.CountScratch(
        plugs=np.zeros(cols + 1, dtype=np.int64),
        key=np.zeros(words, dtype=np.int64),
        ahead=np.zeros(cols + 1, dtype=np.int64),
    )
    now = _room_for(1, words, 1)
    now.keys[0] = 0
    now.counts[0] = 1
    now.number[0] = 1
    widest, visited = 1, 0
    for cell in range(rows * cols):
        number = int(now.number[0])
        # At most two states follow each, and the counts of all are at most 2**(cell + 1).
        limbs = (cell + 1) // kernel.WORD_BITS + 1
        after = _room_for(min(2 * number, states), words, limbs)
        is_passed = kernel.advance(board, cell, now, after, scratch)
        visited += int(after.number[0])
        widest = max(widest, int(after.number[0]))
        if not is_passed:
            return FrontierCount(None, widest, visited, cell)
        # States are only looked up while they are made: without its slots a frontier is smaller.
        now = after._replace(slots=_NO_SLOTS)
        if now.number[0] == 0:
            return FrontierCount(0, widest, visited, cell + 1)
    # Behind the last cell no plug is left, so all boards have met in one state.
    limbs_found: list[int] = now.counts[0].tolist()
    count = sum(limb << kernel.WORD_BITS * place for place, limb in enumerate(limbs_found))
    return FrontierCount(count, widest, visited, rows * cols)


def _board(cells: NDArray[np.int64], clues: Clues) -> kernel.CountingBoard:
    """Return the board as the kernel sees it, with the cells in this order."""
    rows, cols = cells.shape
    numbers = np.array(clues.numbers, dtype=np.int64)
    if clues.blocked:
        numbers[sorted(clues.blocked)] = kernel.BLOCKED
    bits = (kernel.LABEL - 1 + clues.pairs).bit_length()
    words = -(-(cols + 1) // (kernel.WORD_BITS // bits))
    rule = RULE_NUMBERS[clues.rule]
    return kernel.CountingBoard(numbers[cells.reshape(-1)], rows, cols, bits, words, rule)


def _room_for(states: int, words: int, limbs: int) -> kernel.States:
    slots = 1 << (2 * states - 1).bit_length()
    return kernel.States(
        keys=np.empty((states, words), dtype=np.int64),
        counts=np.empty((states, limbs), dtype=np.int64),
        slots=np.full(slots, -1, dtype=np.int32),
        number=np.zeros(1, dtype=np.int64),
    )
