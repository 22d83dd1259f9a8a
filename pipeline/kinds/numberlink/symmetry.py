"""Which numbers of pairs a symmetry allows, before any layout is tried.

Lines that cover a board leave the colours of a chequerboard in balance: the ends on dark cells
less those on light ones are twice the dark cells less the light ones. Ends come in whole orbits,
and an orbit has so many ends and so much of that balance. Some numbers of pairs no sum of orbits
gives: quarter-turns allow even numbers only, and none at all on a board of odd sides.
"""

from __future__ import annotations

from functools import lru_cache

from pipeline.kinds.numberlink.model import Params
from pipeline.kinds.numberlink.shape import orbits, shape_of

_MODULUS = 8
"""Orbits have one, two or four ends; all that they exclude shows in remainders by this."""


@lru_cache(maxsize=16)
def _sums(params: Params) -> tuple[frozenset[tuple[int, int]], int, bool]:
    """Return what sums of orbits give by remainder, the balance wanted, whether all are balanced.

    A sum is (ends, ends on dark cells less ends on light ones).
    """
    shape = shape_of(params)

    def colour(cell: int) -> int:
        return 1 if (cell // params.cols + cell % params.cols) % 2 == 0 else -1

    size = params.rows * params.cols
    wanted = 2 * sum(colour(cell) for cell in range(size) if cell not in shape.blocked)
    usable = [
        orbit
        for orbit in orbits(params.rows, params.cols, params.symmetry)
        if orbit[0] not in shape.blocked and orbit[0] not in shape.endless
    ]
    kinds = {(len(orbit), sum(map(colour, orbit))) for orbit in usable}
    reached = {(0, 0)}
    waiting = [(0, 0)]
    while waiting:
        ends, balance = waiting.pop()
        for more, tilt in sorted(kinds):
            found = ((ends + more) % _MODULUS, (balance + tilt) % _MODULUS)
            if found not in reached:
                reached.add(found)
                waiting.append(found)
    return frozenset(reached), wanted, all(tilt == 0 for _, tilt in kinds)


def allows_pairs(params: Params, pairs: int) -> bool:
    """Return False where no covering layout of so many pairs can have the symmetry asked for.

    True promises nothing.

    Examples
    --------
    >>> turned = Params(6, 6, symmetry="quarter-turn")
    >>> [pairs for pairs in range(2, 9) if allows_pairs(turned, pairs)]
    [2, 4, 6, 8]
    >>> any(allows_pairs(Params(7, 7, symmetry="quarter-turn"), pairs) for pairs in range(2, 20))
    False
    """
    if params.symmetry == "none":
        return True
    reached, wanted, is_balanced = _sums(params)
    if is_balanced and wanted:
        return False
    return (2 * pairs % _MODULUS, wanted % _MODULUS) in reached


def nearest_allowed(params: Params, pairs: int, low: int, high: int) -> int:
    """Return the number of pairs nearest to one in a range that the symmetry allows, else itself.

    Examples
    --------
    >>> nearest_allowed(Params(6, 6, symmetry="quarter-turn"), 5, 3, 8)
    6
    """
    allowed = [number for number in range(low, high + 1) if allows_pairs(params, number)]
    return min(allowed, key=lambda number: (abs(number - pairs), -number), default=pairs)
