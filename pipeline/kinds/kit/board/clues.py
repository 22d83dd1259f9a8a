"""Clues other than numbers in cells: cages, runs, arrows, numbers outside, signs between cells.

A clue is (sort, place, numbers, sign). A *cage* has its cells as its place, and its total as its
only number, if it has one, perhaps with the sign of an operation. A *run* is a cage in a row or
column, printed in the cell before it; a cell may be in two. A clue on a side (``left``,
``top``, ``right``, ``bottom``) has the number of its row or column as its place, and its numbers in
the direction of reading. A clue *between* two neighbours has these as its place, the smaller first,
and a sign; ``<`` means that the first has the smaller number. An *arrow* is a number in a cell with
the side of the board that it points to as its sign.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, NamedTuple, TypeGuard

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.symmetry import cells_of_image
from pipeline.model import Json, JsonObject, PuzzleFormatError

CAGE, RUN, BETWEEN, ARROW = "cage", "run", "between", "arrow"
WALL: Final = "|"
"""The sign of a wall between two cells."""
LEFT, TOP, RIGHT, BOTTOM = SIDES = ("left", "top", "right", "bottom")
_OPPOSITE: Final = {LEFT: RIGHT, RIGHT: LEFT, TOP: BOTTOM, BOTTOM: TOP}
_TURNED: Final = {"<": ">", ">": "<"}


class Clue(NamedTuple):
    """A clue outside of single cells, see the module."""

    sort: str
    place: tuple[int, ...]
    numbers: tuple[int, ...] = ()
    sign: str = ""

    @property
    def total(self) -> int | None:
        """The only number, None if there is none."""
        return self.numbers[0] if self.numbers else None


def totals_of(side: int, size: int) -> range:
    """Return the totals that ``size`` different numbers from 1 to ``side`` can have."""
    return range(size * (size + 1) // 2, size * (2 * side - size + 1) // 2 + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """The clues that a kind has besides numbers in cells and regions.

    ``totals`` (side of the board, number of cells) returns the totals of a cage, ``numbers``
    (length of the line) the numbers outside.
    """

    has_cages: bool = False
    has_runs: bool = False
    totals: Callable[[int, int], Container[int]] = lambda side, size: range(1, 1000)
    operations: tuple[str, ...] = ()
    """The signs that a total may have; it may lack one too."""
    sides: tuple[str, ...] = ()
    numbers: Callable[[int], Container[int]] = lambda length: range(1, length + 1)
    is_one_number: bool = False
    """Whether a line has one number at most on each side."""
    is_run: bool = False
    """Whether the numbers of a line are the same from its other end, as runs of a nonogram."""
    signs: tuple[str, ...] = ()  # The signs between cells
    has_arrows: bool = False
    """Whether cells may have a number with an arrow, for the cells that it points to."""

    def require_valid(self, grid: Grid, clues: Sequence[Clue]) -> None:
        """Raise `PuzzleFormatError` for a clue that the kind does not have."""
        caged: set[int] = set()
        arrowed: set[int] = set()
        seen: set[tuple[str, tuple[int, ...], bool]] = set()
        for clue in clues:
            place = (clue.sort, clue.place, clue.sign == WALL)
            if place in seen and clue.sort not in (CAGE, ARROW):
                raise PuzzleFormatError(
                    f"expected one clue of the sort {clue.sort!r} at {_list(clue.place)}, found "
                    "two; leave one out"
                )
            seen.add(place)
            if clue.sort == CAGE and self.has_cages:
                self._require_cage(grid, clue, caged)
                caged.update(clue.place)
            elif clue.sort == RUN and self.has_runs:
                self._require_run(grid, clue)
            elif clue.sort in self.sides:
                self._require_numbers(grid, clue)
            elif clue.sort == BETWEEN and self.signs:
                self._require_sign(grid, clue)
            elif clue.sort == ARROW and self.has_arrows:
                _require_arrow(grid, clue, arrowed)
                arrowed.update(clue.place)
            else:
                raise PuzzleFormatError(f"expected no clue of the sort {clue.sort!r}; leave it out")

    def _require_cage(self, grid: Grid, clue: Clue, caged: Container[int]) -> None:
        cells, total = clue.place, clue.numbers
        strays = [cell for cell in cells if not 0 <= cell < grid.rows * grid.cols]
        if strays or len(set(cells)) < len(cells):
            raise PuzzleFormatError(
                f"expected different cells from 0 to {grid.rows * grid.cols - 1} in a cage, found "
                f"{_list(cells)}"
            )
        where = f"the cage of {_name(grid, cells[0])}" if cells else "a cage"
        if not cells or not grid.is_connected(cells):
            raise PuzzleFormatError(f"expected {where} to be connected, found {len(cells)} cells")
        if any(cell in caged for cell in cells):
            raise PuzzleFormatError(f"expected every cell in one cage at most; check {where}")
        if clue.sign not in ("", *self.operations):
            raise PuzzleFormatError(
                f"expected {_list(self.operations) or 'no sign'} after the total of {where}, found "
                f"{clue.sign!r}"
            )
        if total and total[0] not in self.totals(grid.rows, len(cells)):
            raise PuzzleFormatError(
                f"expected a total that {len(cells)} cells can have, found {total[0]} in {where}"
            )

    def _require_run(self, grid: Grid, clue: Clue) -> None:
        cells, total = clue.place, clue.numbers
        if not _is_run(grid, cells):
            raise PuzzleFormatError(
                "expected a run of two or more cells of a row or column, with a cell before it for "
                f"its sum, found {_list(cells)}"
            )
        if not total or total[0] not in self.totals(grid.rows, len(cells)):
            raise PuzzleFormatError(
                f"expected a sum that {len(cells)} cells can have, found {_list(total) or 'none'} "
                f"in the run from {_name(grid, cells[0])}"
            )

    def _require_numbers(self, grid: Grid, clue: Clue) -> None:
        is_row = clue.sort in (LEFT, RIGHT)
        count, length = (grid.rows, grid.cols) if is_row else (grid.cols, grid.rows)
        (at,), numbers = clue.place, clue.numbers
        if not 0 <= at < count:
            raise PuzzleFormatError(f"expected {count} lines on the {clue.sort}, found {at + 1}")
        allowed = self.numbers(length)
        least = sum(numbers) + len(numbers) - 1 if self.is_run else 0
        if any(number not in allowed for number in numbers) or least > length:
            raise PuzzleFormatError(
                f"expected numbers that fit {length} cells, found {_list(numbers)} on the "
                f"{clue.sort}, line {at + 1}"
            )
        if self.is_one_number and len(numbers) > 1:
            raise PuzzleFormatError(f"expected one number on the {clue.sort}, line {at + 1}")

    def _require_sign(self, grid: Grid, clue: Clue) -> None:
        if clue.place not in grid.edges() or clue.sign not in self.signs:
            raise PuzzleFormatError(
                f"expected one of {_list(self.signs)} between neighbours, found {clue.sign!r} "
                f"between {list(clue.place)}"
            )

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """Return the JSON of clues: lists of cages, of each line's numbers, of signs."""
        found: dict[str, Json] = {}
        if self.has_cages:
            found["cages"] = [
                {"cells": [*clue.place]}
                | ({"total": clue.numbers[0]} if clue.numbers else {})
                | ({"sign": clue.sign} if clue.sign else {})
                for clue in clues
                if clue.sort == CAGE
            ]
        if self.has_runs:
            found["runs"] = [
                {"cells": [*clue.place], "total": clue.numbers[0]}
                for clue in clues
                if clue.sort == RUN
            ]
        for side in self.sides:
            count = rows if side in (LEFT, RIGHT) else cols
            lines: list[list[int]] = [[] for _ in range(count)]
            for clue in clues:
                if clue.sort == side:
                    lines[clue.place[0]] = [*clue.numbers]
            found[side] = [*lines]
        if self.signs:
            found["between"] = [[*clue.place, clue.sign] for clue in clues if clue.sort == BETWEEN]
        if self.has_arrows:
            found["arrows"] = [
                [*clue.place, *clue.numbers, clue.sign] for clue in clues if clue.sort == ARROW
            ]
        return found

    def decode(self, puzzle: JsonObject) -> tuple[Clue, ...]:
        """Return the clues in a ``record.puzzle``; `PuzzleFormatError` if they are malformed."""
        found: list[Clue] = []
        for sort in [CAGE] * self.has_cages + [RUN] * self.has_runs:
            for cage in _items(puzzle, f"{sort}s"):
                cells = cage.get("cells") if isinstance(cage, Mapping) else None
                total = cage.get("total") if isinstance(cage, Mapping) else None
                if not _are_numbers(cells) or not (total is None or type(total) is int):
                    raise PuzzleFormatError(
                        f'expected a {sort} such as {{"cells": [0, 1], "total": 5}}, found {cage!r}'
                    )
                numbers, sign = () if total is None else (total,), str(cage.get("sign", ""))
                found.append(Clue(sort, tuple(sorted(cells)), numbers, sign))
        for side in self.sides:
            for at, numbers in enumerate(_items(puzzle, side)):
                if not _are_numbers(numbers):
                    raise PuzzleFormatError(
                        f"expected lists of numbers in puzzle.{side}, found {numbers!r}"
                    )
                if numbers:
                    found.append(Clue(side, (at,), tuple(numbers)))
        for a, b, sign in _signed(puzzle, "between", "two cells", "=") if self.signs else ():
            found.append(Clue(BETWEEN, (a, b), (), sign))
        for cell, number, side in (
            _signed(puzzle, "arrows", "a cell, a number", RIGHT) if self.has_arrows else ()
        ):
            found.append(Clue(ARROW, (cell,), (number,), side))
        return tuple(sorted(found))

    def image(self, rows: int, cols: int, clues: Sequence[Clue], symmetry: int) -> tuple[Clue, ...]:
        """Return the clues of a board's image, see `kit.symmetry`.

        >>> runs = Extra(sides=(LEFT, TOP), is_run=True)
        >>> runs.image(2, 3, [Clue(LEFT, (0,), (1, 2))], 1)
        (Clue(sort='left', place=(0,), numbers=(2, 1), sign=''),)
        """
        cells = cells_of_image(rows, cols, symmetry)
        to = {int(source): cell for cell, source in enumerate(cells.ravel())}
        wide = int(cells.shape[1])
        return tuple(sorted(self._moved(clue, to, rows, cols, wide) for clue in clues))

    def _moved(self, clue: Clue, to: Mapping[int, int], rows: int, cols: int, wide: int) -> Clue:
        if clue.sort in (CAGE, RUN):
            return clue._replace(place=tuple(sorted(to[cell] for cell in clue.place)))
        if clue.sort == BETWEEN:
            a, b = (to[cell] for cell in clue.place)
            sign = clue.sign if a < b else _TURNED.get(clue.sign, clue.sign)
            return Clue(BETWEEN, (min(a, b), max(a, b)), (), sign)
        if clue.sort == ARROW:
            at = clue.place[0]
            index = at // cols if clue.sign in (LEFT, RIGHT) else at % cols
            line = line_from(rows, cols, clue.sign, index)
            return clue._replace(place=(to[at],), sign=_side_of(line, to, wide)[0])
        line = line_from(rows, cols, clue.sort, clue.place[0])
        side, at = _side_of(line, to, wide)
        if self.is_run and side not in self.sides:
            return Clue(_OPPOSITE[side], (at,), clue.numbers[::-1])
        return Clue(side, (at,), clue.numbers)


