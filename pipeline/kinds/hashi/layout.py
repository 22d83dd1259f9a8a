"""A layout: islands and bridges on a grid, to be changed step by step.

Every layout is a right solution of the puzzle that it makes, as far as numbers and crossings go.
No two islands touch. With a symmetry, islands lie in the same places as those of the image;
numbers of bridges are free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from pipeline.kinds.hashi.model import Clues, Solution, make_clues, make_solution

WATER: Final = 0
ISLAND: Final = 1
BRIDGE: Final = 2
"""What a cell holds."""

Pair = tuple[int, int]


class Layout:
    """Islands and bridges on a grid.

    Attributes
    ----------
    cells : list of int
        What each cell holds.
    bridges : dict of (cell, cell) to int
        How many bridges join two islands; the smaller cell first.
    """

    def __init__(self, rows: int, cols: int, image: Callable[[int], int] | None = None) -> None:
        self.rows = rows
        self.cols = cols
        self.image = image
        self.cells = [WATER] * (rows * cols)
        self.bridges: dict[Pair, int] = {}
        self.islands: list[int] = []

    def puzzle(self, rule: str) -> tuple[Clues, Solution]:
        """Return the puzzle that the layout makes under a rule, and the layout as its solution."""
        numbers = [0] * len(self.cells)
        for (one, other), count in self.bridges.items():
            numbers[one] += count
            numbers[other] += count
        bridges = [(one, other, count) for (one, other), count in self.bridges.items()]
        return make_clues(self.rows, self.cols, numbers, rule), make_solution(bridges)

    def between(self, one: int, other: int) -> range:
        """Return the cells between two cells of a row or column, the smaller first."""
        step = 1 if one // self.cols == other // self.cols else self.cols
        return range(one + step, other, step)

    def neighbours(self, cell: int) -> Iterator[int]:
        """Yield the cells that share a side with a cell."""
        col = cell % self.cols
        if col:
            yield cell - 1
        if col + 1 < self.cols:
            yield cell + 1
        if cell >= self.cols:
            yield cell - self.cols
        if cell + self.cols < len(self.cells):
            yield cell + self.cols

    def has_shore(self, cell: int) -> bool:
        """Say whether a cell could hold an island that touches no other."""
        return self.cells[cell] != ISLAND and all(
            self.cells[near] != ISLAND for near in self.neighbours(cell)
        )

    def add_island(self, cell: int) -> None:
        """Put an island on a water cell."""
        self.cells[cell] = ISLAND
        self.islands.append(cell)

    def join(self, one: int, other: int, count: int) -> bool:
        """Join two islands of a row or column, if nothing lies between; say whether it was done."""
        pair = (one, other) if one < other else (other, one)
        if pair in self.bridges:
            return False
        over = self.between(*pair)
        if any(self.cells[cell] != WATER for cell in over):
            return False
        for cell in over:
            self.cells[cell] = BRIDGE
        self.bridges[pair] = count
        return True

    def part(self, pair: Pair) -> int:
        """Take the bridges between two islands away; returns how many there were."""
        for cell in self.between(*pair):
            self.cells[cell] = WATER
        return self.bridges.pop(pair)

    def split(self, pair: Pair, cell: int) -> bool:
        """Put an island on a bridge, so that it becomes two; say whether there is room for it."""
        if not self.has_shore(cell):
            return False
        count = self.part(pair)
        self.add_island(cell)
        for end in pair:
            self.join(end, cell, count)
        return True

    def split_with_image(self, pair: Pair, below: Callable[[int], int]) -> bool:
        """Put an island, and its image, on a bridge; say whether there is room for the first.

        ``below`` gives a random number from 0 to its argument, less 1.
        """
        over = self.between(*pair)
        if len(over) < 3:
            return False
        cell = over[1 + below(len(over) - 2)]
        if not self.split(pair, cell):
            return False
        if self.image is None:
            return True
        other = self.image(cell)
        if other == cell:
            return True
        crossed = [bridge for bridge in self.bridges if other in self.between(*bridge)]
        return bool(crossed) and self.split(crossed[0], other)

    def copy(self) -> Layout:
        """Return a layout that can be changed without this one."""
        other = Layout(self.rows, self.cols, self.image)
        other.cells = self.cells.copy()
        other.bridges = self.bridges.copy()
        other.islands = self.islands.copy()
        return other

    def reaches_every_edge(self) -> bool:
        """Say whether islands lie in the first and last row and column."""
        rows = {cell // self.cols for cell in self.islands}
        cols = {cell % self.cols for cell in self.islands}
        return {0, self.rows - 1} <= rows and {0, self.cols - 1} <= cols


def image_of(rows: int, cols: int, symmetry: str) -> Callable[[int], int] | None:
    """Return the function from a cell to its image; None where there is no symmetry.

    Examples
    --------
    >>> image_of(2, 3, "half-turn")(0), image_of(2, 3, "left-right")(0), image_of(2, 3, "none")
    (5, 2, None)
    """
    last_row, last_col = rows - 1, cols - 1
    if symmetry == "half-turn":
        return lambda cell: (last_row - cell // cols) * cols + last_col - cell % cols
    if symmetry == "left-right":
        return lambda cell: cell // cols * cols + last_col - cell % cols
    if symmetry == "top-bottom":
        return lambda cell: (last_row - cell // cols) * cols + cell % cols
    return None
