"""Propagation of a bank: pieces that are placed or left, and what fits at each edge.

A piece is placed at a drawn edge where no other piece fits. At every other drawn edge, one of the
pieces left must fit. A piece with exactly as many possible edges as copies left takes them all.
"""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, suggest

RULE: Final = board.GLOBALS  # The deductions to which `propagate` belongs

# Columns of ``work``. MAY: at the first node of a place, the numbers that it may have, as bits;
# LEFT: of a piece, how many are not placed. KEPT: numbers of a place that a piece allows; MET: its
# edges.
MAY, LEFT, KEPT, MET = board.ORDER, board.LOW, board.WEIGHT, board.VIA
NONE, SEVERAL = -1, -2


@compiled
def propagate(arrays: Arrays, state: State, graph: int) -> bool:
    """Exclude, in place, numbers and edges that no piece fits; False on a contradiction."""
    first, last = arrays.graphs[graph, board.FIRST_NODE], arrays.graphs[graph, board.LAST_NODE]
    width, work, pieces = arrays.graphs[graph, board.WIDTH], state.nodes, first
    for node in range(first, last):
        if arrays.nodes[node, 0] != 0:
            place = first + (node - first) // width * width
            if node == place:
                work[place, MAY] = work[place, KEPT] = work[place, MET] = 0
            if state.value[arrays.nodes[node, 0]] >= 0:
                work[place, MAY] |= 1 << (node - place)
            pieces = node + 1
        else:
            work[node, LEFT] = arrays.nodes[node, 1] // (width * width)
    edges = range(arrays.graphs[graph, board.FIRST_EDGE], arrays.graphs[graph, board.LAST_EDGE])
    for edge in edges:
        if state.value[arrays.edges[edge, 0]] > 0:
            piece = only_piece(arrays, state, graph, pieces, edge)
            if piece == NONE:
                return False
            if piece != SEVERAL:
                work[piece, LEFT] -= 1
    why = arrays.sums.shape[0] + graph
    if arrays.graphs[graph, board.AIM] >= 0:
        return place_piece(arrays, state, graph, pieces, why)
    for piece in range(pieces, last):
        if work[piece, LEFT] < 0:
            return False
    for edge in edges:
        value = state.value[arrays.edges[edge, 0]]
        if value < 0:
            continue
        cell, other = arrays.edges[edge, 1], arrays.edges[edge, 2]
        work[cell, KEPT] = work[other, KEPT] = 0
        is_placed = value > 0 and only_piece(arrays, state, graph, pieces, edge) != SEVERAL
        for piece in range(pieces, last):
            if is_placed or work[piece, LEFT] > 0:
                keep(arrays, state, width, piece, cell, other)
        if work[cell, KEPT] == 0:
            if value > 0:
                return False
            suggest(state, arrays.edges[edge, 0] ^ 1, why)
        elif value > 0:
            exclude(arrays, state, width, cell, why)
            exclude(arrays, state, width, other, why)
    return True


@compiled
def place_piece(arrays: Arrays, state: State, graph: int, pieces: int, why: int) -> bool:
    """Decide, in place, what all possible edges of one piece imply; False if they are too few."""
    width, work = arrays.graphs[graph, board.WIDTH], state.nodes
    piece = pieces + arrays.graphs[graph, board.AIM]
    edges = range(arrays.graphs[graph, board.FIRST_EDGE], arrays.graphs[graph, board.LAST_EDGE])
    if work[piece, LEFT] <= 0:
        return bool(work[piece, LEFT] == 0)
    count = 0
    for edge in edges:
        one, other = arrays.edges[edge, 1], arrays.edges[edge, 2]
        if is_place(arrays, state, graph, pieces, edge, piece):
            keep(arrays, state, width, piece, one, other)
            count += 1
            work[one, MET] += 1
            work[other, MET] += 1
    if count < work[piece, LEFT]:
        return False
    is_all = count == work[piece, LEFT]
    for edge in edges:
        if not is_place(arrays, state, graph, pieces, edge, piece):
            continue
        if is_all:
            suggest(state, arrays.edges[edge, 0], why)
        for end in (1, 2):
            place = arrays.edges[edge, end]
            if is_all or work[place, MET] == count:
                exclude(arrays, state, width, place, why)
    return True


@inlined
def is_place(arrays: Arrays, state: State, graph: int, pieces: int, edge: int, piece: int) -> bool:
    """Return whether a piece fits at an edge that has no piece yet."""
    value = state.value[arrays.edges[edge, 0]]
    if value < 0 or not fits(arrays, state, arrays.graphs[graph, board.WIDTH], piece, edge):
        return False
    return value == 0 or only_piece(arrays, state, graph, pieces, edge) == SEVERAL


@inlined
def fits(arrays: Arrays, state: State, width: int, piece: int, edge: int) -> bool:
    """Return whether the numbers of a piece may be at the ends of an edge."""
    low, high = arrays.nodes[piece, 1] // width % width, arrays.nodes[piece, 1] % width
    one = state.nodes[arrays.edges[edge, 1], MAY]
    other = state.nodes[arrays.edges[edge, 2], MAY]
    return bool((one >> low & 1 and other >> high & 1) or (one >> high & 1 and other >> low & 1))


@compiled
def only_piece(arrays: Arrays, state: State, graph: int, pieces: int, edge: int) -> int:
    """Return the only piece that fits at an edge, or `NONE` or `SEVERAL`."""
    fitting = NONE
    width = arrays.graphs[graph, board.WIDTH]
    for piece in range(pieces, arrays.graphs[graph, board.LAST_NODE]):
        if fits(arrays, state, width, piece, edge):
            if fitting != NONE:
                return SEVERAL
            fitting = piece
    return fitting


@inlined
def keep(arrays: Arrays, state: State, width: int, piece: int, cell: int, other: int) -> None:
    """Keep, in place, the numbers that two cells have if a piece is there."""
    work = state.nodes
    low, high = arrays.nodes[piece, 1] // width % width, arrays.nodes[piece, 1] % width
    if work[cell, MAY] >> low & 1 and work[other, MAY] >> high & 1:
        work[cell, KEPT] |= 1 << low
        work[other, KEPT] |= 1 << high
    if work[cell, MAY] >> high & 1 and work[other, MAY] >> low & 1:
        work[cell, KEPT] |= 1 << high
        work[other, KEPT] |= 1 << low


@inlined
def exclude(arrays: Arrays, state: State, width: int, place: int, why: int) -> None:
    """Exclude, in place, the numbers of a cell that are not kept."""
    for number in range(width):
        code = arrays.nodes[place + number, 0]
        is_open = state.value[code] == 0
        if is_open and not state.nodes[place, KEPT] >> number & 1:
            suggest(state, code ^ 1, why)
