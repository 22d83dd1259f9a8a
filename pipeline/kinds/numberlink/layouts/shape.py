"""Outline, symmetry and empty border of a board, as three sets of cells.

A symmetry concerns the clue cells, not the lines. The surplus of ends on dark cells of a
chequerboard is twice the surplus of dark cells; ends come in whole orbits, so some numbers of pairs
are impossible: quarter-turns allow only even ones, and none on boards of odd sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.board.symmetry import cells_of_image
from pipeline.kinds.numberlink.layouts.cover import least_lines
from pipeline.kinds.numberlink.model import Params

_NUMBERS: Final = {"none": 0, "half-turn": 3, "quarter-turn": 6, "left-right": 1, "top-bottom": 2}
SYMMETRIES: Final = tuple(_NUMBERS)  # Which image of the board has its clues in the same places
BORDERS: Final = ("any", "empty")  # Whether ends may lie on the outermost cells


@dataclass(frozen=True, slots=True)
class Shape:
    """Cells outside the outline, orbits of cells that are ends together, cells that are not ends.

    An orbit has two cells or more; a cell in none of them may be an end by itself, unless it is in
    ``endless``.
    """

    blocked: frozenset[int] = frozenset()
    orbits: tuple[tuple[int, ...], ...] = ()
    endless: frozenset[int] = frozenset()

    @property
    def has_constraints(self) -> bool:
        """Whether the places of ends are constrained."""
        return bool(self.orbits or self.endless)

    def spread(self, region: Iterable[int]) -> list[int]:
        """Return the open cells of a region and their images, in ascending order.

        >>> Shape(frozenset({1}), ((0, 3), (4, 5))).spread([0, 1, 2])
        [0, 2, 3]
        """
        cells = set(region)
        for orbit in self.orbits:
            if not cells.isdisjoint(orbit):
                cells.update(orbit)
        return sorted(cells - self.blocked)


PLAIN: Final = Shape()  # A full rectangle on which ends may be anywhere


@lru_cache(maxsize=16)
def shape_of(params: Params) -> Shape:
    """Return the shape of some params."""
    blocked = blocked_cells(params)
    is_bare = params.border == "empty"
    endless = {*outermost(params.rows, params.cols, blocked)} if is_bare else set()
    kept = []
    for orbit in orbits(params.rows, params.cols, params.symmetry):
        if not endless.isdisjoint(orbit) or not blocked.isdisjoint(orbit):
            endless.update(orbit)
        elif len(orbit) > 1:
            kept.append(orbit)
    return Shape(blocked, tuple(kept), frozenset(endless - blocked))


def blocked_cells(params: Params) -> frozenset[int]:
    """Return the cells that the params' mask puts outside the board.

    >>> sorted(blocked_cells(Params(2, 3, mask=(".##", "##."))))
    [0, 5]
    """
    text = "".join(params.mask or ())
    return frozenset(cell for cell, sign in enumerate(text) if sign != "#")


@lru_cache(maxsize=16)
def outermost(rows: int, cols: int, blocked: frozenset[int]) -> frozenset[int]:
    """Return the cells of a board with a side, not just a corner, at its outline or at a hole.

    >>> sorted(outermost(3, 3, frozenset())), sorted(outermost(3, 4, frozenset({0})))
    ([0, 1, 2, 3, 5, 6, 7, 8], [1, 2, 3, 4, 7, 8, 9, 10, 11])
    """
    grid = Grid(rows, cols, blocked)
    return frozenset(cell for cell in grid.cells if len(grid.neighbours(cell)) < 4)


def images_of(rows: int, cols: int, symmetry: str) -> list[int]:
    """Return the image of each cell; "quarter-turn" needs a square.

    >>> [images_of(2, 2, name)[0] for name in SYMMETRIES]
    [0, 3, 1, 1, 2]
    """
    images: list[int] = cells_of_image(rows, cols, _NUMBERS[symmetry]).ravel().tolist()
    return images


def orbits(rows: int, cols: int, symmetry: str) -> list[tuple[int, ...]]:
    """Return the cells of a board in groups that are each other's images.

    >>> orbits(1, 3, "left-right")
    [(0, 2), (1,)]
    """
    images = images_of(rows, cols, symmetry)
    seen: set[int] = set()
    groups = []
    for cell in range(rows * cols):
        if cell in seen:
            continue
        orbit = [cell]
        while images[orbit[-1]] != cell:
            orbit.append(images[orbit[-1]])
        seen.update(orbit)
        groups.append(tuple(orbit))
    return groups


_MODULUS = 8  # Orbits have one, two or four ends; remainders by this show all that they exclude


@lru_cache(maxsize=16)
def _sums(params: Params) -> tuple[frozenset[tuple[int, int]], int, bool]:
    """Return the sums (ends, balance) of orbits by remainder, the balance wanted, if all are 0."""
    shape = shape_of(params)
    wanted = 2 * colour_surplus(params)
    usable = [
        orbit
        for orbit in orbits(params.rows, params.cols, params.symmetry)
        if orbit[0] not in shape.blocked and orbit[0] not in shape.endless
    ]
    sums = [(len(orbit), sum(_colour(params, cell) for cell in orbit)) for orbit in usable]
    reached = _closure({(0, 0)}, [found for found in sums if found[0] > 1])
    # A cell that is its own image counts once; of many such cells any number may be ends.
    for single in (1, 1), (1, -1):
        for _ in range(min(sums.count(single), _MODULUS)):
            reached |= {_add(found, single) for found in reached}
    return frozenset(reached), wanted, all(tilt == 0 for _, tilt in sums)


def _closure(reached: set[tuple[int, int]], more: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return all sums, by remainder, of some sums that are each added any number of times."""
    waiting = sorted(reached)
    while waiting:
        here = waiting.pop()
        for found in {_add(here, one) for one in more} - reached:
            reached.add(found)
            waiting.append(found)
    return reached


