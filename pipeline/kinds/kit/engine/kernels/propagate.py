"""Propagation: single counts to a fixpoint, then globals and overlaps.

Deduction proceeds in *rounds*: what is found in a round is used only in the next one. So neither
the result nor the number of rounds depends on the order of the constraints.
"""

from __future__ import annotations

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.engine.kernels import board, dispatch
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, push
from pipeline.kinds.kit.engine.kernels.chains import join
from pipeline.kinds.kit.engine.kernels.overlaps import propagate_overlaps


@compiled
def reset(arrays: Arrays, state: State) -> None:
    """Reset a state, in place, except for the sums of counts."""
    counter = state.counter
    counter[:] = 0
    state.value[:] = 0
    state.value[0], state.value[1] = 1, -1
    state.codes[:, board.REASON] = board.NOT_PENDING
    state.codes[:, board.SEEN] = 0
    for count in range(arrays.sums.shape[0]):
        state.counts[count, board.HOLDING] = 0
        state.counts[count, board.OPEN] = arrays.literals[count + 1] - arrays.literals[count]
        state.counts[count, board.FLAGS] = board.QUEUED | board.TOUCHED | board.DECIDED
        state.lists[board.QUEUE, count] = state.lists[board.CHANGED_COUNTS, count] = count
    counter[board.WAITING] = counter[board.TOUCHES] = arrays.sums.shape[0]
    for node in range(arrays.nodes.shape[0]):
        state.nodes[node, board.MATE] = node
        state.nodes[node, board.DEGREE] = 0
        state.nodes[node, board.NEAR] = arrays.nodes[node, 1]
    for graph in range(arrays.graphs.shape[0]):
        state.graph[graph, board.CHAINS] = state.graph[graph, board.CLOSED] = 0
        state.graph[graph, board.DIRTY] = board.FRESH | board.CHANGED
    for part in range(arrays.parts[0] - 1):
        state.rooms[part, board.ROOM] = (2 << (arrays.parts[part + 1] - arrays.parts[part])) - 1


@compiled
def deduce(arrays: Arrays, state: State, rules: int) -> bool:
    """Propagate, in place, to a fixpoint by some rules (`OVERLAPS`, ...); False on a contradiction.

    Cheap rules run before expensive ones. After a contradiction the state is incomplete and must be
    restored.
    """
    counter = state.counter
    while True:
        is_well = propagate_counts(arrays, state)
        if is_well and rules & (board.GLOBALS | board.SETS):
            is_well = note_trail(arrays, state) and propagate_chains(arrays, state, rules)
        if is_well and rules & board.OVERLAPS and counter[board.PENDING] == 0:
            is_well = propagate_overlaps(arrays, state)
        if is_well and counter[board.PENDING] == 0 and has_changed(arrays, state, rules):
            is_well = propagate_graphs(arrays, state, rules)
        if counter[board.PENDING] == 0:
            break
        # Suggestions before a contradiction depend on the order of globals: do not count them.
        counter[board.ROUNDS] += is_well
        for k in range(counter[board.PENDING]):
            code = state.lists[board.SUGGESTED, k]
            if is_well and not push(state, code, state.codes[code, board.REASON]):
                is_well = False
                counter[board.BLAMED] = state.codes[code, board.REASON]
            state.codes[code, board.REASON] = board.NOT_PENDING
        counter[board.PENDING] = 0
        if not is_well:
            break
    if not is_well:
        forget(state)
    return is_well


@compiled
def forget(state: State) -> None:
    """Clear all queues, in place, before decisions are undone."""
    counter = state.counter
    for k in range(counter[board.TOUCHES]):
        state.counts[state.lists[board.CHANGED_COUNTS, k], board.FLAGS] = 0
    for graph in range(state.graph.shape[0]):
        state.graph[graph, board.DIRTY] = 0
    counter[board.TOUCHES] = counter[board.TIPS] = 0
    counter[board.HAS_FORGOTTEN] = 1


@inlined
def touch(state: State, count: int) -> None:
    """Queue a count, in place."""
    flags = state.counts[count, board.FLAGS]
    if not flags & board.QUEUED:
        state.lists[board.QUEUE, state.counter[board.WAITING]] = count
        state.counter[board.WAITING] += 1
        if not flags & board.TOUCHED:
            state.lists[board.CHANGED_COUNTS, state.counter[board.TOUCHES]] = count
            state.counter[board.TOUCHES] += 1
        state.counts[count, board.FLAGS] = board.QUEUED | board.TOUCHED | board.DECIDED


@inlined
def propagate_counts(arrays: Arrays, state: State) -> bool:
    """Propagate, in place, single counts round by round; False on a contradiction."""
    counter = state.counter
    is_well = True
    while True:
        last = counter[board.SIZE]
        if 0 < counter[board.LIMIT] < last:
            counter[board.IS_CUT] = 1
            return False
        for place in range(counter[board.COUNTED], last):
            code = state.lists[board.TRAIL, place]
            for k in range(arrays.uses[code], arrays.uses[code + 1]):
                count = arrays.uses[k]
                state.counts[count, board.HOLDING] += 1
                state.counts[count, board.OPEN] -= 1
                touch(state, count)
            for k in range(arrays.uses[code ^ 1], arrays.uses[(code ^ 1) + 1]):
                count = arrays.uses[k]
                state.counts[count, board.OPEN] -= 1
                touch(state, count)
        counter[board.COUNTED] = last
        waiting = counter[board.WAITING]
        if waiting == 0:
            return True
        for k in range(waiting):
            count = state.lists[board.QUEUE, k]
            state.counts[count, board.FLAGS] &= ~board.QUEUED
            if is_well:
                is_well = propagate_count(arrays, state, count, last)
                if not is_well:
                    counter[board.BLAMED] = count
        counter[board.WAITING] = 0
        counter[board.ROUNDS] += counter[board.SIZE] > last or not is_well
        if not is_well:
            return False


