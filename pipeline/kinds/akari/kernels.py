"""Random walls and lamps, and a quick test whether a lamp can move.

A *beam* is a run of white cells between walls in a row or column. Its number is its first cell,
plus the size of the board if it is vertical.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import shuffle

Ints: TypeAlias = NDArray[np.int64]

WHITE = -1
"""A cell without a wall; 0 to 4 are walls."""


@compiled
def lay_out(
    values: Ints,
    cols: int,
    beams: Ints,
    lamp_of: Ints,
    order: Ints,
    images: Ints,
    wanted: int,
    state: NDArray[np.uint64],
) -> None:
    """Place about ``wanted`` walls, symmetric under all images, lamps and numbers, in place.

    ``values`` are white, ``order`` all cells, ``images`` rows with the source cell of each cell,
    including those of the board itself. ``beams`` gets the horizontal and the vertical beam of each
    cell, -1 for a wall, and ``lamp_of`` the lamp in each beam.
    """
    shuffle(state, order)
    for cell in order:
        if wanted <= 0:
            break
        for image in range(images.shape[0]):
            wanted -= values[images[image, cell]] == WHITE
            values[images[image, cell]] = 0
    shuffle(state, order)
    light(values, cols, beams, lamp_of, order)


@compiled
def light(values: Ints, cols: int, beams: Ints, lamp_of: Ints, order: Ints) -> None:
    """Place lamps on white cells in an order, until all are lit, and number walls, in place.

    Walls are initially 0; the other arguments are as in `lay_out`.
    """
    size = values.shape[0]
    find_beams(values, cols, beams)
    lamp_of[:] = -1
    for cell in order:
        across, down = beams[0, cell], beams[1, cell]
        if across >= 0 and lamp_of[across] < 0 and lamp_of[down] < 0:
            lamp_of[across] = lamp_of[down] = cell
            for wall in range(size):
                if values[wall] != WHITE:
                    values[wall] += is_beside(cell, wall, cols)


@compiled
def find_beams(values: Ints, cols: int, beams: Ints) -> None:
    """Find the beams of each cell, in place, see `lay_out`."""
    size = values.shape[0]
    beams[:] = -1
    for cell in range(size):
        if values[cell] == WHITE:
            left = beams[0, cell - 1] if cell % cols else -1
            above = beams[1, cell - cols] if cell >= cols else -1
            beams[0, cell] = cell if left < 0 else left
            beams[1, cell] = size + cell if above < 0 else above


@compiled
def can_move(values: Ints, cols: int, beams: Ints, lamp_of: Ints, alone: Ints) -> bool:
    """Return whether one lamp, or two in opposite corners of a rectangle, can move.

    This detects most layouts with several solutions without a model. ``alone`` gets for each beam
    the number of cells that only its lamp lights: if 0, the lamp can move along its other beam.
    """
    alone[:] = 0
    for cell in range(values.shape[0]):
        for way in range(2):
            if values[cell] == WHITE and lamp_of[beams[1 - way, cell]] < 0:
                alone[beams[way, cell]] += 1
    for cell in range(values.shape[0]):
        if values[cell] != WHITE:
            continue
        first, second, corner = lamp_of[beams[0, cell]], lamp_of[beams[1, cell]], cell
        if first < 0 and alone[beams[0, second]] == 0:
            first = second
        elif second < 0 and alone[beams[1, first]] == 0:
            second = first
        elif first >= 0 and second > first:
            corner = second // cols * cols + first % cols
            if beams[0, corner] != beams[0, second] or beams[1, corner] != beams[1, first]:
                continue
        else:
            continue
        if are_beside_same(values, cols, first, second, cell, corner):
            return True
    return False


@inlined
def are_beside_same(values: Ints, cols: int, one: int, other: int, new: int, corner: int) -> bool:
    """Return whether lamps in two cells are beside the same walls as lamps in two other cells."""
    for wall in range(values.shape[0]):
        before = is_beside(one, wall, cols) + is_beside(other, wall, cols)
        after = is_beside(new, wall, cols) + is_beside(corner, wall, cols)
        if values[wall] != WHITE and before != after:
            return False
    return True


@inlined
def is_beside(one: int, other: int, cols: int) -> bool:
    """Return whether two cells are neighbours."""
    return abs(one // cols - other // cols) + abs(one % cols - other % cols) == 1


@compiled
def is_obvious(values: Ints, cols: int, beams: Ints, lamps: Ints, counts: Ints) -> bool:
    """Return whether single beams, numbers and cells to be lit decide every cell of a board.

    ``lamps`` gets 1 for a lamp, -1 for a cell without one, else 0; ``counts`` the lamps and the
    open cells of each beam.
    """
    size, decided, before = values.shape[0], 0, -1
    lamps[:] = 0
    while decided > before:
        before = decided
        count_lamps(values, beams, lamps, counts)
        for cell in range(size):
            across, down = beams[0, cell], beams[1, cell]
            if values[cell] != WHITE:
                decided += decide_beside(values, cols, lamps, cell)
            elif counts[0, across] + counts[0, down]:
                decided += lamps[cell] == 0
                lamps[cell] = lamps[cell] or -1
            elif counts[1, across] + counts[1, down] - (lamps[cell] == 0) == 1:
                for other in range(size):
                    if lamps[other] == 0 and (beams[0, other] == across or beams[1, other] == down):
                        lamps[other] = 1
                        decided += 1
                count_lamps(values, beams, lamps, counts)
    white = 0
    for cell in range(size):
        white += values[cell] == WHITE
    return decided == white


@inlined
def count_lamps(values: Ints, beams: Ints, lamps: Ints, counts: Ints) -> None:
    """Count the lamps and the open cells of each beam, in place."""
    counts[:] = 0
    for cell in range(values.shape[0]):
        if values[cell] == WHITE and lamps[cell] >= 0:
            counts[1 - lamps[cell], beams[0, cell]] += 1
            counts[1 - lamps[cell], beams[1, cell]] += 1


@inlined
def decide_beside(values: Ints, cols: int, lamps: Ints, wall: int) -> int:
    """Decide the open cells beside a number that has all its lamps or needs lamps in all of them.

    Return the number of decided cells.
    """
    lit = unknown = 0
    for cell in range(values.shape[0]):
        if values[cell] == WHITE and is_beside(cell, wall, cols):
            lit += lamps[cell] == 1
            unknown += lamps[cell] == 0
    if unknown == 0 or 0 < values[wall] - lit < unknown:
        return 0
    for cell in range(values.shape[0]):
        if values[cell] == WHITE and lamps[cell] == 0 and is_beside(cell, wall, cols):
            lamps[cell] = 1 if lit < values[wall] else -1
    return unknown