def _side_of(line: range, to: Mapping[int, int], wide: int) -> tuple[str, int]:
    """Return from which side the image of a line is seen, and the number of its row or column."""
    (row, col), (row2, col2) = (divmod(to[cell], wide) for cell in (line[0], line[-1]))
    if row == row2 and (col != col2 or len(line) == 1 == wide):
        return (LEFT if col < col2 else RIGHT), row
    return (TOP if row < row2 else BOTTOM), col


def _require_arrow(grid: Grid, clue: Clue, arrowed: Container[int]) -> None:
    (cell,), (number,) = clue.place, clue.numbers
    if not 0 <= cell < grid.rows * grid.cols or cell in arrowed:
        raise PuzzleFormatError(f"expected one arrow in a cell of the board, found cell {cell}")
    if clue.sign not in SIDES:
        raise PuzzleFormatError(
            f"expected an arrow to one of {_list(SIDES)}, found {clue.sign!r} in "
            f"{_name(grid, cell)}"
        )
    most = len(ahead(grid, clue))
    if not 0 <= number <= most:
        raise PuzzleFormatError(
            f"expected a number from 0 to {most} with the arrow in {_name(grid, cell)}, found "
            f"{number}"
        )


def ahead(grid: Grid, arrow: Clue) -> list[int]:
    """Return the cells that an arrow points to, the nearest first.

    >>> [ahead(Grid(2, 3), Clue(ARROW, (4,), (0,), side)) for side in (LEFT, TOP)]
    [[3], [1]]
    """
    row, col = divmod(arrow.place[0], grid.cols)
    rows, cols = range(grid.rows), range(grid.cols)
    if arrow.sign in (LEFT, RIGHT):
        way = cols[:col][::-1] if arrow.sign == LEFT else cols[col + 1 :]
        return [row * grid.cols + at for at in way]
    way = rows[:row][::-1] if arrow.sign == TOP else rows[row + 1 :]
    return [at * grid.cols + col for at in way]


