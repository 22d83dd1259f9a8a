"""Propagation of groups and lines: totals of different values, automata, lines that are not alike.

Totals and automata exclude every value that no complete filling supports: a value stays if some
way from the start to an accepted end passes through it.
"""

from __future__ import annotations

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.constraints.kernels import board
from pipeline.kinds.kit.constraints.kernels.board import Arrays, State, suggest
from pipeline.kinds.kit.constraints.kernels.fill import count_bits

PLACED, LEADING = 1, 2
"""Bits of ``sets``."""


@compiled
def propagate_total(arrays: Arrays, state: State, graph: int) -> bool:
    """Exclude, in place, values that no filling with the sum has; False on a contradiction.

    Places are filled in their order, so the size of a set of used values is the place of the next.
    """
    first, width = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.WIDTH]
    places = (arrays.graphs[graph, board.LAST_NODE] - first) // width
    sets, work = state.sets, state.nodes
    every = 1 << width
    for used in range(every):
        sets[used] = 0
    sets[0] = PLACED
    for used in range(every):
        place = count_bits(used)
        if sets[used] == 0 or place >= places:
            continue
        for k in range(width):
            node = first + place * width + k
            if not used >> k & 1 and state.value[arrays.nodes[node, 0]] >= 0:
                sets[used | 1 << k] = PLACED
    for node in range(first, first + places * width):
        work[node, board.ORDER] = 0
    for used in range(every - 1, -1, -1):
        place = count_bits(used)
        if sets[used] == 0:
            continue
        if place == places:
            left = arrays.graphs[graph, board.AIM]
            for k in range(width):
                if used >> k & 1:
                    left -= arrays.nodes[first + k, 1]
            if left == 0:
                sets[used] |= LEADING
            continue
        for k in range(width):
            node = first + place * width + k
            is_open = not used >> k & 1 and state.value[arrays.nodes[node, 0]] >= 0
            if is_open and sets[used | 1 << k] & LEADING:
                sets[used] |= LEADING
                work[node, board.ORDER] = 1
    if not sets[0] & LEADING:
        return False
    for node in range(first, first + places * width):
        code = arrays.nodes[node, 0]
        if state.value[code] == 0 and work[node, board.ORDER] == 0:
            suggest(state, code ^ 1, arrays.sums.shape[0] + graph)
    return True


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
