"""Totals of different values: a value stays if some filling with the sum has it."""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.bits import count_bits
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest

RULE: Final = board.GLOBALS  # The deductions to which `propagate` belongs

IS_PLACED, USED, SUM = range(3)
"""Columns of ``sets``: by set of values, whether it was found, `LEADING` if it leads to the sum;
then the sets in the order in which they were found, and the sums of their values."""

LEADING: Final = 2


@compiled
def propagate(arrays: Arrays, state: State, graph: int) -> bool:
    """Exclude, in place, values that no filling with the sum has; False on a contradiction.

    Places are filled in order, so the size of a set of used values is the next place to fill. Sets
    are listed as they are found, hence by size. The last place takes the rest of the sum.
    """
    first, width = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.WIDTH]
    last = (arrays.graphs[graph, board.LAST_NODE] - first) // width - 1
    sets, work = state.sets, state.nodes
    sets[0, USED] = sets[0, SUM] = 0
    count, index, place_end, place = 1, 0, 1, 0
    while index < count and place < last:
        used, sum_ = sets[index, USED], sets[index, SUM]
        for k in range(width):
            node = first + place * width + k
            after = used | 1 << k
            if used == after or sets[after, IS_PLACED] or state.value[arrays.nodes[node, 0]] < 0:
                continue
            if sum_ + arrays.nodes[node, 1] < arrays.graphs[graph, board.AIM]:
                sets[after, IS_PLACED] = 1
                sets[count, USED], sets[count, SUM] = after, sum_ + arrays.nodes[node, 1]
                count += 1
        index += 1
        if index == place_end:
            place, place_end = place + 1, count
    for node in range(first, first + (last + 1) * width):
        work[node, board.ORDER] = 0
    for index in range(count - 1, -1, -1):
        used = sets[index, USED]
        place = count_bits(used)
        sets[used, IS_PLACED] = 0
        for k in range(width):
            node = first + place * width + k
            after = used | 1 << k
            if used == after or state.value[arrays.nodes[node, 0]] < 0:
                continue
            if place == last:
                is_leading = (
                    sets[index, SUM] + arrays.nodes[node, 1] == arrays.graphs[graph, board.AIM]
                )
            else:
                is_leading = sets[after, IS_PLACED] == LEADING
            if is_leading:
                sets[used, IS_PLACED] = LEADING
                work[node, board.ORDER] = 1
    is_well = sets[0, IS_PLACED] == LEADING
    for index in range(count):
        sets[sets[index, USED], IS_PLACED] = 0
    for node in range(first, first + (last + 1) * width):
        code = arrays.nodes[node, 0]
        if state.value[code] == 0 and work[node, board.ORDER] == 0:
            suggest(state, code ^ 1, arrays.sums.shape[0] + graph)
    return is_well
