"""Where ends should lie, for the chain of `path_cover.py`: together with their images, or not here.

An orbit has ends on all of its cells or on none. A layout's *violations* are half the cells of
each orbit of which that is not true, and the ends on cells that may have none. A move of the chain
takes one end away and adds another, so that it changes the number by a little, which is looked up
here. That an orbit of four counts the same with one, two or three ends lets the chain pass from
one symmetrical layout to another: with the missing ends counted one by one, none of ten 20x20
layouts of 28 pairs became symmetrical under quarter-turns, and so seven did.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import inlined
from pipeline.kinds.numberlink.layouts.shape import Shape

ALWAYS: Final = 1 << 32
"""The acceptance that accept every move, of 2**32."""

MOST_CHANGE: Final = 5
"""The most by which one end that moves changes the violations, up or down."""


class SoftConstraints(NamedTuple):
    """Orbits of cells and how many ends each has now; changed in place.

    ``orbit`` ndarray[int32] for each cell with its border, 0 for a cell in none; ``size`` and
    ``taken`` ndarray[int64] for each orbit, its cells and its ends; ``endless`` ndarray[uint8], 1
    where no end may lie; ``acceptance`` ndarray[int64], the chance of 2**32 to accept a move that
    adds ``index - MOST_CHANGE`` violations. All are empty where nothing is asked.
    """

    orbit: NDArray[np.int32]
    size: NDArray[np.int64]
    taken: NDArray[np.int64]
    endless: NDArray[np.uint8]
    acceptance: NDArray[np.int64]


def make_soft_constraints(shape: Shape, rows: int, cols: int) -> SoftConstraints:
    """Return the constraints of a shape on a board without ends.

    Examples
    --------
    >>> make_soft_constraints(Shape(orbits=((0, 1),)), 1, 2).orbit.tolist()
    [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]
    """
    stride, cells = cols + 2, (rows + 2) * (cols + 2) if shape.has_constraints else 0
    orbit = np.zeros(cells, dtype=np.int32)
    endless = np.zeros(cells, dtype=np.uint8)
    for number, members in enumerate(shape.orbits, start=1):
        orbit[[(cell // cols + 1) * stride + cell % cols + 1 for cell in members]] = number
    if shape.endless:
        endless[[(cell // cols + 1) * stride + cell % cols + 1 for cell in shape.endless]] = 1
    size = np.array([0, *map(len, shape.orbits)], dtype=np.int64)
    acceptance = np.full(
        2 * MOST_CHANGE + 1 if shape.has_constraints else 0, ALWAYS, dtype=np.int64
    )
    return SoftConstraints(orbit, size, np.zeros_like(size), endless, acceptance)


@cache
def violation_acceptance(inverse_temperature: int) -> NDArray[np.int64]:
    """Return acceptance probabilities of 2**32 by the change of violations, ndarray[int64].

    Each violation weighs ``exp(-inverse_temperature / 4)``. Decimal rounds alike on every machine.

    Examples
    --------
    >>> f"{violation_acceptance(4)[MOST_CHANGE + 1] / 2**32:.6f}"
    '0.367879'
    """
    changes = range(-MOST_CHANGE, MOST_CHANGE + 1)
    acceptance = [
        min(Decimal(1), (-Decimal(inverse_temperature * change) / 4).exp()) * ALWAYS
        for change in changes
    ]
    found = np.array([int(chance) for chance in acceptance], dtype=np.int64)
    found.setflags(write=False)
    return found


@inlined
def violations_by_move(constraints: SoftConstraints, old: int, new: int) -> int:
    """Return by how much the violations grow where an end moves from one cell to another."""
    if len(constraints.acceptance) == 0:
        return 0
    grows = np.int64(constraints.endless[new]) - np.int64(constraints.endless[old])
    a, b = constraints.orbit[old], constraints.orbit[new]
    if a != b:
        grows += _violations(constraints, a, -1) + _violations(constraints, b, 1)
    return int(grows)


@inlined
def add_end(constraints: SoftConstraints, cell: int, count: int) -> int:
    """Add ``count``, 1 or -1, ends at a cell, in place; return the violations that adds."""
    if len(constraints.acceptance) == 0:
        return 0
    orbit = constraints.orbit[cell]
    grows = count * np.int64(constraints.endless[cell]) + _violations(constraints, orbit, count)
    constraints.taken[orbit] += count
    return int(grows)


@inlined
def _violations(constraints: SoftConstraints, orbit: int, count: int) -> int:
    """Return by how much an orbit's violations grow where it gets ``count``, 1 or -1, ends."""
    before, size = constraints.taken[orbit], constraints.size[orbit]
    was_broken = 0 < before < size
    is_broken = 0 < before + count < size
    return int(size // 2 * (int(is_broken) - int(was_broken)))
