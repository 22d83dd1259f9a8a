"""Boards of Tents as arrays: tents and trees at random, trees that move, and their constraints.

``ground`` has `EMPTY`, `TREE` or `TENT` for each cell, ndarray[int8] of shape (rows, cols).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import random_below, shuffle
from pipeline.kinds.kit.engine.kernels.arrange import arrange
from pipeline.kinds.kit.engine.kernels.board import SUMS, Arrays, State
from pipeline.kinds.kit.engine.kernels.propagate import deduce, reset

EMPTY, TREE, TENT = 0, 1, 2
SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
AT_LEAST_ONE, AT_MOST_ONE = -2, 3  # Sums of a count as bits, the sign for all large ones
COUNTS, CODES, EDGES = 0, 1, 2  # Places in ``ends``
CELLS_A_MOVE = 12
"""One more tree is moved at once for so many open cells."""
SOLVED, STUCK, NEAR, SPENT = range(4)


class Work(NamedTuple):
    """Memory of `state_rules`, and of `mend`."""

    variable: NDArray[np.int32]
    sizes: NDArray[np.int32]
    codes: NDArray[np.int32]
    sums: NDArray[np.int64]
    nodes: NDArray[np.int32]
    edges: NDArray[np.int32]
    ends: NDArray[np.int64]
    heads: NDArray[np.int32]
    cells: NDArray[np.int64]


@inlined
def has(ground: NDArray[np.int8], row: int, col: int, what: int) -> bool:
    """Return whether there is a cell with something."""
    rows, cols = ground.shape
    return 0 <= row < rows and 0 <= col < cols and bool(ground[row, col] == what)


@inlined
def count_beside(ground: NDArray[np.int8], row: int, col: int, what: int) -> int:
    """Return the number of neighbours with something."""
    count = 0
    for down, right in SIDES:
        count += has(ground, row + down, col + right, what)
    return count


@compiled
def pitch(
    ground: NDArray[np.int8], order: NDArray[np.int64], tents: int, state: NDArray[np.uint64]
) -> int:
    """Put up to some tents that do not touch, each with its tree beside it, on an empty ground.

    Return how many. ``order`` are all cells, shuffled in place; the state is advanced.
    """
    cols, count = ground.shape[1], 0
    shuffle(state, order)
    for cell in order:
        row, col = cell // cols, cell % cols
        is_free = count < tents and ground[row, col] == EMPTY
        for down in range(-1, 2):
            for right in range(-1, 2):
                is_free = is_free and not has(ground, row + down, col + right, TENT)
        free = count_beside(ground, row, col, EMPTY)
        if not is_free or free == 0:
            continue
        ground[row, col] = TENT
        count += 1
        chosen = random_below(state, free)
        for down, right in SIDES:
            if has(ground, row + down, col + right, EMPTY):
                if chosen == 0:
                    ground[row + down, col + right] = TREE
                chosen -= 1
    return count


@compiled
def move_trees(
    ground: NDArray[np.int8], cells: NDArray[np.int64], moves: int, state: NDArray[np.uint64]
) -> bool:
    """Move trees, in place, to another side of tents in some cells; False if none can be.

    Only a tree beside one tent alone is moved, so that it is the tree of this one. The state is
    advanced.
    """
    cols = ground.shape[1]
    for _ in range(moves):
        ways, tree, free = 0, 0, 0
        for cell in cells:
            row, col = cell // cols, cell % cols
            if ground[row, col] != TENT:
                continue
            for down, right in SIDES:
                r, c = row + down, col + right
                if not has(ground, r, c, TREE) or count_beside(ground, r, c, TENT) != 1:
                    continue
                for down2, right2 in SIDES:
                    if has(ground, row + down2, col + right2, EMPTY):
                        ways += 1
                        if random_below(state, ways) == 0:
                            tree, free = r * cols + c, (row + down2) * cols + col + right2
        if ways == 0:
            return False
        ground[tree // cols, tree % cols] = EMPTY
        ground[free // cols, free % cols] = TREE
    return True


@inlined
def append(
    ground: NDArray[np.int8],
    variable: NDArray[np.int32],
    row: int,
    col: int,
    codes: NDArray[np.int32],
    ends: NDArray[np.int64],
) -> None:
    """Append the literal of a tent, in place, if the cell can have one."""
    rows, cols = ground.shape
    if 0 <= row < rows and 0 <= col < cols and ground[row, col] != TREE:
        codes[ends[CODES]] = 2 * variable[row * cols + col]
        ends[CODES] += 1


@inlined
def close(
    begin: int,
    mask: int,
    sizes: NDArray[np.int32],
    sums: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> None:
    """End a count, in place, whose literals begin at a place of the codes."""
    sizes[ends[COUNTS]], sums[ends[COUNTS]] = ends[CODES] - begin, mask
    ends[COUNTS] += 1


@compiled
def state_rules(
    ground: NDArray[np.int8],
    work: Work,
) -> None:
    """Write the constraints that `declare` adds for trees and the numbers of all lines, in place.

    They are as in `engine.arrays.Rows`, with the numbers of counts, codes and edges in ``ends``.
    ``variable`` gets the variable of each cell.
    """
    variable, sizes, codes, sums = work.variable, work.sizes, work.codes, work.sums
    nodes, edges, ends = work.nodes, work.edges, work.ends
    rows, cols = ground.shape
    cells, trees, slot = rows * cols, 0, 0
    ends[:] = 0
    for cell in range(cells):
        is_tree = ground[cell // cols, cell % cols] == TREE
        trees += is_tree
        variable[cell] = cell + 1 - trees
    for cell in range(cells):
        row, col = cell // cols, cell % cols
        if ground[row, col] == TREE:
            begin = ends[CODES]
            for down, right in SIDES:
                append(ground, variable, row + down, col + right, codes, ends)
            for k in range(begin, ends[CODES]):
                edges[ends[EDGES], 0], edges[ends[EDGES], 1] = 0, slot
                edges[ends[EDGES], 2] = trees + codes[k] // 2 - 1
                ends[EDGES] += 1
            close(begin, AT_LEAST_ONE, sizes, sums, ends)
            nodes[slot, 0] = nodes[slot, 1] = 0
            slot += 1
        else:
            node = trees + variable[cell] - 1
            nodes[node, 0], nodes[node, 1] = 2 * variable[cell], 0
    for cell in range(cells):
        row, col = cell // cols, cell % cols
        if ground[row, col] != TREE and count_beside(ground, row, col, TREE) == 0:
            append(ground, variable, row, col, codes, ends)
            codes[ends[CODES] - 1] += 1
            close(ends[CODES] - 1, AT_LEAST_ONE, sizes, sums, ends)
    for row in range(rows - 1):
        for col in range(cols - 1):
            begin = ends[CODES]
            for k in range(4):
                append(ground, variable, row + k // 2, col + k % 2, codes, ends)
            if ends[CODES] - begin > 1:
                close(begin, AT_MOST_ONE, sizes, sums, ends)
            else:
                ends[CODES] = begin
    for line in range(rows + cols):
        begin, tents = ends[CODES], 0
        for k in range(cols if line < rows else rows):
            row, col = (line, k) if line < rows else (k, line - rows)
            tents += ground[row, col] == TENT
            append(ground, variable, row, col, codes, ends)
        close(begin, 1 << tents, sizes, sums, ends)


@compiled
def mend(
    ground: NDArray[np.int8],
    work: Work,
    arrays: Arrays,
    known: State,
    rules: int,
    near: float,
    limit: int,
    state: NDArray[np.uint64],
) -> tuple[int, int]:
    """Move trees, in place, while ``near`` cells or more are open, up to ``limit`` times.

    Return `SOLVED`, `STUCK` if none can be moved, `NEAR` or `SPENT`, and the number of moves.
    ``known`` and ``arrays`` are memory for boards with as many trees; ``state`` is advanced.
    """
    variables, cells = known.depth.shape[0] - 1, work.variable.shape[0]
    for moves in range(limit):
        state_rules(ground, work)
        counts, edges = work.ends[COUNTS], work.ends[EDGES]
        rows = Arrays(
            arrays.literals, work.sums[:counts], arrays.uses, arrays.graphs, arrays.nodes,
            arrays.edges[:edges], arrays.meets, arrays.touches,
            arrays.parts, arrays.links, arrays.link_at, arrays.owners,
        )  # fmt: skip
        work.heads[0, 1] = edges
        rows.uses[: 2 * variables + 3] = rows.touches[: 2 * variables + 3] = 0
        rows.meets[: cells + 1] = 0
        arrange(
            2 * variables + 2, work.sizes[:counts], work.codes,
            work.heads, work.nodes, work.edges[:edges], rows,
        )  # fmt: skip
        for count in range(counts):
            known.counts[count, SUMS] = work.sums[count]
        reset(rows, known)
        deduce(rows, known, rules)
        number = 0
        for cell in range(cells):
            is_tree = ground[cell // ground.shape[1], cell % ground.shape[1]] == TREE
            if not is_tree and known.value[2 * work.variable[cell]] == 0:
                work.cells[number] = cell
                number += 1
        if number == 0:
            return SOLVED, moves
        if number < near:
            return NEAR, moves
        if not move_trees(ground, work.cells[:number], 1 + number // CELLS_A_MOVE, state):
            return STUCK, moves
    return SPENT, limit
