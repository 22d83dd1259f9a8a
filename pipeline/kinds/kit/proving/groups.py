"""Connected components of pairs, by union-find."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def find_root(above: dict[T, T], node: T) -> T:
    """Return the representative of a node's group; an unknown node becomes a group."""
    while above.setdefault(node, node) != node:
        above[node] = above[above[node]]
        node = above[node]
    return node


def groups_of(pairs: Iterable[tuple[T, T]], nodes: Iterable[T] = ()) -> dict[T, T]:
    """Return the representative of each node and of each member of a pair.

    >>> groups_of([(1, 2), (2, 3)], [0])
    {0: 0, 2: 3, 1: 3, 3: 3}
    """
    above = {node: node for node in nodes}
    for a, b in pairs:
        above[find_root(above, a)] = find_root(above, b)
    return {node: find_root(above, node) for node in [*above]}
