"""One closed loop."""

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
from pipeline.kinds.kit.words.graphs import add_forest, find_cycles
from pipeline.model import JsonObject


@dataclass(frozen=True, slots=True)
class Loop(LazyGlobal):
    """The drawn edges form one closed loop.

    Counts must ensure that each node has 0 or 2 of them.
    """

    edges: tuple[Edge, ...]

    def encode(self, encoding: Encoding) -> None:
        """Add, in place, clauses whose models satisfy the constraint."""
        encoding.clauses.append([literal for literal, _, _ in self.edges])
        at: dict[int, list[int]] = {}
        for literal, *ends in self.edges:
            for node in ends:
                at.setdefault(node, []).append(literal)
        place = {node: k for k, node in enumerate(at)}
        nodes = [encoding.either(here) for here in at.values()]
        edges = [(literal, place[a], place[b]) for literal, a, b in self.edges]
        add_forest(encoding, nodes, edges, None)

    def rows(self) -> Rows:
        """Return the constraint for the kernels."""
        size = 1 + max((max(a, b) for _, a, b in self.edges), default=-1)
        return Rows("loop", [(ALWAYS, 0)] * size, self.edges)

    def to_json(self) -> JsonObject:
        """Return the constraint for the player."""
        return {"type": "loop", "edges": flat(self.edges)}

    def find_clauses(self, holds: Callable[[int], bool]) -> Iterator[tuple[int, ...]]:
        """Yield for each of several loops that an edge leaves it, or one of its edges is absent."""
        drawn = [edge for edge in self.edges if holds(edge[0])]
        if not drawn:
            yield tuple(literal for literal, _, _ in self.edges)
            return
        groups = groups_of((a, b) for _, a, b in drawn)
        whole: dict[int, list[int]] = {}
        for literal, a, _ in drawn:
            whole.setdefault(groups[a], []).append(literal)
        if len(whole) == 1:
            return
        first = {group: literals[0] for group, literals in whole.items()}
        for group, literals in whole.items():
            other = next(literal for name, literal in first.items() if name != group)
            yield (*(-literal for literal in literals), -other)
            leaving = (
                literal
                for literal, a, b in self.edges
                if (groups.get(a) == group) != (groups.get(b) == group)
            )
            yield (-literals[0], -other, *leaving)

    def is_broken(self, known: Known) -> bool:
        """Return whether no edge is left, a loop is not alone, or drawn edges cannot be joined."""
        drawn = [edge for edge in self.edges if known(edge[0])]
        left = [edge for edge in self.edges if known(edge[0]) is not False]
        if not left:
            return True
        cycle = next(find_cycles(drawn), None)
        if cycle and len(cycle) < len(drawn):
            return True
        groups = groups_of((a, b) for _, a, b in left)
        return len({groups[a] for _, a, _ in drawn}) > 1
