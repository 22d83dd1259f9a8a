"""Compile a model into flat arrays for the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, groupby
from operator import add
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.engine.kernels import board, dispatch, overlaps
from pipeline.kinds.kit.engine.kernels.arrange import arrange
from pipeline.kinds.kit.engine.kernels.board import Arrays, State
from pipeline.kinds.kit.words.base import Global
from pipeline.kinds.kit.words.choice.rule import Choice
from pipeline.kinds.kit.words.core import AT_LEAST_ONE, MOST_SUM, Count, Model, Part

Int32s: TypeAlias = NDArray[np.int32]

_NUMBERS: Final = {word: number for number, word in enumerate(dispatch.WORDS)}

BULK: Final = 8  # So many choices or more are compiled at once
_Tables: TypeAlias = tuple[Int32s, Int32s, Int32s]
_NO_TABLES: Final = tuple(np.zeros((0, width), dtype=np.int32) for width in (5, 2, 3))

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
        model.compiled[has_overlaps] = (
            _overlapped(model) if has_overlaps else compile_rows(len(model.marks), _rows(model))
        )
    found: Arrays = model.compiled[has_overlaps]
    return found


def _overlapped(model: Model) -> Arrays:
    plain, base = compile_model(model, has_overlaps=False), model.base
    if base is not None and not model.is_base_last:
        others = model.counts[len(base.counts) :]
        if all(len(count.literals) < 2 for count in others):  # which share no part
            shared = compile_model(base)
            ends = np.full(len(others), len(shared.links), dtype=np.int32)
            link_at = np.concatenate((shared.link_at, ends))
            return plain._replace(
                parts=shared.parts, links=shared.links, link_at=link_at, owners=shared.owners
            )
    parts, links, link_at, owners = _overlaps(plain.literals, plain.uses, plain.sums)
    return plain._replace(parts=parts, links=links, link_at=link_at, owners=owners)


def compile_rows(variables: int, rows: Rows) -> Arrays:
    """Return constraints on variables as flat arrays, without the parts that counts share."""
    sizes, codes, sums, heads, nodes, edges = rows
    counts, keys = len(sizes), 2 * variables + 2

    def lists(number: int, values: int) -> Int32s:
        return np.zeros(number + 1 + values, dtype=np.int32)

    arrays = Arrays(
        lists(counts, len(codes)),
        sums,
        lists(keys, len(codes)),
        np.zeros((len(heads), 7), dtype=np.int32),
        np.zeros((len(nodes), 3), dtype=np.int32),
        np.zeros((len(edges), 4), dtype=np.int32),
        lists(len(nodes), 2 * len(edges)),
        lists(keys, len(edges) + len(nodes)),
        *NO_OVERLAPS,
    )
    arrange(keys, sizes, codes, heads, nodes, edges, arrays)
    return arrays


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
        np.zeros(len(arrays.links), dtype=np.bool_),
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


def encode_all(literals: Sequence[int] | NDArray[Any]) -> Int32s:
    """Return the codes of literals."""
    given = np.array(literals, dtype=np.int32)
    return 2 * np.abs(given) + (given < 0)


def _lists(sizes: NDArray[np.int_], values: Sequence[int] | NDArray[np.int_] | Int32s) -> Int32s:
    """Return lists of these sizes in one array, in the format of `Arrays`."""
    at = np.concatenate(([0], np.cumsum(sizes)))
    return np.concatenate((at + len(at), values)).astype(np.int32)


def _by_key(keys: Int32s, values: NDArray[np.int_] | Int32s, count: int) -> Int32s:
    short = keys.astype(np.uint16) if count <= 1 << 16 else keys  # sorted by their bits
    return _lists(np.bincount(keys, minlength=count), values[np.argsort(short, kind="stable")])


class Rows(NamedTuple):
    """Constraints as arrays, which `arrange` puts together."""

    sizes: Int32s
    """By count, the number of its literals."""
    codes: Int32s
    """Those of all counts."""
    sums: NDArray[np.int64]
    """By count, as in `Arrays`."""
    heads: Int32s
    """By global, the numbers of its nodes and edges, its word, width and aim."""
    nodes: Int32s
    """Rows (code, label)."""
    edges: Int32s
    """Rows (code, node, node); nodes are numbered within each global."""


def _rows(model: Model) -> Rows:
    """Return the constraints of a model; those of its base and its parts are made only once."""
    base = model.base
    if base is None:
        return _rows_of(model.counts, model.globals)
    rows = [rows_of_base(base), *_own_rows(model, base)]
    if model.is_base_last:
        rows.append(rows.pop(0))
    return Rows(*map(np.concatenate, zip(*rows, strict=True))) if rows[1:] else rows[0]


def rows_of_base(base: Model) -> Rows:
    """Return the constraints of a model, kept with it, to which nothing may be added."""
    if base.rows is None:
        base.rows = _rows_of(base.counts, base.globals)
    rows: Rows = base.rows
    return rows


def _own_rows(model: Model, base: Model) -> list[Rows]:
    """Return the constraints of a model besides those of its base."""
    counts, globals_ = len(base.counts), len(base.globals)
    slices = (slice(counts, None), slice(globals_, None))
    if model.is_base_last:
        slices = slice(len(model.counts) - counts), slice(len(model.globals) - globals_)
    new_counts, new_globals = model.counts[slices[0]], model.globals[slices[1]]
    ends = counts + len(new_counts), globals_ + len(new_globals), Part((), ())
    parts: list[Part] = []
    begin = begin_global = 0
    for before, globals_before, part in (*model.parts, ends):
        last, last_global = before - counts, globals_before - globals_
        if begin < last or begin_global < last_global:
            parts.append(
                Part(tuple(new_counts[begin:last]), tuple(new_globals[begin_global:last_global]))
            )
        if part.counts or part.globals:
            parts.append(part)
        begin, begin_global = last + len(part.counts), last_global + len(part.globals)
    _compile_parts([part for part in parts if part.rows is None])
    return [part.rows for part in parts]


def _compile_parts(parts: Sequence[Part]) -> None:
    """Compile parts at once, and keep the rows of each with it."""
    if not parts:
        return
    rows = _rows_of(
        [count for part in parts for count in part.counts],
        [constraint for part in parts for constraint in part.globals],
    )
    tables: list[NDArray[Any]] = [*rows]
    ends = [0] * len(tables)
    for part in parts:
        heads = rows.heads[ends[3] : ends[3] + len(part.globals), :2].tolist()
        nodes, edges = map(sum, zip(*heads, strict=True)) if heads else (0, 0)
        counts = len(part.counts)
        codes = sum(len(count.literals) for count in part.counts)
        sizes = (counts, codes, counts, len(heads), nodes, edges)
        begins, ends = ends, [*map(add, ends, sizes)]
        slices = map(slice, begins, ends)
        part.rows = Rows(*(table[own] for table, own in zip(tables, slices, strict=True)))


def _rows_of(counts: Sequence[Count], globals_: Sequence[Global]) -> Rows:
    literals = chain.from_iterable(count.literals for count in counts)
    return Rows(
        np.array([len(count.literals) for count in counts], dtype=np.int32),
        encode_all(np.fromiter(literals, dtype=np.int32)),
        signed([count.sums for count in counts]),
        *_tables_of(globals_),
    )


def _tables_of(globals_: Sequence[Global]) -> _Tables:
    """Return the heads, nodes and edges of globals, see `Rows`."""
    tables: list[_Tables] = []
    for word, group in groupby(globals_, type):
        some = [*group]
        if word is Choice and len(some) >= BULK:
            tables.append(_choices([one for one in some if isinstance(one, Choice)]))
        else:
            tables += map(_table_of, some)
    if len(tables) == 1:
        return tables[0]
    heads, nodes, edges = map(np.concatenate, zip(_NO_TABLES, *tables, strict=True))
    return heads, nodes, edges


def _choices(choices: Sequence[Choice]) -> _Tables:
    """Return the tables of many choices at once."""
    options = [*chain.from_iterable(choice.options for choice in choices)]
    numbers = np.array([len(choice.options) for choice in choices], dtype=np.int32)
    widths = np.fromiter(map(len, options), dtype=np.int32)
    codes = encode_all(np.fromiter(chain.from_iterable(options), dtype=np.int32))
    ends, code_ends = np.cumsum(numbers), np.concatenate(([0], np.cumsum(widths)))
    option = np.arange(len(options), dtype=np.int32)
    option -= np.repeat(ends - numbers, numbers).astype(np.int32)
    of_code = np.repeat(option, widths)
    sizes = np.diff(code_ends[ends], prepend=0).astype(np.int32)
    heads = np.zeros((len(choices), 5), dtype=np.int32)
    heads[:, 0], heads[:, 1], heads[:, 2] = numbers, sizes, _NUMBERS["choice"]
    nodes = np.zeros((len(options), 2), dtype=np.int32)  # `ALWAYS`, without labels
    return heads, nodes, np.column_stack((codes, of_code, of_code))


@lru_cache(maxsize=1024)
def _table_of(constraint: Global) -> _Tables:
    """Return the tables of a global.

    Boards that are made differ from the last one in few of their constraints.
    """
    rows = constraint.rows()
    nodes, edges = _table(rows.nodes, 2), _table(rows.edges, 3)
    for table in (nodes, edges):
        table[:, 0] = encode_all(table[:, 0])
    head = (len(nodes), len(edges), _NUMBERS[rows.word], rows.width, rows.aim)
    return np.array([head], dtype=np.int32), nodes, edges


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
    pairs = int((of_all * (of_all - 1) - of_clauses * (of_clauses - 1)).sum()) // 2
    table = overlaps.PartTable(
        np.zeros(pairs + 1, dtype=np.int32),
        np.zeros(pairs + 2, dtype=np.int32),
        np.full(2 << pairs.bit_length(), -1, dtype=np.int32),
        np.zeros((pairs + 1, 3), dtype=np.int32),
        np.zeros((3, max(counts, len(uses))), dtype=np.int32),
    )
    number, rows = overlaps.find_parts(literals, uses, sorts.astype(np.int8), table)
    parts = _lists(np.diff(table.ends[: number + 1]), table.codes[: table.ends[number]])
    count, part, _ = table.owners[:rows].T.astype(np.int64)
    owners = table.owners[np.unique(count * number + part, return_index=True)[1]]
    links = np.zeros((len(owners), 4), dtype=np.int32)
    links = links[: overlaps.link_parts(literals, parts, owners, links)]
    link_at = np.searchsorted(links[:, 0], np.arange(counts + 1)).astype(np.int32)
    sharing = links[:, 1:3].ravel()
    is_part = sharing >= 0
    return parts, links, link_at, _by_key(sharing[is_part], np.flatnonzero(is_part) >> 1, number)
