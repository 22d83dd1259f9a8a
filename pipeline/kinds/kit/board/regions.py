"""Regions of a board, as a number for each cell.

Game IDs of Simon Tatham's collection list the lines between regions: first between horizontal
neighbours in reading order, then down each column. A letter gives the number of places without a
line before the next line, ``_`` 0, ``a`` 1, up to ``y``; ``z`` is 25 places without a line.

Source: ``divvy.c`` and ``solo.c`` of Simon Tatham's collection (MIT).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from math import isqrt
from string import ascii_lowercase
from typing import Final

from pipeline.kinds.kit.board.grid import Grid, Pair
from pipeline.model import PuzzleFormatError


def box_of_size(size: int) -> tuple[int, int]:
    """Return (rows, cols) of the box of ``size`` cells that is nearest to a square, not higher.

    >>> box_of_size(9), box_of_size(6)
    ((3, 3), (2, 3))
    """
    rows = next(k for k in range(isqrt(size), 0, -1) if size % k == 0)
    return rows, size // rows


@lru_cache(maxsize=64)
def boxes(size: int, rows: int, cols: int) -> tuple[int, ...]:
    """Return the box number of each cell of a square board, for boxes of rows times cols cells."""
    return tuple(
        row // rows * (size // cols) + col // cols for row in range(size) for col in range(size)
    )


def box_of(regions: Sequence[int], size: int) -> tuple[int, int] | None:
    """Return (rows, cols) of a box if the regions are boxes of one size, else None.

    >>> box_of(boxes(6, 3, 2), 6), box_of((0, 0, 1, 0, 1, 1, 2, 2, 2), 3)
    ((3, 2), None)
    """
    return _box_of(tuple(regions), size)


@lru_cache(maxsize=64)
def _box_of(regions: tuple[int, ...], size: int) -> tuple[int, int] | None:
    wide = sum(region == regions[0] for region in regions[:size])
    is_box = size % wide == 0 and regions == boxes(size, size // wide, wide)
    return (size // wide, wide) if is_box else None


@lru_cache(maxsize=64)
def are_regions(size: int, regions: tuple[int, ...]) -> bool:
    """Return whether there are ``size`` connected regions of ``size`` cells."""
    grid = Grid(size, size)
    return all(
        regions.count(region) == size and is_whole(grid, regions, region) for region in range(size)
    )


def renumbered(regions: Sequence[object]) -> tuple[int, ...]:
    """Return regions numbered 0, 1, ... in reading order.

    >>> renumbered((4, 4, 2, 4))
    (0, 0, 1, 0)
    """
    return _renumbered(tuple(regions))


@lru_cache(maxsize=1024)
def _renumbered(regions: tuple[object, ...]) -> tuple[int, ...]:
    names = {region: number for number, region in enumerate(dict.fromkeys(regions))}
    return tuple(map(names.__getitem__, regions))


def is_whole(grid: Grid, regions: Sequence[int], region: int) -> bool:
    """Return whether a region is connected.

    >>> is_whole(Grid(2, 2), (0, 1, 1, 0), 0)
    False
    """
    cells = [cell for cell, own in enumerate(regions) if own == region]
    return grid.is_connected(cells)


def region_numbers(areas: Iterable[Iterable[int]]) -> tuple[int, ...]:
    """Return the number of the area of each cell; the areas cover a board.

    >>> region_numbers([(0, 3), (1, 2)])
    (0, 1, 1, 0)
    """
    of_cell = {cell: number for number, cells in enumerate(areas) for cell in cells}
    return tuple(of_cell[cell] for cell in range(len(of_cell)))


def borders_between(grid: Grid, regions: Sequence[object]) -> tuple[Pair, ...]:
    """Return the borders between cells of different regions.

    >>> borders_between(Grid(1, 3), "abb")
    ((1, 5),)
    """
    return tuple(one for one, a, b in _inner_borders(grid) if regions[a] != regions[b])


@lru_cache(maxsize=16)
def _inner_borders(grid: Grid) -> tuple[tuple[Pair, int, int], ...]:
    """Return the borders between two cells, with these."""
    beside = ((one, grid.cells_beside(one)) for one in grid.borders())
    return tuple((one, *cells) for one, cells in beside if len(cells) == 2)


def regions_within(grid: Grid, borders: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Return the region number of each cell, with lines along some borders.

    >>> regions_within(Grid(1, 3), [(1, 5)])
    (0, 1, 1)
    """
    return _regions_within(grid, tuple((first, last) for first, last in borders))


