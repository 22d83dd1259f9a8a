"""Different values, and lines that are not alike."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.words.base import Encoding, Global, Rows, flat
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
        return Rows(board.ALL_DIFFERENT, nodes, width=len(self.literals[0]))

    def columns(self) -> list[tuple[int, ...]]:
        """Return the literals of each value, of which at most one holds."""
        return list(zip(*self.literals, strict=True))

    def to_json(self) -> JsonObject:
        """Return the constraint for the player: a row of literals that run on as its first one."""
        width = len(self.literals[0])
        rows = [
            row[0] if row == tuple(range(row[0], row[0] + width)) else list(row)
            for row in self.literals
        ]
        about = list(self.about)
        return {"type": "different", "literals": rows, "width": width, "about": about}


@dataclass(frozen=True, slots=True)
class DistinctLines(Global):
    """No two lines of equally many literals have the same values.

    As many literals of each are true; counts must state that. So a line with two undecided places
    that agrees elsewhere with a finished one has them the other way round.
    """

    lines: tuple[tuple[int, ...], ...]

    def encode(self, encoding: Encoding) -> None:
        """Require, in place, that each two lines differ somewhere."""
        for one, other in combinations(self.lines, 2):
            apart = []
            for a, b in zip(one, other, strict=True):
                differs = encoding.new()
                apart.append(differs)
                encoding.clauses += [[-differs, a, b], [-differs, -a, -b]]
            encoding.clauses.append(apart)

    def rows(self) -> Rows:
        """Return the constraint for the kernels."""
        nodes = [(one, 0) for one in flat(self.lines)]
        return Rows(board.DISTINCT_LINES, nodes, width=len(self.lines[0]))

    def to_json(self) -> JsonObject:
        """Return the constraint for the player."""
        return {"type": "distinct", "lines": [list(line) for line in self.lines]}