def _is_run(grid: Grid, cells: tuple[int, ...]) -> bool:
    """Return whether cells follow each other in a row or column, with a cell before them."""
    first, last = cells[0] if cells else 0, cells[-1] if cells else 0
    step = cells[1] - first if len(cells) > 1 else 0
    if step == 1 and grid.cols > 1:
        is_within = first % grid.cols > 0 and first // grid.cols == last // grid.cols
    else:
        is_within = step == grid.cols and first >= grid.cols
    is_on_board = first >= 0 and last < grid.rows * grid.cols
    return is_within and is_on_board and cells == tuple(range(first, last + 1, step))


def runs_of(grid: Grid, blocked: Container[int]) -> list[tuple[int, ...]]:
    """Return the runs of cells between blocked cells, across and then down.

    >>> runs_of(Grid(2, 3), {0, 4})
    [(1, 2), (3,), (5,), (3,), (1,), (2, 5)]
    """
    parted = (groupby(line, lambda cell: cell in blocked) for line in grid.lines())
    return [tuple(run) for line in parted for is_blocked, run in line if not is_blocked]


def sum_place(run: Clue) -> tuple[int, bool]:
    """Return the cell with the sum of a run, and whether the run is across.

    >>> sum_place(Clue(RUN, (5, 9), (8,)))
    (1, False)
    """
    step = run.place[1] - run.place[0]
    return run.place[0] - step, step == 1


