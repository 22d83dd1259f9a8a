"""Regions of given sizes: they must not merge, grow too large, or be unable to reach their size."""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest

RULE: Final = board.GLOBALS  # The deductions to which `propagate` belongs

# Columns of ``work``. GROUP: the first node of a present node's group, plus 1. At that first node:
# TARGET, the size of its region, 0 if unknown, negative if any; COUNT, its nodes. REACHED: some
# group can reach the node. MARK: the last traversal that reached it.
GROUP, TARGET, COUNT, REACHED, MARK = board.ORDER, board.LOW, board.WEIGHT, board.VIA, board.NEXT


@compiled
def propagate(arrays: Arrays, state: State, graph: int) -> bool:
    """Propagate, in place, the sizes of regions; False on a contradiction."""
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
def _beyond(arrays: Arrays, node: int, entry: int) -> int:
    """Return the neighbour of a node at an entry of ``meets``."""
    edge = arrays.meets[entry]
    return arrays.edges[edge, 1] + arrays.edges[edge, 2] - node


@compiled
def _gather(arrays: Arrays, state: State, start: int, first: int) -> bool:
    """Mark the group of a present node, in place; False if it is too large or has two sizes."""
    work = state.nodes
    work[start, GROUP] = start + 1
    work[first, board.LINE] = start
    head, tail, target = 0, 1, 0
    while head < tail:
        node = work[first + head, board.LINE]
        head += 1
        label = arrays.nodes[node, 1]
        if label:
            if target:
                return False
            target = label
        for at in range(arrays.meets[node], arrays.meets[node + 1]):
            other = _beyond(arrays, node, at)
            if state.value[arrays.nodes[other, 0]] > 0 and not work[other, GROUP]:
                work[other, GROUP] = start + 1
                work[first + tail, board.LINE] = other
                tail += 1
    work[start, TARGET], work[start, COUNT] = target, tail
    return not 0 < target < tail


@compiled
def _may_join(arrays: Arrays, state: State, node: int) -> bool:
    """Return whether an undecided node may be present without merging or overfilling regions."""
    work = state.nodes
    target, total = arrays.nodes[node, 1], 1
    for at in range(arrays.meets[node], arrays.meets[node + 1]):
        group = work[_beyond(arrays, node, at), GROUP]
        is_known = group == 0
        for other in range(arrays.meets[node], at):
            is_known = is_known or work[_beyond(arrays, node, other), GROUP] == group
        if is_known:
            continue
        if work[group - 1, TARGET]:
            if target:
                return False
            target = work[group - 1, TARGET]
        total += work[group - 1, COUNT]
    return target <= 0 or total <= target


@compiled
def _grow(arrays: Arrays, state: State, source: int, first: int, why: int) -> bool:
    """Mark, in place, what the group or undecided node ``source`` can reach; False if too little.

    If a group that must grow has a single exit, this becomes present.
    """
    work, value = state.nodes, state.value
    is_group = work[source, GROUP] == source + 1
    target = work[source, TARGET] if is_group else arrays.nodes[source, 1]
    count = work[source, COUNT] if is_group else 1
    mark = source + 1
    tail = 0
    if is_group:
        # Collect the nodes of the group.
        work[first, board.LINE], tail = source, 1
        work[source, MARK] = mark
        head = 0
        while head < tail:
            node = work[first + head, board.LINE]
            head += 1
            for entry in range(arrays.meets[node], arrays.meets[node + 1]):
                other = _beyond(arrays, node, entry)
                if work[other, GROUP] == mark and work[other, MARK] != mark:
                    work[other, MARK] = mark
                    work[first + tail, board.LINE] = other
                    tail += 1
    else:
        work[first, board.LINE], tail = source, 1
        work[source, MARK] = mark
    for k in range(tail):
        if target:
            work[work[first + k, board.LINE], REACHED] = 1
    if is_group and target == count:
        return True
    ways, way = 0, -1
    head, last, steps = 0, tail, 0
    while head < tail and (target <= 0 or steps < target - count):
        if target == 0 and steps == 1:
            break
        while head < last:
            node = work[first + head, board.LINE]
            head += 1
            for entry in range(arrays.meets[node], arrays.meets[node + 1]):
                other = _beyond(arrays, node, entry)
                is_off = value[arrays.nodes[other, 0]] < 0 or work[other, MARK] == mark
                if is_off or (target != 0 and _is_foreign(arrays, state, other, source)):
                    continue
                work[other, MARK] = mark
                work[first + tail, board.LINE] = other
                tail += 1
                if target:
                    work[other, REACHED] = 1
                if steps == 0:
                    ways, way = ways + 1, other
        last = tail
        steps += 1
    if not is_group:
        return True
    if tail < target or (target == 0 and ways == 0):
        return False
    if target >= 0 and ways == 1 and value[arrays.nodes[way, 0]] == 0:
        suggest(state, arrays.nodes[way, 0], why)
    return True


@inlined
def _is_foreign(arrays: Arrays, state: State, node: int, source: int) -> bool:
    """Return whether a node belongs to, or is adjacent to, another region with a size."""
    work = state.nodes
    if node != source and arrays.nodes[node, 1]:
        return True
    own = work[node, GROUP]
    if own and own != source + 1 and work[own - 1, TARGET]:
        return True
    for at in range(arrays.meets[node], arrays.meets[node + 1]):
        group = work[_beyond(arrays, node, at), GROUP]
        if group and group != source + 1 and work[group - 1, TARGET]:
            return True
    return False
