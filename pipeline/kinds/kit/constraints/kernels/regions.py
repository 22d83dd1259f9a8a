"""Regions of given sizes: two do not meet, none grows too large, each can reach its size."""

from __future__ import annotations

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.constraints.kernels import board
from pipeline.kinds.kit.constraints.kernels.board import Arrays, State, suggest

# Columns of ``work`` here. GROUP: of nodes that are there, the first of their group and 1 more.
# By that node: TOLD its size, 0 if none is told, below 0 if any size will do; COUNT its nodes.
# REACHED: some group can reach the node. MARK: in which walk it was met last.
GROUP, TOLD, COUNT, REACHED, MARK = board.ORDER, board.LOW, board.WEIGHT, board.VIA, board.NEXT


@compiled
def look_at_regions(arrays: Arrays, state: State, graph: int) -> bool:
    """Suggest, in place, what the sizes of regions give; False on a contradiction."""
    first, last = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.LAST_NODE]
    work, value = state.nodes, state.value
    why = arrays.sums.shape[0] + graph
    for node in range(first, last):
        work[node, GROUP] = work[node, REACHED] = work[node, MARK] = 0
    for node in range(first, last):
        is_new = value[arrays.nodes[node, 0]] > 0 and work[node, GROUP] == 0
        if is_new and not _gather(arrays, state, node, first):
            return False
    for node in range(first, last):
        code = arrays.nodes[node, 0]
        if arrays.nodes[node, 1]:
            if value[code] < 0:
                return False
            if value[code] == 0:
                suggest(state, code, why)
        if value[code] == 0 and not _may_join(arrays, state, node):
            suggest(state, code ^ 1, why)
        is_source = work[node, GROUP] == node + 1 or (value[code] == 0 and arrays.nodes[node, 1])
        if is_source and not _grow(arrays, state, node, first, why):
            return False
    for node in range(first, last):
        code = arrays.nodes[node, 0]
        if value[code] >= 0 and not work[node, REACHED]:
            if value[code] > 0:
                return False
            suggest(state, code ^ 1, why)
    return True


@inlined
def _beyond(arrays: Arrays, node: int, at: int) -> int:
    """Return the neighbour of a node by one of its edges."""
    edge = arrays.meets[at]
    return arrays.edges[edge, 1] + arrays.edges[edge, 2] - node


@compiled
def _gather(arrays: Arrays, state: State, start: int, first: int) -> bool:
    """Note which nodes hang together with one, in place; False if they are too many."""
    work = state.nodes
    work[start, GROUP] = start + 1
    work[first, board.LINE] = start
    head, tail, told = 0, 1, 0
    while head < tail:
        node = work[first + head, board.LINE]
        head += 1
        label = arrays.nodes[node, 1]
        if label:
            if told:
                return False
            told = label
        for at in range(arrays.meets[node], arrays.meets[node + 1]):
            other = _beyond(arrays, node, at)
            if state.value[arrays.nodes[other, 0]] > 0 and not work[other, GROUP]:
                work[other, GROUP] = start + 1
                work[first + tail, board.LINE] = other
                tail += 1
    work[start, TOLD], work[start, COUNT] = told, tail
    return not 0 < told < tail


@compiled
def _may_join(arrays: Arrays, state: State, node: int) -> bool:
    """Return whether an open node may be there: it joins no regions, and makes none too large."""
    work = state.nodes
    told, total = arrays.nodes[node, 1], 1
    for at in range(arrays.meets[node], arrays.meets[node + 1]):
        group = work[_beyond(arrays, node, at), GROUP]
        is_known = group == 0
        for other in range(arrays.meets[node], at):
            is_known = is_known or work[_beyond(arrays, node, other), GROUP] == group
        if is_known:
            continue
        if work[group - 1, TOLD]:
            if told:
                return False
            told = work[group - 1, TOLD]
        total += work[group - 1, COUNT]
    return told <= 0 or total <= told


@compiled
def _grow(arrays: Arrays, state: State, source: int, first: int, why: int) -> bool:
    """Mark, in place, what the group or open node ``source`` may reach; False if too little.

    Where there is one way out of a group that has to grow, it is suggested.
    """
    work, value = state.nodes, state.value
    is_group = work[source, GROUP] == source + 1
    told = work[source, TOLD] if is_group else arrays.nodes[source, 1]
    count = work[source, COUNT] if is_group else 1
    mark = source + 1
    tail = 0
    if is_group:
        # The nodes of the group, found again by a walk through what is there.
        work[first, board.LINE], tail = source, 1
        work[source, MARK] = mark
        head = 0
        while head < tail:
            node = work[first + head, board.LINE]
            head += 1
            for at in range(arrays.meets[node], arrays.meets[node + 1]):
                other = _beyond(arrays, node, at)
                if work[other, GROUP] == mark and work[other, MARK] != mark:
                    work[other, MARK] = mark
                    work[first + tail, board.LINE] = other
                    tail += 1
    else:
        work[first, board.LINE], tail = source, 1
        work[source, MARK] = mark
    for k in range(tail):
        if told:
            work[work[first + k, board.LINE], REACHED] = 1
    if is_group and told == count:
        return True
    ways, way = 0, -1
    head, last, steps = 0, tail, 0
    while head < tail and (told <= 0 or steps < told - count):
        if told == 0 and steps == 1:
            break
        while head < last:
            node = work[first + head, board.LINE]
            head += 1
            for at in range(arrays.meets[node], arrays.meets[node + 1]):
                other = _beyond(arrays, node, at)
                is_off = value[arrays.nodes[other, 0]] < 0 or work[other, MARK] == mark
                if is_off or (told != 0 and _is_foreign(arrays, state, other, source)):
                    continue
                work[other, MARK] = mark
                work[first + tail, board.LINE] = other
                tail += 1
                if told:
                    work[other, REACHED] = 1
                if steps == 0:
                    ways, way = ways + 1, other
        last = tail
        steps += 1
    if not is_group:
        return True
    if tail < told or (told == 0 and ways == 0):
        return False
    if told >= 0 and ways == 1 and value[arrays.nodes[way, 0]] == 0:
        suggest(state, arrays.nodes[way, 0], why)
    return True


@inlined
def _is_foreign(arrays: Arrays, state: State, node: int, source: int) -> bool:
    """Return whether a node other than ``source`` tells a size, or lies by a group with one."""
    work = state.nodes
    if node != source and arrays.nodes[node, 1]:
        return True
    own = work[node, GROUP]
    if own and own != source + 1 and work[own - 1, TOLD]:
        return True
    for at in range(arrays.meets[node], arrays.meets[node + 1]):
        group = work[_beyond(arrays, node, at), GROUP]
        if group and group != source + 1 and work[group - 1, TOLD]:
            return True
    return False
