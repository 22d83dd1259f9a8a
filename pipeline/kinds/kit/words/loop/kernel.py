"""Loops: the ends of chains are tracked, so that none is closed too early; bridges are excluded."""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, is_closing, suggest
from pipeline.kinds.kit.words.connected.kernel import propagate_cuts

RULE: Final = board.CUTS  # The deductions to which `propagate` belongs


@compiled
def propagate_chains(arrays: Arrays, state: State, graph: int) -> bool:
    """Exclude, in place, edges that close a loop too early; False on a contradiction.

    Every drawn edge must have been joined, and no node may have three.
    """
    chains, closed = state.graph[graph, board.CHAINS], state.graph[graph, board.CLOSED]
    why = arrays.sums.shape[0] + graph
    if closed:
        if chains > 1:
            return False
        for edge in range(
            arrays.graphs[graph, board.FIRST_EDGE], arrays.graphs[graph, board.LAST_EDGE]
        ):
            code = arrays.edges[edge, 0]
            if state.value[code] == 0:
                suggest(state, code ^ 1, why)
        return True
    if state.counter[board.SIZE] == state.depth.shape[0] - 1:
        return False
    if chains < 2:
        return True
    tips = state.counter[board.TIPS]
    # A single chain, which may have existed before, was allowed to close.
    if state.graph[graph, board.DIRTY] & board.FRESH or chains - tips < 2:
        for edge in range(
            arrays.graphs[graph, board.FIRST_EDGE], arrays.graphs[graph, board.LAST_EDGE]
        ):
            one, other = arrays.edges[edge, 1], arrays.edges[edge, 2]
            code = arrays.edges[edge, 0]
            if state.value[code] == 0 and is_closing(state, one, other):
                suggest(state, code ^ 1, why)
        return True
    for k in range(tips):
        node = state.lists[board.CHAIN_ENDS, k]
        if arrays.nodes[node, 2] != graph or state.nodes[node, board.DEGREE] != 1:
            continue
        for at in range(arrays.meets[node], arrays.meets[node + 1]):
            edge = arrays.meets[at]
            code = arrays.edges[edge, 0]
            other = arrays.edges[edge, 1] + arrays.edges[edge, 2] - node
            if state.value[code] == 0 and is_closing(state, node, other):
                suggest(state, code ^ 1, why)
    return True


@compiled
def propagate(arrays: Arrays, state: State, graph: int) -> bool:
    """Exclude, in place, bridges and edges that cannot be reached; False if one is drawn."""
    return propagate_cuts(arrays, state, graph, True)
