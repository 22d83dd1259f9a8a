"""Numbers outside of the board for the cells of a diagonal, as in Little Killer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from pipeline.kinds.kit.board.clues import (
    Clue,
    ClueSort,
    Image,
    are_numbers,
    items_of,
    require_once,
)
from pipeline.kinds.kit.board.grid import Grid
from pipeline.model import JsonObject, PuzzleFormatError

SLANT: Final = "slant"
_KEY: Final = "slants"


@dataclass(frozen=True, slots=True)
class Slants(ClueSort):
    """Sums along diagonals; the place of a clue is its cells, that beside the number first."""

    names = (SLANT,)
    is_outside = True

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        ways = slants_of(grid.rows, grid.cols)
        if clue.place not in ways:
            raise PuzzleFormatError(
                f"expected the cells of a diagonal from a rim of the board, found {[*clue.place]}"
            )
        if len(clue.numbers) != 1 or clue.numbers[0] < 1:
            raise PuzzleFormatError(f"expected a sum for a diagonal, found {[*clue.numbers]}")
        require_once(clue, taken, (ways[clue.place], "slot"))

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """See `ClueSort`."""
        return {_KEY: [{"cells": [*one.place], "total": one.numbers[0]} for one in clues]}

    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """See `ClueSort`."""
        for item in items_of(puzzle, _KEY):
            entry: Mapping[str, Any] = item if isinstance(item, Mapping) else {}
            cells, total = entry.get("cells"), entry.get("total")
            if not are_numbers(cells) or type(total) is not int:
                raise PuzzleFormatError(
                    f'expected a diagonal such as {{"cells": [1, 5], "total": 9}}, found {item!r}'
                )
            yield Clue(SLANT, tuple(cells), (total,))

    def edits(self, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
        """See `ClueSort`."""
        yield SLANT, "way", ("",), 1, ()

    def image(self, clue: Clue, image: Image) -> Clue:
        """See `ClueSort`."""
        return clue._replace(place=tuple(image.to[cell] for cell in clue.place))


@lru_cache(maxsize=64)
def slants_of(rows: int, cols: int) -> Mapping[tuple[int, ...], tuple[int, int]]:
    """Return the cells of each diagonal from a rim, with the (row, col) of its number outside.

    From a cell in a corner only the long diagonal begins.

    >>> dict(sorted(slants_of(2, 2).items()))
    {(0,): (-1, 1), (0, 3): (-1, -1), (1,): (-1, 0), (1, 2): (-1, 2), (2,): (0, -1), \
(2, 1): (2, -1), (3,): (0, 2), (3, 0): (2, 2)}
    """
    slants: dict[tuple[int, ...], tuple[int, int]] = {}
    for row in range(rows):
        for col in range(cols):
            for down in (1, -1):
                for right in (1, -1):
                    before = row - down, col - right
                    if before[0] in range(rows) and before[1] in range(cols):
                        continue
                    cells, at = [], (row, col)
                    while at[0] in range(rows) and at[1] in range(cols):
                        cells.append(at[0] * cols + at[1])
                        at = at[0] + down, at[1] + right
                    slants.setdefault(tuple(cells), before)
    return slants
