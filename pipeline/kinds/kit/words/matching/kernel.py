"""Propagation of perfect matchings between slots and the cells whose literals are true.

A cell may be true if it and all true cells fit different slots; it may be false if the other cells
still fill all slots. Both are tested by augmenting paths (Kuhn, The Hungarian method, 1955); that
one matching meets both conditions is the theorem of Mendelsohn and Dulmage (1958).
"""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest

RULE: Final = board.GLOBALS  # The deductions to which `propagate` belongs

# Columns of ``work``. PARTNER: the node that a node is matched with, or `NONE`; BEFORE: that from
# which a path reached it; REACHED: the last search of which one did; WAITS: nodes from which a path
# goes on.
PARTNER, BEFORE, REACHED, WAITS = board.ORDER, board.LOW, board.WEIGHT, board.VIA
NONE = -1


@compiled
def propagate(arrays: Arrays, state: State, graph: int) -> bool:
    """Decide, in place, cells that every or no matching uses; False on a contradiction."""
    first, last = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.LAST_NODE]
    cells, why = first + arrays.graphs[graph, board.WIDTH], arrays.sums.shape[0] + graph
    work = state.nodes
    work[first:last, PARTNER] = NONE
    work[first:last, REACHED] = search = 0
    for slot in range(first, cells):
        search += 1
        if not extend(arrays, state, graph, slot, NONE, search):
            return False
    for cell in range(cells, last):
        slot, code = work[cell, PARTNER], arrays.nodes[cell, 0]
        if state.value[code] == 0 and slot != NONE:
            work[slot, PARTNER] = NONE
            search += 1
            if extend(arrays, state, graph, slot, cell, search):
                work[cell, PARTNER] = NONE
            else:
                work[slot, PARTNER] = cell
                suggest(state, code, why)
    work[first:last, PARTNER] = NONE
    for cell in range(cells, last):
        search += 1
        is_true = state.value[arrays.nodes[cell, 0]] > 0
        if is_true and not extend(arrays, state, graph, cell, NONE, search):
            return False
    for cell in range(cells, last):
        code = arrays.nodes[cell, 0]
        if state.value[code] == 0:
            search += 1
            if extend(arrays, state, graph, cell, NONE, search):
                work[work[cell, PARTNER], PARTNER] = NONE
                work[cell, PARTNER] = NONE
            else:
                suggest(state, code ^ 1, why)
    return True


@compiled
def extend(arrays: Arrays, state: State, graph: int, start: int, banned: int, search: int) -> bool:
    """Match one more node, in place, along an alternating path; False if there is none.

    Paths do not use false cells, nor the node ``banned``; ``search`` is the number of this search.
    """
    first = arrays.graphs[graph, board.FIRST_NODE]
    work = state.nodes
    work[first, WAITS] = start
    at, count = 0, 1
    while at < count:
        here = work[first + at, WAITS]
        at += 1
        for k in range(arrays.meets[here], arrays.meets[here + 1]):
            edge = arrays.meets[k]
            other = arrays.edges[edge, 1] + arrays.edges[edge, 2] - here
            if work[other, REACHED] == search or other == banned:
                continue
            if state.value[arrays.nodes[other, 0]] < 0:
                continue
            work[other, REACHED], work[other, BEFORE] = search, here
            if work[other, PARTNER] != NONE:
                work[first + count, WAITS] = work[other, PARTNER]
                count += 1
                continue
            while True:
                here = work[other, BEFORE]
                former = work[here, PARTNER]
                work[other, PARTNER], work[here, PARTNER] = here, other
                if here == start:
                    return True
                other = former
    return False