def line_from(rows: int, cols: int, side: str, at: int) -> range:
    """Return the cells of a row or column as seen from a side.

    >>> [*line_from(2, 3, RIGHT, 1)], [*line_from(2, 3, TOP, 0)]
    ([5, 4, 3], [0, 3])
    """
    whole = range(at * cols, (at + 1) * cols)
    if side in (TOP, BOTTOM):
        whole = range(at, rows * cols, cols)
    return whole[::-1] if side in (RIGHT, BOTTOM) else whole


@lru_cache(maxsize=64)
def lines_outside(grid: Grid) -> Mapping[tuple[str, int], Sequence[int]]:
    """Return the cells of each line by its place outside: rows on the left, columns at the top."""
    keys = [(LEFT, row) for row in range(grid.rows)] + [(TOP, col) for col in range(grid.cols)]
    return dict(zip(keys, grid.lines(), strict=True))


def count_lines(grid: Grid, cells: Container[int]) -> tuple[Clue, ...]:
    """Return the number of some cells in each row, on the left, and in each column, at the top.

    >>> [clue.numbers for clue in count_lines(Grid(1, 2), {1})]
    [(1,), (0,), (1,)]
    """
    lines = lines_outside(grid).items()
    counts = ((place, sum(cell in cells for cell in line)) for place, line in lines)
    return tuple(sorted(Clue(side, (at,), (count,)) for (side, at), count in counts))


def _items(puzzle: JsonObject, key: str) -> Iterator[Any]:
    entries = puzzle.get(key, [])
    if not isinstance(entries, list):
        raise PuzzleFormatError(f"expected puzzle.{key} to be a list, found {entries!r}")
    yield from entries


def _signed(puzzle: JsonObject, key: str, what: str, sign: str) -> Iterator[tuple[int, int, str]]:
    """Yield lists of two numbers and a sign."""
    for entry in _items(puzzle, key):
        if not isinstance(entry, list) or len(entry) != 3 or not _are_numbers(entry[:2]):
            example = f'[0, 1, "{sign}"]'
            raise PuzzleFormatError(
                f"expected {what} and a sign such as {example}, found {entry!r}"
            )
        yield entry[0], entry[1], str(entry[2])


def _are_numbers(value: Any) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(type(one) is int for one in value)


def _list(values: Sequence[object]) -> str:
    return ", ".join(map(str, values))


def _name(grid: Grid, cell: int) -> str:
    return f"row {cell // grid.cols + 1}, column {cell % grid.cols + 1}"
