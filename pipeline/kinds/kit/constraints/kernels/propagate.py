"""What follows from what is known: single counts to a fixpoint, then globals and overlaps.

Deduction goes in *rounds*: all that can be seen at once is one round, and nothing found in a round
is used before the next. So neither what is found nor the number of rounds depends on the order of
the constraints.
"""

from __future__ import annotations

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.constraints.kernels.board import (
    ALL_DIFFERENT,
    BLAMED,
    CHAINS,
    CHANGED,
    CHANGED_COUNTS,
    CLOSED,
    CONNECTED,
    CUTS,
    DEGREE,
    DIRTY,
    FLAGS,
    FRESH,
    GLOBALS,
    HOLDING,
    IS_CUT,
    JOINED,
    KIND,
    LIMIT,
    LOOP,
    MATE,
    NEAR,
    NOT_PENDING,
    NOTED,
    OPEN,
    OVERLAPS,
    PATHS,
    PENDING,
    PLACE,
    QUEUE,
    QUEUED,
    REASON,
    REGIONS,
    ROOM,
    ROUNDS,
    SEEN,
    SETS,
    SIZE,
    SUGGESTED,
    SUMS,
    TIPS,
    TOLD,
    TOUCHED,
    TOUCHES,
    TRAIL,
    USED,
    WAITING,
    Arrays,
    State,
    join,
    push,
)
from pipeline.kinds.kit.constraints.kernels.chains import look_at_loop, look_at_paths
from pipeline.kinds.kit.constraints.kernels.cuts import find_cuts
from pipeline.kinds.kit.constraints.kernels.overlaps import look_at_overlaps
from pipeline.kinds.kit.constraints.kernels.regions import look_at_regions
from pipeline.kinds.kit.constraints.kernels.sets import look_at_sets


@compiled
def reset(arrays: Arrays, state: State) -> None:
    """Make a state one on which nothing is decided, in place; ``sums`` stays as it is."""
    counter = state.counter
    counter[:] = 0
    state.value[:] = 0
    state.value[0], state.value[1] = 1, -1
    state.codes[:, REASON] = NOT_PENDING
    state.codes[:, SEEN] = 0
    for count in range(arrays.sums.shape[0]):
        state.counts[count, HOLDING] = 0
        state.counts[count, OPEN] = arrays.literals[count + 1] - arrays.literals[count]
        state.counts[count, FLAGS] = QUEUED | TOUCHED
        state.lists[QUEUE, count] = state.lists[CHANGED_COUNTS, count] = count
    counter[WAITING] = counter[TOUCHES] = arrays.sums.shape[0]
    for node in range(arrays.nodes.shape[0]):
        state.nodes[node, MATE] = node
        state.nodes[node, DEGREE] = 0
        state.nodes[node, NEAR] = arrays.nodes[node, 1]
    for graph in range(arrays.graphs.shape[0]):
        state.graph[graph, CHAINS] = state.graph[graph, CLOSED] = 0
        state.graph[graph, DIRTY] = FRESH | CHANGED
    for part in range(arrays.parts[0] - 1):
        state.rooms[part, ROOM] = (2 << (arrays.parts[part + 1] - arrays.parts[part])) - 1


@compiled
def deduce(arrays: Arrays, state: State, rules: int) -> bool:
    """Deduce, in place, all that the rules give (`OVERLAPS`, ...); False on a contradiction.

    The cheap come first: where they say something, the dear ones wait. After a contradiction the
    state holds half of what followed; it is to be taken back.
    """
    counter = state.counter
    while True:
        is_well = look_at_counts(arrays, state)
        if is_well and rules & (GLOBALS | SETS):
            is_well = note_trail(arrays, state) and look_at_chains(arrays, state, rules)
        if is_well and counter[PENDING] == 0 and rules & OVERLAPS and counter[TOUCHES]:
            is_well = look_at_overlaps(arrays, state)
        if is_well and counter[PENDING] == 0 and has_changed(arrays, state, rules):
            is_well = look_at_graphs(arrays, state, rules)
        if counter[PENDING] == 0:
            break
        # What was suggested before a contradiction depends on the order of globals.
        counter[ROUNDS] += is_well
        for k in range(counter[PENDING]):
            code = state.lists[SUGGESTED, k]
            if is_well and not push(state, code, state.codes[code, REASON]):
                is_well = False
                counter[BLAMED] = state.codes[code, REASON]
            state.codes[code, REASON] = NOT_PENDING
        counter[PENDING] = 0
        if not is_well:
            break
    if not is_well:
        forget(state)
    return is_well


