"""Imposition of booklets: two pages on each side of a sheet, to be folded and stapled."""

from __future__ import annotations

from typing import NamedTuple


class SheetSide(NamedTuple):
    """One side of a sheet: the page numbers on its left and right half."""

    left: int
    right: int


def saddle_stitch(pages: int) -> tuple[SheetSide, ...]:
    """Return the sides of the sheets of a booklet, front before back, the outermost sheet first.

    The backs are meant to be printed by turning the paper over its short edge. The pages are a
    multiple of four.

    Examples
    --------
    >>> [tuple(side) for side in saddle_stitch(8)]
    [(8, 1), (2, 7), (6, 3), (4, 5)]
    """
    assert pages % 4 == 0
    sides = []
    for sheet in range(pages // 4):
        sides.append(SheetSide(pages - 2 * sheet, 2 * sheet + 1))
        sides.append(SheetSide(2 * sheet + 2, pages - 2 * sheet - 1))
    return tuple(sides)
