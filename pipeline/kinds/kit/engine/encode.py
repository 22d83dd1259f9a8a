"""Encode a model as clauses: counts here, each global constraint by itself.

The first variables are those of the model, followed by auxiliary variables. SAT solvers get the
clauses of some global constraints lazily, see `lazy`. No code is shared with the propagator.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from functools import cache
from itertools import combinations, pairwise, product
from math import comb
from operator import le, neg
from typing import Final

from pipeline.kinds.kit.words.base import Encoding, LazyGlobal
from pipeline.kinds.kit.words.core import AT_LEAST_ONE, MOST_SUM, Count, Model
from pipeline.kinds.kit.words.graphs import add_directions
from pipeline.solvers.cardinality import sum_clauses

MOST_CLAUSES: Final = 64
"""Clauses of a count without auxiliary variables; longer counts get a counter."""


def encode(model: Model) -> Encoding:
    """Return the clauses of all counts and globals, without those that are added lazily.

    >>> from pipeline.kinds.kit.board.grid import Grid
    >>> model = Model(Grid(1, 2))
    >>> model.count(model.cells().values(), (1,), "line", about=(0, 1))
    >>> encode(model).clauses
    [[1, 2], [-1, -2]]
    """
    with _paused_collection():
        encoding = _encode_counts(model)
        for constraint in model.globals:
            if isinstance(constraint, LazyGlobal):
                constraint.encode_first(encoding)
            else:
                constraint.encode(encoding)
    return encoding


@contextmanager
def _paused_collection() -> Iterator[None]:
    """Pause the search for cycles, which takes half of the time while many clauses are made."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _encode_counts(model: Model) -> Encoding:
    encoding = Encoding(len(model.marks))
    base = model.base
    if base is None or model.is_base_last:
        _add_counts(encoding, model, model.counts)
        return encoding
    if base.encoded is None:
        base.encoded = _encode_counts(base)
    encoding.variables = base.encoded.variables
    encoding.clauses += base.encoded.clauses
    _add_counts(encoding, model, model.counts[len(base.counts) :])
    return encoding


def _add_counts(encoding: Encoding, model: Model, counts: Iterable[Count]) -> None:
    edges = enumerate(model.marks, 1)
    further = {v for v, mark in edges if mark.family == "edges" and mark.value > 1}
    for count in counts:
        if count.sums == AT_LEAST_ONE:
            encoding.clauses.append([*count.literals])
        else:
            _add_count(encoding, count, further)


def _add_count(encoding: Encoding, count: Count, further: Set[int]) -> None:
    """Add the clauses of a count. Each variable in ``further`` implies the one before it."""
    literals = count.literals
    width = len(literals)
    follows = (False,) * width
    if not further.isdisjoint(literals):
        before = zip((0, *literals), literals, strict=False)
        follows = tuple([literal in further and last == literal - 1 for last, literal in before])
    patterns = _patterns(follows, count.sums)
    if patterns is not None:
        literal = (*map(neg, literals), *literals).__getitem__
        encoding.clauses += [[*map(literal, pattern)] for pattern in patterns]
        return
    sums = [k for k in range(width + 1) if count.sums >> min(k, MOST_SUM) & 1]
    assert len(sums) == sums[-1] - sums[0] + 1, "a long count allows one range of sums"
    clauses, encoding.variables = sum_clauses(literals, sums[0], sums[-1], encoding.variables)
    encoding.clauses += clauses


def _gaps(width: int, sums: int) -> Iterator[tuple[int, int]]:
    """Yield the first and last of each run of forbidden sums."""
    start = None
    for number in range(width + 2):
        is_gap = number <= width and not sums >> min(number, MOST_SUM) & 1
        if is_gap and start is None:
            start = number
        elif not is_gap and start is not None:
            yield start, number - 1
            start = None


@cache
def _patterns(follows: tuple[bool, ...], sums: int) -> tuple[tuple[int, ...], ...] | None:
    """Return clauses as places: k for "the k-th is false", width + k for "the k-th is true".

    A sum is between a and b if and only if some a literals are true and width - b others are false.
    Literals with ``follows`` imply the one before them; of such a chain the last true and the first
    false literal are enough. None if there were too many clauses.
    """
    width = len(follows)
    gaps = [*_gaps(width, sums)]
    if not any(follows):
        if sum(comb(width, a) * comb(width - a, width - b) for a, b in gaps) > MOST_CLAUSES:
            return None
        return tuple(
            (*holding, *failing)
            for a, b in gaps
            for holding in combinations(range(width), a)
            for failing in combinations(
                [width + k for k in range(width) if k not in holding], width - b
            )
        )
    starts = [k for k, is_further in enumerate(follows) if not is_further]
    chains = [end - start for start, end in pairwise((*starts, width))]
    shares = sorted(product(*(range(length + 1) for length in chains)), reverse=True)
    return tuple(
        (
            *(start + held - 1 for start, held in zip(starts, low, strict=True) if held),
            *(
                width + start + held
                for start, held, length in zip(starts, high, chains, strict=True)
                if held < length
            ),
        )
        for a, b in gaps
        for low in shares
        if sum(low) == a
        for high in shares
        if sum(high) == b and all(map(le, low, high))
    )


def complete(model: Model) -> Encoding:
    """Return clauses whose models are exactly the solutions of the puzzle.

    Connectivity is encoded as a forest: each node but a root has a predecessor of smaller depth.
    """
    encoding = _encode_counts(model)
    for constraint in model.globals:
        constraint.encode(encoding)
    for edges in model.forests:
        add_directions(encoding, edges)
    return encoding
