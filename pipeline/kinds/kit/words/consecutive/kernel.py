"""Consecutive numbers: a number stays in a cell that lies on a way through all numbers.

The cells that each number may have are rows of bits. A cell stays if it touches a cell of the
number before and one of the number after. One pass up and one pass down suffice, since only
consecutive numbers constrain each other.
"""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest

RULE: Final = board.GLOBALS  # The deductions to which `propagate` belongs

# Columns of ``work``. MAY: by number and row, the cells that it may have, as bits; ONCE, TWICE: by
# row, the cells that some number may have, and those that several may have.
MAY, ONCE, TWICE = board.ORDER, board.LOW, board.WEIGHT


@compiled
def propagate(arrays: Arrays, state: State, graph: int) -> bool:
    """Decide, in place, numbers by the possible ways through all; False on a contradiction."""
    first, cols = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.WIDTH]
    corners = arrays.graphs[graph, board.AIM]
    size = 1  # The square root of the number of nodes
    while size * size < arrays.graphs[graph, board.LAST_NODE] - first:
        size += 1
    rows = size // cols
    if not _begin(arrays, state, first, size, cols):
        return False
    for number in range(1, size):
        if not _narrow(state, first + number * size, first + (number - 1) * size, rows, corners):
            return False
    for number in range(size - 2, -1, -1):
        if not _narrow(state, first + number * size, first + (number + 1) * size, rows, corners):
            return False
    return _decide(arrays, state, graph, size, cols)


@compiled
def _begin(arrays: Arrays, state: State, first: int, size: int, cols: int) -> bool:
    """List, in place, the cells that each number may have; False if two known ones share a cell.

    A known number may have its own cell only.
    """
    work, rows = state.nodes, size // cols
    for row in range(rows):
        work[first + row, ONCE] = 0
    for number in range(size):
        start = first + number * size
        known = -1
        for row in range(rows):
            may = 0
            for col in range(cols):
                value = state.value[arrays.nodes[start + row * cols + col, 0]]
                if value >= 0:
                    may |= 1 << col
                if value > 0:
                    known = row * cols + col
            work[start + row, MAY] = may
        if known >= 0:
            bit = 1 << known % cols
            if work[first + known // cols, ONCE] & bit:
                return False
            work[first + known // cols, ONCE] |= bit
            for row in range(rows):
                work[start + row, MAY] = bit if row == known // cols else 0
            work[start, TWICE] = 1
        else:
            work[start, TWICE] = 0
    for number in range(size):
        start = first + number * size
        if not work[start, TWICE]:
            for row in range(rows):
                work[start + row, MAY] &= ~work[first + row, ONCE]
    return True


@inlined
def _narrow(state: State, start: int, other: int, rows: int, corners: int) -> bool:
    """Keep, in place, the cells of a number that touch one of another; False if none is left."""
    work = state.nodes
    is_left = False
    before = 0
    here = work[other, MAY]
    for row in range(rows):
        after = work[other + row + 1, MAY] if row + 1 < rows else 0
        column = before | after
        wide = here | column if corners else here
        kept = work[start + row, MAY] & (column | wide << 1 | wide >> 1)
        work[start + row, MAY] = kept
        is_left = is_left or kept != 0
        before, here = here, after
    return is_left


@compiled
def _decide(arrays: Arrays, state: State, graph: int, size: int, cols: int) -> bool:
    """Suggest, in place, what the cells of each number imply; False if a cell has no number."""
    first, why = arrays.graphs[graph, board.FIRST_NODE], arrays.sums.shape[0] + graph
    work, rows = state.nodes, size // cols
    for row in range(rows):
        work[first + row, ONCE] = work[first + row, TWICE] = 0
    for number in range(size):
        for row in range(rows):
            may = work[first + number * size + row, MAY]
            work[first + row, TWICE] |= work[first + row, ONCE] & may
            work[first + row, ONCE] |= may
    for row in range(rows):
        if work[first + row, ONCE] != (1 << cols) - 1:
            return False
    for number in range(size):
        start = first + number * size
        count = 0
        for row in range(rows):
            may = work[start + row, MAY]
            count += 0 if may == 0 else 1 if may & (may - 1) == 0 else 2
        for row in range(rows):
            may, alone = work[start + row, MAY], ~work[first + row, TWICE]
            for col in range(cols):
                code = arrays.nodes[start + row * cols + col, 0]
                if state.value[code] == 0:
                    if not may >> col & 1:
                        suggest(state, code ^ 1, why)
                    elif count == 1 or alone >> col & 1:
                        suggest(state, code, why)
    return True
