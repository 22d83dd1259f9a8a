"""A compiled model, the state of its variables, and the trail of decisions.

A literal is a *code* here: 2 v for variable v, 2 v + 1 for its negative. Code 0 is always true: it
is the `ALWAYS` of graphs. Nodes and edges are numbered across all graphs.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import inlined


class Arrays(NamedTuple):
    """A compiled model, which kernels do not change.

    There are few arrays because numba passes each as seven arguments or more. An array described as
    *by* a key is a sequence of lists: list k is ``lists[lists[k] : lists[k + 1]]``.
    """

    literals: NDArray[np.int32]  # By count: codes of its literals
    sums: NDArray[np.int64]
    """By count, bit k: k literals may be true; bit 63, the sign, covers all larger sums."""
    uses: NDArray[np.int32]  # By code: the counts with that literal
    graphs: NDArray[np.int32]  # Rows of globals, see `KIND`
    nodes: NDArray[np.int32]
    """Rows (code, label, global). Literals of groups and lines are nodes without edges. In a
    total, the label is the value."""
    edges: NDArray[np.int32]  # Rows (code, node, node, global)
    meets: NDArray[np.int32]  # By node: the edges that end there
    touches: NDArray[np.int32]
    """By code: elements of graphs, edge k as k, node k as k plus the number of edges."""
    parts: NDArray[np.int32]  # By part: codes of literals that two counts share
    links: NDArray[np.int32]
    """Rows (count, part, the part that is the rest of the count or -1, flips of both as bits)."""
    link_at: NDArray[np.int32]  # The first link of each count; links are sorted by count
    owners: NDArray[np.int32]  # By part: the links with it


class State(NamedTuple):
    """The known values of a model's variables, and working memory."""

    value: NDArray[np.int8]  # By code: 1 true, -1 false, 0 undecided
    codes: NDArray[np.int64]
    """By code, a row: why it is pending, else `NOT_PENDING`; the epoch of its last trial; whether
    an automaton supports it."""
    lists: NDArray[np.int32]  # Rows, see `TRAIL`
    counts: NDArray[np.int64]
    """By count, a row: number of true and of undecided literals, sums, flags."""
    nodes: NDArray[np.int32]  # By node, a row, see `MATE`
    graph: NDArray[np.int32]
    """By global, a row: chains, closed ones, bits of changes, whether its clue is removed."""
    rooms: NDArray[np.int64]
    """First column, by part, bit k: k of its literals may be true. The other columns are a list of
    changes (size of the trail, part, room before)."""
    links: NDArray[np.bool_]  # By link: whether a room has changed since it was narrowed
    depth: NDArray[np.int32]  # By level of a search: code assumed, trail before, branches
    sets: NDArray[np.int32]  # Sets of values of a total, as bits, see `words.total.kernel`
    counter: NDArray[np.int64]


TRAIL, PLACE, WHY, QUEUE, CHANGED_COUNTS, SUGGESTED, CHAIN_ENDS = range(7)
"""Rows of ``lists``: codes in the order in which they became true; by decided variable, its place
in the trail and the constraint that decided it, counts numbered first, then globals, then links, or
`ASSUMED`; counts to propagate; counts changed since overlaps were last propagated; codes found by
globals and overlaps, which become true together; ends of chains changed since globals were last
propagated."""

HOLDING, OPEN, SUMS, FLAGS = range(4)
"""Columns of ``counts``; sums are as in `Arrays`, and -1, all allowed, for removed clues."""

REASON, SEEN, SUPPORT = range(3)  # Columns of ``codes``

ROOM, PAST_SIZE, PAST_PART, PAST_ROOM = range(4)  # Columns of ``rooms``

KIND, FIRST_NODE, LAST_NODE, FIRST_EDGE, LAST_EDGE, WIDTH, AIM = range(7)
"""Columns of ``graphs``. `KIND` is the constraint, see `dispatch`. `WIDTH` is the number of values
or places; for paths, whether labels are in order; for an automaton, the number of states; for a
matching, the number of slots. `AIM` is the sum of a total; for an automaton, the number of options
of each place, or 0 if last options are not found."""

MATE, DEGREE, NEAR, ORDER, LOW, WEIGHT, VIA, NEXT, LINE = range(9)
"""Columns of ``nodes``: the other end of the chain that begins here, the number of drawn edges, the
label nearest to this end, and six columns for graph traversals."""

CHAINS, CLOSED, DIRTY, IS_OFF = range(4)  # Columns of ``graph``

JOINED, FRESH, CHANGED = 1, 2, 4  # Bits of `DIRTY`: drawn edges, never propagated, anything changed

QUEUED, TOUCHED, DECIDED = 1, 2, 4
"""Bits of `FLAGS`: queued; queued for overlaps; of the latter, not only because of its links."""

ASSUMED: Final = -1
NOT_PENDING: Final = -2

SIZE, COUNTED, NOTED, WAITING, TOUCHES, PENDING, TIPS, PASTS = range(8)
ROUNDS, NODES, DEPTH, PHASE, BEST, EPOCH, LIMIT, IS_CUT, BLAMED, HAS_FORGOTTEN = range(8, 18)
"""Places in ``counter``. `SIZE`, `COUNTED`, `NOTED`: length of the trail, and of its parts that
counts and globals have processed; then lengths of lists. `LIMIT`: length of the trail at which
deduction stops as if contradicted, 0 for none; `IS_CUT`: whether it did. `BLAMED`: the contradicted
constraint, numbered as in `WHY`. `HAS_FORGOTTEN`: whether a contradiction may have removed counts
from the queue for overlaps."""

COUNTERS: Final = 18

OVERLAPS, GLOBALS, SETS, CUTS = 1, 2, 4, 8
"""Deductions besides single counts: overlapping counts, global constraints, sets of values, and
bridges, which no loop contains."""

ALL_RULES: Final = OVERLAPS | GLOBALS | SETS | CUTS


@inlined
def push(state: State, code: int, why: int) -> bool:
    """Make a literal true, in place; False if it is false already."""
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
    """Mark a literal, in place, to become true after all globals have been propagated."""
    if state.codes[code, REASON] == NOT_PENDING and state.value[code] <= 0:
        state.codes[code, REASON] = why
        state.lists[SUGGESTED, state.counter[PENDING]] = code
        state.counter[PENDING] += 1


@inlined
def is_closing(state: State, one: int, other: int) -> bool:
    """Return whether two nodes are the ends of one chain."""
    chain = state.nodes
    return bool(chain[one, MATE] == other and chain[one, DEGREE] == 1 and chain[other, DEGREE] == 1)
