"""Edges between ports, against every simple path."""

from __future__ import annotations

import random
from itertools import pairwise

import networkx as nx

from pipeline.kinds.numberlink.reach import edges_between_ports


def test_random_graphs_agree_with_all_simple_paths() -> None:
    source = random.Random(2)
    some = 0
    for _ in range(300):
        size = source.randint(2, 7)
        edges = {
            name: (one, other)
            for name, (one, other) in enumerate(
                (a, b) for a in range(size) for b in range(a) if source.random() < 0.35
            )
        }
        ports = source.sample(range(size), source.randint(0, min(3, size)))
        graph = nx.Graph(edges.values())
        names = {frozenset(ends): name for name, ends in edges.items()}
        expected = {
            names[frozenset(step)]
            for one in ports
            for other in ports
            if one != other and one in graph and other in graph
            for path in nx.all_simple_paths(graph, one, other)
            for step in pairwise(path)
        }
        some += bool(expected) and len(expected) < len(edges)
        assert edges_between_ports(edges, ports) == expected, (edges, ports)
    assert some > 30