@inlined
def propagate_count(arrays: Arrays, state: State, count: int, last: int) -> bool:
    """Propagate, in place, a count; False on a contradiction.

    The round began when the trail had size ``last``. Shifting ``sums`` to the right keeps its sign
    bit, which covers all large sums.
    """
    is_open = state.counts[count, board.OPEN]
    sums = state.counts[count, board.SUMS] >> min(state.counts[count, board.HOLDING], 63)
    if is_open == 0:
        return bool(sums & 1)
    below = -1 if is_open > 63 else (1 << is_open) - 1
    may_be_false = sums & below
    may_be_true = (sums >> 1) & below
    if may_be_false != 0 and may_be_true != 0:
        return True
    if may_be_false == 0 and may_be_true == 0:
        return False
    flip = 0 if may_be_true != 0 else 1
    for k in range(arrays.literals[count], arrays.literals[count + 1]):
        code = arrays.literals[k] ^ flip
        if state.value[code] == 0:
            push(state, code, count)
        elif state.value[code] < 0 and state.lists[board.PLACE, code >> 1] >= last:
            return False
    return True


@inlined
def note_trail(arrays: Arrays, state: State) -> bool:
    """Apply new decisions to the globals, in place; False if a drawn edge breaks a rule."""
    counter = state.counter
    edges = arrays.edges.shape[0]
    is_well = True
    for place in range(counter[board.NOTED], counter[board.SIZE]):
        code = state.lists[board.TRAIL, place]
        for k in range(arrays.touches[code], arrays.touches[code + 1]):
            element = arrays.touches[k]
            if element >= edges:
                state.graph[arrays.nodes[element - edges, 2], board.DIRTY] |= board.CHANGED
                continue
            graph = arrays.edges[element, 3]
            if arrays.graphs[graph, board.KIND] in (dispatch.LOOP, dispatch.PATHS):
                state.graph[graph, board.DIRTY] |= board.JOINED | board.CHANGED
                if not join(arrays, state, element):
                    is_well = False
                    counter[board.BLAMED] = arrays.sums.shape[0] + graph
        for k in range(arrays.touches[code ^ 1], arrays.touches[(code ^ 1) + 1]):
            element = arrays.touches[k]
            if element < edges:
                state.graph[arrays.edges[element, 3], board.DIRTY] |= board.CHANGED
            else:
                state.graph[arrays.nodes[element - edges, 2], board.DIRTY] |= board.CHANGED
    counter[board.NOTED] = counter[board.SIZE]
    return is_well


@inlined
def propagate_chains(arrays: Arrays, state: State, rules: int) -> bool:
    """Propagate, in place, chains of loops and paths; False on a contradiction."""
    is_last = state.counter[board.SIZE] == state.depth.shape[0] - 1
    is_well = True
    for graph in range(arrays.graphs.shape[0]):
        if not rules & board.GLOBALS:  # a later propagation must consider all chains
            state.graph[graph, board.DIRTY] |= board.FRESH
            continue
        dirty = state.graph[graph, board.DIRTY]
        if is_last or dirty & (board.JOINED | board.FRESH):
            word = arrays.graphs[graph, board.KIND]
            is_well = dispatch.propagate_chains(arrays, state, graph, word)
        if not is_well:
            state.counter[board.BLAMED] = arrays.sums.shape[0] + graph
            break
        state.graph[graph, board.DIRTY] &= ~(board.JOINED | board.FRESH)
    state.counter[board.TIPS] = 0
    return is_well


@inlined
def has_changed(arrays: Arrays, state: State, rules: int) -> bool:
    """Return whether a global changed that needs a traversal or a search for sets."""
    for graph in range(arrays.graphs.shape[0]):
        is_changed = state.graph[graph, board.DIRTY] & board.CHANGED != 0
        is_wanted = rules & dispatch.RULES[arrays.graphs[graph, board.KIND]] != 0
        if is_changed and is_wanted and not state.graph[graph, board.IS_OFF]:
            return True
    return False


@compiled
def propagate_graphs(arrays: Arrays, state: State, rules: int) -> bool:
    """Propagate, in place, graphs and lines, then sets; False on a contradiction."""
    is_well = True
    for graph in range(arrays.graphs.shape[0]):
        word = arrays.graphs[graph, board.KIND]
        rule = dispatch.RULES[word] & ~board.SETS
        is_changed = state.graph[graph, board.DIRTY] & board.CHANGED != 0
        if is_well and is_changed and rules & rule and not state.graph[graph, board.IS_OFF]:
            is_well = dispatch.propagate(arrays, state, graph, word)
            if not is_well:
                state.counter[board.BLAMED] = arrays.sums.shape[0] + graph
            state.graph[graph, board.DIRTY] &= board.FRESH
    if not rules & board.SETS or state.counter[board.PENDING]:
        return is_well
    for graph in range(arrays.graphs.shape[0]):
        word = arrays.graphs[graph, board.KIND]
        is_changed = state.graph[graph, board.DIRTY] & board.CHANGED != 0
        if is_well and is_changed and dispatch.RULES[word] == board.SETS:
            is_well = dispatch.propagate(arrays, state, graph, word)
            state.graph[graph, board.DIRTY] = 0
    return is_well
