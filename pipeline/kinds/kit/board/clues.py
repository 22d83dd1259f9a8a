"""Clues other than numbers in cells: cages, runs, arrows, numbers outside, signs between cells.

A clue is (sort, place, numbers, sign). A *cage* has its cells as its place, and its total as its
only number, if it has one, perhaps with the sign of an operation. A *run* is a cage in a row or
column, printed in the cell before it; a cell may be in two. A clue on a side (``left``,
``top``, ``right``, ``bottom``) has the number of its row or column as its place, and its numbers in
the direction of reading. A clue *between* two neighbours has these as its place, the smaller first,
and a sign; ``<`` means that the first has the smaller number. An *arrow* is a number in a cell with
the side of the board that it points to as its sign.

What a sort of clue is, is a value: a `ClueSort`. Each has a folder in `kit.looks`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, ClassVar, Final, NamedTuple, TypeGuard

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.symmetry import cells_of_image
from pipeline.model import Json, JsonObject, PuzzleFormatError

CAGE, RUN, BETWEEN, ARROW = "cage", "run", "between", "arrow"
WALL: Final = "|"
"""The sign of a wall between two cells."""
LEFT, TOP, RIGHT, BOTTOM = SIDES = ("left", "top", "right", "bottom")


class Clue(NamedTuple):
    """A clue outside of single cells, see the module."""

    sort: str
    """What it is: ``cage``, ``line``, or a side of the board such as ``left``."""
    place: tuple[int, ...]
    """Its cells, in the order of its sort; of a number outside that of its row or column."""
    numbers: tuple[int, ...] = ()
    """Its numbers in the direction of reading, () if it has none."""
    sign: str = ""
    """Its sign: ``<``, an operation, or the side that an arrow points to."""

    @property
    def total(self) -> int | None:
        """The only number, None if there is none."""
        return self.numbers[0] if self.numbers else None


class Image(NamedTuple):
    """A symmetry of a board: its rows and columns, where its cells go, and the image's columns."""

    rows: int
    cols: int
    to: Mapping[int, int]
    wide: int

    def side_of(self, line: Sequence[int]) -> tuple[str, int]:
        """Return the side from which the image of a line is seen, and its row or column."""
        (row, col), (row2, col2) = (
            divmod(self.to[cell], self.wide) for cell in (line[0], line[-1])
        )
        if row == row2 and (col != col2 or len(line) == 1 == self.wide):
            return (LEFT if col < col2 else RIGHT), row
        return (TOP if row < row2 else BOTTOM), col


