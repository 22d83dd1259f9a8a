"""What holds a graph together: nodes and edges without which it would fall apart.

Lowest points of a depth-first walk (Hopcroft and Tarjan, Efficient algorithms for graph
manipulation, 1973), with the number of nodes in each branch that are there for sure.
"""

from __future__ import annotations

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.constraints.kernels.board import (
    DEGREE,
    FIRST_EDGE,
    FIRST_NODE,
    KIND,
    LAST_EDGE,
    LAST_NODE,
    LOOP,
    LOW,
    NEXT,
    ORDER,
    VIA,
    WEIGHT,
    Arrays,
    State,
    suggest,
)


@compiled
def find_cuts(arrays: Arrays, state: State, graph: int) -> bool:
    """Suggest, in place, what keeps a graph together; False where it has fallen apart.

    Of `Connected`: nodes and edges that lie between nodes that are there, and to leave out nodes
    that cannot be reached: all that this constraint alone can say. Of `Loop`: to leave out edges
    that are the only link between two parts, or cannot be reached.
    """
    is_loop = arrays.graphs[graph, KIND] == LOOP
    first, last = arrays.graphs[graph, FIRST_NODE], arrays.graphs[graph, LAST_NODE]
    work, value = state.nodes, state.value
    why = arrays.sums.shape[0] + graph
    root, total = -1, 0
    for node in range(first, last):
        work[node, ORDER] = 0
        is_there = state.nodes[node, DEGREE] > 0 if is_loop else value[arrays.nodes[node, 0]] > 0
        work[node, WEIGHT] = is_there
        if is_there:
            total += 1
            root = node
    if root < 0:
        return True
    met = 1
    node = root
    work[node, ORDER] = work[node, LOW] = met
    work[node, VIA] = -1
    work[node, NEXT] = arrays.meets[node]
    while True:
        at = work[node, NEXT]
        via = work[node, VIA]
        if at < arrays.meets[node + 1]:
            work[node, NEXT] = at + 1
            edge = arrays.meets[at]
            other = arrays.edges[edge, 1] + arrays.edges[edge, 2] - node
            if edge == via or value[arrays.edges[edge, 0]] < 0:
                continue
            if value[arrays.nodes[other, 0]] < 0:
                continue
            if work[other, ORDER]:
                work[node, LOW] = min(work[node, LOW], work[other, ORDER])
                continue
            met += 1
            work[other, ORDER] = work[other, LOW] = met
            work[other, VIA] = edge
            work[other, NEXT] = arrays.meets[other]
            node = other
            continue
        if via < 0:
            break
        above = arrays.edges[via, 1] + arrays.edges[via, 2] - node
        low = work[node, LOW]
        work[above, LOW] = min(work[above, LOW], low)
        work[above, WEIGHT] += work[node, WEIGHT]
        code = arrays.edges[via, 0]
        if is_loop:
            if low > work[above, ORDER]:
                if value[code] > 0:
                    return False
                suggest(state, code ^ 1, why)
        elif work[node, WEIGHT]:
            if low > work[above, ORDER] and value[code] == 0:
                suggest(state, code, why)
            code = arrays.nodes[above, 0]
            if low >= work[above, ORDER] and value[code] == 0:
                suggest(state, code, why)
        node = above
    if work[root, WEIGHT] < total:
        return False
    if is_loop:
        for edge in range(arrays.graphs[graph, FIRST_EDGE], arrays.graphs[graph, LAST_EDGE]):
            code = arrays.edges[edge, 0]
            if value[code] == 0 and not work[arrays.edges[edge, 1], ORDER]:
                suggest(state, code ^ 1, why)
        return True
    for node in range(first, last):
        code = arrays.nodes[node, 0]
        if value[code] == 0 and not work[node, ORDER]:
            suggest(state, code ^ 1, why)
    return True
