"""Regions of given sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from pipeline.kinds.kit.board.grid import Pair
from pipeline.kinds.kit.words.base import (
    ALWAYS,
    Encoding,
    Known,
    LazyGlobal,
    Rows,
    flat,
)
from pipeline.kinds.kit.words.graphs import Ways, add_forest, add_ways, walk
from pipeline.model import JsonObject
from pipeline.solvers.cardinality import sum_clauses


@lru_cache(maxsize=8)
def _ways(edges: tuple[Pair, ...]) -> Ways:
    """Return the neighbours of each node; a proof by SAT wants them for each of its models."""
    return add_ways({}, ((ALWAYS, a, b) for a, b in edges))


@dataclass(frozen=True, slots=True)
class Regions(LazyGlobal):
    """Each connected region of present nodes has exactly one node with a size, that of the region.

    ``nodes`` are literals, ``edges`` pairs of neighbours, ``sizes`` the size given at each node, 0
    for none and -1 for any size. Nodes with a size are present.
    """

    nodes: tuple[int, ...]
    edges: tuple[Pair, ...]
    sizes: tuple[int, ...]

    def encode(self, encoding: Encoding) -> None:
        """Require that each present node belongs to one with a size, and that sizes are exact."""
        self.encode_first(encoding)
        clauses, size = encoding.clauses, len(self.nodes)
        roots = [node for node, given in enumerate(self.sizes) if given]
        belongs = [[encoding.new() for _ in roots] for _ in range(size)]
        for node, literal in enumerate(self.nodes):
            clauses.append([-literal, *belongs[node]])
            clauses += [[-one, -other] for one, other in combinations(belongs[node], 2)]
            clauses += [[-one, literal] for one in belongs[node]]
        for a, b in self.edges:
            for one, other in zip(belongs[a], belongs[b], strict=True):
                clauses += [[-self.nodes[b], -one, other], [-self.nodes[a], -other, one]]
        for k, root in enumerate(roots):
            clauses += [[belongs[root][k]]]
            given = self.sizes[root]
            members = [belongs[node][k] for node in range(size)]
            if given > 0:
                made, encoding.variables = sum_clauses(members, given, given, encoding.variables)
                clauses += made
        add_forest(encoding, self.nodes, [(ALWAYS, a, b) for a, b in self.edges], roots)

    def encode_first(self, encoding: Encoding) -> None:
        """Require, in place, that nodes with a size are present."""
        nodes = zip(self.nodes, self.sizes, strict=True)
        encoding.clauses += [[literal] for literal, size in nodes if size]

    def rows(self) -> Rows:
        """Return the constraint for the kernels."""
        nodes = [*zip(self.nodes, self.sizes, strict=True)]
        return Rows("regions", nodes, [(ALWAYS, a, b) for a, b in self.edges])

    def to_json(self) -> JsonObject:
        """Return the constraint for the player."""
        return {
            "type": "regions", "nodes": list(self.nodes), "edges": flat(self.edges),
            "sizes": list(self.sizes),
        }  # fmt: skip

    def find_clauses(self, holds: Callable[[int], bool]) -> Iterator[tuple[int, ...]]:
        """Yield for each wrong region that it is larger, smaller or divided."""
        present = [holds(literal) for literal in self.nodes]
        ways = _ways(self.edges)
        seen: set[int] = set()
        # Nodes with a size first, so that clauses on regions that are too large are near one.
        for start in sorted(range(len(present)), key=lambda node: self.sizes[node] == 0):
            if start in seen or not present[start]:
                continue
            before = walk(ways, start, lambda node: present[node])
            part = [*before]
            seen.update(part)
            sized = [node for node in part if self.sizes[node]]
            if len(sized) > 1:
                way = [sized[1]]
                while way[-1] != start:
                    way.append(before[way[-1]][0])
                yield tuple(-self.nodes[node] for node in way)
            elif 0 < self.sizes[start] < len(part):
                yield tuple(-self.nodes[node] for node in part[: self.sizes[start] + 1])
            elif not sized or len(part) < self.sizes[start]:
                rim = dict.fromkeys(b for a in part for b, _ in ways.get(a, ()) if not present[b])
                own = [] if sized else [-self.nodes[start]]
                yield (*own, *(self.nodes[node] for node in rim))

    def is_broken(self, known: Known) -> bool:
        """Return whether a region has two sizes or too many nodes, or cannot reach its size."""
        ways = _ways(self.edges)
        for start, literal in enumerate(self.nodes):
            size = self.sizes[start]
            if not size and not known(literal):
                continue
            reach = walk(ways, start, lambda node: known(self.nodes[node]) is not False)
            if len(reach) < size or not any(self.sizes[node] for node in reach):
                return True
            if known(literal):
                part = walk(ways, start, lambda node: bool(known(self.nodes[node])))
                inside = [node for node in part if self.sizes[node]]
                if len(inside) > 1 or any(0 < self.sizes[node] < len(part) for node in inside):
                    return True
        return False