class ClueSort(ABC):
    """A sort of clues outside of single cells: which there may be, and their JSON.

    What follows from its look is in the folder of its module: ``draw``, ``read`` and ``say``.
    """

    is_needed: ClassVar[bool] = False
    """Whether every puzzle of the kind has such a clue, with a number."""
    is_outside: ClassVar[bool] = False
    """Whether they are outside of the board, which is drawn smaller for them."""
    is_counted: ClassVar[bool] = False
    """Whether they count as clues of a puzzle even if a maker does not remove them."""
    is_drawn: ClassVar[bool] = True
    """Whether a person may put them on a board, see `edits`."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The names of the sort: one, or the sides of the board."""

    @abstractmethod
    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """Raise `PuzzleFormatError` for a clue that the kind does not have, or a second one.

        ``taken`` is empty for the first clue of a board, and is used as the sort likes.
        """

    @abstractmethod
    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """Return the JSON of the clues of the sort, which are given alone."""

    @abstractmethod
    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """Yield the clues in a ``record.puzzle``; `PuzzleFormatError` if they are malformed."""

    def edits(self, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
        """Yield what a person may put on a board, as arguments of `looks.edit.Edit`."""
        yield from ()

    @abstractmethod
    def image(self, clue: Clue, image: Image) -> Clue:
        """Return a clue on the image of its board."""


class GroupSort(ClueSort):
    """A sort of one name whose clues are sets of cells, listed in a record under its name and s."""

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """See `ClueSort`."""
        return {f"{self.names[0]}s": [[*clue.place] for clue in clues]}

    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """See `ClueSort`."""
        for cells in cells_of(puzzle, f"{self.names[0]}s"):
            yield Clue(self.names[0], tuple(sorted(cells)))

    def edits(self, rows: int, cols: int) -> Iterator[tuple[Any, ...]]:
        """See `ClueSort`."""
        yield self.names[0], "cells"

    def image(self, clue: Clue, image: Image) -> Clue:
        """See `ClueSort`."""
        return clue._replace(place=tuple(sorted(image.to[cell] for cell in clue.place)))


def require_clues(sorts: Sequence[ClueSort], grid: Grid, clues: Sequence[Clue]) -> None:
    """Raise `PuzzleFormatError` for a clue that is none of the sorts."""
    known: dict[str, tuple[ClueSort, set[object]]] = {}
    for sort in sorts:
        known |= dict.fromkeys(sort.names, (sort, set()))
    for clue in clues:
        if clue.sort not in known:
            raise PuzzleFormatError(f"expected no clue of the sort {clue.sort!r}; leave it out")
        sort, taken = known[clue.sort]
        sort.require_valid(grid, clue, taken)


def require_once(clue: Clue, taken: set[object], place: object = None) -> None:
    """Raise `PuzzleFormatError` if a clue of the sort is at the same place already."""
    place = place or clue.place
    if place in taken:
        raise PuzzleFormatError(
            f"expected one clue of the sort {clue.sort!r} at {list_of(clue.place)}, found "
            "two; leave one out"
        )
    taken.add(place)


def encode_clues(
    sorts: Sequence[ClueSort], rows: int, cols: int, clues: Sequence[Clue]
) -> JsonObject:
    """Return the JSON of clues: lists of cages, of each line's numbers, of signs."""
    found: dict[str, Json] = {}
    for sort in sorts:
        found |= sort.encode(rows, cols, [clue for clue in clues if clue.sort in sort.names])
    return found


def image_of_clues(
    sorts: Sequence[ClueSort], rows: int, cols: int, clues: Sequence[Clue], symmetry: int
) -> tuple[Clue, ...]:
    """Return the clues of a board's image, see `kit.board.symmetry`."""
    image = _image(rows, cols, symmetry)
    sort_of = {name: sort for sort in sorts for name in sort.names}
    return tuple(sorted(sort_of[clue.sort].image(clue, image) for clue in clues))


@lru_cache(maxsize=64)
def _image(rows: int, cols: int, symmetry: int) -> Image:
    cells = cells_of_image(rows, cols, symmetry)
    to = {int(source): cell for cell, source in enumerate(cells.ravel())}
    return Image(rows, cols, to, int(cells.shape[1]))


def totals_of(side: int, size: int) -> range:
    """Return the totals that ``size`` different numbers from 1 to ``side`` can have."""
    return range(size * (size + 1) // 2, size * (2 * side - size + 1) // 2 + 1)


def ahead(grid: Grid, arrow: Clue) -> tuple[int, ...]:
    """Return the cells that an arrow points to, the nearest first.

    >>> [ahead(Grid(2, 3), Clue(ARROW, (4,), (0,), side)) for side in (LEFT, TOP)]
    [(3,), (1,)]
    """
    return _ahead(grid, arrow.place[0], str(arrow.sign))


@lru_cache(maxsize=1 << 14)
def _ahead(grid: Grid, cell: int, side: str) -> tuple[int, ...]:
    row, col = divmod(cell, grid.cols)
    rows, cols = range(grid.rows), range(grid.cols)
    if side in (LEFT, RIGHT):
        way = cols[:col][::-1] if side == LEFT else cols[col + 1 :]
        return tuple(row * grid.cols + at for at in way)
    way = rows[:row][::-1] if side == TOP else rows[row + 1 :]
    return tuple(at * grid.cols + col for at in way)


def runs_of(grid: Grid, blocked: Container[int]) -> list[tuple[int, ...]]:
    """Return the runs of cells between blocked cells, across and then down.

    >>> runs_of(Grid(2, 3), {0, 4})
    [(1, 2), (3,), (5,), (3,), (1,), (2, 5)]
    """
    parted = (groupby(line, blocked.__contains__) for line in grid.lines())
    return [tuple(run) for line in parted for is_blocked, run in line if not is_blocked]


def sum_place(run: Clue) -> tuple[int, bool]:
    """Return the cell with the sum of a run, and whether the run is across.

    >>> sum_place(Clue(RUN, (5, 9), (8,)))
    (1, False)
    """
    step = run.place[1] - run.place[0]
    return run.place[0] - step, step == 1


def line_from(rows: int, cols: int, side: str, line: int) -> range:
    """Return the cells of a row or column as seen from a side.

    >>> [*line_from(2, 3, RIGHT, 1)], [*line_from(2, 3, TOP, 0)]
    ([5, 4, 3], [0, 3])
    """
    whole = range(line * cols, (line + 1) * cols)
    if side in (TOP, BOTTOM):
        whole = range(line, rows * cols, cols)
    return whole[::-1] if side in (RIGHT, BOTTOM) else whole


@lru_cache(maxsize=64)
def lines_outside(grid: Grid) -> Mapping[tuple[str, int], Sequence[int]]:
    """Return the cells of each line by its place outside: rows on the left, columns at the top."""
    keys = [(LEFT, row) for row in range(grid.rows)] + [(TOP, col) for col in range(grid.cols)]
    return dict(zip(keys, grid.lines(), strict=True))


def count_lines(grid: Grid, cells: Iterable[int]) -> tuple[Clue, ...]:
    """Return the number of some cells in each row, on the left, and in each column, at the top.

    >>> [clue.numbers for clue in count_lines(Grid(1, 2), {1})]
    [(1,), (0,), (1,)]
    """
    rows, cols = [0] * grid.rows, [0] * grid.cols
    for cell in cells:
        rows[cell // grid.cols] += 1
        cols[cell % grid.cols] += 1
    sides = ((LEFT, rows), (TOP, cols))
    return tuple(
        sorted(Clue(side, (at,), (count,)) for side, line in sides for at, count in enumerate(line))
    )


def decode_clues(sorts: Sequence[ClueSort], puzzle: JsonObject) -> tuple[Clue, ...]:
    """Return the clues in a ``record.puzzle``; `PuzzleFormatError` if they are malformed."""
    return tuple(sorted(clue for sort in sorts for clue in sort.decode(puzzle)))


def items_of(puzzle: JsonObject, key: str) -> Iterator[Any]:
    """Yield the entries of a list of a puzzle, none if it lacks it."""
    entries = puzzle.get(key, [])
    if not isinstance(entries, list):
        raise PuzzleFormatError(f"expected puzzle.{key} to be a list, found {entries!r}")
    yield from entries


def cells_of(puzzle: JsonObject, key: str) -> Iterator[list[int]]:
    """Yield the lists of cells of a puzzle, none if it lacks them."""
    for cells in items_of(puzzle, key):
        if not are_numbers(cells):
            raise PuzzleFormatError(f"expected lists of cells in puzzle.{key}, found {cells!r}")
        yield cells


def signed_of(puzzle: JsonObject, key: str, what: str, sign: str) -> Iterator[tuple[int, int, str]]:
    """Yield lists of two numbers and a sign."""
    for entry in items_of(puzzle, key):
        if not isinstance(entry, list) or len(entry) != 3 or not are_numbers(entry[:2]):
            example = f'[0, 1, "{sign}"]'
            raise PuzzleFormatError(
                f"expected {what} and a sign such as {example}, found {entry!r}"
            )
        yield entry[0], entry[1], str(entry[2])


def are_numbers(value: Any) -> TypeGuard[list[int]]:
    """Return whether a value is a list of whole numbers."""
    return isinstance(value, list) and all(type(one) is int for one in value)


def list_of(values: Sequence[object]) -> str:
    """Return values as a list in a message."""
    return ", ".join(map(str, values))


def name_of(grid: Grid, cell: int) -> str:
    """Return the name of a cell in a message."""
    return f"row {cell // grid.cols + 1}, column {cell % grid.cols + 1}"
