"""A model as flat arrays, what is known of its variables, and how that is noted and taken back.

A literal is a *code* here: 2 v for variable v, 2 v + 1 for its negative. Code 0 is always true: it
is the `ALWAYS` of graphs. Nodes and edges of all graphs are numbered through.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined


class Arrays(NamedTuple):
    """A compiled model; no kernel changes it.

    There are few arrays, since numba hands over each as seven arguments or more. One that is said
    to have something *by* a key has lists: list k is ``lists[lists[k] : lists[k + 1]]``.
    """

    literals: NDArray[np.int32]
    """By count: codes of its literals."""
    sums: NDArray[np.int64]
    """Bit k of a count: k literals may hold; bit 63, the sign, stands for all sums from there."""
    uses: NDArray[np.int32]
    """By code: the counts with that literal."""
    graphs: NDArray[np.int32]
    """Rows of globals: kind, first node, last, first edge, last, whether labels are in order."""
    nodes: NDArray[np.int32]
    """Rows (code, label, global). The literals of `AllDifferent` are nodes without edges."""
    edges: NDArray[np.int32]
    """Rows (code, node, node, global)."""
    meets: NDArray[np.int32]
    """By node: the edges that end there."""
    touches: NDArray[np.int32]
    """By code: elements of graphs, an edge k as k, a node as its number and all edges before."""
    parts: NDArray[np.int32]
    """By part: codes of literals that two counts share."""
    links: NDArray[np.int32]
    """Rows (count, part, the part that is the rest of the count or -1, flips of both as bits)."""
    link_at: NDArray[np.int32]
    """The first link of each count; those of one follow one another."""
    owners: NDArray[np.int32]
    """By part: the counts with it."""


class State(NamedTuple):
    """What is known of the variables of a model, and room to work in."""

    value: NDArray[np.int8]
    """By code: 1 true, -1 false, 0 open."""
    codes: NDArray[np.int64]
    """Rows of codes: why it is pending, else `NOT_PENDING`; when it last came about in a trial."""
    lists: NDArray[np.int32]
    """Rows, see `TRAIL`."""
    counts: NDArray[np.int64]
    """Rows of counts: how many of the literals hold, how many are open, sums, flags."""
    nodes: NDArray[np.int32]
    """Rows of nodes, see `MATE`."""
    graph: NDArray[np.int32]
    """Rows of globals: chains, closed ones, how far it has to be looked at."""
    rooms: NDArray[np.int64]
    """In the first column, by part: bit k says that k of its literals may hold. In the others rows
    (size of the trail, part, its room before) of changes."""
    depth: NDArray[np.int32]
    """Rows (code assumed, size of the trail before, branches tried) of a search."""
    counter: NDArray[np.int64]


TRAIL, PLACE, WHY, QUEUE, CHANGED_COUNTS, SUGGESTED, CHAIN_ENDS = range(7)
"""Rows of ``lists``: codes that became true, in their order; by variable, while it is decided, its
place among them and the number of the count, then global, then link that decided it, or `ASSUMED`;
counts to be looked at; counts that changed since overlaps were last looked at; codes that globals
and overlaps found, to become true together; ends of chains that changed since globals were last
looked at."""

HOLDING, OPEN, SUMS, FLAGS = range(4)
"""Columns of ``counts``; sums are as in `Arrays`, and -1, all allowed, for clues not there."""

REASON, SEEN = range(2)
"""Columns of ``codes``."""

ROOM, PAST_SIZE, PAST_PART, PAST_ROOM = range(4)
"""Columns of ``rooms``."""

LOOP, CONNECTED, PATHS, REGIONS, ALL_DIFFERENT = range(5)
"""Kinds of globals."""

KIND, FIRST_NODE, LAST_NODE, FIRST_EDGE, LAST_EDGE, IN_ORDER = range(6)
"""Columns of ``graphs``; of `ALL_DIFFERENT` the last says how many values there are."""

MATE, DEGREE, NEAR, ORDER, LOW, WEIGHT, VIA, NEXT, LINE = range(9)
"""Columns of ``nodes``: where the chain ends that begins here, edges drawn, the label next to here;
and six for walks through a graph."""

CHAINS, CLOSED, DIRTY = range(3)
"""Columns of ``graph``."""

JOINED, FRESH, CHANGED = 1, 2, 4
"""Bits of `DIRTY`: edges were drawn; it was never looked at; anything changed."""

QUEUED, TOUCHED, USED = 1, 2, 4
"""Bits of `FLAGS`: it waits to be looked at, alone or for overlaps; it has decided something."""

ASSUMED: Final = -1
NOT_PENDING: Final = -2

SIZE, TOLD, NOTED, WAITING, TOUCHES, PENDING, TIPS, PASTS = range(8)
ROUNDS, NODES, DEPTH, PHASE, BEST, EPOCH, LIMIT, IS_CUT, BLAMED = range(8, 17)
"""Places in ``counter``: of the trail all, told to counts, noted by graphs; lengths of lists; after
what size of the trail deduction ends as if contradicted, 0 for never, and whether it did; the
constraint that was contradicted, numbered as in ``why``."""

COUNTERS: Final = 17

OVERLAPS, GLOBALS, SETS, CUTS = 1, 2, 4, 8
"""Deductions besides single counts: two counts that overlap, global constraints, sets of values,
and that no edge of a loop is the only link between two parts of it."""

ALL_RULES: Final = OVERLAPS | GLOBALS | SETS | CUTS


@inlined
def push(state: State, code: int, why: int) -> bool:
    """Make a literal true, in place; False where it is false already."""
    value = state.value[code]
    if value:
        return bool(value > 0)
    state.value[code] = 1
    state.value[code ^ 1] = -1
    size = state.counter[SIZE]
    state.lists[TRAIL, size] = code
    state.lists[PLACE, code >> 1] = size
    state.lists[WHY, code >> 1] = why
    state.counter[SIZE] = size + 1
    return True


@inlined
def suggest(state: State, code: int, why: int) -> None:
    """Note, in place, that a literal is to become true when all globals have been looked at."""
    if state.codes[code, REASON] == NOT_PENDING and state.value[code] <= 0:
        state.codes[code, REASON] = why
        state.lists[SUGGESTED, state.counter[PENDING]] = code
        state.counter[PENDING] += 1


@compiled
def take_back(arrays: Arrays, state: State, size: int) -> None:
    """Make open again, in place, all that became true after the trail had this size."""
    counter = state.counter
    edges = arrays.edges.shape[0]
    for place in range(counter[SIZE] - 1, size - 1, -1):
        code = state.lists[TRAIL, place]
        if place < counter[NOTED]:
            for k in range(arrays.touches[code + 1] - 1, arrays.touches[code] - 1, -1):
                if arrays.touches[k] < edges:
                    unjoin(arrays, state, arrays.touches[k])
        if place < counter[TOLD]:
            for k in range(arrays.uses[code], arrays.uses[code + 1]):
                state.counts[arrays.uses[k], HOLDING] -= 1
                state.counts[arrays.uses[k], OPEN] += 1
            for k in range(arrays.uses[code ^ 1], arrays.uses[(code ^ 1) + 1]):
                state.counts[arrays.uses[k], OPEN] += 1
        state.value[code] = 0
        state.value[code ^ 1] = 0
    counter[SIZE] = min(size, counter[SIZE])
    counter[TOLD] = min(size, counter[TOLD])
    counter[NOTED] = min(size, counter[NOTED])
    while counter[PASTS] and state.rooms[counter[PASTS] - 1, PAST_SIZE] > size:
        counter[PASTS] -= 1
        state.rooms[state.rooms[counter[PASTS], PAST_PART], ROOM] = state.rooms[
            counter[PASTS], PAST_ROOM
        ]


@inlined
def join(arrays: Arrays, state: State, edge: int) -> bool:
    """Note a drawn edge of a loop or of paths, in place; False where that breaks the rule.

    As in dancing links, what a node inside a chain remembers is what it was when it was its end, so
    that `unjoin` finds it again (Knuth, Dancing links, 2000).
    """
    one, other, graph = arrays.edges[edge, 1], arrays.edges[edge, 2], arrays.edges[edge, 3]
    kind = arrays.graphs[graph, KIND]
    chain, of_graph = state.nodes, state.graph
    is_well = True
    if chain[one, DEGREE] > 1 or chain[other, DEGREE] > 1:
        is_well = False
    elif chain[one, DEGREE] and chain[one, MATE] == other:
        of_graph[graph, CLOSED] += 1
        is_well = kind == LOOP
    else:
        first = chain[one, MATE] if chain[one, DEGREE] else one
        last = chain[other, MATE] if chain[other, DEGREE] else other
        near_one, near_other = chain[one, NEAR], chain[other, NEAR]
        if near_one and near_other:
            if arrays.graphs[graph, IN_ORDER]:
                is_well = abs(near_one - near_other) == 1
            else:
                is_well = near_one == near_other
        if near_one == 0:
            chain[first, NEAR] = near_other
        if near_other == 0:
            chain[last, NEAR] = near_one
        chain[first, MATE] = last
        chain[last, MATE] = first
        of_graph[graph, CHAINS] += 1 - (chain[one, DEGREE] > 0) - (chain[other, DEGREE] > 0)
        state.lists[CHAIN_ENDS, state.counter[TIPS]] = first
        state.counter[TIPS] += 1
    chain[one, DEGREE] += 1
    chain[other, DEGREE] += 1
    return is_well


@inlined
def unjoin(arrays: Arrays, state: State, edge: int) -> None:
    """Take back what `join` noted, in place."""
    one, other, graph = arrays.edges[edge, 1], arrays.edges[edge, 2], arrays.edges[edge, 3]
    kind = arrays.graphs[graph, KIND]
    if kind != LOOP and kind != PATHS:
        return
    chain = state.nodes
    chain[one, DEGREE] -= 1
    chain[other, DEGREE] -= 1
    if chain[one, DEGREE] > 1 or chain[other, DEGREE] > 1:
        return
    if chain[one, DEGREE] and chain[one, MATE] == other and chain[other, MATE] == one:
        state.graph[graph, CLOSED] -= 1
        return
    has_one, has_other = chain[one, DEGREE] > 0, chain[other, DEGREE] > 0
    first = chain[one, MATE] if has_one else one
    last = chain[other, MATE] if has_other else other
    near_one = chain[one, NEAR] if has_one else arrays.nodes[one, 1]
    near_other = chain[other, NEAR] if has_other else arrays.nodes[other, 1]
    state.graph[graph, CHAINS] -= 1 - has_one - has_other
    chain[first, MATE] = one
    chain[last, MATE] = other
    if near_one == 0:
        chain[first, NEAR] = 0
    if near_other == 0:
        chain[last, NEAR] = 0
