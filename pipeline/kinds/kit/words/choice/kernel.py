"""One of several patterns."""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest

RULE: Final = board.GLOBALS  # The deductions to which `propagate` belongs
SHARED: Final = -1  # In place of the number of options with a literal: all that are possible


@compiled
def propagate(arrays: Arrays, state: State, graph: int) -> bool:
    """Make literals true, in place, that all possible options share; False if none is possible.

    The edges of an option are its literals, one option after the other.
    """
    start, last = arrays.graphs[graph, board.FIRST_EDGE], arrays.graphs[graph, board.LAST_EDGE]
    begin, possible, is_shared, first, first_end = start, 0, False, 0, 0
    while start < last:
        option, end, is_possible = arrays.edges[start, 1], start, True
        while end < last and arrays.edges[end, 1] == option:
            is_possible = is_possible and state.value[arrays.edges[end, 0]] >= 0
            end += 1
        if is_possible:
            possible += 1
            if possible == 1:  # the others count what they share with this option
                first, first_end = start, end
                for edge in range(start, end):
                    state.codes[arrays.edges[edge, 0], board.SUPPORT] = 0
            for edge in range(start, end):
                state.codes[arrays.edges[edge, 0], board.SUPPORT] += 1
        start = end
    for edge in range(first, first_end):
        code = arrays.edges[edge, 0]
        if state.value[code] == 0 and state.codes[code, board.SUPPORT] == possible:
            state.codes[code, board.SUPPORT] = SHARED
            is_shared = True
    for edge in range(begin, last if is_shared else begin):  # in the order of all options
        code = arrays.edges[edge, 0]
        if state.codes[code, board.SUPPORT] == SHARED:
            state.codes[code, board.SUPPORT] = 0
            suggest(state, code, arrays.sums.shape[0] + graph)
    return possible > 0