@compiled
def forget(state: State) -> None:
    """Forget, in place, what was to be looked at: the state will be taken back."""
    counter = state.counter
    for k in range(counter[TOUCHES]):
        state.counts[state.lists[CHANGED_COUNTS, k], FLAGS] &= USED
    for graph in range(state.graph.shape[0]):
        state.graph[graph, DIRTY] = 0
    counter[TOUCHES] = counter[TIPS] = 0


@inlined
def touch(state: State, count: int) -> None:
    """Have a count looked at, in place."""
    flags = state.counts[count, FLAGS]
    if not flags & QUEUED:
        state.lists[QUEUE, state.counter[WAITING]] = count
        state.counter[WAITING] += 1
        if not flags & TOUCHED:
            state.lists[CHANGED_COUNTS, state.counter[TOUCHES]] = count
            state.counter[TOUCHES] += 1
        state.counts[count, FLAGS] |= QUEUED | TOUCHED


@inlined
def look_at_counts(arrays: Arrays, state: State) -> bool:
    """Deduce, in place, what single counts give, round by round; False on a contradiction."""
    counter = state.counter
    is_well = True
    while True:
        last = counter[SIZE]
        if 0 < counter[LIMIT] < last:
            counter[IS_CUT] = 1
            return False
        for place in range(counter[TOLD], last):
            code = state.lists[TRAIL, place]
            for k in range(arrays.uses[code], arrays.uses[code + 1]):
                count = arrays.uses[k]
                state.counts[count, HOLDING] += 1
                state.counts[count, OPEN] -= 1
                touch(state, count)
            for k in range(arrays.uses[code ^ 1], arrays.uses[(code ^ 1) + 1]):
                count = arrays.uses[k]
                state.counts[count, OPEN] -= 1
                touch(state, count)
        counter[TOLD] = last
        waiting = counter[WAITING]
        if waiting == 0:
            return True
        for k in range(waiting):
            count = state.lists[QUEUE, k]
            state.counts[count, FLAGS] &= ~QUEUED
            if is_well:
                is_well = look_at_count(arrays, state, count, last)
                if not is_well:
                    counter[BLAMED] = count
        counter[WAITING] = 0
        counter[ROUNDS] += counter[SIZE] > last or not is_well
        if not is_well:
            return False


@inlined
def look_at_count(arrays: Arrays, state: State, count: int, last: int) -> bool:
    """Deduce, in place, what a count gives; False on a contradiction.

    The round began when the trail had size ``last``. Bits of ``sums`` are shifted with their sign,
    which stands for all large sums.
    """
    is_open = state.counts[count, OPEN]
    sums = state.counts[count, SUMS] >> min(state.counts[count, HOLDING], 63)
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
    state.counts[count, FLAGS] |= USED
    for k in range(arrays.literals[count], arrays.literals[count + 1]):
        code = arrays.literals[k] ^ flip
        if state.value[code] == 0:
            push(state, code, count)
        elif state.value[code] < 0 and state.lists[PLACE, code >> 1] >= last:
            return False
    return True


