"""Paths: the ends of chains are tracked, so none is closed or joined to one that does not fit."""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, is_closing, suggest

RULE: Final = 0  # It has no `propagate`


@compiled
def propagate_chains(arrays: Arrays, state: State, graph: int) -> bool:
    """Exclude, in place, edges that close a path or join labels that do not match.

    Return True. Every drawn edge must have been joined without a contradiction.
    """
    in_order = arrays.graphs[graph, board.WIDTH]
    why = arrays.sums.shape[0] + graph
    if state.graph[graph, board.DIRTY] & board.FRESH:
        for edge in range(
            arrays.graphs[graph, board.FIRST_EDGE], arrays.graphs[graph, board.LAST_EDGE]
        ):
            propagate_edge(arrays, state, edge, in_order, why)
        return True
    for k in range(2 * state.counter[board.TIPS]):
        node = state.lists[board.CHAIN_ENDS, k >> 1]
        if arrays.nodes[node, 2] != graph:
            continue
        if k & 1:
            node = state.nodes[node, board.MATE]
        for at in range(arrays.meets[node], arrays.meets[node + 1]):
            propagate_edge(arrays, state, arrays.meets[at], in_order, why)
    return True


@inlined
def propagate_edge(arrays: Arrays, state: State, edge: int, in_order: int, why: int) -> None:
    """Exclude, in place, an undecided edge of paths that cannot be drawn."""
    code = arrays.edges[edge, 0]
    if state.value[code] != 0:
        return
    node, other = arrays.edges[edge, 1], arrays.edges[edge, 2]
    chain = state.nodes
    if chain[node, board.DEGREE] > 1 or chain[other, board.DEGREE] > 1:
        return
    near, far = chain[node, board.NEAR], chain[other, board.NEAR]
    is_misfit = near != 0 and far != 0 and (abs(near - far) != 1 if in_order else near != far)
    if is_misfit or is_closing(state, node, other):
        suggest(state, code ^ 1, why)
