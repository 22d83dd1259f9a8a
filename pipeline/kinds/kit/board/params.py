"""Parameters of the generator of a declared kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

Images: TypeAlias = tuple[tuple[int, ...], ...]
"""For each image of the board in which clues keep their places, the source cell of each cell."""


@dataclass(frozen=True, slots=True)
class Params:
    """Parameters of the generator of a declared kind.

    ``clues`` is the inclusive range of the number of clues, None to remove as many as possible.
    ``hardest`` is the hardest level of deduction that may be needed, ``band`` the wanted band.
    """

    rows: int
    cols: int
    rule: str = ""
    clues: tuple[int, int] | None = None
    symmetry: str = "none"
    hardest: str | None = None
    band: str | None = None
    mask: tuple[int, ...] | None = None
    """The cells that may have clues; None for all."""
    own: tuple[tuple[str, Any], ...] = ()
    """The kind's own settings, by name."""


class Usual(NamedTuple):
    """Clues as players expect them in a band, unless settings say otherwise.

    ``percent`` is the inclusive range of clues in percent of the cells, None for as few as the
    hardest level allows; ``symmetry`` is a name of `clue_places.SYMMETRIES`.
    """

    percent: tuple[int, int] | None = None
    symmetry: str = "none"

    def clues(self, cells: int) -> tuple[int, int] | None:
        """Return the range of clues on a board, rounded outwards.

        >>> Usual((40, 47)).clues(81)
        (32, 39)
        """
        if self.percent is None:
            return None
        return cells * self.percent[0] // 100, -(-cells * self.percent[1] // 100)