def _add(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return (one[0] + other[0]) % _MODULUS, (one[1] + other[1]) % _MODULUS


def _colour(params: Params, cell: int) -> int:
    return 1 if (cell // params.cols + cell % params.cols) % 2 == 0 else -1


@lru_cache(maxsize=16)
def colour_surplus(params: Params) -> int:
    """Return the number of dark cells minus that of light ones; the top left corner is dark.

    >>> colour_surplus(Params(3, 3)), colour_surplus(Params(2, 3, mask=(".#.", "###")))
    (1, -2)
    """
    blocked = blocked_cells(params)
    cells = range(params.rows * params.cols)
    return sum(_colour(params, cell) for cell in cells if cell not in blocked)


@lru_cache(maxsize=16)
def least_pairs(params: Params) -> int:
    """Return a number of pairs below which no lines cover the params' board.

    >>> least_pairs(Params(5, 5)), least_pairs(Params(2, 5, mask=("#.#.#", "#####")))
    (1, 2)
    """
    if params.mask is None:
        return 1
    cells = frozenset(range(params.rows * params.cols)) - blocked_cells(params)
    return least_lines(params.cols, cells)


def allows_pairs(params: Params, pairs: int) -> bool:
    """Return False if no covering layout has this number of pairs and the wanted symmetry.

    True does not guarantee that there is one.
    """
    if least_pairs(params) > pairs:
        return False
    if params.symmetry == "none":
        return True
    reached, wanted, is_balanced = _sums(params)
    if is_balanced and wanted:
        return False
    return (2 * pairs % _MODULUS, wanted % _MODULUS) in reached


def are_symmetrical(params: Params, paths: Iterable[Sequence[int]]) -> bool:
    """Return whether lines have the symmetry that their ends must have; False without one.

    Half of such an answer gives away the other half, so the generator prefers others.
    """
    if params.symmetry == "none":
        return False
    images = images_of(params.rows, params.cols, params.symmetry)
    lines = {frozenset(path) for path in paths}
    return all(frozenset(images[cell] for cell in line) in lines for line in lines)


def nearest_allowed(params: Params, pairs: int, low: int, high: int) -> int:
    """Return the number of pairs nearest to one in a range that the symmetry allows, else itself.

    >>> nearest_allowed(Params(6, 6, symmetry="quarter-turn"), 5, 3, 8)
    6
    """
    allowed = [number for number in range(low, high + 1) if allows_pairs(params, number)]
    return min(allowed, key=lambda number: (abs(number - pairs), -number), default=pairs)
