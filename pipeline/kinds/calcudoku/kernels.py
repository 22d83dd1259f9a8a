"""Boards of Calcudoku as arrays: cages at random, cells that change theirs, and the constraints.

A cage is named by its first cell: ``cages`` has that of each cell, ``signs`` the operation of each
cage at its first cell, ``numbers`` the answer.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import random_below, shuffle
from pipeline.kinds.kit.engine.arrays import Rows

LARGEST = 4
"""Most cells of a cage."""
MOST = 999
"""The largest result of a generated board, so that answers can be small."""
PLUS, MINUS, TIMES, OVER = range(4)
ALONE = 4  # One in so many moves makes a cage of one cell
SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
AT_LEAST_ONE = -2  # Sums of a count as bits, the sign for all large ones
COUNTS, CODES, HEADS, NODES, EDGES = range(5)  # Places in ``ends``


class Patterns(NamedTuple):
    """The automata of cages by number of cells, operation and result."""

    rows: NDArray[np.int32]
    """By number of cells, operation and result, the row of ``heads``, -1 for none so far."""
    heads: NDArray[np.int32]
    """Rows (states, first arc)."""
    arcs: NDArray[np.int32]
    """Rows (place, option, state, next state), sorted by place."""


@inlined
def near(cell: int, k: int, side: int) -> int:
    """Return the neighbour of a cell on a side, -1 if there is none."""
    row, col = cell // side + SIDES[k][0], cell % side + SIDES[k][1]
    return row * side + col if 0 <= row < side and 0 <= col < side else -1


@inlined
def count_near(cages: NDArray[np.int64], cell: int, cage: int, side: int) -> int:
    """Return the number of neighbours in a cage."""
    count = 0
    for k in range(4):
        other = near(cell, k, side)
        count += other >= 0 and cages[other] == cage
    return count


@compiled
def draw_cages(
    cages: NDArray[np.int64],
    sizes: NDArray[np.int64],
    side: int,
    order: NDArray[np.int64],
    state: NDArray[np.uint64],
) -> None:
    """Divide a board whose cells all have -1, in place, into cages of some sizes or smaller.

    ``order`` are all cells, shuffled in place; the state is advanced.
    """
    shuffle(state, order)
    for start in order:
        if cages[start] >= 0:
            continue
        cages[start] = start
        for _ in range(1, sizes[random_below(state, sizes.shape[0])]):
            # Often a cell with few free neighbours, so that few cells stay alone.
            is_picky, fewest, ways, chosen = random_below(state, 5) < 3, 5, 0, -1
            for cell in range(cages.shape[0]):
                if cages[cell] >= 0 or count_near(cages, cell, start, side) == 0:
                    continue
                free = count_near(cages, cell, -1, side)
                if is_picky and free < fewest:
                    fewest, ways = free, 0
                if not is_picky or free == fewest:
                    ways += 1
                    if random_below(state, ways) == 0:
                        chosen = cell
            if ways == 0:
                break
            cages[chosen] = start


@inlined
def reckon(
    numbers: NDArray[np.int64], cages: NDArray[np.int64], cage: int
) -> tuple[int, int, int, int]:
    """Return the number of cells of a cage, and the sum, product and largest of its numbers."""
    count, total, times, top = 0, 0, 1, 0
    for cell in range(cage, cages.shape[0]):
        if cages[cell] == cage:
            number = numbers[cell]
            count, total, times, top = count + 1, total + number, times * number, max(top, number)
    return count, total, times, top


@compiled
def settle(
    numbers: NDArray[np.int64],
    cages: NDArray[np.int64],
    signs: NDArray[np.int64],
    changed: NDArray[np.int64],
    side: int,
    names: NDArray[np.int64],
    state: NDArray[np.uint64],
) -> int:
    """Change the cages, in place, to the connected parts of ``changed``, each named by any cell.

    Cages with other cells than before get random operations; two numbers are rather divided or
    subtracted. ``names`` is working memory. Return the number of cages of one cell.
    """
    cells, singles = cages.shape[0], 0
    for cell in range(cells):
        names[cell] = cell
    for _ in range(LARGEST - 1):
        for cell in range(cells):
            for k in range(4):
                other = near(cell, k, side)
                if other >= 0 and changed[other] == changed[cell]:
                    names[cell] = min(names[cell], names[other])
    for cell in range(cells):
        if names[cell] != cages[cell]:
            signs[names[cell]] = -1
            if cages[cell] >= 0:
                signs[cages[cell]] = -1
    for cell in range(cells):
        cages[cell] = names[cell]
    for cage in range(cells):
        if cages[cage] != cage:
            continue
        count, _, times, top = reckon(numbers, cages, cage)
        singles += count == 1
        if signs[cage] < 0:
            usual, is_whole = 1 + (times <= MOST), top * top % times == 0
            way = random_below(state, usual + (count == 2) * (4 if is_whole else 2))
            signs[cage] = PLUS if way == 0 else TIMES
            if way >= usual:
                signs[cage] = OVER if is_whole else MINUS
    return singles


@compiled
def move(
    cages: NDArray[np.int64],
    cells: NDArray[np.int64],
    side: int,
    changed: NDArray[np.int64],
    state: NDArray[np.uint64],
) -> None:
    """Let one of some cells join another cage, or be alone, in a copy of the cages, in place.

    The cage that it leaves stays connected if it joins another. The state is advanced.
    """
    ways, chosen, goal = 0, cells[random_below(state, cells.shape[0])], cages.shape[0]
    if random_below(state, ALONE) > 0:
        for cell in cells:
            count, pairs = 0, -count_near(cages, cell, cages[cell], side)
            for other in range(cages.shape[0]):
                if other != cell and cages[other] == cages[cell]:
                    count += 1
                    pairs += count_near(cages, other, cages[cell], side)
            # Up to three cells are connected if all but one of them have a pair, counted twice.
            if count == 0 or pairs // 2 < count - 1:
                continue
            for k in range(4):
                other = near(cell, k, side)
                if other < 0 or cages[other] == cages[cell]:
                    continue
                size = 0
                for one in range(cages.shape[0]):
                    size += cages[one] == cages[other]
                if size < LARGEST:
                    ways += 1
                    if random_below(state, ways) == 0:
                        chosen, goal = cell, cages[other]
    changed[chosen] = goal


@compiled
def state_rules(
    numbers: NDArray[np.int64],
    cages: NDArray[np.int64],
    signs: NDArray[np.int64],
    side: int,
    patterns: Patterns,
    kind: int,
    lists: Rows,
    ends: NDArray[np.int64],
) -> int:
    """Write the constraints that `declare` adds for cages, in place, from some ends of lists on.

    ``kind`` is the number of their word. Return -1, or a place of ``patterns.rows`` without an
    automaton.
    """
    cells = cages.shape[0]
    for cage in range(cells):
        if cages[cage] != cage:
            continue
        count, total, times, top = reckon(numbers, cages, cage)
        if count == 1:
            lists.sizes[ends[COUNTS]], lists.sums[ends[COUNTS]] = 1, AT_LEAST_ONE
            lists.codes[ends[CODES]] = 2 * (cage * side + numbers[cage])
            ends[COUNTS] += 1
            ends[CODES] += 1
            continue
        result = total
        if signs[cage] == MINUS:
            result = 2 * top - total
        elif signs[cage] == TIMES:
            result = times
        elif signs[cage] == OVER:
            result = top * top // times
        key = (count * 4 + signs[cage]) * (MOST + 1) + result
        if patterns.rows[key] < 0:
            return key
        pattern = patterns.rows[key]
        states, arc = patterns.heads[pattern, 0], patterns.heads[pattern, 1]
        head, node, edge = ends[HEADS], ends[NODES], ends[EDGES]
        for state in range(states):
            lists.nodes[node + state, 0] = lists.nodes[node + state, 1] = 0
        place, option = 0, node + states
        for cell in range(cage, cells):
            if cages[cell] != cage:
                continue
            for number in range(1, side + 1):
                lists.nodes[option, 0], lists.nodes[option, 1] = 2 * (cell * side + number), 0
                option += 1
            while patterns.arcs[arc, 0] == place:
                lists.edges[edge, 0] = 2 * (cell * side + patterns.arcs[arc, 1] + 1)
                lists.edges[edge, 1] = patterns.arcs[arc, 2]
                lists.edges[edge, 2] = patterns.arcs[arc, 3]
                if place == count - 1:
                    lists.nodes[node + patterns.arcs[arc, 3], 1] = 1
                arc += 1
                edge += 1
            place += 1
        lists.heads[head, 0], lists.heads[head, 1] = option - node, edge - ends[EDGES]
        lists.heads[head, 2], lists.heads[head, 3], lists.heads[head, 4] = kind, states, 0
        ends[HEADS], ends[NODES], ends[EDGES] = head + 1, option, edge
    return -1
