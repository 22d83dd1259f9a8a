"""Edges that a line between two ports could use at all: no solver asked, only the graph."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

_ROOT: Final = -1
"""A vertex beside the board that every port is joined to."""


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
    import networkx as nx  # takes a tenth of a second, which most commands need not spend

    names = {frozenset(ends): name for name, ends in edges.items()}
    graph = nx.Graph([*edges.values(), *((_ROOT, port) for port in ports)])
    return frozenset(
        names[frozenset(step)]
        for block in nx.biconnected_component_edges(graph)
        if len(block) > 1 and any(_ROOT in step for step in block)
        for step in block
        if _ROOT not in step
    )
