"""Clues taken away, one group after the other, while what is left still suffices.

Whether a group can go does not depend on those after it that were not tried yet: all of them stand
then. So a half of the groups is decided with the other half on the board, and of that half again a
half, and what the clues on the board say is deduced once for all groups that are not among them.
Where they solve the board alone, all those groups go at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.constraints.kernels import board
from pipeline.kinds.kit.constraints.kernels.board import Arrays, State, take_back
from pipeline.kinds.kit.constraints.kernels.propagate import deduce, reset, touch
from pipeline.kinds.kit.constraints.kernels.search import AT_NODE, DONE, FOUND, advance, probe


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
    groups: NDArray[np.int32]
    group_at: NDArray[np.int32]
    told: NDArray[np.int64]
    """Rows (count, its sums before) of what clues on the board have narrowed."""
    stack: NDArray[np.int64]
    """Rows (first group, the one after the last, `STAGE`, and what to take back to) of halves."""


FIRST, LAST, STAGE, TOLD_BEFORE, SIZE_BEFORE, PASTS_BEFORE = range(6)
"""Columns of ``stack``; the stage counts the halves that were decided."""

BY_DEDUCTION, BY_TRIALS, BY_SEARCH = range(3)
"""How a board has to be solved: by deduction, with literals refuted, in a search of all."""


@inlined
def tell(state: State, clues: ClueSet, first: int, last: int, told: int) -> int:
    """Put the clues that stand of some groups on the board, in place; the size of ``told``."""
    for k in range(clues.group_at[first], clues.group_at[last]):
        clue = clues.groups[k]
        if not clues.is_there[clue]:
            continue
        for at in range(clues.at[clue], clues.at[clue + 1]):
            count = clues.counts[at]
            clues.told[told, 0], clues.told[told, 1] = count, state.counts[count, board.SUMS]
            told += 1
            state.counts[count, board.SUMS] &= clues.sums[at]
            touch(state, count)
    return told


@inlined
def enter(state: State, clues: ClueSet, depth: int, first: int, last: int, told: int) -> None:
    """Begin with some groups, in place, of which the others are to be put on the board."""
    row = clues.stack[depth]
    row[FIRST], row[LAST], row[STAGE] = first, last, 0
    row[TOLD_BEFORE], row[SIZE_BEFORE] = told, state.counter[board.SIZE]
    row[PASTS_BEFORE] = state.counter[board.PASTS]


@inlined
def untell(arrays: Arrays, state: State, clues: ClueSet, depth: int, told: int) -> int:
    """Take back, in place, what was told and deduced since a half was begun; size of ``told``."""
    counter = state.counter
    while told > clues.stack[depth, TOLD_BEFORE]:
        told -= 1
        state.counts[clues.told[told, 0], board.SUMS] = clues.told[told, 1]
    take_back(arrays, state, clues.stack[depth, SIZE_BEFORE])
    # What clues alone have narrowed was noted at the size to which the trail goes back.
    while counter[board.PASTS] > clues.stack[depth, PASTS_BEFORE]:
        counter[board.PASTS] -= 1
        state.rooms[state.rooms[counter[board.PASTS], board.PAST_PART], board.ROOM] = state.rooms[
            counter[board.PASTS], board.PAST_ROOM
        ]
    return told


@compiled
def is_solved(
    arrays: Arrays, state: State, rules: int, way: int, nodes: int, is_last: bool
) -> bool:
    """Return whether the clues on the board suffice, in place.

    A search may spend so many ``nodes``, has to find one solution alone, and is made where
    ``is_last`` says that nothing else is to be found out with these clues.
    """
    counter = state.counter
    deduce(arrays, state, rules)
    if is_last and way != BY_DEDUCTION and counter[board.SIZE] < state.depth.shape[0] - 1:
        probe(arrays, state, rules)
    if counter[board.SIZE] == state.depth.shape[0] - 1:
        return True
    if way != BY_SEARCH or not is_last:
        return False
    counter[board.PHASE], counter[board.DEPTH], counter[board.NODES] = AT_NODE, 0, 0
    if advance(arrays, state, rules, nodes) != FOUND:
        return False
    return bool(advance(arrays, state, rules, nodes) == DONE)


@compiled
def remove(
    arrays: Arrays, state: State, clues: ClueSet, rules: int, way: int, nodes: int, least: int
) -> bool:
    """Take clues away, group by group, in place, until so few are left; False if all do not do."""
    stack = clues.stack
    left = clues.is_there.shape[0]
    # The last group has the clues that stay.
    groups = clues.group_at.shape[0] - 2
    for count in range(clues.base.shape[0]):
        state.counts[count, board.SUMS] = clues.base[count]
    reset(arrays, state)
    told, depth = tell(state, clues, groups, groups + 1, 0), 0
    deduce(arrays, state, rules)
    enter(state, clues, 0, 0, groups, told)
    told = tell(state, clues, 0, groups, told)
    if not is_solved(arrays, state, rules, way, nodes, True):
        return False
    told = untell(arrays, state, clues, 0, told)
    while depth >= 0:
        first, last, stage = stack[depth, FIRST], stack[depth, LAST], stack[depth, STAGE]
        if stage == 0:
            is_well = is_solved(arrays, state, rules, way, nodes, last - first < 2)
            for group in range(first, last if is_well else first):
                size = clues.group_at[group + 1] - clues.group_at[group]
                if left - size >= least:
                    left -= size
                    for k in range(clues.group_at[group], clues.group_at[group + 1]):
                        clues.is_there[clues.groups[k]] = False
            stage = 2 if is_well or last - first < 2 or left <= least else 0
        if stage == 2:
            told = untell(arrays, state, clues, depth, told)
            depth -= 1
            if depth >= 0:
                stack[depth, STAGE] += 1
            continue
        middle = (first + last) // 2
        depth += 1
        if stage == 0:
            enter(state, clues, depth, first, middle, told)
            told = tell(state, clues, middle, last, told)
        else:
            enter(state, clues, depth, middle, last, told)
            told = tell(state, clues, first, middle, told)
    return True
