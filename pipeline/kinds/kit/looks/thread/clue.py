"""Lines through cells as clues: thermometers, arrows from a circle, and plain lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from pipeline.kinds.kit.board.clues import Clue, ClueSort, Image, cells_of, name_of, require_once
from pipeline.kinds.kit.board.grid import Grid
from pipeline.model import JsonObject, PuzzleFormatError

THERMOMETER, SUM_ARROW, LINE = "thermometer", "sum-arrow", "line"
_KEYS: Final = {THERMOMETER: "thermometers", SUM_ARROW: "sum_arrows", LINE: "lines"}


@dataclass(frozen=True, slots=True)
class Threads(ClueSort):
    """Lines, whose cells are in order: from the bulb, or from the circle with the sum.

    Two lines may cross, and some of a sort begin in one cell; none has a cell twice.
    """

    names = (THERMOMETER, SUM_ARROW, LINE)

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        cells, size = clue.place, grid.rows * grid.cols
        if len(cells) < 2 or len(set(cells)) < len(cells) or not {*cells} <= {*range(size)}:
            raise PuzzleFormatError(
                f"expected two or more different cells from 0 to {size - 1} in a {clue.sort}, "
                f"found {[*cells]}"
            )
        for one, other in pairwise(cells):
            if other not in grid.around(one):
                raise PuzzleFormatError(
                    f"expected the cells of a {clue.sort} to touch, found {name_of(grid, one)} "
                    f"before {name_of(grid, other)}"
                )
        for end in (cells[0], cells[-1])[: 1 + (clue.sort == LINE)]:
            others = {(end, name) for name in self.names if name != clue.sort}
            if not others.isdisjoint(taken):
                raise PuzzleFormatError(
                    f"expected lines of one sort to begin in {name_of(grid, end)}, found two"
                )
            taken.add((end, clue.sort))
        for pair in pairwise(cells):
            require_once(clue, taken, (*sorted(pair), "way"))

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """See `ClueSort`."""
        found = {name: [[*one.place] for one in clues if one.sort == name] for name in self.names}
        return {_KEYS[name]: places for name, places in found.items() if places}

    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """See `ClueSort`."""
        for name, key in _KEYS.items():
            for cells in cells_of(puzzle, key):
                yield Clue(name, tuple(cells))

    def edits(self, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
        """See `ClueSort`."""
        for name in self.names:
            yield name, "way"

    def image(self, clue: Clue, image: Image) -> Clue:
        """See `ClueSort`; a plain line has no direction, and begins with its smaller end."""
        cells = tuple(image.to[cell] for cell in clue.place)
        return clue._replace(place=min(cells, cells[::-1]) if clue.sort == LINE else cells)
