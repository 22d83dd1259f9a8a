"""Consecutive numbers in cells that touch, as in Hidato and Numbrix."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

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

    def near(self) -> tuple[tuple[int, ...], ...]:
        """Return the cells that touch each cell.

        >>> Consecutive("next", ((1, 2, 3, 4),) * 4, 2, has_corners=False).near()
        ((1, 2), (0, 3), (0, 3), (1, 2))
        """
        return _near(len(self.literals), self.cols, self.has_corners)

    def encode(self, encoding: Encoding) -> None:
        """Require a cell with the next number, and one with the last, beside each number."""
        for own, around in zip(self.literals, self.near(), strict=True):
            near = [self.literals[other] for other in around]
            for k, literal in enumerate(own):
                for other in (k - 1, k + 1):
                    if 0 <= other < len(own):
                        encoding.clauses.append([-literal, *(beside[other] for beside in near)])

    def rows(self) -> Rows:
        """Return the constraint for the kernels: the cells of each number."""
        nodes = [(row[k], 0) for k in range(len(self.literals)) for row in self.literals]
        return Rows("consecutive", nodes, width=self.cols, aim=int(self.has_corners))

    def to_json(self) -> JsonObject:
        """Return the constraint for the player."""
        return {
            "type": "consecutive", "literals": short_rows(self.literals),
            "width": len(self.literals), "cols": self.cols, "hasCorners": self.has_corners,
        }  # fmt: skip


@lru_cache(maxsize=16)
def _near(size: int, cols: int, has_corners: bool) -> tuple[tuple[int, ...], ...]:
    places = [divmod(cell, cols) for cell in range(size)]
    return tuple(
        tuple(
            cell
            for cell, (y, x) in enumerate(places)
            if max(down := abs(y - row), across := abs(x - col)) == 1
            and (has_corners or down + across == 1)
        )
        for row, col in places
    )
