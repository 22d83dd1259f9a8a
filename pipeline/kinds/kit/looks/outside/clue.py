"""Numbers outside of the board as clues: those of a row or column, on one of the four sides."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pipeline.kinds.kit.board.clues import (
    BOTTOM,
    LEFT,
    RIGHT,
    SIDES,
    TOP,
    Clue,
    ClueSort,
    Image,
    are_numbers,
    items_of,
    line_from,
    list_of,
    require_once,
)
from pipeline.kinds.kit.board.grid import Grid
from pipeline.model import Json, JsonObject, PuzzleFormatError

_OPPOSITE: Final = {LEFT: RIGHT, RIGHT: LEFT, TOP: BOTTOM, BOTTOM: TOP}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside(ClueSort):
    """Numbers on some sides. ``numbers`` (length of the line) returns those there may be."""

    sides: tuple[str, ...] = SIDES
    numbers: Callable[[int], Container[int]] = lambda length: range(1, length + 1)
    is_one_number: bool = False
    """Whether a line has one number at most on each side."""
    is_run: bool = False
    """Whether the numbers of a line are the same from its other end, as runs of a nonogram."""

    is_needed = True
    is_outside = True

    @property
    def names(self) -> tuple[str, ...]:
        """The sides."""
        return self.sides

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        require_once(clue, taken, (clue.sort, clue.place))
        is_row = clue.sort in (LEFT, RIGHT)
        count, length = (grid.rows, grid.cols) if is_row else (grid.cols, grid.rows)
        (index,), numbers = clue.place, clue.numbers
        if not 0 <= index < count:
            raise PuzzleFormatError(f"expected {count} lines on the {clue.sort}, found {index + 1}")
        allowed = self.numbers(length)
        least = sum(numbers) + len(numbers) - 1 if self.is_run else 0
        if any(number not in allowed for number in numbers) or least > length:
            raise PuzzleFormatError(
                f"expected numbers that fit {length} cells, found {list_of(numbers)} on the "
                f"{clue.sort}, line {index + 1}"
            )
        if self.is_one_number and len(numbers) > 1:
            raise PuzzleFormatError(f"expected one number on the {clue.sort}, line {index + 1}")

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """See `ClueSort`."""
        puzzle: dict[str, Json] = {}
        for side in self.sides:
            lines: list[Json] = [[] for _ in range(rows if side in (LEFT, RIGHT) else cols)]
            for clue in clues:
                if clue.sort == side:
                    lines[clue.place[0]] = [*clue.numbers]
            puzzle[side] = lines
        return puzzle

    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """See `ClueSort`."""
        for side in self.sides:
            for index, numbers in enumerate(items_of(puzzle, side)):
                if not are_numbers(numbers):
                    raise PuzzleFormatError(
                        f"expected lists of numbers in puzzle.{side}, found {numbers!r}"
                    )
                if numbers:
                    yield Clue(side, (index,), tuple(numbers))

    def edits(self, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
        """See `ClueSort`."""
        for side in self.sides:
            length = cols if side in (LEFT, RIGHT) else rows
            yield side, "line", ("",), 1 if self.is_one_number else length, ()

    def image(self, clue: Clue, image: Image) -> Clue:
        """Return a clue on the image of its board, see `kit.board.symmetry`.

        >>> from pipeline.kinds.kit.board.clues import image_of_clues
        >>> runs = Outside(sides=(LEFT, TOP), is_run=True)
        >>> image_of_clues([runs], 2, 3, [Clue(LEFT, (0,), (1, 2))], 1)
        (Clue(sort='left', place=(0,), numbers=(2, 1), sign=''),)
        """
        line = line_from(image.rows, image.cols, clue.sort, clue.place[0])
        side, at = image.side_of(line)
        if self.is_run and side not in self.sides:
            return Clue(_OPPOSITE[side], (at,), clue.numbers[::-1], clue.sign[::-1])
        return Clue(side, (at,), clue.numbers, clue.sign)
