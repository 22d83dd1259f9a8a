"""Lines that are all different."""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest

RULE: Final = board.GLOBALS  # The deductions to which `propagate` belongs


@compiled
def propagate(arrays: Arrays, state: State, graph: int) -> bool:
    """Keep, in place, each line different from every finished one; False on a contradiction."""
    first, width = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.WIDTH]
    lines = (arrays.graphs[graph, board.LAST_NODE] - first) // width
    for line in range(lines):
        begin, is_finished = first + line * width, True
        for node in range(begin, begin + width):
            is_finished &= state.value[arrays.nodes[node, 0]] != 0
        for other in range(lines if is_finished else 0):
            if line == other:
                continue
            is_open = 0
            for k in range(width):
                a = state.value[arrays.nodes[begin + k, 0]]
                b = state.value[arrays.nodes[first + other * width + k, 0]]
                is_open += 3 if a * b < 0 else b == 0
                if is_open > 2:  # or the two differ
                    break
            if is_open > 2:
                continue
            if is_open == 0:
                return False
            for k in range(width):
                code = arrays.nodes[first + other * width + k, 0]
                if state.value[code] == 0:
                    is_true = state.value[arrays.nodes[begin + k, 0]] > 0
                    suggest(state, code ^ 1 if is_true else code, arrays.sums.shape[0] + graph)
    return True
