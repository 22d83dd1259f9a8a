"""Lines that are not alike."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from pipeline.kinds.kit.words.base import Encoding, Global, Rows, flat
from pipeline.model import JsonObject


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
        return Rows("distinct_lines", nodes, width=len(self.lines[0]))

    def to_json(self) -> JsonObject:
        """Return the constraint for the player."""
        return {"type": "distinct", "lines": [list(line) for line in self.lines]}
