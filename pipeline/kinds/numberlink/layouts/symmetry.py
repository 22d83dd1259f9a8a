"""Which numbers of pairs a symmetry allows, before any layout is tried; and lines too symmetrical.

Lines that cover a board leave the colours of a chequerboard in balance: the ends on dark cells
less those on light ones are twice the dark cells less the light ones. Ends come in whole orbits,
and an orbit has so many ends and so much of that balance. Some numbers of pairs no sum of orbits
gives: quarter-turns allow even numbers only, and none at all on a board of odd sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from pipeline.kinds.numberlink.layouts.line_bound import least_lines
from pipeline.kinds.numberlink.layouts.shape import blocked_cells, images_of, orbits, shape_of
from pipeline.kinds.numberlink.model import Params

_MODULUS = 8
"""Orbits have one, two or four ends; all that they exclude shows in remainders by this."""


@lru_cache(maxsize=16)
def _sums(params: Params) -> tuple[frozenset[tuple[int, int]], int, bool]:
    """Return what sums of orbits give by remainder, the balance wanted, whether all are balanced.

    A sum is (ends, ends on dark cells less ends on light ones).
    """
    shape = shape_of(params)
    wanted = 2 * colour_surplus(params)
    usable = [
        orbit
        for orbit in orbits(params.rows, params.cols, params.symmetry)
        if orbit[0] not in shape.blocked and orbit[0] not in shape.endless
    ]
    sums = [(len(orbit), sum(_colour(params, cell) for cell in orbit)) for orbit in usable]
    reached = _closure({(0, 0)}, [found for found in sums if found[0] > 1])
    # A cell that is its own image is there once; where there are many, any number may be ends.
    for single in (1, 1), (1, -1):
        for _ in range(min(sums.count(single), _MODULUS)):
            reached |= {_add(found, single) for found in reached}
    return frozenset(reached), wanted, all(tilt == 0 for _, tilt in sums)


def _closure(reached: set[tuple[int, int]], more: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return what adding some sums any number of times gives, by remainder."""
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
    """Return the dark cells of a board less its light ones, the corner at the top left dark.

    Examples
    --------
    >>> colour_surplus(Params(3, 3)), colour_surplus(Params(2, 3, mask=(".#.", "###")))
    (1, -2)
    """
    blocked = blocked_cells(params)
    cells = range(params.rows * params.cols)
    return sum(_colour(params, cell) for cell in cells if cell not in blocked)


@lru_cache(maxsize=16)
def least_pairs(params: Params) -> int:
    """Return a number of pairs below which no lines cover the params' board.

    Examples
    --------
    >>> least_pairs(Params(5, 5)), least_pairs(Params(2, 5, mask=("#.#.#", "#####")))
    (1, 2)
    """
    if params.mask is None:
        return 1
    cells = frozenset(range(params.rows * params.cols)) - blocked_cells(params)
    return least_lines(params.cols, cells)


def allows_pairs(params: Params, pairs: int) -> bool:
    """Return False where no covering layout has so many pairs and the symmetry asked for.

    True promises nothing.

    Examples
    --------
    >>> turned = Params(6, 6, symmetry="quarter-turn")
    >>> [pairs for pairs in range(2, 9) if allows_pairs(turned, pairs)]
    [2, 4, 6, 8]
    >>> any(allows_pairs(Params(7, 7, symmetry="quarter-turn"), pairs) for pairs in range(2, 20))
    False
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
    """Return whether lines have the symmetry asked for their ends; False where none is asked.

    Such an answer tells half of itself, so the generator looks for another first.

    Examples
    --------
    >>> turned = Params(2, 3, symmetry="half-turn")
    >>> are_symmetrical(turned, [(0, 1, 2), (5, 4, 3)]), are_symmetrical(turned, [(0, 3), (1, 2)])
    (True, False)
    """
    if params.symmetry == "none":
        return False
    images = images_of(params.rows, params.cols, params.symmetry)
    lines = {frozenset(path) for path in paths}
    return all(frozenset(images[cell] for cell in line) in lines for line in lines)


def nearest_allowed(params: Params, pairs: int, low: int, high: int) -> int:
    """Return the number of pairs nearest to one in a range that the symmetry allows, else itself.

    Examples
    --------
    >>> nearest_allowed(Params(6, 6, symmetry="quarter-turn"), 5, 3, 8)
    6
    """
    allowed = [number for number in range(low, high + 1) if allows_pairs(params, number)]
    return min(allowed, key=lambda number: (abs(number - pairs), -number), default=pairs)
