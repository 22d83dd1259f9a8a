"""Consecutive numbers in cells that touch, as in Hidato and Numbrix."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.kinds.kit.words.base import Encoding, Global, Rows, short_rows
from pipeline.model import JsonObject


@dataclass(frozen=True, slots=True)
class Consecutive(Global):
    """Cells with numbers that follow each other touch.

    ``literals[cell][k]`` is true if a cell has the number k + 1; counts must state that each cell
    has one number, and each number one cell. The cells are those of a board in reading order,
    ``cols`` in a row. Cells that share only a corner touch if ``has_corners``.
    """

    literals: tuple[tuple[int, ...], ...]
    cols: int
    has_corners: bool

    def near(self, cell: int) -> list[int]:
        """Return the cells that touch a cell.

        >>> one = Consecutive("next", ((1, 2, 3, 4),) * 4, 2, has_corners=False)
        >>> one.near(0), one.near(3)
        ([1, 2], [1, 2])
        """
        row, col = divmod(cell, self.cols)
        return [
            other
            for other in range(len(self.literals))
            if max(down := abs(other // self.cols - row), across := abs(other % self.cols - col)) == 1
            and (self.has_corners or down + across == 1)
        ]

    def encode(self, encoding: Encoding) -> None:
        """Require a cell with the next number, and one with the last, beside each number."""
        for cell, own in enumerate(self.literals):
            near = [self.literals[other] for other in self.near(cell)]
            for k, literal in enumerate(own):
                for other in (k - 1, k + 1):
                    if 0 <= other < len(own):
                        encoding.clauses.append([-literal, *(beside[other] for beside in near)])

    def bounds(self, number: int, filled: dict[int, int]) -> tuple[int, ...]:
        """Return the nearest numbers below and above one, of those that are in cells.

        ``filled`` has the number of each cell that is known.
        """
        below = max((one for one in filled.values() if one < number), default=0)
        above = min((one for one in filled.values() if one > number), default=0)
        return tuple(one for one in (below, above) if one)

    def rows(self) -> Rows:
        """Return the constraint for the kernels: the cells of each number."""
        nodes = [(row[k], 0) for k in range(len(self.literals)) for row in self.literals]
        return Rows("consecutive", nodes, width=self.cols, aim=int(self.has_corners))

    def to_json(self) -> JsonObject:
        """Return the constraint for the player, as that of different values."""
        return {
            "type": "consecutive", "literals": short_rows(self.literals),
            "width": len(self.literals), "cols": self.cols, "hasCorners": self.has_corners,
        }  # fmt: skip
