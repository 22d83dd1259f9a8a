"""Clues taken away, one group after the other, while what is left still suffices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.constraints.kernels.board import SIZE, USED, Arrays, State
from pipeline.kinds.kit.constraints.kernels.propagate import deduce, reset
from pipeline.kinds.kit.constraints.kernels.search import DONE, FOUND, advance, probe


class ClueSet(NamedTuple):
    """Which counts each clue brings, and which clues stand on the board.

    A clue brings ``counts[at[k] : at[k + 1]]``, with the sums at the same places. ``base`` has the
    sums of each count without any clue. ``groups[group_at[k] : group_at[k + 1]]`` go together.
    """

    base: NDArray[np.int64]
    at: NDArray[np.int32]
    counts: NDArray[np.int32]
    sums: NDArray[np.int64]
    is_there: NDArray[np.bool_]
    is_used: NDArray[np.bool_]
    """By count: whether the last solution that was found needed it."""
    groups: NDArray[np.int32]
    group_at: NDArray[np.int32]


BY_DEDUCTION, BY_TRIALS, BY_SEARCH = range(3)
"""How a board has to be solved: by deduction, with literals refuted, in a search of all."""


@compiled
def is_solved(
    arrays: Arrays, state: State, clues: ClueSet, rules: int, way: int, nodes: int
) -> bool:
    """Say whether the clues that stand suffice, in place; note which counts that took.

    A search may spend so many ``nodes``, and has to find one solution alone.
    """
    for count in range(clues.base.shape[0]):
        state.sums[count] = clues.base[count]
    for clue in range(clues.is_there.shape[0]):
        if clues.is_there[clue]:
            for k in range(clues.at[clue], clues.at[clue + 1]):
                state.sums[clues.counts[k]] &= clues.sums[k]
    reset(arrays, state)
    if way == BY_SEARCH:
        is_well = advance(arrays, state, rules, nodes) == FOUND
        is_well = is_well and advance(arrays, state, rules, nodes) == DONE
    else:
        is_well = deduce(arrays, state, rules)
        if is_well and way == BY_TRIALS and state.counter[SIZE] < state.trail.shape[0]:
            is_well = probe(arrays, state, rules)
        is_well = is_well and state.counter[SIZE] == state.trail.shape[0]
    if is_well:
        for count in range(clues.base.shape[0]):
            clues.is_used[count] = state.flags[count] & USED != 0
    return is_well


@compiled
def remove(
    arrays: Arrays,
    state: State,
    clues: ClueSet,
    rules: int,
    way: int,
    nodes: int,
    least: int,
) -> bool:
    """Take clues away, group by group, in place, until so few are left; False if all do not do.

    A group that no deduction has used goes without a trial: the same deductions solve the rest.
    """
    if not is_solved(arrays, state, clues, rules, way, nodes):
        return False
    left = 0
    for clue in range(clues.is_there.shape[0]):
        left += clues.is_there[clue]
    for group in range(clues.group_at.shape[0] - 1):
        first, last = clues.group_at[group], clues.group_at[group + 1]
        if left - (last - first) < least:
            continue
        is_needed = False
        for k in range(first, last):
            clue = clues.groups[k]
            clues.is_there[clue] = False
            for at in range(clues.at[clue], clues.at[clue + 1]):
                is_needed = is_needed or clues.is_used[clues.counts[at]]
        if is_needed and not is_solved(arrays, state, clues, rules, way, nodes):
            for k in range(first, last):
                clues.is_there[clues.groups[k]] = True
        else:
            left -= last - first
    return True
