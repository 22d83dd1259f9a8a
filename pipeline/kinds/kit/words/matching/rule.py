"""A perfect matching, as that of trees and tents."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from pipeline.kinds.kit.board.grid import Pair
from pipeline.kinds.kit.words.base import ALWAYS, Encoding, Global, Rows, flat
from pipeline.model import JsonObject


@dataclass(frozen=True, slots=True)
class Matching(Global):
    """Each slot has one of the true literals of its own; no other literal is true.

    ``edges`` are the pairs (slot, place in ``literals``) that may be matched.
    """

    slots: int
    literals: tuple[int, ...]
    edges: tuple[Pair, ...]

    def encode(self, encoding: Encoding) -> None:
        """Require one chosen edge of each slot and of each true literal."""
        chosen = [encoding.new() for _ in self.edges]
        for slot in range(self.slots):
            choices = [one for one, edge in zip(chosen, self.edges, strict=True) if edge[0] == slot]
            encoding.clauses += [choices, *([-a, -b] for a, b in combinations(choices, 2))]
        for place, literal in enumerate(self.literals):
            choices = [
                one for one, edge in zip(chosen, self.edges, strict=True) if edge[1] == place
            ]
            encoding.clauses += [[-literal, *choices], *([literal, -one] for one in choices)]
            encoding.clauses += [[-a, -b] for a, b in combinations(choices, 2)]

    def rows(self) -> Rows:
        """Return the constraint for the kernels."""
        nodes = [(ALWAYS, 0)] * self.slots + [(literal, 0) for literal in self.literals]
        edges = [(ALWAYS, slot, self.slots + place) for slot, place in self.edges]
        return Rows("matching", nodes, edges, width=self.slots)

    def to_json(self) -> JsonObject:
        """Return the constraint for the player."""
        return {
            "type": "matching", "slots": self.slots, "nodes": list(self.literals),
            "edges": flat(self.edges),
        }  # fmt: skip
