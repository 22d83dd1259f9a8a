"""Pieces in groups of cells: those still possible, and what they have in common."""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest

RULE: Final = board.GLOBALS  # The deductions to which `propagate` belongs

# Columns of ``work``. HELD: of a piece, how many of its cells are true; LEFT: 1 if it is possible;
# at the nodes of the first cells, by group: true cells, and the number of possible pieces.
HELD, LEFT, TRUE_CELLS, NUMBER = board.ORDER, board.LOW, board.VIA, board.NEXT


@compiled
def propagate(arrays: Arrays, state: State, graph: int) -> bool:
    """Decide, in place, the cells that all or none of the first group's possible pieces contain.

    A piece is possible if it contains all true cells of its group and no false one, and each other
    group has a possible piece that does not exclude it.
    """
    first, last = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.LAST_NODE]
    begin, end = arrays.graphs[graph, board.FIRST_EDGE], arrays.graphs[graph, board.LAST_EDGE]
    cells, work = first + arrays.graphs[graph, board.WIDTH], state.nodes
    _count_pieces(arrays, state, graph)
    edge = begin
    while edge < end and arrays.edges[edge, 1] == arrays.edges[edge, 2]:
        edge += 1
    while edge < end:
        node = arrays.edges[edge, 1]
        group, number = arrays.nodes[arrays.edges[edge, 2], 1], 0
        while edge < end and arrays.edges[edge, 1] == node:
            other = arrays.edges[edge, 2]
            if arrays.nodes[other, 1] != group:
                break
            number += work[other, LEFT]
            edge += 1
        if work[node, LEFT] and number == work[first + group, NUMBER]:
            work[node, LEFT] = 0
            work[first, NUMBER] -= 1
    left = work[first, NUMBER]
    if left == 0:
        return False
    edge = begin
    for node in range(first, cells):
        if arrays.nodes[node, 1] == 0:
            state.codes[arrays.nodes[node, 0], board.SUPPORT] = 0
    for node in range(cells, last):
        if arrays.nodes[node, 1]:
            break
        while edge < end and arrays.edges[edge, 1] == node and arrays.edges[edge, 2] == node:
            state.codes[arrays.edges[edge, 0], board.SUPPORT] += work[node, LEFT]
            edge += 1
    for node in range(first, cells):
        code = arrays.nodes[node, 0]
        if arrays.nodes[node, 1] == 0 and state.value[code] == 0:
            support = state.codes[code, board.SUPPORT]
            if support == left:
                suggest(state, code, arrays.sums.shape[0] + graph)
            elif support == 0:
                suggest(state, code ^ 1, arrays.sums.shape[0] + graph)
    return True


@compiled
def _count_pieces(arrays: Arrays, state: State, graph: int) -> None:
    """Mark, in place, the pieces that known cells leave to each group, and count them."""
    first, last = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.LAST_NODE]
    begin, end = arrays.graphs[graph, board.FIRST_EDGE], arrays.graphs[graph, board.LAST_EDGE]
    cells, work = first + arrays.graphs[graph, board.WIDTH], state.nodes
    for group in range(arrays.graphs[graph, board.AIM]):
        work[first + group, TRUE_CELLS] = work[first + group, NUMBER] = 0
    for node in range(first, cells):
        if state.value[arrays.nodes[node, 0]] > 0:
            work[first + arrays.nodes[node, 1], TRUE_CELLS] += 1
    work[cells:last, HELD] = 0
    work[cells:last, LEFT] = 1
    for edge in range(begin, end):
        node = arrays.edges[edge, 1]
        if node != arrays.edges[edge, 2]:
            break
        value = state.value[arrays.edges[edge, 0]]
        if value > 0:
            work[node, HELD] += 1
        elif value < 0:
            work[node, LEFT] = 0
    for node in range(cells, last):
        group = first + arrays.nodes[node, 1]
        if work[node, HELD] != work[group, TRUE_CELLS]:
            work[node, LEFT] = 0
        work[group, NUMBER] += work[node, LEFT]
