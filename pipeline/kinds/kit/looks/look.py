"""How a kind looks on paper, as values that drawing, reading and playing share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from pipeline.kinds.kit.board.board import Board, Solution

Shape: TypeAlias = Literal["plain", "white", "black", "wall", "tree"]
"""The background of a clue: paper, a white or black circle, a filled cell; or a tree."""
Shaded: TypeAlias = Literal["shaded", "lamp", "star", "tent"]
"""The look of a shaded cell of an answer."""


@dataclass(frozen=True, slots=True)
class Sign:
    """The look of a clue: its background, and whether its number is printed."""

    shape: Shape = "plain"
    is_number: bool = True


NUMBER: Final = Sign()


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """The look of a kind on paper.

    ``is_dotted`` draws dots at corners in place of a grid in a frame. ``signs`` has the clues that
    do not look like ``usual``; empty cells are blank.
    """

    is_dotted: bool = False
    signs: Mapping[int, Sign] = field(default_factory=dict)
    usual: Sign = NUMBER
    shaded: Shaded = "shaded"
    symbols: tuple[str, str] | None = None
    """What an answer writes in cells that are not shaded and in those that are; clues 0 and 1 are
    printed so. "white" and "black" are circles; ``signs`` gives clues the same. None: shade cells.
    """
    fives: bool = False  # Every fifth line is heavy, and lines part the numbers outside
    is_walled: bool = False  # Whether heavy lines part cages, in place of a dashed outline in each
    diagonals: str = ""  # The rule under which both diagonals are drawn, "" for none

    def sign(self, clue: int) -> Sign:
        """Return the look of a clue."""
        return self.signs.get(clue, self.usual)

    def word(self, number: int) -> str:
        """Return a number as it is printed in a cell."""
        return self.symbols[number] if self.symbols else str(number)

    def written(self, clues: Board, solution: Solution) -> Solution:
        """Return a solution as numbers if its shaded cells are printed as symbols.

        >>> shaded = Solution("cells", ((1,),))
        >>> Looks(symbols=("o", "x")).written(Board(1, 2, (-1, -1)), shaded).items
        ((0, 0), (1, 1))
        """
        if not self.symbols or solution.family != "cells":
            return solution
        shaded = set(solution.items)
        return Solution(
            "numbers", tuple((cell, int((cell,) in shaded)) for cell in clues.grid.cells)
        )
