"""One closed loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from pipeline.kinds.kit.proving.groups import find_root, groups_of
from pipeline.kinds.kit.words.base import (
    ALWAYS,
    Edge,
    Encoding,
    Known,
    LazyGlobal,
    Rows,
    flat,
)
from pipeline.kinds.kit.words.graphs import add_forest, edges_out, find_cycles
from pipeline.model import JsonObject

OUTSIDE: Final = -1  # The face around the grid


@dataclass(frozen=True, slots=True)
class Loop(LazyGlobal):
    """The drawn edges form one closed loop.

    Counts must ensure that each node has 0 or 2 of them.
    """

    edges: tuple[Edge, ...]
    width: int = 0
    """If not 0, edges join neighbours in a grid with so many nodes in a row."""

    def encode_first(self, encoding: Encoding) -> None:
        """Add that a drawn edge is one between an inside and an outside face of the grid.

        This follows from even degrees. Solvers need it, since it is what people see at a corner: of
        a Slitherlink 40x40 it took them 680 conflicts in place of 223,450.
        """
        if not self.width:
            return
        nodes = max((node for _, *ends in self.edges for node in ends), default=0) + 1
        present = {(a, b) for _, a, b in self.edges}
        faces: dict[int, int] = {}
        for a in range(nodes):
            across = [(a, a + 1)] if (a + 1) % self.width else []
            for pair in (*across, (a, a + self.width)):
                if pair not in present:
                    left, right = (find_root(faces, face) for face in self._beside(*pair, nodes))
                    faces[left] = right
        inside = {find_root(faces, OUTSIDE): encoding.new()}
        encoding.clauses.append([-inside[find_root(faces, OUTSIDE)]])
        for literal, a, b in self.edges:
            roots = [find_root(faces, face) for face in self._beside(a, b, nodes)]
            for root in roots:
                if root not in inside:
                    inside[root] = encoding.new()
            left, right = (inside[root] for root in roots)
            encoding.clauses += [
                [-literal, left, right], [-literal, -left, -right],
                [literal, -left, right], [literal, left, -right],
            ]  # fmt: skip

    def _beside(self, a: int, b: int, nodes: int) -> tuple[int, int]:
        """Return the faces on both sides of two neighbours, by the node at the upper left."""
        is_last, is_lowest = (a + 1) % self.width == 0, a + self.width >= nodes
        if b == a + 1:
            return a - self.width if a >= self.width else OUTSIDE, OUTSIDE if is_lowest else a
        return a - 1 if a % self.width else OUTSIDE, OUTSIDE if is_last else a

    def encode(self, encoding: Encoding) -> None:
        """Add, in place, clauses whose models satisfy the constraint."""
        encoding.clauses.append([literal for literal, _, _ in self.edges])
        edges_at: dict[int, list[int]] = {}
        for literal, *ends in self.edges:
            for node in ends:
                edges_at.setdefault(node, []).append(literal)
        place = {node: k for k, node in enumerate(edges_at)}
        nodes = [encoding.either(here) for here in edges_at.values()]
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
        leaving = edges_out(groups, self.edges)
        first = {group: literals[0] for group, literals in whole.items()}
        for group, literals in whole.items():
            other = next(literal for name, literal in first.items() if name != group)
            yield (*(-literal for literal in literals), -other)
            out = (literal for literal, _, _ in leaving.get(group, ()))
            yield (-literals[0], -other, *out)

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
