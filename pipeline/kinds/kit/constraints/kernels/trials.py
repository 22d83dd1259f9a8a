"""Trials where deduction ends: all assumptions that deduction refutes, the shortest first."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.constraints.kernels import board
from pipeline.kinds.kit.constraints.kernels.board import Arrays, State, push, take_back
from pipeline.kinds.kit.constraints.kernels.propagate import deduce, reset

FIRST_LIMIT: Final = 8
"""Chains are looked for up to this length first, then up to longer ones."""


@compiled
def chain_of(arrays: Arrays, state: State, code: int, rules: int, most: int) -> int:
    """Return how many literals follow from an assumption until it is refuted; 0 where it is not.

    The assumption counts, those of the round with the contradiction do not. A chain longer than
    ``most`` is not looked for. The state stays as it was.
    """
    counter = state.counter
    size = counter[board.SIZE]
    counter[board.NODES] += 1
    counter[board.LIMIT], counter[board.IS_CUT] = size + most, 0
    push(state, code, board.ASSUMED)
    is_well = deduce(arrays, state, rules)
    chain = 0 if is_well or counter[board.IS_CUT] else counter[board.TOLD] - size
    counter[board.LIMIT] = 0
    take_back(arrays, state, size)
    return chain


@compiled
def find_shortest(
    arrays: Arrays, state: State, rules: int, found: NDArray[np.int32]
) -> tuple[int, int]:
    """Put the literals that are refuted in the fewest steps into ``found``; return number, steps.

    Both are 0 where none is. ``found`` has room for all codes. The state stays as it was.
    """
    variables = state.depth.shape[0] - 1
    count, shortest = 0, min(FIRST_LIMIT, variables)
    while True:
        most = shortest
        for code in range(2, state.value.shape[0]):
            if state.value[code] != 0:
                continue
            chain = chain_of(arrays, state, code, rules, shortest)
            if chain and (count == 0 or chain < shortest):
                count, shortest = 0, chain
            if chain and chain == shortest:
                found[count] = code
                count += 1
        if count:
            return count, shortest
        if most >= variables:
            return 0, 0
        shortest = min(FIRST_LIMIT * most, variables)


@compiled
def run_trials(
    arrays: Arrays,
    state: State,
    known: NDArray[np.int32],
    rules: int,
    trials: int,
    found: NDArray[np.int32],
    chains: NDArray[np.int64],
) -> int:
    """Solve from what is known as far as trials do, in place; return how many ``chains`` there are.

    The counts that hold stand in ``state.counts``. What follows from the ``known`` codes stands on
    the trail after them, in the order of the rounds. The first of ``chains`` is how many rounds of
    deduction it took outside of trials. At each stop after that all assumptions that are refuted in
    the fewest steps are turned round at once, so that the order of variables does not matter;
    ``chains`` gets the steps, ``found`` the assumptions of the last stop. No stop begins after so
    many ``trials``: with 0 all is deduction. -1 on a contradiction.
    """
    counter = state.counter
    stops = 1
    reset(arrays, state)
    for k in range(known.shape[0]):
        push(state, known[k], board.ASSUMED)
    is_well = deduce(arrays, state, rules)
    chains[0] = counter[board.ROUNDS]
    while (
        is_well and counter[board.SIZE] < state.depth.shape[0] - 1 and counter[board.NODES] < trials
    ):
        count, shortest = find_shortest(arrays, state, rules, found)
        if count == 0:
            return stops
        chains[stops] = shortest
        stops += 1
        for k in range(count):
            is_well = is_well and push(state, found[k] ^ 1, board.ASSUMED)
        rounds = counter[board.ROUNDS]
        is_well = is_well and deduce(arrays, state, rules)
        chains[0] += counter[board.ROUNDS] - rounds
    return stops if is_well else -1
