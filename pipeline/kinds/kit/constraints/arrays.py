"""A model as flat arrays, which kernels read, and the state of what is known of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.constraints.kernels import board
from pipeline.kinds.kit.constraints.kernels.board import Arrays, State
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
    [2, 4, 2, 4]
    """
    variables = len(model.marks)
    counts = model.counts
    literals = _codes(list(chain.from_iterable(count.literals for count in counts)))
    sizes = [len(count.literals) for count in counts]
    owner = np.repeat(np.arange(len(counts)), sizes)
    graphs, nodes, edges = _graphs(model)
    elements = np.concatenate((edges[:, 0], nodes[:, 0]))
    return Arrays(
        _lists(sizes, literals),
        signed([count.sums for count in counts]),
        _by_key(literals, owner, 2 * variables + 2),
        graphs,
        nodes,
        edges,
        _by_key(edges[:, 1:3].ravel(), np.repeat(np.arange(len(edges)), 2), len(nodes)),
        _by_key(elements, np.arange(len(elements)), 2 * variables + 2),
        *_overlaps(counts if has_overlaps else []),
    )


def new_state(arrays: Arrays) -> State:
    """Return a state, which kernels make one on which nothing is decided."""
    codes = int(arrays.uses[0]) - 1
    counts, nodes = len(arrays.sums), len(arrays.nodes)
    edges, variables = len(arrays.edges), codes // 2 - 1

    def zeros(*shape: int) -> Int32s:
        return np.zeros(shape, dtype=np.int32)

    state = State(
        np.zeros(codes, dtype=np.int8),
        np.zeros((codes, 2), dtype=np.int64),
        zeros(7, max(codes, counts, edges + 1)),
        np.zeros((counts, 4), dtype=np.int64),
        zeros(nodes, 9),
        zeros(len(arrays.graphs), 3),
        np.zeros((len(arrays.parts), 4), dtype=np.int64),
        zeros(variables + 1, 3),
        np.zeros(board.COUNTERS, dtype=np.int64),
    )
    state.counts[:, board.SUMS] = arrays.sums
    return state


def signed(sums: Sequence[int]) -> NDArray[np.int64]:
    """Return bitmasks of sums as int64s, where the last bit is the sign."""
    return np.array(sums, dtype=np.uint64).view(np.int64)


def _codes(literals: Sequence[int] | Int32s) -> Int32s:
    given = np.array(literals, dtype=np.int32)
    return 2 * np.abs(given) + (given < 0)


def _lists(sizes: Iterable[int], values: Sequence[int] | NDArray[np.int_] | Int32s) -> Int32s:
    """Return lists of such sizes in one array, as `Arrays` has them."""
    at = np.array([0, *accumulate(sizes)], dtype=np.int32)
    return np.concatenate((at + len(at), values)).astype(np.int32)


def _by_key(keys: Int32s, values: NDArray[np.int_], count: int) -> Int32s:
    """Return the values that belong to each key, as lists."""
    return _lists(np.bincount(keys, minlength=count), values[np.argsort(keys, kind="stable")])


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
    """Return parts, links, the first link of each count and owners, as `Arrays` has them."""
    parts: dict[tuple[int, ...], int] = {}
    of_count: list[dict[int, int]] = [{} for _ in counts]
    literals = [frozenset(count.literals) for count in counts]
    for one, other, sign in _pairs(counts):
        there = literals[other]
        common = [x for x in counts[one].literals if sign * x in there]
        common.sort(key=abs)
        turned = common[0] < 0
        key = tuple([-literal for literal in common]) if turned else tuple(common)
        part = parts.setdefault(key, len(parts))
        of_count[one][part] = int(turned)
        of_count[other][part] = int(turned ^ (sign < 0))
    links: list[tuple[int, int, int, int]] = []
    sizes = []
    keys = list(parts)
    for count, flips in enumerate(of_count):
        before = len(links)
        # Most parts have no other of the size of their rest.
        sizes_here = {len(keys[part]) for part in flips}
        wide = len(literals[count])
        rests = {
            frozenset([-x if flip else x for x in keys[part]]): part
            for part, flip in flips.items()
            if wide - len(keys[part]) in sizes_here
        }
        held = {part: here for here, part in rests.items()}
        for part, flip in flips.items():
            rest = rests.get(literals[count] - held[part], -1) if part in held else -1
            if rest < 0 or part < rest:
                links.append((count, part, rest, flip | (flips[rest] << 1 if rest >= 0 else 0)))
        sizes.append(len(links) - before)
    owners: dict[int, list[int]] = defaultdict(list)
    for count, part in ((count, part) for count, flips in enumerate(of_count) for part in flips):
        owners[part].append(count)
    return (
        _lists(map(len, keys), _codes(list(chain.from_iterable(keys)))),
        np.array(links, dtype=np.int32).reshape(-1, 4),
        np.array([0, *accumulate(sizes)], dtype=np.int32),
        _lists(
            (len(owners[k]) for k in range(len(keys))),
            list(chain.from_iterable(owners[k] for k in range(len(keys)))),
        ),
    )


def _pairs(counts: Sequence[Count]) -> list[tuple[int, int, int]]:
    """Return (count, count, sign) where two share two literals at least, and may say more together.

    The literals that they share are the same, or with the sign -1 negatives of each other. Clauses
    say nothing together that they do not say alone, nor do the counts of one table.
    """
    if not counts:
        return []
    wanted = [place for place, count in enumerate(counts) if len(count.literals) < MOST_SUM]
    literals = np.fromiter(chain.from_iterable(counts[k].literals for k in wanted), dtype=np.int64)
    places = np.repeat(wanted, [len(counts[k].literals) for k in wanted])
    # Entries with one variable follow one another, variables in the order in which they first come.
    _, first, variables = np.unique(np.abs(literals), return_index=True, return_inverse=True)
    order = np.argsort(first[variables], kind="stable")
    sizes = np.bincount(np.argsort(np.argsort(first))[variables])
    after = np.repeat(np.cumsum(sizes), sizes) - np.arange(1, len(order) + 1)
    one = np.repeat(np.arange(len(order)), after)
    other = one + 1 + np.arange(len(one)) - np.repeat(np.cumsum(after) - after, after)
    one, other = order[one], order[other]
    tables: dict[tuple[str, tuple[int, ...], int | None], int] = {}
    table = np.array(
        [tables.setdefault(count[2:], len(tables)) for count in counts], dtype=np.int64
    )
    is_clause = np.array([count.sums == AT_LEAST_ONE for count in counts], dtype=np.bool_)
    sign = literals[one] != literals[other]
    one, other = places[one], places[other]
    may_say = (table[one] != table[other]) & ~(is_clause[one] & is_clause[other])
    one, other, sign = one[may_say], other[may_say], sign[may_say]
    pairs = one * len(counts) + other
    _, first, common = np.unique(2 * pairs + sign, return_index=True, return_counts=True)
    _, met, pair = np.unique(pairs, return_index=True, return_inverse=True)
    first = first[common > 1]
    first = first[np.lexsort((sign[first], met[pair[first]]))]
    found = np.stack((one, other, 1 - 2 * sign), axis=1)[first]
    return [(a, b, turn) for a, b, turn in found.tolist()]
