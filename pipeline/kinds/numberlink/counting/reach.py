"""Edges that a line between two ports could use at all: no solver asked, only the graph."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

ROOT = -1
"""A vertex beside the board that every port is joined to."""

_Step: TypeAlias = tuple[int, int | None, int, Iterator[tuple[int, int]]]


def edges_between_ports(
    edges: Mapping[int, tuple[int, int]], ports: Collection[int]
) -> frozenset[int]:
    """Return the names of those edges that lie on a path between two different ports.

    Such a path and a vertex joined to every port make a circle, so path and vertex lie in one
    block of the graph (a biconnected component; Hopcroft and Tarjan, "Algorithm 447", Comm. ACM
    16(6), 1973), and within a block any edge lies on a circle with any vertex. Pockets behind a
    single cell, and rooms without a port, lie in other blocks.

    Parameters
    ----------
    edges : mapping of int to (int, int)
        Two cells by the name of their edge.
    ports : collection of int
        Cells in which a path may end.

    Examples
    --------
    >>> sorted(edges_between_ports({7: (0, 1), 8: (1, 2), 9: (1, 3)}, [0, 2]))
    [7, 8]
    """
    around: dict[int, list[tuple[int, int]]] = {ROOT: []}
    for name, (one, other) in edges.items():
        around.setdefault(one, []).append((name, other))
        around.setdefault(other, []).append((name, one))
    for number, port in enumerate(sorted(ports)):
        name = ROOT - 1 - number
        around[ROOT].append((name, port))
        around.setdefault(port, []).append((name, ROOT))
    found: set[int] = set()
    for block in _blocks_at_root(around):
        if len(block) > 1:
            found.update(name for name in block if name >= 0)
    return frozenset(found)


def _blocks_at_root(around: Mapping[int, Sequence[tuple[int, int]]]) -> list[list[int]]:
    """Return the blocks that the root lies in, as lists of edges."""
    order = {ROOT: 0}
    low = {ROOT: 0}
    passed: list[int] = []
    blocks: list[list[int]] = []
    # The way from the root: cell, edge that led there, how many edges were on the stack before,
    # and the edges still to look at.
    way: list[_Step] = [(ROOT, None, 0, iter(around[ROOT]))]
    while way:
        cell, came, before, waiting = way[-1]
        step = next(waiting, None)
        if step is not None:
            name, other = step
            if name == came:
                continue
            if other not in order:
                order[other] = low[other] = len(order)
                way.append((other, name, len(passed), iter(around[other])))
                passed.append(name)
            elif order[other] < order[cell]:
                low[cell] = min(low[cell], order[other])
                passed.append(name)
            continue
        way.pop()
        if way:
            parent = way[-1][0]
            low[parent] = min(low[parent], low[cell])
            if low[cell] >= order[parent]:
                if parent == ROOT:
                    blocks.append(passed[before:])
                del passed[before:]
    return blocks
