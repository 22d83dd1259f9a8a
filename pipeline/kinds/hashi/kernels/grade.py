"""The reference search behind a grade: deductions of a rung, and trials where they end; numba.

A *trial* assumes one bridge more, or one less, than a link may have at the most or least, and
deduces; a contradiction refutes it. Trials are made in rounds: all that a round refutes is applied
at its end, so the counts do not depend on the order of the links. Only where no trial of a round
is refuted does an exhaustive search go on, which depends on it; it is made on the canonical form.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pipeline.kinds.hashi.kernels import board as arrays
from pipeline.kinds.hashi.kernels.board import Board, State, lower_high, raise_low, take_back
from pipeline.kinds.hashi.kernels.deduce import ISOLATION, deduce
from pipeline.kinds.hashi.kernels.search import FOUND, SPENT, advance, start

REFUTED, ROUNDS, SEARCHED, IS_CAPPED = 0, 1, 2, 3
COUNTS: Final = 4
"""Places in what `count` counts: trials refuted, rounds, nodes of the search, whether cut short."""


@njit(cache=True)
def count(board: Board, state: State, rung: int, budget: int, counts: NDArray[np.int64]) -> None:
    """Solve the board with the deductions of a rung, and count what else it takes, in place.

    Parameters
    ----------
    board, state : Board, State
        A fresh state.
    rung : int
        Deductions used between the trials.
    budget : int
        Nodes that the search at the end may spend.
    counts : ndarray[int64], shape (COUNTS,)
        Zeros; filled in.
    """
    links = board.ends.shape[0]
    refuted = np.zeros((links, 2), dtype=np.bool_)
    if not start(board, state, rung):
        return
    while is_open(state):
        counts[ROUNDS] += 1
        found = 0
        for link in range(links):
            if state.low[link] == state.high[link]:
                continue
            for side in range(2):
                refuted[link, side] = is_refuted(board, state, link, side, rung)
                found += refuted[link, side]
        counts[REFUTED] += found
        before = state.counter[arrays.CHANGES]
        is_well = True
        if found:
            is_well = apply_refuted(board, state, refuted) and deduce(board, state, rung)
        elif rung < ISOLATION:
            # What a weaker deduction cannot see by trying either, the strongest has to say.
            counts[REFUTED] += 1
            is_well = start(board, state, ISOLATION)
        if not is_well:
            return
        if state.counter[arrays.CHANGES] == before:
            break
    if is_open(state):
        answer = FOUND
        while answer == FOUND:
            answer = advance(board, state, budget, ISOLATION)
        counts[SEARCHED] = state.counter[arrays.NODES]
        counts[IS_CAPPED] = 1 if answer == SPENT else 0


@njit(cache=True)
def is_open(state: State) -> bool:
    """Say whether a link is not yet decided."""
    return bool(np.any(state.low < state.high))


@njit(cache=True)
def is_refuted(board: Board, state: State, link: int, side: int, rung: int) -> bool:
    """Say whether assuming more than the least (side 0) or less than the most is refuted.

    Leaves the state as it was.
    """
    changes = state.counter[arrays.CHANGES]
    if side == 0:
        is_well = raise_low(board, state, link, state.low[link] + 1)
    else:
        is_well = lower_high(board, state, link, state.high[link] - 1)
    is_well = is_well and deduce(board, state, rung)
    take_back(board, state, changes)
    return not is_well


@njit(cache=True)
def apply_refuted(board: Board, state: State, refuted: NDArray[np.bool_]) -> bool:
    """Decide the opposite of all that was refuted, in place, and clear it; False if it clashes."""
    for link in range(refuted.shape[0]):
        low, high = state.low[link], state.high[link]
        more, less = refuted[link, 0], refuted[link, 1]
        refuted[link, 0] = refuted[link, 1] = False
        if more and not lower_high(board, state, link, low):
            return False
        if less and not raise_low(board, state, link, high):
            return False
    return True
