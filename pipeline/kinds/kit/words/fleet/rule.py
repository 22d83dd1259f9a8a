"""Ships of given lengths: straight, and apart even at corners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.kinds.kit.words.base import Encoding, Global, Rows
from pipeline.model import JsonObject
from pipeline.solvers.cardinality import sum_clauses


@dataclass(frozen=True, slots=True)
class Fleet(Global):
    """With ``length`` 0, true nodes form ships, no more of each length than the fleet has.

    A ship is a straight row of nodes with false ones all around. With a ``length``, there are
    exactly as many ships of it as the fleet has. ``nodes`` are the literals of a board in reading
    order, ``cols`` in a row; ``fleet[k]`` is the number of ships of k + 1 nodes.
    """

    nodes: tuple[int, ...]
    cols: int
    fleet: tuple[int, ...]
    length: int = 0

    def ships(self, length: int) -> Iterator[tuple[list[int], list[int]]]:
        """Yield the nodes of each place for a ship, and those around it."""
        rows, cols = len(self.nodes) // self.cols, self.cols
        for high, wide in dict.fromkeys(((1, length), (length, 1))):
            for top in range(rows - high + 1):
                for left in range(cols - wide + 1):
                    ship = [(top + y) * cols + left + x for y in range(high) for x in range(wide)]
                    block = [
                        row * cols + col
                        for row in range(max(top - 1, 0), min(top + high + 1, rows))
                        for col in range(max(left - 1, 0), min(left + wide + 1, cols))
                    ]
                    yield ship, [node for node in block if node not in ship]

    def encode(self, encoding: Encoding) -> None:
        """Add a variable for each place of a ship, count these, and cover all true nodes."""
        clauses = encoding.clauses
        covers: list[list[int]] = [[] for _ in self.nodes]
        for length, number in enumerate(self.fleet, 1):
            if self.length not in (0, length):
                continue
            placed = []
            for ship_nodes, around in self.ships(length):
                parts = [*(self.nodes[k] for k in ship_nodes), *(-self.nodes[k] for k in around)]
                ship = encoding.new()
                placed.append(ship)
                clauses += [[-ship, literal] for literal in parts]
                clauses.append([ship, *(-literal for literal in parts)])
                for k in ship_nodes:
                    covers[k].append(ship)
            if len(placed) < number and self.length:
                clauses.append([])
            else:
                least = number if self.length else 0
                made, encoding.variables = sum_clauses(placed, least, number, encoding.variables)
                clauses += made
        if not self.length:
            clauses += [[-node, *ships] for node, ships in zip(self.nodes, covers, strict=True)]

    def rows(self) -> Rows:
        """Return the constraint for the kernels: the labels of the first nodes are the fleet."""
        labels = [*self.fleet, *[0] * len(self.nodes)]
        return Rows(
            "fleet", [*zip(self.nodes, labels, strict=False)], width=self.cols, aim=self.length
        )

    def to_json(self) -> JsonObject:
        """Return the constraint for the player."""
        return {
            "type": "fleet", "nodes": list(self.nodes), "cols": self.cols,
            "fleet": list(self.fleet), "length": self.length,
            **({"number": self.number} if self.number else {}),
        }  # fmt: skip
