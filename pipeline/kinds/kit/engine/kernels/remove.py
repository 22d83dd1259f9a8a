"""Remove groups of clues one by one as long as the remaining clues suffice.

While a group is tried, all later groups are on the board. So the groups are bisected recursively:
one half is decided with the other half on the board, and the clues on the board are propagated
once for the whole undecided half. If they alone solve the board, that half is removed at once.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State
from pipeline.kinds.kit.engine.kernels.chains import take_back
from pipeline.kinds.kit.engine.kernels.propagate import deduce, reset, touch
from pipeline.kinds.kit.engine.kernels.search import (
    AT_NODE,
    DONE,
    FOUND,
    advance,
    meets_another,
    probe_with_overlaps,
)


class ClueSet(NamedTuple):
    """The constraints of each clue, and the clues that remain.

    Clue k has ``counts[at[k] : at[k + 1]]``, with the sums at the same places, and -1 - g for the
    global g. ``base`` has the sums of each count without clues.
    ``groups[group_at[k] : group_at[k + 1]]`` are removed together.
    """

    base: NDArray[np.int64]
    at: NDArray[np.int32]
    counts: NDArray[np.int32]
    sums: NDArray[np.int64]
    is_kept: NDArray[np.bool_]
    groups: NDArray[np.int32]
    group_at: NDArray[np.int32]
    changes: NDArray[np.int64]
    """Rows (count, its sums before) of the counts that placed clues have narrowed."""
    stack: NDArray[np.int64]  # By level, a row, see `FIRST`
    answer: NDArray[np.int8]
    """By code, the values that follow from all clues; 0 if a search was needed."""


FIRST, LAST, STAGE, CHANGES_BEFORE, SIZE_BEFORE, PASTS_BEFORE = range(6)
"""Columns of ``stack``; the stage is the number of decided halves."""

TRIED: Final = 5  # Variables of removed clues from which another solution is looked for

BY_DEDUCTION, BY_TRIALS, BY_SEARCH = range(3)  # How a board has to be solved


@inlined
def place_clues(state: State, clues: ClueSet, first: int, last: int, changes: int) -> int:
    """Place the kept clues of some groups, in place; return the size of ``changes``."""
    for k in range(clues.group_at[first], clues.group_at[last]):
        clue = clues.groups[k]
        if not clues.is_kept[clue]:
            continue
        for place in range(clues.at[clue], clues.at[clue + 1]):
            count = clues.counts[place]
            if count < 0:
                clues.changes[changes, 0] = count
                changes += 1
                state.graph[-1 - count, board.IS_OFF] = 0
                state.graph[-1 - count, board.DIRTY] |= board.CHANGED
                continue
            clues.changes[changes, 0], clues.changes[changes, 1] = (
                count,
                state.counts[count, board.SUMS],
            )
            changes += 1
            state.counts[count, board.SUMS] &= clues.sums[place]
            touch(state, count)
    return changes


@inlined
def enter(state: State, clues: ClueSet, depth: int, first: int, last: int, changes: int) -> None:
    """Begin a level with some groups, in place."""
    row = clues.stack[depth]
    row[FIRST], row[LAST], row[STAGE] = first, last, 0
    row[CHANGES_BEFORE], row[SIZE_BEFORE] = changes, state.counter[board.SIZE]
    row[PASTS_BEFORE] = state.counter[board.PASTS]


@inlined
def undo_clues(arrays: Arrays, state: State, clues: ClueSet, depth: int, changes: int) -> int:
    """Undo, in place, all clues and deductions since a level began; the size of ``changes``."""
    counter = state.counter
    counter[board.HAS_FORGOTTEN] = 0  # Trials, and so contradictions, are in the last levels alone
    while changes > clues.stack[depth, CHANGES_BEFORE]:
        changes -= 1
        count = clues.changes[changes, 0]
        if count < 0:
            state.graph[-1 - count, board.IS_OFF] = 1
        else:
            state.counts[count, board.SUMS] = clues.changes[changes, 1]
    take_back(arrays, state, clues.stack[depth, SIZE_BEFORE])
    # Changes of rooms by clues alone have the size to which the trail is restored.
    while counter[board.PASTS] > clues.stack[depth, PASTS_BEFORE]:
        counter[board.PASTS] -= 1
        state.rooms[state.rooms[counter[board.PASTS], board.PAST_PART], board.ROOM] = state.rooms[
            counter[board.PASTS], board.PAST_ROOM
        ]
    return changes


@compiled
def has_another(arrays: Arrays, state: State, clues: ClueSet, group: int, rules: int) -> bool:
    """Return whether a quick search without a group of clues finds another solution.

    It differs in a variable of these clues, of which `TRIED` that counts have are tried. What is
    deduced meanwhile stays on the board.
    """
    tried = 0
    for k in range(clues.group_at[group], clues.group_at[group + 1]):
        clue = clues.groups[k]
        for at in range(clues.at[clue], clues.at[clue + 1]):
            count = clues.counts[at]
            if count < 0:
                continue
            for place in range(arrays.literals[count], arrays.literals[count + 1]):
                variable = arrays.literals[place] >> 1
                if state.value[2 * variable] != 0:
                    continue
                if tried == TRIED:
                    return False
                tried += 1
                if meets_another(arrays, state, rules, clues.answer, variable):
                    return True
    return False


@compiled
def is_solved(
    arrays: Arrays, state: State, rules: int, way: int, nodes: int, is_last: bool
) -> bool:
    """Return whether the clues on the board suffice; change the state.

    A search must find a single solution within ``nodes``. Trials and searches run only if
    ``is_last``, when a single group is undecided.
    """
    counter = state.counter
    deduce(arrays, state, rules)
    if is_last and way != BY_DEDUCTION and counter[board.SIZE] < state.depth.shape[0] - 1:
        probe_with_overlaps(arrays, state, rules)
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
    """Remove groups of clues, in place, down to ``least``; False if even all clues do not suffice.

    The globals of clues must be off when it is called.
    """
    stack = clues.stack
    left = clues.is_kept.shape[0]
    # The last group contains the clues that stay.
    groups = clues.group_at.shape[0] - 2
    for count in range(clues.base.shape[0]):
        state.counts[count, board.SUMS] = clues.base[count]
    reset(arrays, state)
    changes, depth = place_clues(state, clues, groups, groups + 1, 0), 0
    deduce(arrays, state, rules)
    enter(state, clues, 0, 0, groups, changes)
    changes = place_clues(state, clues, 0, groups, changes)
    if not is_solved(arrays, state, rules, way, nodes, True):
        return False
    if state.counter[board.SIZE] == state.depth.shape[0] - 1:  # not after a search
        for code in range(state.value.shape[0]):
            clues.answer[code] = state.value[code]
    changes = undo_clues(arrays, state, clues, 0, changes)
    while depth >= 0:
        first, last, stage = stack[depth, FIRST], stack[depth, LAST], stack[depth, STAGE]
        if stage == 0:
            is_last = last - first < 2
            has_other = False
            if is_last and way != BY_DEDUCTION and clues.answer[2] != 0:
                deduce(arrays, state, rules)
                has_other = has_another(arrays, state, clues, first, rules & ~board.OVERLAPS)
            is_well = not has_other and is_solved(arrays, state, rules, way, nodes, is_last)
            for group in range(first, last if is_well else first):
                size = clues.group_at[group + 1] - clues.group_at[group]
                if left - size >= least:
                    left -= size
                    for k in range(clues.group_at[group], clues.group_at[group + 1]):
                        clues.is_kept[clues.groups[k]] = False
            stage = 2 if is_well or last - first < 2 or left <= least else 0
        if stage == 2:
            changes = undo_clues(arrays, state, clues, depth, changes)
            depth -= 1
            if depth >= 0:
                stack[depth, STAGE] += 1
            continue
        middle = (first + last) // 2
        depth += 1
        if stage == 0:
            enter(state, clues, depth, first, middle, changes)
            changes = place_clues(state, clues, middle, last, changes)
        else:
            enter(state, clues, depth, middle, last, changes)
            changes = place_clues(state, clues, first, middle, changes)
    return True
