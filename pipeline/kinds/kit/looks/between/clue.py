"""Signs between two cells as clues, and walls between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pipeline.kinds.kit.board.clues import (
    BETWEEN,
    WALL,
    Clue,
    ClueSort,
    Image,
    list_of,
    require_once,
    signed_of,
)
from pipeline.kinds.kit.board.grid import Grid
from pipeline.model import JsonObject, PuzzleFormatError

WHITE, BLACK = DOTS = ("white", "black")
"""The signs of dots, which are drawn as such."""
_TURNED: Final = {"<": ">", ">": "<"}


@dataclass(frozen=True, slots=True)
class Between(ClueSort):
    """Signs between neighbours."""

    signs: tuple[str, ...]

    names = (BETWEEN,)

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        require_once(clue, taken, (clue.place, clue.sign == WALL))
        if clue.place not in grid.edges() or clue.sign not in self.signs:
            raise PuzzleFormatError(
                f"expected one of {list_of(self.signs)} between neighbours, found {clue.sign!r} "
                f"between {list(clue.place)}"
            )

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """See `ClueSort`."""
        return {"between": [[*clue.place, clue.sign] for clue in clues]}

    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """See `ClueSort`."""
        for one, other, sign in signed_of(puzzle, "between", "two cells", "="):
            yield Clue(BETWEEN, (one, other), (), sign)

    def edits(self, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
        """See `ClueSort`; a wall may be beside another sign."""
        for walls in (False, True):
            if signs := tuple(sign for sign in self.signs if (sign == WALL) == walls):
                yield BETWEEN, "edge", signs, 0, signs

    def image(self, clue: Clue, image: Image) -> Clue:
        """See `ClueSort`."""
        one, other = (image.to[cell] for cell in clue.place)
        sign = clue.sign if one < other else _TURNED.get(clue.sign, clue.sign)
        return Clue(BETWEEN, (min(one, other), max(one, other)), (), sign)
