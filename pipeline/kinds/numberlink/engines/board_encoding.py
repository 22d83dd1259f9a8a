"""Layouts as clauses: one encoding for every layout of a board, asked again and again.

That of `encode_sat`, with one change: which cells are ends is itself said by variables, so that
one encoding, and often one solver with all that it has learned, serves every layout of a size.
Proofs that are printed are made anew by `prove`, with the plain encoding.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from pipeline.kinds.numberlink.encode_sat import (
    EdgeMap,
    Encoding,
    edge_map,
    forbid_three_sides,
    join_pairs,
    pair_literals,
    start_encoding,
)
from pipeline.kinds.numberlink.engines.normal_form import normal_form_lemmas


@dataclass(frozen=True, slots=True)
class LayoutEncoding:
    """Clauses that hold for every layout of a board.

    ``ends[cell]`` is the variable that says that a cell is an end. ``shut[cell]`` says that it is
    on no line at all, and is an end too; empty where blocked cells are known beforehand.
    """

    encoding: Encoding
    ends: tuple[int, ...]
    shut: tuple[int, ...]

    @property
    def edges(self) -> EdgeMap:
        """The board's edges."""
        return self.encoding.edges

    def assume(self, ends: Iterable[tuple[int, int]], absent: Iterable[int] = ()) -> list[int]:
        """Return the literals that say where lines end, and which cells are on none.

        Parameters
        ----------
        ends : iterable of (int, int)
            The first and the last cell of each line; equal where the cell is shut.
        absent : iterable of int
            Further cells that are shut.
        """
        given = [-end for end in self.ends]
        number = 0
        for first, last in ends:
            given[first], given[last] = self.ends[first], self.ends[last]
            if first == last:
                given.append(self.shut[first])
                continue
            number += 1
            for cell in (first, last):
                given.extend(-shut for shut in self.shut[cell : cell + 1])
                given.extend(pair_literals(self.encoding, cell, number))
        for cell in absent:
            given[cell] = self.ends[cell]
            given.append(self.shut[cell])
        return given


@lru_cache(maxsize=16)
def encode_boards(
    rows: int, cols: int, width: int, rule: str, blocked: frozenset[int]
) -> LayoutEncoding:
    """Return the encoding for whole boards of one outline.

    Parameters
    ----------
    width : int
        Bits of a pair's number.
    """
    made = _encode(edge_map(rows, cols, blocked), width, rule, has_shut=False)
    for aside in (1, -1) if rule == "free" else ():
        _add_rays(made.encoding, made.ends, aside)
    return made


@lru_cache(maxsize=16)
def encode_boxes(height: int, width: int, rule: str) -> LayoutEncoding:
    """Return the encoding for boxes of one size in larger boards; each line has two cells or more.

    Examples
    --------
    >>> box = encode_boxes(2, 3, "free")
    >>> len(box.ends), len(box.shut), box.assume([(0, 1)], [3])[3] == box.ends[3]
    (6, 6, True)
    """
    bits = max(1, (height * width // 2 - 1).bit_length())
    return _encode(edge_map(height, width), bits, rule, has_shut=True)


def _encode(edges: EdgeMap, width: int, rule: str, *, has_shut: bool) -> LayoutEncoding:
    encoding = start_encoding(edges, width)
    size = edges.rows * edges.cols
    ends = tuple(encoding.new_variable() for _ in range(size))
    shut = tuple(encoding.new_variable() for _ in range(size if has_shut else 0))
    for cell in range(size):
        _add_degrees(encoding, cell, ends[cell], shut[cell : cell + 1], rule)
    join_pairs(encoding)
    if rule == "free":
        for clause, corners in normal_form_lemmas(edges):
            encoding.clauses.append([*clause, *(ends[cell] for cell in corners)])
    elif rule != "cover":
        forbid_three_sides(encoding)
    return LayoutEncoding(encoding, ends, shut)


def _add_degrees(encoding: Encoding, cell: int, end: int, shut: Sequence[int], rule: str) -> None:
    add = encoding.clauses.append
    around = [edge + 1 for edge in encoding.edges.around[cell]]
    for three in combinations(around, 3):
        add([-edge for edge in three])
    for two in combinations(around, 2):
        add([-end, *(-edge for edge in two)])
    add([-end, *shut, *around])
    for edge in around:
        for off in shut:
            add([-off, -edge])
        others = [other for other in around if other != edge]
        add([end, -edge, *others] if rule == "free" else [end, *others])


def _add_rays(encoding: Encoding, ends: Sequence[int], aside: int) -> None:
    """Add that a line turns from ``aside`` to below only where the diagonal leads to an end.

    Follows from the lemmas of `normal_form`: such a turn forces the same turn one cell further
    down the diagonal, and that goes on until an end stops it, or a blocked cell on the diagonal;
    the outline beside it does not. Each cell of a diagonal gets a variable that says whether an end
    lies on it further down, so that unit propagation closes all other turns before the search
    begins.
    """
    edges = encoding.edges
    onward: dict[int, int] = {}
    for cell in reversed(range(edges.rows * edges.cols - edges.cols)):
        if not 0 <= cell % edges.cols + aside < edges.cols:
            continue
        below = cell + edges.cols
        turn = [edges.variable(cell, cell + aside), edges.variable(cell, below)]
        if None in turn:
            continue
        onward[cell] = encoding.new_variable()
        if not edges.around[below + aside]:
            continue
        further = onward.get(below + aside)
        encoding.clauses.append(
            [-onward[cell], ends[below + aside], *([] if further is None else [further])]
        )
        encoding.clauses.append(
            [ends[cell], onward[cell], *(-edge for edge in turn if edge is not None)]
        )
