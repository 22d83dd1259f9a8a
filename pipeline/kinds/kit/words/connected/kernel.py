"""Connection: bridges and cut vertices.

They are found by one depth-first search (Hopcroft and Tarjan, Efficient algorithms for graph
manipulation, 1973) that counts the present nodes in each branch.
"""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest

RULE: Final = board.GLOBALS  # The deductions to which `propagate` belongs


@compiled
def propagate(arrays: Arrays, state: State, graph: int) -> bool:
    """Propagate, in place, bridges and cut vertices; False if a graph is disconnected."""
    return propagate_cuts(arrays, state, graph, False)


@compiled
def propagate_cuts(arrays: Arrays, state: State, graph: int, is_loop: bool) -> bool:
    """Propagate, in place, bridges and cut vertices; False if a graph is disconnected.

    For `Connected` this includes nodes and edges that separate present nodes, and excludes nodes
    that cannot be reached: everything that this constraint alone implies. For `Loop` it excludes
    bridges and edges that cannot be reached.
    """
    first, last = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.LAST_NODE]
    work, value = state.nodes, state.value
    why = arrays.sums.shape[0] + graph
    root, total = -1, 0
    for node in range(first, last):
        work[node, board.ORDER] = 0
        is_present = (
            state.nodes[node, board.DEGREE] > 0 if is_loop else value[arrays.nodes[node, 0]] > 0
        )
        work[node, board.WEIGHT] = is_present
        if is_present:
            total += 1
            root = node
    if root < 0:
        return True
    met = 1
    node = root
    work[node, board.ORDER] = work[node, board.LOW] = met
    work[node, board.VIA] = -1
    work[node, board.NEXT] = arrays.meets[node]
    while True:
        at = work[node, board.NEXT]
        via = work[node, board.VIA]
        if at < arrays.meets[node + 1]:
            work[node, board.NEXT] = at + 1
            edge = arrays.meets[at]
            other = arrays.edges[edge, 1] + arrays.edges[edge, 2] - node
            if edge == via or value[arrays.edges[edge, 0]] < 0:
                continue
            if value[arrays.nodes[other, 0]] < 0:
                continue
            if work[other, board.ORDER]:
                work[node, board.LOW] = min(work[node, board.LOW], work[other, board.ORDER])
                continue
            met += 1
            work[other, board.ORDER] = work[other, board.LOW] = met
            work[other, board.VIA] = edge
            work[other, board.NEXT] = arrays.meets[other]
            node = other
            continue
        if via < 0:
            break
        above = arrays.edges[via, 1] + arrays.edges[via, 2] - node
        low = work[node, board.LOW]
        work[above, board.LOW] = min(work[above, board.LOW], low)
        work[above, board.WEIGHT] += work[node, board.WEIGHT]
        code = arrays.edges[via, 0]
        if is_loop:
            if low > work[above, board.ORDER]:
                if value[code] > 0:
                    return False
                suggest(state, code ^ 1, why)
        elif work[node, board.WEIGHT]:
            if low > work[above, board.ORDER] and value[code] == 0:
                suggest(state, code, why)
            code = arrays.nodes[above, 0]
            if low >= work[above, board.ORDER] and value[code] == 0:
                suggest(state, code, why)
        node = above
    if work[root, board.WEIGHT] < total:
        return False
    if is_loop:
        for edge in range(
            arrays.graphs[graph, board.FIRST_EDGE], arrays.graphs[graph, board.LAST_EDGE]
        ):
            code = arrays.edges[edge, 0]
            if value[code] == 0 and not work[arrays.edges[edge, 1], board.ORDER]:
                suggest(state, code ^ 1, why)
        return True
    for node in range(first, last):
        code = arrays.nodes[node, 0]
        if value[code] == 0 and not work[node, board.ORDER]:
            suggest(state, code ^ 1, why)
    return True