@lru_cache(maxsize=16)
def _regions_within(grid: Grid, borders: tuple[Pair, ...]) -> tuple[int, ...]:
    beside = map(grid.cells_beside, borders)
    return regions_between(grid, {(cells[0], cells[-1]) for cells in beside})


def regions_between(grid: Grid, parted: Container[Pair]) -> tuple[int, ...]:
    """Return the region number of each cell; pairs in ``parted`` have a line between them.

    >>> regions_between(Grid(1, 3), {(0, 1)})
    (0, 1, 1)
    """
    return region_numbers(grid.parts(grid.cells, parted))


def _places(grid: Grid) -> list[Pair]:
    """Return the pairs of neighbouring cells, in the order of game IDs."""
    across = [(cell, cell + 1) for cell in grid.cells if (cell + 1) % grid.cols]
    down = [(cell, cell + grid.cols) for line in grid.lines()[grid.rows :] for cell in line[:-1]]
    return across + down


def decode_lines(text: str, grid: Grid, line: int) -> tuple[int, ...]:
    """Return the regions of a game ID; errors name the line ``line`` of the file."""
    places = _places(grid)
    found = decode_gaps(text, len(places), line, "the lines of regions")
    return regions_between(grid, {places[at] for at in found})


def decode_gaps(text: str, size: int, line: int, what: str) -> list[int]:
    """Return the marked places of a text by which game IDs list gaps before marks.

    There are ``size`` places of ``what``; errors name the line ``line`` of the file.
    """
    places, position = [], 0
    for sign in text:
        position += 25 if sign == "z" else ascii_lowercase.find(sign) + 1
        if sign != "z":
            places.append(position)
            position += 1
    if position not in (size, size + 1):
        raise PuzzleFormatError(
            f"expected {size} places of {what}, found {position}; copy the ID again", line=line
        )
    return [place for place in places if place < size]


def encode_gaps(marks: Iterable[bool]) -> str:
    """Return the text of marks, see `decode_gaps`.

    >>> encode_gaps([False, True, True])
    'a__'
    """
    text, run = "", 0
    for is_marked in (*marks, True):
        if not is_marked:
            run += 1
            continue
        text += "z" * (run // 25) + ("_" + ascii_lowercase)[run % 25]
        run = 0
    return text


def encode_lines(regions: Sequence[int], grid: Grid) -> str:
    """Return the text of a game ID for the lines between regions, see `decode_lines`.

    >>> encode_lines((0, 0, 1, 1), Grid(2, 2)), decode_lines("b__", Grid(2, 2), 1)
    ('b__', (0, 0, 1, 1))
    """
    return encode_gaps(regions[a] != regions[b] for a, b in _places(grid))


HUES: Final = 10
"""Colours of regions in a theme, and in the player."""


def hues_of(grid: Grid, regions: Sequence[int]) -> list[int]:
    """Return the colour of each region: of those that no neighbour has, the rarest so far.

    Cells may be in none, as -1.

    >>> hues_of(Grid(2, 2), (0, 0, 1, 2))
    [0, 1, 2]
    """
    hues = [-1] * (max(regions) + 1)
    for region in range(len(hues)):
        cells = [cell for cell, own in enumerate(regions) if own == region]
        beside = {hues[regions[other]] for cell in cells for other in grid.neighbours(cell)
                  if regions[other] >= 0}  # fmt: skip
        free = [hue for hue in range(HUES) if hue not in beside] or [0]
        hues[region] = min(free, key=hues.count)
    return hues
