"""Loops and paths: a chain is not closed too early, nor joined to one whose labels do not fit."""

from __future__ import annotations

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.constraints.kernels import board
from pipeline.kinds.kit.constraints.kernels.board import Arrays, State, suggest


@compiled
def look_at_loop(arrays: Arrays, state: State, graph: int) -> bool:
    """Suggest, in place, to leave out edges that close a loop too early; False on a contradiction.

    Every drawn edge has been joined, no node lies on three.
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
    # There may have been one chain alone before, which was allowed to close.
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


@inlined
def is_closing(state: State, one: int, other: int) -> bool:
    """Return whether two nodes are the ends of one chain."""
    chain = state.nodes
    return bool(
        chain[one, board.MATE] == other
        and chain[one, board.DEGREE] == 1
        and chain[other, board.DEGREE] == 1
    )


@compiled
def look_at_paths(arrays: Arrays, state: State, graph: int) -> bool:
    """Suggest, in place, to leave out edges that close a path or join labels that do not fit.

    Every drawn edge has been joined without a contradiction. Returns True.
    """
    in_order = arrays.graphs[graph, board.IN_ORDER]
    why = arrays.sums.shape[0] + graph
    if state.graph[graph, board.DIRTY] & board.FRESH:
        for edge in range(
            arrays.graphs[graph, board.FIRST_EDGE], arrays.graphs[graph, board.LAST_EDGE]
        ):
            look_at_edge(arrays, state, edge, in_order, why)
        return True
    for k in range(2 * state.counter[board.TIPS]):
        node = state.lists[board.CHAIN_ENDS, k >> 1]
        if arrays.nodes[node, 2] != graph:
            continue
        if k & 1:
            node = state.nodes[node, board.MATE]
        for at in range(arrays.meets[node], arrays.meets[node + 1]):
            look_at_edge(arrays, state, arrays.meets[at], in_order, why)
    return True


@inlined
def look_at_edge(arrays: Arrays, state: State, edge: int, in_order: int, why: int) -> None:
    """Suggest, in place, to leave out an open edge of paths that cannot be drawn."""
    code = arrays.edges[edge, 0]
    if state.value[code] != 0:
        return
    one, other = arrays.edges[edge, 1], arrays.edges[edge, 2]
    chain = state.nodes
    if chain[one, board.DEGREE] > 1 or chain[other, board.DEGREE] > 1:
        return
    near, far = chain[one, board.NEAR], chain[other, board.NEAR]
    is_misfit = near != 0 and far != 0 and (abs(near - far) != 1 if in_order else near != far)
    if is_misfit or is_closing(state, one, other):
        suggest(state, code ^ 1, why)
