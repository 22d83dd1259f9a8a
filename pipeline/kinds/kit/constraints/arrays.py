"""A model as flat arrays, which kernels read, and the state of what is known of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.constraints.kernels import board
from pipeline.kinds.kit.constraints.kernels.board import Arrays, State
from pipeline.kinds.kit.constraints.kernels.propagate import reset
from pipeline.kinds.kit.constraints.model import (
    AT_LEAST_ONE,
    MOST_SUM,
    AllDifferent,
    Connected,
    Count,
    Loop,
    Model,
    Paths,
)

Int32s: TypeAlias = NDArray[np.int32]


def compile_model(model: Model, has_overlaps: bool = True) -> Arrays:
    """Return a model as flat arrays; without the parts that counts share if not wanted.

    Examples
    --------
    >>> from pipeline.kinds.kit.constraints.grid import Grid
    >>> model = Model(Grid(1, 2))
    >>> model.clause(model.cells().values(), "one", about=())
    >>> compile_model(model).literals.tolist()
    [2, 4]
    """
    variables = len(model.marks)
    counts = model.counts
    literals = _codes(list(chain.from_iterable(count.literals for count in counts)))
    sizes = [len(count.literals) for count in counts]
    owner = np.repeat(np.arange(len(counts)), sizes)
    uses, use_at = _by_key(literals, owner, 2 * variables + 2)
    graphs, nodes, edges = _graphs(model)
    elements = np.concatenate((edges[:, 0], nodes[:, 0]))
    touches, touch_at = _by_key(elements, np.arange(len(elements)), 2 * variables + 2)
    ends = edges[:, 1:3]
    meets, meet_at = _by_key(ends.ravel(), np.repeat(np.arange(len(edges)), 2), len(nodes))
    return Arrays(
        literals,
        _offsets(sizes),
        np.array([signed(count.sums) for count in counts], dtype=np.int64),
        uses,
        use_at,
        graphs,
        nodes,
        edges,
        meets,
        meet_at,
        touches,
        touch_at,
        *_overlaps(counts if has_overlaps else []),
    )


def new_state(arrays: Arrays) -> State:
    """Return a state on which nothing is decided yet."""
    codes = len(arrays.use_at) - 1
    variables = codes // 2 - 1
    counts, nodes, graphs = len(arrays.sums), len(arrays.nodes), len(arrays.graphs)
    parts = len(arrays.part_at) - 1
    changes = len(arrays.parts) + parts + 1

    def zeros(*shape: int) -> Int32s:
        return np.zeros(shape, dtype=np.int32)

    state = State(
        np.zeros(codes, dtype=np.int8),
        zeros(variables),
        zeros(variables + 1),
        zeros(variables + 1),
        arrays.sums.copy(),
        np.zeros((counts, 2), dtype=np.int64),
        np.zeros(counts, dtype=np.int8),
        zeros(counts),
        zeros(counts),
        zeros(codes),
        zeros(codes),
        zeros(nodes, 3),
        zeros(len(arrays.edges) + 1),
        zeros(graphs, 3),
        zeros(nodes, 6),
        np.zeros(parts, dtype=np.int64),
        np.zeros((changes, 3), dtype=np.int64),
        zeros(variables + 1, 3),
        np.zeros(codes, dtype=np.int64),
        np.zeros(board.COUNTERS, dtype=np.int64),
    )
    reset(arrays, state)
    return state


def signed(sums: int) -> int:
    """Return a bitmask of sums as an int64, where the last bit is the sign."""
    return sums - (1 << MOST_SUM + 1) if sums >> MOST_SUM else sums


def _codes(literals: Sequence[int] | Int32s) -> Int32s:
    given = np.array(literals, dtype=np.int32)
    return 2 * np.abs(given) + (given < 0)


def _offsets(sizes: Iterable[int]) -> Int32s:
    return np.array([0, *accumulate(sizes)], dtype=np.int32)


def _by_key(keys: Int32s, values: NDArray[np.int_], count: int) -> tuple[Int32s, Int32s]:
    """Return the values that belong to each key, as a flat array and one of offsets."""
    order = np.argsort(keys, kind="stable")
    at = np.zeros(count + 1, dtype=np.int32)
    np.cumsum(np.bincount(keys, minlength=count), out=at[1:])
    return values[order].astype(np.int32), at


def _graphs(model: Model) -> tuple[Int32s, Int32s, Int32s]:
    """Return rows of globals, of nodes and of edges, nodes numbered through."""
    rows: list[tuple[int, ...]] = []
    nodes: list[tuple[int, int, int]] = []
    edges: list[tuple[int, int, int, int]] = []
    for graph, found in enumerate(model.globals):
        first_node, first_edge, extra = len(nodes), len(edges), 0
        drawn: Iterable[tuple[int, int, int]] = ()
        if isinstance(found, AllDifferent):
            kind, extra = board.ALL_DIFFERENT, len(found.literals[0])
            nodes += [(one, 0, graph) for place in found.literals for one in place]
        elif isinstance(found, Loop):
            kind, drawn = board.LOOP, found.edges
            size = 1 + max((max(a, b) for _, a, b in drawn), default=-1)
            nodes += [(0, 0, graph)] * size
        elif isinstance(found, Paths):
            kind, drawn, extra = board.PATHS, found.edges, int(found.in_order)
            nodes += [(0, label, graph) for label in found.labels]
        elif isinstance(found, Connected):
            kind, drawn = board.CONNECTED, found.edges
            nodes += [(one, 0, graph) for one in found.nodes]
        else:
            kind, drawn = board.REGIONS, ((0, a, b) for a, b in found.edges)
            nodes += [
                (one, size, graph) for one, size in zip(found.nodes, found.sizes, strict=True)
            ]
        edges += [(one, first_node + a, first_node + b, graph) for one, a, b in drawn]
        rows.append((kind, first_node, len(nodes), first_edge, len(edges), extra))
    node_rows = np.array(nodes, dtype=np.int32).reshape(-1, 3)
    edge_rows = np.array(edges, dtype=np.int32).reshape(-1, 4)
    for table in (node_rows, edge_rows):
        table[:, 0] = _codes(table[:, 0])
    return np.array(rows, dtype=np.int32).reshape(-1, 6), node_rows, edge_rows


def _overlaps(counts: Sequence[Count]) -> tuple[Int32s, ...]:
    """Return parts, links and counts of parts, each with its offsets, as `Arrays` has them."""
    parts: dict[tuple[int, ...], int] = {}
    of_count: list[dict[int, int]] = [{} for _ in counts]
    for one, other in _pairs(counts):
        signs = {abs(literal): literal for literal in counts[other].literals}
        for sign in (1, -1):
            common = sorted(x for x in counts[one].literals if signs.get(abs(x)) == sign * x)
            if len(common) < 2:
                continue
            common.sort(key=abs)
            turned = common[0] < 0
            key = tuple(-literal if turned else literal for literal in common)
            part = parts.setdefault(key, len(parts))
            of_count[one][part] = int(turned)
            of_count[other][part] = int(turned ^ (sign < 0))
    links: list[tuple[int, int, int, int]] = []
    sizes = []
    keys = list(parts)
    for count, flips in enumerate(of_count):
        before = len(links)
        rests = {}
        for part, flip in flips.items():
            rests[frozenset(-x if flip else x for x in keys[part])] = part
        for part, flip in flips.items():
            held = frozenset(-x if flip else x for x in keys[part])
            rest = rests.get(frozenset(counts[count].literals) - held, -1)
            if rest < 0 or part < rest:
                links.append((count, part, rest, flip | (flips[rest] << 1 if rest >= 0 else 0)))
        sizes.append(len(links) - before)
    owners: dict[int, list[int]] = defaultdict(list)
    for count, part in ((count, part) for count, flips in enumerate(of_count) for part in flips):
        owners[part].append(count)
    return (
        _codes(list(chain.from_iterable(keys))),
        _offsets(map(len, keys)),
        np.array(links, dtype=np.int32).reshape(-1, 4),
        _offsets(sizes),
        np.array(list(chain.from_iterable(owners[k] for k in range(len(keys)))), dtype=np.int32),
        _offsets(len(owners[k]) for k in range(len(keys))),
    )


def _pairs(counts: Sequence[Count]) -> list[tuple[int, int]]:
    """Return the pairs of counts that share two literals at least and may say something together.

    Clauses say nothing together that they do not say alone, nor do the counts of one table.
    """
    of_variable: dict[int, list[int]] = defaultdict(list)
    for place, count in enumerate(counts):
        if len(count.literals) < MOST_SUM:
            for literal in count.literals:
                of_variable[abs(literal)].append(place)
    shared: dict[tuple[int, int], int] = defaultdict(int)
    for places in of_variable.values():
        for pair in combinations(places, 2):
            shared[pair] += 1
    found = []
    for (one, other), common in shared.items():
        first, second = counts[one], counts[other]
        is_one_table = first[2:] == second[2:]
        is_clauses = first.sums == second.sums == AT_LEAST_ONE
        if common > 1 and one != other and not is_clauses and not is_one_table:
            found.append((one, other))
    return found
