"""Open paths whose labels match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

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
from pipeline.kinds.kit.words.graphs import add_ways, find_cycles, walk, way_back
from pipeline.model import JsonObject


@dataclass(frozen=True, slots=True)
class Paths(LazyGlobal):
    """The drawn edges form open paths; consecutive labels on a path match.

    ``labels`` has the label of each node, 0 for none. Labels match if they are equal, or with
    ``in_order`` if they differ by 1. Counts must ensure the degrees.
    """

    edges: tuple[Edge, ...]
    labels: tuple[int, ...]
    in_order: bool

    def encode(self, encoding: Encoding) -> None:
        """Require that each path is directed to larger numbers and passes matching labels."""
        clauses, size = encoding.clauses, len(self.labels)
        place = encoding.numbers(size, size)
        out: list[list[int]] = [[] for _ in self.labels]
        into: list[list[int]] = [[] for _ in self.labels]
        label = encoding.numbers(size, 1 << max(self.labels).bit_length())
        for node, given in enumerate(self.labels):
            if given:
                bits = enumerate(label[node])
                clauses += [[bit if given >> k & 1 else -bit] for k, bit in bits]
        for literal, a, b in self.edges:
            forth, back = encoding.new(), encoding.new()
            clauses += [
                [-literal, forth, back], [-forth, literal], [-back, literal], [-forth, -back],
            ]  # fmt: skip
            for arc, lower, upper in ((forth, a, b), (back, b, a)):
                encoding.add_less(arc, place[lower], place[upper])
                out[lower].append(arc)
                into[upper].append(arc)
                # A node without a label takes that of its predecessor.
                given = self.labels[upper]
                if not given or not self.in_order:
                    clauses += _equal(arc, label[lower], label[upper])
                else:
                    clauses += [[-arc, bit if given - 1 >> k & 1 else -bit]
                                for k, bit in enumerate(label[lower])]  # fmt: skip
        for arcs in (*out, *into):
            clauses += [[-one, -other] for one, other in combinations(arcs, 2)]

    def rows(self) -> Rows:
        """Return the constraint for the kernels."""
        nodes = [(ALWAYS, label) for label in self.labels]
        return Rows("paths", nodes, self.edges, int(self.in_order))

    def to_json(self) -> JsonObject:
        """Return the constraint for the player."""
        return {
            "type": "ways", "edges": flat(self.edges), "labels": list(self.labels),
            "inOrder": self.in_order,
        }  # fmt: skip

    def find_clauses(self, holds: Callable[[int], bool]) -> Iterator[tuple[int, ...]]:
        """Yield that a circle, or a path between labels that do not match, is not all drawn."""
        drawn = [edge for edge in self.edges if holds(edge[0])]
        groups = groups_of((a, b) for _, a, b in drawn)
        parts: dict[int, list[Edge]] = {}
        for edge in drawn:
            parts.setdefault(groups[edge[1]], []).append(edge)
        for edges in parts.values():
            if len({node for _, *ends in edges for node in ends}) == len(edges):
                yield tuple(-literal for literal, _, _ in edges)
        for way in self._wrong_ways(drawn):
            yield tuple(-literal for literal in way)

    def is_broken(self, known: Known) -> bool:
        """Return whether drawn edges close a circle or join labels that do not match."""
        drawn = [edge for edge in self.edges if known(edge[0])]
        return any(find_cycles(drawn)) or any(True for _ in self._wrong_ways(drawn))

    def _wrong_ways(self, drawn: Iterable[Edge]) -> Iterator[list[int]]:
        """Yield the literals of each path between consecutive labels that do not match."""
        ways, labels = add_ways({}, drawn), self.labels
        ends = dict.fromkeys(node for node in ways if labels[node])
        for start in ends:
            before = walk(ways, start, ends=ends)
            for other in before:
                own, label = labels[start], labels[other]
                is_match = abs(own - label) == 1 if self.in_order else own == label
                if label and other > start and not is_match:
                    yield way_back(before, other)


def _equal(arc: int, one: Sequence[int], other: Sequence[int]) -> Iterator[list[int]]:
    for a, b in zip(one, other, strict=True):
        yield from ([-arc, -a, b], [-arc, a, -b])
