"""Compile a model into flat arrays for the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, groupby
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.engine.kernels import board, dispatch, overlaps
from pipeline.kinds.kit.engine.kernels.board import Arrays, State
from pipeline.kinds.kit.words.base import Global
from pipeline.kinds.kit.words.choice.rule import Choice
from pipeline.kinds.kit.words.core import AT_LEAST_ONE, MOST_SUM, Count, Model

Int32s: TypeAlias = NDArray[np.int32]

_NUMBERS: Final = {word: number for number, word in enumerate(dispatch.WORDS)}

_NO_PARTS: Final = tuple(np.zeros((0, width), dtype=np.int32) for width in (2, 3, 2, 3))

NO_OVERLAPS: Final = (
    np.array([1], dtype=np.int32),
    np.zeros((0, 4), dtype=np.int32),
    np.array([0], dtype=np.int32),
    np.array([1], dtype=np.int32),
)
"""Parts, links, first links and owners of a model without overlaps, see `_overlaps`."""


def compile_model(model: Model, has_overlaps: bool = True) -> Arrays:
    """Return a model as flat arrays, on request without the parts that counts share.

    They are kept with the model, to which nothing may be added afterwards.

    >>> from pipeline.kinds.kit.board.grid import Grid
    >>> model = Model(Grid(1, 2))
    >>> model.clause(model.cells().values(), "one", about=())
    >>> compile_model(model).literals.tolist()
    [2, 4, 2, 4]
    """
    if has_overlaps not in model.compiled:
        model.compiled[has_overlaps] = _overlapped(model) if has_overlaps else _compiled(model)
    found: Arrays = model.compiled[has_overlaps]
    return found


def _overlapped(model: Model) -> Arrays:
    plain = compile_model(model, has_overlaps=False)
    parts, links, link_at, owners = _overlaps(plain.literals, plain.uses, plain.sums)
    return plain._replace(parts=parts, links=links, link_at=link_at, owners=owners)


def _compiled(model: Model) -> Arrays:
    variables = len(model.marks)
    (literals, sizes, sums), (graphs, nodes, edges) = _rows(model)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    elements = np.concatenate((edges[:, 0], nodes[:, 0]))
    lists = _lists(sizes, literals)
    uses = _by_key(literals, owner, 2 * variables + 2)
    return Arrays(
        lists,
        sums,
        uses,
        graphs,
        nodes,
        edges,
        _by_key(edges[:, 1:3].ravel(), np.repeat(np.arange(len(edges)), 2), len(nodes)),
        _by_key(elements, np.arange(len(elements)), 2 * variables + 2),
        *NO_OVERLAPS,
    )


def new_state(arrays: Arrays) -> State:
    """Return an uninitialised state; the kernel `reset` initialises it."""
    codes = int(arrays.uses[0]) - 1
    counts, nodes = len(arrays.sums), len(arrays.nodes)
    edges, variables = len(arrays.edges), codes // 2 - 1
    totals = arrays.graphs[arrays.graphs[:, board.KIND] == dispatch.TOTAL]
    widest = totals[:, board.WIDTH].max(initial=0)

    def zeros(*shape: int) -> Int32s:
        return np.zeros(shape, dtype=np.int32)

    state = State(
        np.zeros(codes, dtype=np.int8),
        np.zeros((codes, 3), dtype=np.int64),
        zeros(7, max(codes, counts, edges + 1)),
        np.zeros((counts, 4), dtype=np.int64),
        zeros(nodes, 9),
        zeros(len(arrays.graphs), 4),
        np.zeros((len(arrays.parts), 4), dtype=np.int64),
        zeros(variables + 1, 3),
        zeros(1 << widest, 3),
        np.zeros(board.COUNTERS, dtype=np.int64),
    )
    state.counts[:, board.SUMS] = arrays.sums
    return state


def signed(sums: Sequence[int]) -> NDArray[np.int64]:
    """Return bitmasks of sums as int64, bit 63 as the sign."""
    return np.array(sums, dtype=np.uint64).view(np.int64)


def encode(literal: int) -> int:
    """Return the code of a literal: even if it is a variable, odd if the negative of one.

    >>> encode(3), encode(-3)
    (6, 7)
    """
    return 2 * literal if literal > 0 else -2 * literal + 1


def _codes(literals: Sequence[int] | Int32s) -> Int32s:
    given = np.array(literals, dtype=np.int32)
    return 2 * np.abs(given) + (given < 0)


def _lists(sizes: NDArray[np.int_], values: Sequence[int] | NDArray[np.int_] | Int32s) -> Int32s:
    """Return lists of these sizes in one array, in the format of `Arrays`."""
    at = np.concatenate(([0], np.cumsum(sizes)))
    return np.concatenate((at + len(at), values)).astype(np.int32)


def _by_key(keys: Int32s, values: NDArray[np.int_] | Int32s, count: int) -> Int32s:
    short = keys.astype(np.uint16) if count <= 1 << 16 else keys  # sorted by their bits
    return _lists(np.bincount(keys, minlength=count), values[np.argsort(short, kind="stable")])


class _Counts(NamedTuple):
    """Counts as arrays: the codes of their literals, sizes and sums."""

    literals: Int32s
    sizes: NDArray[np.int64]
    sums: NDArray[np.int64]


class _Globals(NamedTuple):
    """Globals as arrays, as in `Arrays`."""

    graphs: Int32s
    nodes: Int32s
    edges: Int32s


def _rows(model: Model) -> tuple[_Counts, _Globals]:
    """Return the constraints of a model; those of its base are made only once."""
    base = model.base
    if base is None:
        return _counts_of(model.counts), _globals_of(model.globals)
    if base.rows is None:
        base.rows = _counts_of(base.counts), _globals_of(base.globals)
    shared, graphs = base.rows
    counts, globals_ = len(base.counts), len(base.globals)
    at = slice(len(model.counts) - counts) if model.is_base_last else slice(counts, None)
    if own := model.counts[at]:
        both = (_counts_of(own), shared) if model.is_base_last else (shared, _counts_of(own))
        shared = _Counts(*map(np.concatenate, zip(*both, strict=True)))
    at = slice(len(model.globals) - globals_) if model.is_base_last else slice(globals_, None)
    if further := model.globals[at]:
        pair = (_globals_of(further), graphs)
        graphs = _joined(*(pair if model.is_base_last else pair[::-1]))
    return shared, graphs


def _joined(first: _Globals, other: _Globals) -> _Globals:
    """Return the rows of both; nodes, edges and graphs are numbered across all globals."""
    graphs, nodes, edges = (one.copy() for one in other)
    graphs[:, board.FIRST_NODE : board.LAST_NODE + 1] += len(first.nodes)
    graphs[:, board.FIRST_EDGE : board.LAST_EDGE + 1] += len(first.edges)
    nodes[:, 2] += len(first.graphs)
    edges[:, 1:3] += len(first.nodes)
    edges[:, 3] += len(first.graphs)
    both = zip(first, (graphs, nodes, edges), strict=True)
    return _Globals(*map(np.concatenate, both))


def _counts_of(counts: Sequence[Count]) -> _Counts:
    literals = chain.from_iterable(count.literals for count in counts)
    return _Counts(
        _codes(np.fromiter(literals, dtype=np.int32)),
        np.fromiter((len(count.literals) for count in counts), dtype=np.int64),
        signed([count.sums for count in counts]),
    )


class _Parts(NamedTuple):
    """Some globals; nodes are numbered within each of them."""

    nodes: Int32s
    edges: Int32s
    sizes: Int32s
    """By global, the numbers of its nodes and edges."""
    words: Int32s
    """By global, its word, width and aim."""


def _globals_of(globals_: Sequence[Global]) -> _Globals:
    parts = [
        _choices([one for one in group if isinstance(one, Choice)])
        if word is Choice
        else _each([*group])
        for word, group in groupby(globals_, type)
    ]
    nodes, edges, sizes, words = map(np.concatenate, zip(_NO_PARTS, *parts, strict=True))
    ends = np.cumsum(sizes, axis=0, dtype=np.int32)
    starts, numbers = ends - sizes, np.arange(len(sizes), dtype=np.int32)
    of_node, of_edge = (np.repeat(numbers, column) for column in sizes.T)
    edges[:, 1:] += starts[of_edge, :1]
    places = np.stack((starts, ends), axis=2).reshape(-1, 4)
    return _Globals(
        np.concatenate((words[:, :1], places, words[:, 1:]), axis=1),
        np.column_stack((nodes, of_node)),
        np.column_stack((edges, of_edge)),
    )


def _each(globals_: Sequence[Global]) -> _Parts:
    nodes, edges, words = zip(*map(_global_rows, globals_), strict=True)
    sizes = [*zip(map(len, nodes), map(len, edges), strict=True)]
    joined = np.concatenate(nodes), np.concatenate(edges)
    return _Parts(*joined, *(np.array(table, dtype=np.int32) for table in (sizes, words)))


def _choices(choices: Sequence[Choice]) -> _Parts:
    """Return what `_each` does, of many choices at once."""
    options = [*chain.from_iterable(choice.options for choice in choices)]
    numbers = np.array([len(choice.options) for choice in choices], dtype=np.int32)
    widths = np.fromiter(map(len, options), dtype=np.int32)
    codes = _codes(np.fromiter(chain.from_iterable(options), dtype=np.int32))
    ends, code_ends = np.cumsum(numbers), np.concatenate(([0], np.cumsum(widths)))
    option = np.arange(len(options), dtype=np.int32)
    option -= np.repeat(ends - numbers, numbers).astype(np.int32)
    of_code = np.repeat(option, widths)
    sizes = np.diff(code_ends[ends], prepend=0).astype(np.int32)
    return _Parts(
        np.zeros((len(options), 2), dtype=np.int32),  # `ALWAYS`, without labels
        np.column_stack((codes, of_code, of_code)),
        np.column_stack((numbers, sizes)),
        np.array([(_NUMBERS["choice"], 0, 0)] * len(choices), dtype=np.int32),
    )


@lru_cache(maxsize=1024)
def _global_rows(constraint: Global) -> tuple[Int32s, Int32s, tuple[int, int, int]]:
    """Return the nodes and edges of a global, and its word, width and aim.

    Boards that are made differ from the last one in few of their constraints.
    """
    rows = constraint.rows()
    nodes, edges = _table(rows.nodes, 2), _table(rows.edges, 3)
    for table in (nodes, edges):
        table[:, 0] = _codes(table[:, 0])
    return nodes, edges, (_NUMBERS[rows.word], rows.width, rows.aim)


def _table(rows: Iterable[Sequence[int]], width: int) -> Int32s:
    """Return rows of whole numbers as an array."""
    return np.fromiter(chain.from_iterable(rows), dtype=np.int32).reshape(-1, width)


def _overlaps(
    literals: Int32s, uses: Int32s, sums: NDArray[np.int64]
) -> tuple[Int32s, Int32s, Int32s, Int32s]:
    """Return parts, links, the first link of each count and owners, see `Arrays`.

    Pairs of clauses deduce nothing more, and long counts are skipped.
    """
    counts, wide = len(sums), np.diff(literals[: len(sums) + 1])
    owner, codes = np.repeat(np.arange(counts), wide), literals[counts + 1 :]
    sorts = np.where(wide < MOST_SUM, sums == signed([AT_LEAST_ONE]), 2)
    of_all, of_clauses = (np.bincount(codes >> 1, kind) for kind in (None, sorts[owner] == 1))
    most = int((of_all * (of_all - 1) - of_clauses * (of_clauses - 1)).sum()) // 2
    found = overlaps.Found(
        np.zeros(most + 1, dtype=np.int32),
        np.zeros(most + 2, dtype=np.int32),
        np.full(2 << most.bit_length(), -1, dtype=np.int32),
        np.zeros((most + 1, 3), dtype=np.int32),
        np.zeros((3, max(counts, len(uses))), dtype=np.int32),
    )
    number, rows = overlaps.find_parts(literals, uses, sorts.astype(np.int8), found)
    parts = _lists(np.diff(found.ends[: number + 1]), found.codes[: found.ends[number]])
    count, part, _ = found.owners[:rows].T.astype(np.int64)
    owners = found.owners[np.unique(count * number + part, return_index=True)[1]]
    links = np.zeros((len(owners), 4), dtype=np.int32)
    links = links[: overlaps.link_parts(literals, parts, owners, links)]
    link_at = np.searchsorted(links[:, 0], np.arange(counts + 1)).astype(np.int32)
    return parts, links, link_at, _by_key(owners[:, 1], owners[:, 0], number)
