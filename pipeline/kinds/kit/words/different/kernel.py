"""Naked and hidden sets: if k places have only the same k candidates, no other place has these.

Hidden sets exchange the roles of places and values; they need as many places as values.
"""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.bits import count_bits
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest

RULE: Final = board.SETS  # The deductions to which `propagate` belongs

LARGEST_SET: Final = 4  # With naked and hidden sets, this finds all sets among nine places


@compiled
def propagate(arrays: Arrays, state: State, graph: int) -> bool:
    """Exclude, in place, values by naked and hidden sets; False on a contradiction."""
    wide = arrays.graphs[graph, board.WIDTH]
    high = (arrays.graphs[graph, board.LAST_NODE] - arrays.graphs[graph, board.FIRST_NODE]) // wide
    is_well = find_sets(arrays, state, graph, high, wide, 1)
    if is_well and high == wide:
        is_well = find_sets(arrays, state, graph, wide, high, wide)
    return is_well


@compiled
def find_sets(
    arrays: Arrays, state: State, graph: int, places: int, values: int, step: int
) -> bool:
    """Exclude values by sets of places, in place; False on a contradiction.

    ``step`` is the distance from the literal of one value to that of the next at a place.
    """
    first = arrays.graphs[graph, board.FIRST_NODE]
    along = values if step == 1 else 1
    work = state.nodes
    is_open = 0
    for place in range(places):
        mask = 0
        for value in range(values):
            if state.value[arrays.nodes[first + place * along + value * step, 0]] >= 0:
                mask |= 1 << value
        if mask == 0:
            return False
        if mask & (mask - 1):
            work[first + is_open, board.ORDER], work[first + is_open, board.LOW] = mask, place
            is_open += 1
    largest = min(LARGEST_SET, is_open - 1)
    # `WEIGHT` and `VIA`: the place chosen at each depth, and the values of all chosen so far.
    depth, index = 0, 0
    before = 0
    while True:
        if index == is_open or depth == largest:
            if depth == 0:
                return True
            depth -= 1
            index = work[first + depth, board.WEIGHT] + 1
            before = work[first + depth - 1, board.VIA] if depth else 0
            continue
        union = before | work[first + index, board.ORDER]
        size = count_bits(union)
        if size > largest:
            index += 1
            continue
        work[first + depth, board.WEIGHT], work[first + depth, board.VIA] = index, union
        depth += 1
        if size < depth:
            return False
        if size == depth:
            _leave_out(arrays, state, graph, is_open, depth, union, along, step)
        before = union
        index += 1


@compiled
def _leave_out(
    arrays: Arrays,
    state: State,
    graph: int,
    is_open: int,
    depth: int,
    union: int,
    along: int,
    step: int,
) -> None:
    """Exclude the values of a set from all other places, in place."""
    first = arrays.graphs[graph, board.FIRST_NODE]
    work = state.nodes
    chosen = 0
    for other in range(is_open):
        if chosen < depth and work[first + chosen, board.WEIGHT] == other:
            chosen += 1
            continue
        mask, value = work[first + other, board.ORDER] & union, 0
        while mask >> value:
            if mask >> value & 1:
                node = first + work[first + other, board.LOW] * along + value * step
                code = arrays.nodes[node, 0] ^ 1
                if state.value[code] == 0:
                    suggest(state, code, arrays.sums.shape[0] + graph)
            value += 1
