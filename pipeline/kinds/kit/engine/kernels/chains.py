"""Chains of drawn edges of loops and paths, and how to undo decisions."""

from __future__ import annotations

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State
from pipeline.kinds.kit.engine.kernels.dispatch import LOOP, PATHS


@inlined
def join(arrays: Arrays, state: State, edge: int) -> bool:
    """Add a drawn edge of a loop or of paths to its chains, in place; False on a contradiction.

    As in dancing links (Knuth, 2000), a node inside a chain keeps the data from when it was an end,
    so that `unjoin` can restore it.
    """
    node, other, graph = arrays.edges[edge, 1], arrays.edges[edge, 2], arrays.edges[edge, 3]
    kind = arrays.graphs[graph, board.KIND]
    chain, of_graph = state.nodes, state.graph
    is_well = True
    if chain[node, board.DEGREE] > 1 or chain[other, board.DEGREE] > 1:
        is_well = False
    elif chain[node, board.DEGREE] and chain[node, board.MATE] == other:
        of_graph[graph, board.CLOSED] += 1
        is_well = kind == LOOP
    else:
        first = chain[node, board.MATE] if chain[node, board.DEGREE] else node
        last = chain[other, board.MATE] if chain[other, board.DEGREE] else other
        near_node, near_other = chain[node, board.NEAR], chain[other, board.NEAR]
        if near_node and near_other:
            if arrays.graphs[graph, board.WIDTH]:
                is_well = abs(near_node - near_other) == 1
            else:
                is_well = near_node == near_other
        if near_node == 0:
            chain[first, board.NEAR] = near_other
        if near_other == 0:
            chain[last, board.NEAR] = near_node
        chain[first, board.MATE] = last
        chain[last, board.MATE] = first
        of_graph[graph, board.CHAINS] += (
            1 - (chain[node, board.DEGREE] > 0) - (chain[other, board.DEGREE] > 0)
        )
        state.lists[board.CHAIN_ENDS, state.counter[board.TIPS]] = first
        state.counter[board.TIPS] += 1
    chain[node, board.DEGREE] += 1
    chain[other, board.DEGREE] += 1
    return is_well


@inlined
def unjoin(arrays: Arrays, state: State, edge: int) -> None:
    """Undo `join`, in place."""
    node, other, graph = arrays.edges[edge, 1], arrays.edges[edge, 2], arrays.edges[edge, 3]
    kind = arrays.graphs[graph, board.KIND]
    if kind != LOOP and kind != PATHS:
        return
    chain = state.nodes
    chain[node, board.DEGREE] -= 1
    chain[other, board.DEGREE] -= 1
    if chain[node, board.DEGREE] > 1 or chain[other, board.DEGREE] > 1:
        return
    if (
        chain[node, board.DEGREE]
        and chain[node, board.MATE] == other
        and chain[other, board.MATE] == node
    ):
        state.graph[graph, board.CLOSED] -= 1
        return
    has_node, has_other = chain[node, board.DEGREE] > 0, chain[other, board.DEGREE] > 0
    first = chain[node, board.MATE] if has_node else node
    last = chain[other, board.MATE] if has_other else other
    near_node = chain[node, board.NEAR] if has_node else arrays.nodes[node, 1]
    near_other = chain[other, board.NEAR] if has_other else arrays.nodes[other, 1]
    state.graph[graph, board.CHAINS] -= 1 - has_node - has_other
    chain[first, board.MATE] = node
    chain[last, board.MATE] = other
    if near_node == 0:
        chain[first, board.NEAR] = 0
    if near_other == 0:
        chain[last, board.NEAR] = 0


@compiled
def take_back(arrays: Arrays, state: State, size: int) -> None:
    """Undo, in place, the newest decisions until the trail has this size."""
    counter = state.counter
    edges = arrays.edges.shape[0]
    for place in range(counter[board.SIZE] - 1, size - 1, -1):
        code = state.lists[board.TRAIL, place]
        if place < counter[board.NOTED]:
            for k in range(arrays.touches[code + 1] - 1, arrays.touches[code] - 1, -1):
                if arrays.touches[k] < edges:
                    unjoin(arrays, state, arrays.touches[k])
        if place < counter[board.COUNTED]:
            for k in range(arrays.uses[code], arrays.uses[code + 1]):
                state.counts[arrays.uses[k], board.HOLDING] -= 1
                state.counts[arrays.uses[k], board.OPEN] += 1
            for k in range(arrays.uses[code ^ 1], arrays.uses[(code ^ 1) + 1]):
                state.counts[arrays.uses[k], board.OPEN] += 1
        state.value[code] = 0
        state.value[code ^ 1] = 0
    counter[board.SIZE] = min(size, counter[board.SIZE])
    counter[board.COUNTED] = min(size, counter[board.COUNTED])
    counter[board.NOTED] = min(size, counter[board.NOTED])
    while counter[board.PASTS] and state.rooms[counter[board.PASTS] - 1, board.PAST_SIZE] > size:
        counter[board.PASTS] -= 1
        state.rooms[state.rooms[counter[board.PASTS], board.PAST_PART], board.ROOM] = state.rooms[
            counter[board.PASTS], board.PAST_ROOM
        ]
