"""A bank of dominoes: the two numbers at each drawn edge are a piece, each used as often as it is.

Cells are joined in pairs elsewhere, as many as there are pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from pipeline.kinds.kit.words.base import ALWAYS, Edge, Encoding, Global, Rows, flat
from pipeline.model import JsonObject
from pipeline.solvers.cardinality import sum_clauses

ALL: Final = -1
"""In place of the number of a piece: what all together allow at an edge."""


class Piece(NamedTuple):
    """Two numbers, the smaller first, and how many pieces have them."""

    low: int
    high: int
    times: int


@dataclass(frozen=True, slots=True)
class Bank(Global):
    """Each drawn edge is one of the pieces, and each of these is at ``times`` edges.

    ``literals[place][k]`` is true if the place has the number k; counts must state that each has
    one. Edges are (literal, place, place). ``aim`` is the piece whose places the propagators look
    for, or `ALL`; the clauses have all.
    """

    literals: tuple[tuple[int, ...], ...]
    edges: tuple[Edge, ...]
    pieces: tuple[Piece, ...]
    aim: int = ALL

    def encode(self, encoding: Encoding) -> None:
        """Require, in place, a piece in one of its two ways at each drawn edge."""
        if self.aim != ALL:
            return
        clauses = encoding.clauses
        uses: list[list[int]] = [[] for _ in self.pieces]
        for literal, cell, other in self.edges:
            ways = []
            for index, (low, high, _) in enumerate(self.pieces):
                for first, second in dict.fromkeys(((low, high), (high, low))):
                    way = encoding.new()
                    ways.append(way)
                    uses[index].append(way)
                    ends = self.literals[cell][first], self.literals[other][second]
                    clauses += [[-way, needed] for needed in (literal, *ends)]
            clauses.append([-literal, *ways])
        for own, piece in zip(uses, self.pieces, strict=True):
            made, encoding.variables = sum_clauses(
                own, piece.times, piece.times, encoding.variables
            )
            clauses += made

    def rows(self) -> Rows:
        """Return the constraint for the kernels: numbers of places, then the pieces."""
        width = len(self.literals[0])
        nodes = [(x, k) for place in self.literals for k, x in enumerate(place)]
        nodes += [(ALWAYS, (piece.times * width + piece.low) * width + piece.high)
                  for piece in self.pieces]  # fmt: skip
        edges = [(x, one * width, other * width) for x, one, other in self.edges]
        return Rows("bank", nodes, edges, width, self.aim)

    def to_json(self) -> JsonObject:
        """Return the constraint for the player; all but one refer to the one of `ALL`."""
        parts: JsonObject = {"like": True}
        if self.aim == ALL:
            parts = {
                "pieces": flat(self.pieces), "edges": flat(self.edges),
                "width": len(self.literals[0]), "literals": [row[0] for row in self.literals],
            }  # fmt: skip
        return {"type": "bank", "aim": self.aim, **parts}
