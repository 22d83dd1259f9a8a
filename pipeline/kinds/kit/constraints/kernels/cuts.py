"""What holds a graph together: nodes and edges without which it would fall apart.

Lowest points of a depth-first walk (Hopcroft and Tarjan, Efficient algorithms for graph
manipulation, 1973), with the number of nodes in each branch that are there for sure.
"""

from __future__ import annotations

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.constraints.kernels import board
from pipeline.kinds.kit.constraints.kernels.board import Arrays, State, suggest


@compiled
def find_cuts(arrays: Arrays, state: State, graph: int) -> bool:
    """Suggest, in place, what keeps a graph together; False where it has fallen apart.

    Of `Connected`: nodes and edges that lie between nodes that are there, and to leave out nodes
    that cannot be reached: all that this constraint alone can say. Of `Loop`: to leave out edges
    that are the only link between two parts, or cannot be reached.
    """
    is_loop = arrays.graphs[graph, board.KIND] == board.LOOP
    first, last = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.LAST_NODE]
    work, value = state.nodes, state.value
    why = arrays.sums.shape[0] + graph
    root, total = -1, 0
    for node in range(first, last):
        work[node, board.ORDER] = 0
        is_there = (
            state.nodes[node, board.DEGREE] > 0 if is_loop else value[arrays.nodes[node, 0]] > 0
        )
        work[node, board.WEIGHT] = is_there
        if is_there:
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
