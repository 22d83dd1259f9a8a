"""Coloured runs as clues: the lengths of those of a row or column, and the colour of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from pipeline.kinds.kit.board.clues import (
    LEFT,
    TOP,
    Clue,
    are_numbers,
    items_of,
    list_of,
    require_once,
)
from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.looks.outside.clue import Outside
from pipeline.model import Json, JsonObject, PuzzleFormatError
from pipeline.model.hues import Hue

HUES: Final[tuple[Hue, ...]] = ((0, 93, 209), (218, 105, 18), (4, 165, 89), (206, 91, 182))
"""Red, green and blue of the colours 1, 2, 3 and 4 where print has colours; each has a mark, too,
see `looks.coloured.draw`."""
COLOURS: Final = len(HUES)


def gaps_of(colours: Iterable[Any]) -> int:
    """Return how many pairs of runs in a row must have an empty cell between them.

    >>> gaps_of("1122")
    2
    """
    return sum(one == other for one, other in pairwise(colours))


@dataclass(frozen=True, slots=True, kw_only=True)
class ColouredRuns(Outside):
    """Runs left of rows and above columns; the sign of a clue has the colour of each as a digit.

    >>> from pipeline.kinds.kit.board.clues import image_of_clues
    >>> image_of_clues([ColouredRuns()], 2, 3, [Clue(LEFT, (0,), (1, 2), "14")], 1)
    (Clue(sort='left', place=(0,), numbers=(2, 1), sign='41'),)
    """

    sides: tuple[str, ...] = (LEFT, TOP)
    is_run: bool = True

    is_drawn = False

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        require_once(clue, taken, (clue.sort, clue.place))
        count, length = (grid.rows, grid.cols) if clue.sort == LEFT else (grid.cols, grid.rows)
        (at,), numbers = clue.place, clue.numbers
        if not 0 <= at < count:
            raise PuzzleFormatError(f"expected {count} lines on the {clue.sort}, found {at + 1}")
        where = f"on the {clue.sort}, line {at + 1}"
        colours = [*map(int, clue.sign)]
        if len(colours) != len(numbers) or not all(1 <= one <= COLOURS for one in colours):
            raise PuzzleFormatError(
                f"expected a colour from 1 to {COLOURS} for each number, found "
                f"{list_of(colours) or 'none'} {where}"
            )
        if min(numbers, default=1) < 1 or sum(numbers) + gaps_of(clue.sign) > length:
            raise PuzzleFormatError(
                f"expected numbers that fit {length} cells, found {list_of(numbers)} {where}"
            )

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """See `ClueSort`."""
        puzzle = dict(Outside.encode(self, rows, cols, clues))
        for side in self.sides:
            lines: list[Json] = [[] for _ in range(rows if side == LEFT else cols)]
            for clue in clues:
                if clue.sort == side:
                    lines[clue.place[0]] = [*map(int, clue.sign)]
            puzzle[f"{side}_colours"] = lines
        return puzzle

    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """See `ClueSort`."""
        colours: dict[tuple[str, int], list[int]] = {}
        for side in self.sides:
            for k, line in enumerate(items_of(puzzle, f"{side}_colours")):
                if not are_numbers(line) or not all(0 <= one <= 9 for one in line):
                    raise PuzzleFormatError(
                        f"expected lists of numbers in puzzle.{side}_colours, found {line!r}"
                    )
                colours[side, k] = line
        for clue in Outside.decode(self, puzzle):
            own = colours.pop((clue.sort, clue.place[0]), [])
            yield clue._replace(sign="".join(map(str, own)))
        for (side, k), line in colours.items():
            if line:
                raise PuzzleFormatError(
                    f"expected as many numbers as colours on the {side}, line {k + 1}, found none"
                )
