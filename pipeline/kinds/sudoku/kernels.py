"""The time that random solvers of a Sudoku spend looking for the next number.

At each step every way of seeing a number has a weight: the only place in a box `BOX`, the last cell
of a row, column or box `LAST`, the only place in a row or column `LINE`, the only number of a cell
`CELL`. A step costs the number of empty cells over the sum of the weights, and the next number is
drawn in proportion to its weight. If no number is seen, locked candidates are used one at a time,
then the assumption that is refuted in the fewest rounds of such numbers.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import random_below

SIDE: Final = 9
CELLS: Final = 81
GROUPS: Final = 27
LEFT: Final = 9
"""Column of a state: of a cell how many numbers are left, `FILLED` for none to find; of a group
how many of its cells are empty."""
ROWS: Final = CELLS + GROUPS
"""Rows of a state, for cells and then groups: columns 0 to 8 count the places of each number there,
0 or 1 in a cell."""
FILLED: Final = -1
PLACED: Final = 64
"""Added to the places of a number that a group has."""

BOX, LAST, LINE, CELL = 10, 4, 4, 1
UNIT: Final = 1 << 16
"""The cost of a step is a whole number of these parts."""
LOCKED_SHARE, TRIAL_SHARE = 10, 2
"""The cost of locked candidates and of an assumption: the empty cells over these numbers."""


@inlined
def rule_out(state: NDArray[np.int8], groups_of: NDArray[np.int64], cell: int, number: int) -> None:
    """Remove a candidate, in place."""
    if state[cell, number]:
        state[cell, number] = 0
        state[cell, LEFT] -= 1
        for k in range(3):
            state[CELLS + groups_of[cell, k], number] -= 1


@compiled
def put(
    state: NDArray[np.int8],
    groups: NDArray[np.int64],
    groups_of: NDArray[np.int64],
    cell: int,
    number: int,
) -> None:
    """Fill a cell, in place."""
    for other in range(SIDE):
        rule_out(state, groups_of, cell, other)
    state[cell, LEFT] = FILLED
    for k in range(3):
        group = groups_of[cell, k]
        state[CELLS + group, LEFT] -= 1
        state[CELLS + group, number] += PLACED
        for place in range(SIDE):
            rule_out(state, groups_of, groups[group, place], number)


@compiled
def mark_seen(state: NDArray[np.int8], groups: NDArray[np.int64], seen: NDArray[np.int64]) -> bool:
    """Write the numbers seen in each cell into ``seen``, as bits.

    False if a cell has no number left, or a group no place for one; then ``seen`` is incomplete.
    """
    is_well = True
    for cell in range(CELLS):
        seen[cell] = 0
        if state[cell, LEFT] == 1:
            for number in range(SIDE):
                seen[cell] |= int(state[cell, number]) << number
        is_well = is_well and state[cell, LEFT] != 0
    for group in range(GROUPS):
        row, cells = state[CELLS + group], groups[group]
        for number in range(SIDE):
            is_well = is_well and row[number] != 0
            if row[number] == 1:
                for place in range(SIDE):
                    seen[cells[place]] |= int(state[cells[place], number]) << number
        if row[LEFT] == 1:
            for place in range(SIDE):
                for number in range(SIDE):
                    seen[cells[place]] |= int(state[cells[place], number]) << number
    return is_well


@inlined
def first_number(numbers: int) -> int:
    """Return the place of the lowest of some bits."""
    number = 0
    while not numbers >> number & 1:
        number += 1
    return number


@compiled
def weigh(state: NDArray[np.int8], groups_of: NDArray[np.int64], cell: int, number: int) -> int:
    """Return the weight of the ways to see that a cell has a number; 0 if there is none."""
    if not state[cell, number]:
        return 0
    row, col, box = groups_of[cell, 0], groups_of[cell, 1], groups_of[cell, 2]
    weight = 0
    if state[CELLS + box, number] == 1:
        weight += BOX
    if state[CELLS + row, number] == 1 or state[CELLS + col, number] == 1:
        weight += LINE
    for k in range(3):
        if state[CELLS + groups_of[cell, k], LEFT] == 1:
            weight += LAST
            break
    if state[cell, LEFT] == 1:
        weight += CELL
    return weight


@compiled
def lock(
    state: NDArray[np.int8],
    groups: NDArray[np.int64],
    groups_of: NDArray[np.int64],
    random: NDArray[np.uint64],
) -> bool:
    """Rule out the candidates that one random pair of locked candidates forbids; False for none."""
    count, chosen = 0, 0
    for box in range(2 * SIDE, GROUPS):
        for line in range(2 * SIDE):
            for number in range(SIDE):
                shared = 0
                for place in range(SIDE):
                    cell = groups[box, place]
                    if groups_of[cell, line // SIDE] == line and state[cell, number]:
                        shared += 1
                in_box, in_line = state[CELLS + box, number], state[CELLS + line, number]
                for side in range(2):
                    only, other = (in_box, in_line) if side == 0 else (in_line, in_box)
                    if 0 < shared == only < other < PLACED:
                        count += 1
                        if random_below(random, count) == 0:
                            chosen = ((box * GROUPS + line) * SIDE + number) * 2 + side
    if count == 0:
        return False
    side, number = chosen % 2, chosen // 2 % SIDE
    line, box = chosen // (2 * SIDE) % GROUPS, chosen // (2 * SIDE) // GROUPS
    for place in range(SIDE):
        cell = groups[line if side == 0 else box, place]
        if groups_of[cell, 2] != box or groups_of[cell, line // SIDE] != line:
            rule_out(state, groups_of, cell, number)
    return True


@compiled
def refuting_rounds(
    state: NDArray[np.int8],
    groups: NDArray[np.int64],
    groups_of: NDArray[np.int64],
    seen: NDArray[np.int64],
    limit: int,
) -> int:
    """Return the round in which filling in all seen numbers contradicts a state, changed in place.

    0 if there is no contradiction within ``limit`` rounds. ``seen`` has numbers of each cell as
    bits.
    """
    for rounds in range(1, limit + 1):
        if not mark_seen(state, groups, seen):
            return rounds
        is_open = False
        for cell in range(CELLS):
            if seen[cell]:
                number = first_number(seen[cell])
                if seen[cell] != 1 << number:
                    return rounds
                is_open = True
        if not is_open:
            return 0
        for cell in range(CELLS):
            if seen[cell]:
                number = first_number(seen[cell])
                if not state[cell, number]:
                    return rounds
                put(state, groups, groups_of, cell, number)
    return 0


@compiled
def refute(
    states: NDArray[np.int8],
    words: NDArray[np.int64],
    groups: NDArray[np.int64],
    groups_of: NDArray[np.int64],
    seen: NDArray[np.int64],
    random: NDArray[np.uint64],
) -> bool:
    """Rule out a number that is refuted in the fewest rounds, at random among equals.

    The second of the ``states`` is scratch; ``words`` are both, for copying. False if no number is
    refuted.
    """
    state, tried = states[0], states[1]
    fewest, count, chosen = CELLS, 0, 0
    for cell in range(CELLS):
        for number in range(SIDE):
            if not state[cell, number]:
                continue
            for k in range(words.shape[1]):
                words[1, k] = words[0, k]
            put(tried, groups, groups_of, cell, number)
            rounds = refuting_rounds(tried, groups, groups_of, seen, fewest)
            if rounds == 0:
                continue
            if rounds < fewest:
                fewest, count = rounds, 0
            count += 1
            if random_below(random, count) == 0:
                chosen = cell * SIDE + number
    if count:
        rule_out(state, groups_of, chosen // SIDE, chosen % SIDE)
    return count > 0


@compiled
def search_at_random(
    states: NDArray[np.int8],
    words: NDArray[np.int64],
    groups: NDArray[np.int64],
    groups_of: NDArray[np.int64],
    seen: NDArray[np.int64],
    random: NDArray[np.uint64],
) -> int:
    """Solve the first of the ``states`` in a random order; return the cost in `UNIT` parts.

    ``words`` are the bytes of each state, eight at a time. If nothing more is seen or refuted, each
    empty cell costs one assumption.
    """
    state = states[0]
    cost, empty = 0, 0
    for cell in range(CELLS):
        empty += state[cell, LEFT] != FILLED
    while empty:
        total = 0
        mark_seen(state, groups, seen)
        for cell in range(CELLS):
            numbers, seen[cell] = seen[cell], 0
            for number in range(SIDE if numbers else 0):
                if numbers >> number & 1:
                    seen[cell] += weigh(state, groups_of, cell, number)
            total += seen[cell]
        if total:
            cost += empty * UNIT // total
            drawn = random_below(random, total)
            cell, number = 0, -1
            while drawn >= seen[cell]:
                drawn -= seen[cell]
                cell += 1
            while drawn >= 0:
                number += 1
                drawn -= weigh(state, groups_of, cell, number)
            put(state, groups, groups_of, cell, number)
            empty -= 1
        elif lock(state, groups, groups_of, random):
            cost += empty * UNIT // LOCKED_SHARE
        elif refute(states, words, groups, groups_of, seen, random):
            cost += empty * UNIT // TRIAL_SHARE
        else:
            return cost + empty * empty * UNIT // TRIAL_SHARE
    return cost
