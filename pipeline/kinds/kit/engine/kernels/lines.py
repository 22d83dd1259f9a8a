"""Propagation of groups and lines: totals, automata, lines that are not alike, patterns.

Totals and automata exclude every value that no complete filling supports: a value stays if some
way from the start to an accepted end passes through it.
"""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.bits import count_bits
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest

IS_PLACED, USED, SUM = range(3)
"""Columns of ``sets``: by set of values, whether it was found, `LEADING` if it leads to the sum;
then the sets in the order in which they were found, and the sums of their values."""

LEADING: Final = 2


@compiled
def propagate_total(arrays: Arrays, state: State, graph: int) -> bool:
    """Exclude, in place, values that no filling with the sum has; False on a contradiction.

    Places are filled in their order, so the size of a set of used values is the place of the next.
    Sets are listed as they are found, hence by size. The last place takes what is left of the sum.
    """
    first, width = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.WIDTH]
    last = (arrays.graphs[graph, board.LAST_NODE] - first) // width - 1
    sets, work = state.sets, state.nodes
    sets[0, USED] = sets[0, SUM] = 0
    count, at, place_end, place = 1, 0, 1, 0
    while at < count and place < last:
        used, sum_ = sets[at, USED], sets[at, SUM]
        for k in range(width):
            node = first + place * width + k
            after = used | 1 << k
            if used == after or sets[after, IS_PLACED] or state.value[arrays.nodes[node, 0]] < 0:
                continue
            if sum_ + arrays.nodes[node, 1] < arrays.graphs[graph, board.AIM]:
                sets[after, IS_PLACED] = 1
                sets[count, USED], sets[count, SUM] = after, sum_ + arrays.nodes[node, 1]
                count += 1
        at += 1
        if at == place_end:
            place, place_end = place + 1, count
    for node in range(first, first + (last + 1) * width):
        work[node, board.ORDER] = 0
    for at in range(count - 1, -1, -1):
        used = sets[at, USED]
        place = count_bits(used)
        sets[used, IS_PLACED] = 0
        for k in range(width):
            node = first + place * width + k
            after = used | 1 << k
            if used == after or state.value[arrays.nodes[node, 0]] < 0:
                continue
            if place == last:
                is_leading = (
                    sets[at, SUM] + arrays.nodes[node, 1] == arrays.graphs[graph, board.AIM]
                )
            else:
                is_leading = sets[after, IS_PLACED] == LEADING
            if is_leading:
                sets[used, IS_PLACED] = LEADING
                work[node, board.ORDER] = 1
    is_well = sets[0, IS_PLACED] == LEADING
    for at in range(count):
        sets[sets[at, USED], IS_PLACED] = 0
    for node in range(first, first + (last + 1) * width):
        code = arrays.nodes[node, 0]
        if state.value[code] == 0 and work[node, board.ORDER] == 0:
            suggest(state, code ^ 1, arrays.sums.shape[0] + graph)
    return is_well


@compiled
def propagate_automaton(arrays: Arrays, state: State, graph: int) -> bool:
    """Exclude, in place, options on no way through the layers; False on a contradiction."""
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
    # Arcs are in the order of the places; accepted ends have a label.
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
    return True


@compiled
def propagate_distinct(arrays: Arrays, state: State, graph: int) -> bool:
    """Keep, in place, lines unlike every finished one; False on a contradiction."""
    first, width = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.WIDTH]
    lines = (arrays.graphs[graph, board.LAST_NODE] - first) // width
    for one in range(lines):
        for other in range(lines):
            if one == other:
                continue
            is_apart = False
            is_open = 0
            for k in range(width):
                a = state.value[arrays.nodes[first + one * width + k, 0]]
                b = state.value[arrays.nodes[first + other * width + k, 0]]
                is_apart |= a == 0 or a * b < 0
                is_open += b == 0
            if is_apart or is_open > 2:
                continue
            if is_open == 0:
                return False
            for k in range(width):
                code = arrays.nodes[first + other * width + k, 0]
                if state.value[code] == 0:
                    is_true = state.value[arrays.nodes[first + one * width + k, 0]] > 0
                    suggest(state, code ^ 1 if is_true else code, arrays.sums.shape[0] + graph)
    return True


@compiled
def propagate_choice(arrays: Arrays, state: State, graph: int) -> bool:
    """Make true, in place, what all possible options have; False if no option is possible.

    The edges of an option are its literals, one option after the other.
    """
    first, last = arrays.graphs[graph, board.FIRST_EDGE], arrays.graphs[graph, board.LAST_EDGE]
    for edge in range(first, last):
        state.codes[arrays.edges[edge, 0], board.SUPPORT] = 0
    possible, start = 0, first
    while start < last:
        option, end, is_possible = arrays.edges[start, 1], start, True
        while end < last and arrays.edges[end, 1] == option:
            is_possible &= state.value[arrays.edges[end, 0]] >= 0
            end += 1
        for edge in range(start, end if is_possible else start):
            state.codes[arrays.edges[edge, 0], board.SUPPORT] += 1
        possible += is_possible
        start = end
    for edge in range(first, last):
        code = arrays.edges[edge, 0]
        if state.value[code] == 0 and state.codes[code, board.SUPPORT] == possible:
            suggest(state, code, arrays.sums.shape[0] + graph)
    return possible > 0