@inlined
def note_trail(arrays: Arrays, state: State) -> bool:
    """Tell the globals, in place, what was decided; False where a drawn edge breaks a rule."""
    counter = state.counter
    edges = arrays.edges.shape[0]
    is_well = True
    for place in range(counter[NOTED], counter[SIZE]):
        code = state.lists[TRAIL, place]
        for k in range(arrays.touches[code], arrays.touches[code + 1]):
            element = arrays.touches[k]
            if element >= edges:
                state.graph[arrays.nodes[element - edges, 2], DIRTY] |= CHANGED
                continue
            graph = arrays.edges[element, 3]
            kind = arrays.graphs[graph, KIND]
            if kind in (LOOP, PATHS):
                state.graph[graph, DIRTY] |= JOINED | CHANGED
                if not join(arrays, state, element):
                    is_well = False
                    counter[BLAMED] = arrays.sums.shape[0] + graph
        for k in range(arrays.touches[code ^ 1], arrays.touches[(code ^ 1) + 1]):
            element = arrays.touches[k]
            if element < edges:
                state.graph[arrays.edges[element, 3], DIRTY] |= CHANGED
            else:
                state.graph[arrays.nodes[element - edges, 2], DIRTY] |= CHANGED
    counter[NOTED] = counter[SIZE]
    return is_well


@inlined
def look_at_chains(arrays: Arrays, state: State, rules: int) -> bool:
    """Suggest, in place, what loops and paths give; False on a contradiction."""
    is_last = state.counter[SIZE] == state.depth.shape[0] - 1
    is_well = True
    for graph in range(arrays.graphs.shape[0]):
        if not rules & GLOBALS:  # whoever looks at chains later has to look at all
            state.graph[graph, DIRTY] |= FRESH
            continue
        kind, dirty = arrays.graphs[graph, KIND], state.graph[graph, DIRTY]
        if kind == LOOP and is_well and (is_last or dirty & (JOINED | FRESH)):
            is_well = look_at_loop(arrays, state, graph)
        elif kind == PATHS and is_well and dirty & (JOINED | FRESH):
            is_well = look_at_paths(arrays, state, graph)
        if not is_well:
            state.counter[BLAMED] = arrays.sums.shape[0] + graph
            break
        state.graph[graph, DIRTY] &= ~(JOINED | FRESH)
    state.counter[TIPS] = 0
    return is_well


@inlined
def has_changed(arrays: Arrays, state: State, rules: int) -> bool:
    """Return whether a global changed that has to be walked through, or searched for sets."""
    for graph in range(arrays.graphs.shape[0]):
        if state.graph[graph, DIRTY] & CHANGED:
            kind = arrays.graphs[graph, KIND]
            wanted = CUTS if kind == LOOP else SETS if kind == ALL_DIFFERENT else GLOBALS
            if rules & wanted and kind != PATHS:
                return True
    return False


@compiled
def look_at_graphs(arrays: Arrays, state: State, rules: int) -> bool:
    """Suggest, in place, what walks through graphs, then sets give; False on a contradiction."""
    is_well = True
    for graph in range(arrays.graphs.shape[0]):
        kind = arrays.graphs[graph, KIND]
        if not is_well or kind == ALL_DIFFERENT or state.graph[graph, DIRTY] & CHANGED == 0:
            continue
        if kind == REGIONS and rules & GLOBALS:
            is_well = look_at_regions(arrays, state, graph)
        elif (kind == CONNECTED and rules & GLOBALS) or (kind == LOOP and rules & CUTS):
            is_well = find_cuts(arrays, state, graph)
        else:
            continue
        if not is_well:
            state.counter[BLAMED] = arrays.sums.shape[0] + graph
        state.graph[graph, DIRTY] &= FRESH
    if not rules & SETS or state.counter[PENDING]:
        return is_well
    for graph in range(arrays.graphs.shape[0]):
        is_sets = arrays.graphs[graph, KIND] == ALL_DIFFERENT
        is_sets = is_sets and state.graph[graph, DIRTY] & CHANGED != 0
        if is_sets and is_well:
            is_well = look_at_sets(arrays, state, graph)
            state.graph[graph, DIRTY] = 0
    return is_well
