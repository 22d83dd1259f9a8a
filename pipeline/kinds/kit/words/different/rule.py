"""Different values."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.kinds.kit.words.base import Encoding, Global, Rows, flat, short_rows
from pipeline.model import JsonObject


@dataclass(frozen=True, slots=True)
class AllDifferent(Global):
    """Places with different values: ``literals[place][value]``; counts must state the same.

    It adds set deductions: if k places have only the same k candidates, no other place has these.
    """

    literals: tuple[tuple[int, ...], ...]

    def encode(self, encoding: Encoding) -> None:
        """Add nothing: the counts suffice."""

    def rows(self) -> Rows:
        """Return the constraint for the kernels."""
        nodes = [(one, 0) for one in flat(self.literals)]
        return Rows("different", nodes, width=len(self.literals[0]))

    def columns(self) -> list[tuple[int, ...]]:
        """Return the literals of each value, of which at most one holds."""
        return list(zip(*self.literals, strict=True))

    def to_json(self) -> JsonObject:
        """Return the constraint for the player: a row of literals that run on as its first one."""
        width, about = len(self.literals[0]), list(self.about)
        rows = short_rows(self.literals)
        return {"type": "different", "literals": rows, "width": width, "about": about}
