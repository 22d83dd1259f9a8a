"""Automata: an option stays if some way from the start to an accepting end passes through it.

If all places have equally many options, `AIM`, a place's only remaining option is made true.
"""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest

RULE: Final = board.GLOBALS  # The deductions to which `propagate` belongs


@compiled
def propagate(arrays: Arrays, state: State, graph: int) -> bool:
    """Exclude, in place, options that are on no accepted way; False on a contradiction."""
    first, states = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.WIDTH]
    last = arrays.graphs[graph, board.LAST_NODE]
    first_edge, last_edge = (
        arrays.graphs[graph, board.FIRST_EDGE],
        arrays.graphs[graph, board.LAST_EDGE],
    )
    work = state.nodes
    if first_edge == last_edge:
        return False
    for node in range(first, first + states):
        work[node, board.ORDER] = work[node, board.LOW] = 0
    for node in range(first + states, last):
        state.codes[arrays.nodes[node, 0], board.SUPPORT] = 0
    # Arcs are in the order of the places; accepting ends have a label.
    work[first, board.ORDER] = 1
    for edge in range(first_edge, last_edge):
        if work[arrays.edges[edge, 1], board.ORDER] and state.value[arrays.edges[edge, 0]] >= 0:
            work[arrays.edges[edge, 2], board.ORDER] = 1
    for edge in range(last_edge - 1, first_edge - 1, -1):
        code, here, there = arrays.edges[edge, 0], arrays.edges[edge, 1], arrays.edges[edge, 2]
        if not work[here, board.ORDER] or state.value[code] < 0:
            continue
        if arrays.nodes[there, 1] or work[there, board.LOW]:
            work[here, board.LOW] = 1
            state.codes[code, board.SUPPORT] = 1
    if not work[first, board.LOW]:
        return False
    for node in range(first + states, last):
        code = arrays.nodes[node, 0]
        if state.value[code] == 0 and state.codes[code, board.SUPPORT] == 0:
            suggest(state, code ^ 1, arrays.sums.shape[0] + graph)
    width = arrays.graphs[graph, board.AIM]
    if width:
        for node in range(first + states, last, width):
            count, only = 0, 0
            for k in range(width):
                code = arrays.nodes[node + k, 0]
                if state.codes[code, board.SUPPORT]:
                    count, only = count + 1, code
            if count == 1 and state.value[only] == 0:
                suggest(state, only, arrays.sums.shape[0] + graph)
    return True
