"""The reference search behind a grade: deductions of a level, and trials where they end; numba.

A *trial* assumes more bridges than the lower bound of a link, or fewer than the upper one, and
deduces; a contradiction refutes it. Links are tried in the order of the board, which is why grades
use the canonical form. If a whole round refutes nothing, an exhaustive search continues.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, making_arrays
from pipeline.kinds.hashi.kernels import board as arrays
from pipeline.kinds.hashi.kernels.board import LinkBoard, State, lower_high, raise_low, take_back
from pipeline.kinds.hashi.kernels.search import FOUND, ISOLATION, SPENT, advance, deduce, start

REFUTED, SEARCHED, IS_CAPPED = 0, 1, 2
COUNTS: Final = 3  # Of `count`: trials refuted, nodes of the search, whether it was capped


@compiled
def count(
    board: LinkBoard, state: State, level: int, budget: int, counts: NDArray[np.int64]
) -> None:
    """Solve the board with the deductions of a level, and count trials and nodes, in place.

    ``state`` is fresh. ``level`` is that of the deductions between the trials, ``budget`` the nodes
    of the search at the end. ``counts`` (int64, shape (COUNTS,)) is initially zero.
    """
    links = board.ends.shape[0]
    if not start(board, state, level):
        return
    link = 0
    fruitless = 0
    while is_open(state):
        if fruitless == links:
            if level == ISOLATION:
                break
            # Use the strongest deductions where trials with weaker ones refute nothing.
            before = state.counter[arrays.CHANGES]
            counts[REFUTED] += 1
            if not start(board, state, int(ISOLATION)):
                return
            if state.counter[arrays.CHANGES] == before:
                break
            fruitless = 0
        found = refute(board, state, link, level)
        if found < 0:
            return
        counts[REFUTED] += found
        fruitless = 0 if found else fruitless + 1
        link = link + 1 if link + 1 < links else 0
    if is_open(state):
        answer = FOUND
        while answer == FOUND:
            answer = advance(board, state, budget, int(ISOLATION))
        counts[SEARCHED] = state.counter[arrays.NODES]
        counts[IS_CAPPED] = 1 if answer == SPENT else 0


@making_arrays
def is_open(state: State) -> bool:
    """Return whether a link is not yet decided."""
    return bool(np.any(state.low < state.high))


@compiled
def is_refuted(board: LinkBoard, state: State, link: int, side: int, level: int) -> bool:
    """Return whether a trial with more than the lower bound (side 0) or less than the upper fails.

    The state is restored.
    """
    changes = state.counter[arrays.CHANGES]
    if side == 0:
        is_well = raise_low(board, state, link, state.low[link] + 1)
    else:
        is_well = lower_high(board, state, link, state.high[link] - 1)
    is_well = is_well and deduce(board, state, level)
    take_back(board, state, changes)
    return not is_well


@compiled
def refute(board: LinkBoard, state: State, link: int, level: int) -> int:
    """Try both bounds of a link, and change the state in place by what is refuted.

    Return how many of the two trials were refuted, -1 on a contradiction.
    """
    refuted = 0
    for side in range(2):
        low, high = state.low[link], state.high[link]
        if low == high or not is_refuted(board, state, link, side, level):
            continue
        refuted += 1
        if side == 0:
            is_well = lower_high(board, state, link, low)
        else:
            is_well = raise_low(board, state, link, high)
        if not (is_well and deduce(board, state, level)):
            return -1
    return refuted


@compiled
def count_refutable(board: LinkBoard, state: State, level: int) -> int:
    """Return how many single trials would be refuted where the deductions of a level end.

    ``state`` is fresh; it is changed in place by these deductions.
    """
    if not start(board, state, level):
        return 0
    refutable = 0
    for link in range(board.ends.shape[0]):
        if state.low[link] == state.high[link]:
            continue
        for side in range(2):
            refutable += is_refuted(board, state, link, side, level)
    return refutable
