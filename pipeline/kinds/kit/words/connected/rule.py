"""Connectivity."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pipeline.kinds.kit.proving.groups import groups_of
from pipeline.kinds.kit.words.base import (
    ALWAYS,
    Edge,
    Encoding,
    Known,
    LazyGlobal,
    Rows,
    flat,
)
from pipeline.kinds.kit.words.graphs import add_forest, edges_out
from pipeline.model import JsonObject


@dataclass(frozen=True, slots=True)
class Connected(LazyGlobal):
    """The present nodes are connected by the present edges.

    ``nodes`` are literals; `ALWAYS` is the literal of what is always present. An edge joins two
    nodes only if all three are present.
    """

    nodes: tuple[int, ...]
    edges: tuple[Edge, ...]

    def encode(self, encoding: Encoding) -> None:
        """Add, in place, clauses whose models satisfy the constraint."""
        add_forest(encoding, self.nodes, self.edges, None)

    def rows(self) -> Rows:
        """Return the constraint for the kernels."""
        return Rows("connected", [(one, 0) for one in self.nodes], self.edges)

    def to_json(self) -> JsonObject:
        """Return the constraint for the player."""
        return {"type": "connected", "nodes": list(self.nodes), "edges": flat(self.edges)}

    def find_clauses(self, holds: Callable[[int], bool]) -> Iterator[tuple[int, ...]]:
        """Yield for each component but the largest that an edge leaves it, if it is present."""
        present = [holds(literal) for literal in self.nodes]
        used = (
            (a, b) for literal, a, b in self.edges if present[a] and present[b] and holds(literal)
        )
        groups = groups_of(used, (node for node, is_present in enumerate(present) if is_present))
        parts: dict[int, list[int]] = {}
        for node, group in groups.items():
            parts.setdefault(group, []).append(node)
        if len(parts) < 2:
            return
        leaving = edges_out(groups, self.edges)
        largest = max(parts, key=lambda group: (len(parts[group]), -group), default=-1)
        for group, nodes in parts.items():
            if group == largest:
                continue
            ways = dict.fromkeys(
                literal if not holds(literal) else self.nodes[b if groups.get(a) == group else a]
                for literal, a, b in leaving.get(group, ())
            )
            ends = (self.nodes[nodes[0]], self.nodes[parts[largest][0]])
            yield (*(-literal for literal in ends if literal != ALWAYS), *ways)

    def is_broken(self, known: Known) -> bool:
        """Return whether two present nodes cannot be connected."""
        left = [known(literal) is not False for literal in self.nodes]
        ways = (
            (a, b)
            for literal, a, b in self.edges
            if left[a] and left[b] and known(literal) is not False
        )
        groups = groups_of(ways, range(len(self.nodes)))
        return len({groups[k] for k, literal in enumerate(self.nodes) if known(literal)}) > 1
