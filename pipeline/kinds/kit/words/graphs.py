"""Graphs of literals: walks, circles, and clauses that keep nodes connected.

An edge is (literal, node, node).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from pipeline.kinds.kit.proving.groups import find_root
from pipeline.kinds.kit.words.base import ALWAYS, Edge, Encoding
from pipeline.solvers.cardinality import sum_clauses

Ways: TypeAlias = dict[int, list[tuple[int, int]]]  # By node, (neighbour, literal)


def find_cycles(edges: Iterable[Edge]) -> Iterator[list[int]]:
    """Yield the literals of a cycle for each edge that closes one with earlier edges.

    >>> [*find_cycles([(1, 7, 8), (2, 8, 9), (3, 9, 7)])]
    [[3, 1, 2]]
    """
    ways: Ways = {}
    groups: dict[int, int] = {}
    for literal, a, b in edges:
        if find_root(groups, a) == find_root(groups, b):
            yield [literal, *way_back(walk(ways, a), b)]
        else:
            groups[find_root(groups, a)] = find_root(groups, b)
            add_ways(ways, [(literal, a, b)])


def edges_out(groups: Mapping[int, int], edges: Iterable[Edge]) -> dict[int | None, list[Edge]]:
    """Return by group of nodes the edges that leave it; None are nodes without a group.

    >>> edges_out({7: 7, 8: 7}, [(1, 7, 8), (2, 8, 9)])
    {7: [(2, 8, 9)], None: [(2, 8, 9)]}
    """
    leaving: dict[int | None, list[Edge]] = {}
    for edge in edges:
        group, other = groups.get(edge[1]), groups.get(edge[2])
        if group != other:
            leaving.setdefault(group, []).append(edge)
            leaving.setdefault(other, []).append(edge)
    return leaving


def add_ways(ways: Ways, edges: Iterable[Edge]) -> Ways:
    """Add edges to the neighbours of their nodes, in place, and return these."""
    for literal, a, b in edges:
        ways.setdefault(a, []).append((b, literal))
        ways.setdefault(b, []).append((a, literal))
    return ways


def walk(
    ways: Ways,
    start: int,
    is_present: Callable[[int], bool] = lambda node: True,
    ends: Container[int] = (),
) -> dict[int, tuple[int, int]]:
    """Return the predecessor and the edge's literal of each node reached, breadth first.

    Absent nodes are not entered; the walk does not continue past ``ends`` other than the start.
    """
    before, met = {start: (start, ALWAYS)}, [start]
    for node in met:
        for other, literal in ways.get(node, ()) if node == start or node not in ends else ():
            if other not in before and is_present(other):
                before[other] = (node, literal)
                met.append(other)
    return before


def way_back(before: Mapping[int, tuple[int, int]], node: int) -> list[int]:
    """Return the literals on the way from a node back to the start of a walk."""
    way = []
    while before[node][0] != node:
        node, literal = before[node]
        way.append(literal)
    return way


def add_forest(
    encoding: Encoding,
    nodes: Sequence[int],
    edges: Sequence[tuple[int, int, int]],
    roots: Sequence[int] | None,
) -> None:
    """Require that each present node is a root or has a predecessor; one root if none is given.

    ``nodes`` and ``edges`` are as in `Connected`.
    """
    clauses = encoding.clauses
    if roots is None:
        is_root = [encoding.new() for _ in nodes]
        made, encoding.variables = sum_clauses(is_root, 0, 1, encoding.variables)
        clauses += made
    else:
        is_root = [0 if node in roots else -1 for node in range(len(nodes))]
    before: list[list[int]] = [[] for _ in nodes]
    depth = encoding.numbers(len(nodes), len(nodes))
    for literal, a, b in edges:
        for lower, upper in ((a, b), (b, a)):
            arc = encoding.new()
            needs = (literal, nodes[lower], nodes[upper])
            clauses += [[-arc, needed] for needed in needs if needed != ALWAYS]
            encoding.add_less(arc, depth[lower], depth[upper])
            before[upper].append(arc)
    for node, literal in enumerate(nodes):
        if is_root[node] != 0:
            ways = before[node] if is_root[node] < 0 else [*before[node], is_root[node]]
            clauses.append([*ways, *([] if literal == ALWAYS else [-literal])])


def add_directions(encoding: Encoding, edges: Sequence[tuple[int, int, int]]) -> None:
    """Require that the drawn edges (literal, node, node) close no loop.

    Each is directed to a node of greater depth, and no two to the same node.
    """
    clauses = encoding.clauses
    nodes = dict.fromkeys(node for _, *ends in edges for node in ends)
    depth = dict(zip(nodes, encoding.numbers(len(nodes), len(nodes)), strict=True))
    before: dict[int, list[int]] = {node: [] for node in nodes}
    for literal, a, b in edges:
        forth, back = encoding.new(), encoding.new()
        clauses.append([-literal, forth, back])
        for arc, lower, upper in ((forth, a, b), (back, b, a)):
            encoding.add_less(arc, depth[lower], depth[upper])
            before[upper].append(arc)
    for arcs in before.values():
        clauses += [[-arc, -second] for arc, second in combinations(arcs, 2)]
