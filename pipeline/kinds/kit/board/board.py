"""Boards and solutions of declared kinds, and solutions as values of a model's variables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.board.clues import CAGE, LEFT, TOP, Clue, ahead, line_from, runs_of
from pipeline.kinds.kit.board.grid import Grid, Pair
from pipeline.kinds.kit.words.core import Family, Model, families_of
from pipeline.model.former_names import with_former_names


@with_former_names(extra="other_clues", extra_on="clues_of")
@dataclass(frozen=True, slots=True)
class Board:
    """A puzzle as printed: the clue of each cell in reading order; an integer marks empty cells.

    ``regions`` is the region number of each cell, () if the kind has none. ``rule`` is "" if the
    kind has one set of rules. ``other_clues`` are those that are not in single cells, sorted.
    """

    rows: int
    """The number of rows."""
    cols: int
    """The number of columns."""
    values: tuple[int, ...]
    """The clue of each cell."""
    rule: str = ""
    regions: tuple[int, ...] = ()
    other_clues: tuple[Clue, ...] = ()

    @property
    def grid(self) -> Grid:
        """The board; equal ones are one object, which caches find faster."""
        return _grid(self.rows, self.cols)

    @property
    def areas(self) -> Sequence[Sequence[int]]:
        """The cells of each region."""
        return _areas(self.regions)

    @property
    def cage_of(self) -> list[int]:
        """The number of the cage of each cell, -1 for none."""
        found = [-1] * len(self.values)
        for number, cage in enumerate(self.clues_of(CAGE)):
            for cell in cage.place:
                found[cell] = number
        return found

    def lines(self) -> Iterator[tuple[str, Sequence[int]]]:
        """Yield ("row", cells) of each row, then ("column", cells) of each column."""
        for k, line in enumerate(self.grid.lines()):
            yield ("row" if k < self.rows else "column"), line

    def groups(self, regions: str = "box") -> Iterator[tuple[str, Sequence[int]]]:
        """Yield the name and the cells of each row, column and region."""
        yield from self.lines()
        yield from ((regions, cells) for cells in self.areas)

    def blocks(self, rows: int, cols: int) -> Iterator[Sequence[int]]:
        """Yield the cells of each block of so many rows and columns."""
        yield from _blocks(self.rows, self.cols, rows, cols)

    def runs(self, is_open: Callable[[int], bool]) -> list[list[int]]:
        """Return the maximal runs of cells of each row and column for which ``is_open`` holds."""
        runs = (groupby(line, is_open) for line in self.grid.lines())
        return [list(run) for line in runs for is_in, run in line if is_in]

    def corners(self) -> list[list[Pair]]:
        """Return the borders at each corner, in the order of the first border."""
        found: dict[int, list[Pair]] = {}
        for border in self.grid.borders():
            for corner in border:
                found.setdefault(corner, []).append(border)
        return [*found.values()]

    def sides(self, cell: int) -> list[Pair]:
        """Return the four borders of a cell."""
        return [*self.grid.borders_of(cell)]

    def clues_but(self, *empty: int) -> Iterator[tuple[int, int]]:
        """Yield each cell with a clue that is none of ``empty``, and the clue."""
        return ((cell, clue) for cell, clue in enumerate(self.values) if clue not in empty)

    @property
    def cages(self) -> list[Clue]:
        """The cages."""
        return self.clues_of(CAGE)

    def numbers_outside(self) -> Iterator[tuple[str, Sequence[int], tuple[int, ...]]]:
        """Yield the name and the cells of each row and column, and the numbers left or above."""
        numbers = {clue[:2]: clue.numbers for clue in self.other_clues}
        for k, (name, line) in enumerate(self.lines()):
            place = (LEFT, (k,)) if name == "row" else (TOP, (k - self.rows,))
            yield name, line, numbers.get(place, ())

    def runs_between(self, blocked: Iterable[int]) -> list[tuple[int, ...]]:
        """Return the runs of cells between blocked cells, across and then down."""
        return [*_runs(self.rows, self.cols, frozenset(blocked))]

    def line_of(self, clue: Clue) -> tuple[int, ...]:
        """Return the cells of the row or column of a clue outside, as seen from its side."""
        return tuple(line_from(self.rows, self.cols, clue.sort, clue.place[0]))

    def ahead(self, arrow: Clue) -> tuple[int, ...]:
        """Return the cells that an arrow points to, the nearest first."""
        return ahead(self.grid, arrow)

    def block(self, cell: int) -> tuple[int, ...]:
        """Return a cell and those that share a side or a corner with it, in reading order."""
        return self.grid.around(cell)

    def clues_of(self, sort: str) -> list[Clue]:
        """Return the clues of a sort that is not in single cells, in their order."""
        return [clue for clue in self.other_clues if clue.sort == sort]

    def number_of(self, clue: Clue) -> int:
        """Return the number of a clue outside of cells among all clues: cells come first."""
        return len(self.values) + self.other_clues.index(clue)


@lru_cache(maxsize=64)
def _grid(rows: int, cols: int) -> Grid:
    return Grid(rows, cols)


@lru_cache(maxsize=256)
def _runs(rows: int, cols: int, blocked: frozenset[int]) -> list[tuple[int, ...]]:
    """Return the runs between blocked cells; cached because most changes of a board keep them."""
    return runs_of(_grid(rows, cols), blocked)


@lru_cache(maxsize=64)
def _areas(regions: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    found: dict[int, list[int]] = {}
    for cell, region in enumerate(regions):
        found.setdefault(region, []).append(cell)
    return tuple(map(tuple, found.values()))


@lru_cache(maxsize=16)
def _blocks(rows: int, cols: int, high: int, wide: int) -> list[tuple[int, ...]]:
    """Return the cells of each block; cached because generators call it very often."""
    return [
        tuple((row + y) * cols + col + x for y in range(high) for x in range(wide))
        for row in range(rows - high + 1)
        for col in range(cols - wide + 1)
    ]


@dataclass(frozen=True, slots=True)
class Solution:
    """A filled board as sorted items of a family.

    Items are (cell,) for shaded cells, pairs for drawn edges, borders and strokes, (cell, number)
    for every cell of a board of numbers that has one, (cell, cell, number) for bridges, and
    (cell, cell, 1) for strokes beside numbers. ``grid`` is the board of numbers, None if it is
    square and full.
    """

    family: Family
    items: tuple[tuple[int, ...], ...]
    grid: Grid | None = field(default=None, compare=False, repr=False)

    def of(self, family: Family) -> tuple[tuple[int, ...], ...]:
        """Return the items of one of its families, none of another.

        >>> both = Solution("edges+cells", ((0, 1), (2,)))
        >>> both.of("cells"), both.of("edges"), both.of("numbers")
        (((2,),), ((0, 1),), ())
        """
        if family not in families_of(self.family):
            return ()
        if family == self.family:
            return self.items
        if family == "strokes":
            return tuple(item[:2] for item in self.items if len(item) > 2)
        size = 1 + (family != "cells")
        return tuple(item for item in self.items if len(item) == size)

    @property
    def number_at(self) -> dict[int, int]:
        """The number of each cell that has one."""
        return {item[0]: item[1] for item in self.of("numbers")}


class Drafted(NamedTuple):
    """A board and its solution, whether it needs no mending, and whether it has the wanted band."""

    clues: Board
    solution: Solution
    is_finished: bool = False
    is_in_band: bool = False

    @classmethod
    def of(cls, family: Family, board: Board, answer: Iterable[Any], **clues: Any) -> Drafted:
        """Return a board with some clues, and an answer: cells, or numbers of all cells."""
        items = enumerate(answer) if family == "numbers" else answer
        own = tuple(item if isinstance(item, tuple) else (item,) for item in items)
        return cls(replace(board, **clues), Solution(family, own))


def read_values(family: Family, model: Model, values: NDArray[np.bool_]) -> Solution:
    """Return a solution from values of variables, an ndarray[bool] indexed by variable.

    >>> model = Model(Grid(1, 3))
    >>> _ = model.cells()
    >>> read_values("cells", model, np.array([False, True, False, True]))
    Solution(family='cells', items=((0,), (2,)))
    """
    if family == "bridges":
        true = zip(model.marks, values[1:].tolist(), strict=False)
        counts = Counter(mark.place for mark, value in true if value)
        return Solution(family, tuple(sorted((*place, count) for place, count in counts.items())))
    families = families_of(family)
    items = sorted(
        mark.item_of(family)
        for mark, value in zip(model.marks, values[1:].tolist(), strict=False)
        if value and mark.family in families and (mark.family == "numbers" or mark.value == 1)
    )
    return Solution(family, tuple(items), model.grid if "numbers" in families else None)


def to_literals(model: Model, solution: Solution) -> list[int]:
    """Return the variables of a solution's family as literals with its values, in order.

    >>> model = Model(Grid(1, 3))
    >>> _ = model.cells()
    >>> to_literals(model, Solution("cells", ((2,),)))
    [-1, -2, 3]
    """
    if solution.family == "bridges":
        counts = {item[:2]: item[2] for item in solution.items}
        return [
            variable if mark.value <= counts.get(mark.place, 0) else -variable
            for variable, mark in enumerate(model.marks, 1)
        ]
    items, own = set(solution.items), families_of(solution.family)
    literals = []
    for variable, mark in enumerate(model.marks, 1):
        if mark.family in own:
            item = mark.item_of(solution.family)
            literals.append(variable if item in items else -variable)
    return literals
