"""A board of square cells.

A *cell* is ``row * cols + col``. An *edge* joins the centres of two neighbouring cells; it is the
pair of them, the smaller first. A *corner* is ``row * (cols + 1) + col``, from 0 in the top left; a
*border* is a side of a cell, the pair of its corners, the smaller first. A *stroke* is a straight
line through cells, across, down or diagonal: the pair of its ends.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, groupby
from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of ``rows`` times ``cols`` cells; those in ``blocked`` are not on it.

    >>> grid = Grid(2, 2)
    >>> grid.edges(), grid.neighbours(0)
    (((0, 1), (0, 2), (1, 3), (2, 3)), (1, 2))
    >>> grid.borders_of(3)
    ((4, 5), (4, 7), (5, 8), (7, 8))
    """

    rows: int
    cols: int
    blocked: frozenset[int] = field(default_factory=frozenset)

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the board, in reading order."""
        return _cells(self)

    def has(self, row: int, col: int) -> bool:
        """Return whether (row, col) is a cell of the board."""
        is_inside = 0 <= row < self.rows and 0 <= col < self.cols
        return is_inside and row * self.cols + col not in self.blocked

    def look(self, cell: int, down: int, right: int) -> int | None:
        """Return the cell at an offset from a cell, None outside of the board."""
        row, col = cell // self.cols + down, cell % self.cols + right
        return row * self.cols + col if self.has(row, col) else None

    def rays(self, cell: int) -> tuple[tuple[int, ...], ...]:
        """Return the cells up, down, left and right of a cell, the nearest first, to the end.

        >>> Grid(2, 3).rays(1)
        ((), (4,), (0,), (2,))
        """
        return _rays(self)[cell]

    def neighbours(self, cell: int) -> tuple[int, ...]:
        """Return the cells that share a border with a cell, in reading order."""
        return _neighbours(self)[cell]

    def around(self, cell: int) -> tuple[int, ...]:
        """Return a cell and those that share a side or a corner with it, in reading order."""
        return _around(self)[cell]

    def ring(self, cell: int) -> list[list[int]]:
        """Return the cells around a cell in their order, as one ring or as the parts of it.

        Each but the first of a part shares a side with the one before it. A whole ring has eight
        cells, and its last shares a side with its first, too.

        >>> Grid(3, 3).ring(4), Grid(2, 3).ring(1), Grid(1, 3).ring(1)
        ([[0, 1, 2, 5, 8, 7, 6, 3]], [[2, 5, 4, 3, 0]], [[2], [0]])
        """
        steps = (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)
        cells = [self.look(cell, *step) for step in steps]
        if None not in cells:
            return [[one for one in cells if one is not None]]
        first = cells.index(None)
        cells = cells[first:] + cells[:first]
        parts = (run for is_cell, run in groupby(cells, lambda one: one is not None) if is_cell)
        return [[one for one in part if one is not None] for part in parts]

    def stroke(self, first: int, last: int) -> tuple[int, ...]:
        """Return the cells from one to another in a row, a column or a diagonal, () for others.

        >>> Grid(3, 3).stroke(6, 2), Grid(3, 3).stroke(0, 5)
        ((6, 4, 2), ())
        """
        (row, col), (row2, col2) = divmod(first, self.cols), divmod(last, self.cols)
        down, right = row2 - row, col2 - col
        steps = max(abs(down), abs(right))
        if not {abs(down), abs(right)} <= {0, steps} or not steps:
            return ()
        step = down // steps * self.cols + right // steps
        return tuple(first + k * step for k in range(steps + 1))

    def strokes(self) -> tuple[Pair, ...]:
        """Return all pairs of cells with a `stroke` from one to the other."""
        return _strokes(self)

    def parts(self, cells: Collection[int], parted: Container[Pair] = ()) -> list[list[int]]:
        """Return the connected components of some cells, each sorted.

        Pairs of neighbours in ``parted``, the smaller first, are not connected.

        >>> Grid(2, 3).parts([0, 2, 3, 5], {(0, 3)})
        [[0], [2, 5], [3]]
        """
        parts, neighbours = [], _neighbours(self)
        left = set(cells)
        for start in sorted(cells):
            if start not in left:
                continue
            left.discard(start)
            part = [start]
            for cell in part:
                near = left.intersection(neighbours[cell])
                if parted:
                    near = {one for one in near if (min(cell, one), max(cell, one)) not in parted}
                left -= near
                part += sorted(near)
            parts.append(sorted(part))
        return parts

    def is_connected(self, cells: Iterable[int]) -> bool:
        """Return whether some cells are connected.

        >>> Grid(2, 2).is_connected([0, 3])
        False
        """
        return _is_connected(self, tuple(cells))

    def edges(self) -> tuple[Pair, ...]:
        """Return every edge, sorted."""
        return _edges(self)

    def edges_at(self) -> dict[int, list[Pair]]:
        """Return the edges of each cell, sorted."""
        found: dict[int, list[Pair]] = {cell: [] for cell in self.cells}
        for pair in self.edges():
            for cell in pair:
                found[cell].append(pair)
        return found

    def touching(self) -> tuple[Pair, ...]:
        """Return every pair of cells that share a side or a corner, sorted."""
        around = _around(self)
        return tuple((a, b) for a in self.cells for b in around[a] if a < b)

    def lines(self) -> tuple[Sequence[int], ...]:
        """Return the cells of each row, then of each column, without blocked cells."""
        return _lines(self)

    def borders_of(self, cell: int) -> tuple[Pair, ...]:
        """Return the four borders of a cell: top, left, right, bottom."""
        row, col = divmod(cell, self.cols)
        a = row * (self.cols + 1) + col
        b = a + self.cols + 1
        return (a, a + 1), (a, b), (a + 1, b + 1), (b, b + 1)

    def borders(self) -> tuple[Pair, ...]:
        """Return every border of a cell of the board, sorted."""
        return _borders(self)

    def borders_between(self) -> tuple[tuple[Pair, Pair], ...]:
        """Return every border between two cells, sorted, with these cells."""
        return _borders_between(self)

    def parting(self, part: Mapping[int, int]) -> Iterator[tuple[Pair, Pair]]:
        """Yield the borders, with their cells, between cells whose parts are known and differ."""
        for border, (one, other) in self.borders_between():
            if one in part and other in part and part[one] != part[other]:
                yield border, (one, other)

    def cells_beside(self, border: Pair) -> tuple[int, ...]:
        """Return the one or two cells that a border belongs to."""
        wide = self.cols + 1
        row, col = divmod(border[0], wide)
        step = (-1, 0) if border[1] == border[0] + 1 else (0, -1)
        around = ((row, col), (row + step[0], col + step[1]))
        return tuple(sorted(r * self.cols + c for r, c in around if self.has(r, c)))


@lru_cache(maxsize=16)
def _cells(grid: Grid) -> tuple[int, ...]:
    return tuple(c for c in range(grid.rows * grid.cols) if c not in grid.blocked)


@lru_cache(maxsize=1 << 14)
def _is_connected(grid: Grid, cells: tuple[int, ...]) -> bool:
    return len(grid.parts(cells)) == 1


@lru_cache(maxsize=16)
def _lines(grid: Grid) -> tuple[Sequence[int], ...]:
    rows, cols = grid.rows, grid.cols
    whole = [
        *(range(r * cols, (r + 1) * cols) for r in range(rows)),
        *(range(c, rows * cols, cols) for c in range(cols)),
    ]
    return tuple(tuple(c for c in line if c not in grid.blocked) for line in whole)


@lru_cache(maxsize=16)
def _borders(grid: Grid) -> tuple[Pair, ...]:
    return tuple(sorted({side for cell in grid.cells for side in grid.borders_of(cell)}))


@lru_cache(maxsize=16)
def _borders_between(grid: Grid) -> tuple[tuple[Pair, Pair], ...]:
    beside = ((border, grid.cells_beside(border)) for border in _borders(grid))
    return tuple((border, (cells[0], cells[1])) for border, cells in beside if len(cells) == 2)


@lru_cache(maxsize=16)
def _neighbours(grid: Grid) -> list[tuple[int, ...]]:
    """Return the neighbours of each cell; cached because generators call it very often."""
    steps = (-1, 0), (0, -1), (0, 1), (1, 0)
    around = ([grid.look(cell, *step) for step in steps] for cell in range(grid.rows * grid.cols))
    return [tuple(one for one in others if one is not None) for others in around]


@lru_cache(maxsize=16)
def _edges(grid: Grid) -> tuple[Pair, ...]:
    near = _neighbours(grid)
    return tuple((a, b) for a in grid.cells for b in near[a] if a < b)


@lru_cache(maxsize=16)
def _strokes(grid: Grid) -> tuple[Pair, ...]:
    return tuple(pair for pair in combinations(grid.cells, 2) if grid.stroke(*pair))


@lru_cache(maxsize=16)
def _rays(grid: Grid) -> list[tuple[tuple[int, ...], ...]]:
    """Return the rays of each cell, blocked ones too, up, down, left and right."""

    def ray(cell: int | None, down: int, right: int) -> Iterator[int]:
        while cell is not None and (cell := grid.look(cell, down, right)) is not None:
            yield cell

    ways = (-1, 0), (1, 0), (0, -1), (0, 1)
    cells = range(grid.rows * grid.cols)
    return [tuple(tuple(ray(cell, *way)) for way in ways) for cell in cells]


@lru_cache(maxsize=16)
def _around(grid: Grid) -> list[tuple[int, ...]]:
    """Return the cells around each cell, itself included; cached as `_neighbours` is."""
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    around = ([grid.look(cell, *step) for step in steps] for cell in range(grid.rows * grid.cols))
    return [tuple(one for one in others if one is not None) for others in around]


def chains(pairs: Iterable[Sequence[int]]) -> list[list[int]]:
    """Return maximal chains of places joined by pairs; they end where lines branch.

    A closed chain begins and ends at the same place.

    >>> chains([(0, 1), (1, 2)]), chains([(0, 1), (0, 2), (1, 3), (2, 3)])
    ([[0, 1, 2]], [[0, 1, 3, 2, 0]])
    """
    near: dict[int, list[int]] = {}
    for a, b in pairs:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    joined = []
    ends = [place for place in near if len(near[place]) != 2]
    for start in (*ends, *near):
        while near[start]:
            chain = [start]
            while near[chain[-1]] and (len(chain) == 1 or chain[-1] not in {start, *ends}):
                here, there = chain[-1], near[chain[-1]].pop(0)
                near[there].remove(here)
                chain.append(there)
            joined.append(chain)
    return joined
