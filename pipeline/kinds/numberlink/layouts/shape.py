"""What a board asks of its layouts beyond rows and columns: outline, symmetry, cells without ends.

A mask blocks cells, so that a board may have the outline of a heart. A symmetry asks that the clue
cells, not the lines, lie as those of an image of the board. An empty border asks that no clue lies
on the outermost cells. All three come down to three sets of cells, which is what a `Shape` holds
and all that the generator knows of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pipeline.kinds.kit.symmetry import cells_of_image
from pipeline.kinds.numberlink.model import Params

_NUMBERS: Final = {"none": 0, "half-turn": 3, "quarter-turn": 6, "left-right": 1, "top-bottom": 2}
SYMMETRIES: Final = tuple(_NUMBERS)
"""Which image of the board has its clues in the same places."""

BORDERS: Final = ("any", "empty")
"""Whether ends may lie on the outermost cells."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Cells outside the outline, orbits of cells that are ends together, cells that are no ends.

    An orbit has two cells or more; a cell in none of them may be an end by itself, unless it is in
    ``endless``.
    """

    blocked: frozenset[int] = frozenset()
    orbits: tuple[tuple[int, ...], ...] = ()
    endless: frozenset[int] = frozenset()

    @property
    def has_constraints(self) -> bool:
        """Whether anything is asked of where ends lie."""
        return bool(self.orbits or self.endless)

    def spread(self, region: Iterable[int]) -> list[int]:
        """Return the open cells of a region and their images, in rising order.

        Examples
        --------
        >>> Shape(frozenset({1}), ((0, 3), (4, 5))).spread([0, 1, 2])
        [0, 2, 3]
        """
        cells = set(region)
        for orbit in self.orbits:
            if not cells.isdisjoint(orbit):
                cells.update(orbit)
        return sorted(cells - self.blocked)


PLAIN: Final = Shape()
"""A full rectangle on which ends lie anywhere."""


@lru_cache(maxsize=16)
def shape_of(params: Params) -> Shape:
    """Return the shape that params ask for.

    Examples
    --------
    >>> shape_of(Params(2, 2, symmetry="half-turn")).orbits
    ((0, 3), (1, 2))
    >>> sorted(shape_of(Params(3, 3, border="empty")).endless)
    [0, 1, 2, 3, 5, 6, 7, 8]
    """
    blocked = blocked_cells(params)
    endless = outermost(params.rows, params.cols, blocked) if params.border == "empty" else set()
    kept = []
    for orbit in orbits(params.rows, params.cols, params.symmetry):
        if not endless.isdisjoint(orbit) or not blocked.isdisjoint(orbit):
            endless.update(orbit)
        elif len(orbit) > 1:
            kept.append(orbit)
    return Shape(blocked, tuple(kept), frozenset(endless - blocked))


def blocked_cells(params: Params) -> frozenset[int]:
    """Return the cells that the params' mask puts outside the board.

    Examples
    --------
    >>> sorted(blocked_cells(Params(2, 3, mask=(".##", "##."))))
    [0, 5]
    """
    text = "".join(params.mask or ())
    return frozenset(cell for cell, sign in enumerate(text) if sign != "#")


def outermost(rows: int, cols: int, blocked: frozenset[int]) -> set[int]:
    """Return the cells of a board with a side, not just a corner, on its outline or on a hole.

    Examples
    --------
    >>> sorted(outermost(3, 3, frozenset())), sorted(outermost(3, 4, frozenset({0})))
    ([0, 1, 2, 3, 5, 6, 7, 8], [1, 2, 3, 4, 7, 8, 9, 10, 11])
    """
    found = set()
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        beside = ((row, col + 1), (row + 1, col), (row, col - 1), (row - 1, col))
        is_inner = all(
            0 <= r < rows and 0 <= c < cols and r * cols + c not in blocked for r, c in beside
        )
        if cell not in blocked and not is_inner:
            found.add(cell)
    return found


def images_of(rows: int, cols: int, symmetry: str) -> list[int]:
    """Return the image of each cell; "quarter-turn" needs a square.

    Examples
    --------
    >>> [images_of(2, 2, name)[0] for name in SYMMETRIES]
    [0, 3, 1, 1, 2]
    """
    images: list[int] = cells_of_image(rows, cols, _NUMBERS[symmetry]).ravel().tolist()
    return images


def orbits(rows: int, cols: int, symmetry: str) -> list[tuple[int, ...]]:
    """Return the cells of a board in groups that are each other's images.

    Examples
    --------
    >>> orbits(1, 3, "left-right")
    [(0, 2), (1,)]
    """
    images = images_of(rows, cols, symmetry)
    seen: set[int] = set()
    found = []
    for cell in range(rows * cols):
        if cell in seen:
            continue
        orbit = [cell]
        while images[orbit[-1]] != cell:
            orbit.append(images[orbit[-1]])
        seen.update(orbit)
        found.append(tuple(orbit))
    return found
