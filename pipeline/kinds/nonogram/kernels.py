"""Pictures whose nonogram can be solved line by line.

The cells of a line are the bits of a number. A run may begin at a cell if the runs before it fit in
front of that cell, and the others behind it; both are found for one run after another.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import random_below
from pipeline.kinds.kit.engine.kernels.bits import count_bits

EMPTY, FILLED = 0, 1


class Lines(NamedTuple):
    """The lines of a picture; the first axis is 0 for rows, 1 for columns."""

    runs: NDArray[np.int64]  # [axis, line]: the number of runs, then their lengths
    known: NDArray[np.int64]  # [axis, line]: the cells known to be `EMPTY`, and to be `FILLED`
    waits: NDArray[np.bool_]  # [axis, line]: whether it is to be narrowed
    found: NDArray[np.int64]  # [axis, line]: the cells decided in this round
    starts: NDArray[np.int64]
    """Working memory, by run: where it may begin as far as the runs before it, and the cells that
    it covers, allow."""


def new_lines(side: int) -> Lines:
    """Return the memory of kernels for boards of up to ``side`` rows and columns, 60 at most."""
    return Lines(
        np.zeros((2, side, side // 2 + 2), dtype=np.int64),
        np.zeros((2, side, 2), dtype=np.int64),
        np.zeros((2, side), dtype=np.bool_),
        np.zeros((2, side), dtype=np.int64),
        np.zeros((2, side // 2 + 2), dtype=np.int64),
    )


@inlined
def spread(cells: int, gaps: int) -> int:
    """Return all cells to which gaps lead upwards from one of some cells, and these.

    A sum carries each of the cells to the end of its gaps.
    """
    begun = cells & gaps
    passed = (gaps & ~(gaps + begun)) | begun
    return cells | passed | (passed << 1)


@inlined
def spread_back(cells: int, gaps: int, size: int) -> int:
    """Return all cells of a line from which gaps lead upwards to one of some cells, and these."""
    step = 1
    while step <= size:
        cells |= gaps & (cells >> step)
        gaps &= gaps >> step
        step *= 2
    return cells


@inlined
def fits(length: int, may_be_filled: int, gaps: int, size: int) -> int:
    """Return where a run may begin: over cells that may be filled, with a gap after them."""
    done = 1
    while 2 * done <= length:
        may_be_filled &= may_be_filled >> done
        done *= 2
    return may_be_filled & (may_be_filled >> (length - done)) & ((gaps | 1 << size) >> length)


@inlined
def covered(starts: int, length: int) -> int:
    """Return the cells of runs that begin at some cells."""
    done = 1
    while 2 * done <= length:
        starts |= starts << done
        done *= 2
    return starts | (starts << (length - done))


@compiled
def narrow_line(
    size: int, runs: NDArray[np.int64], known: NDArray[np.int64], starts: NDArray[np.int64]
) -> tuple[int, int]:
    """Return the cells that are empty, and filled, in all fillings of a line; see `Lines`."""
    full = (1 << size) - 1
    may_be_filled, gaps = full & ~known[EMPTY], full & ~known[FILLED]
    count = runs[0]
    reached = spread(1, gaps)
    for run in range(count):
        length = runs[run + 1]
        starts[0, run] = reached
        starts[1, run] = reached & fits(length, may_be_filled, gaps, size)
        reached = spread(starts[1, run] << (length + 1), gaps)
    starts[0, count] = reached
    behind = spread_back(3 << size, gaps, size)  # The end of the line, with or without a gap
    filled, empty = 0, starts[0, count] & gaps & (behind >> 1)
    for run in range(count - 1, -1, -1):
        length = runs[run + 1]
        begins = starts[1, run] & (behind >> (length + 1))
        behind = spread_back(begins, gaps, size)
        filled |= covered(begins, length)
        empty |= (begins << length) | (starts[0, run] & gaps & (behind >> 1))
    return full & ~filled, full & ~empty


@inlined
def read_runs(line: NDArray[np.int8], runs: NDArray[np.int64]) -> None:
    """Read the runs of a line, in place; see `Lines`."""
    runs[0] = 0
    for cell in range(line.shape[0]):
        if line[cell]:
            if cell == 0 or not line[cell - 1]:
                runs[0] += 1
                runs[runs[0]] = 0
            runs[runs[0]] += 1


@inlined
def narrow(size: int, lines: Lines, axis: int, line: int) -> int:
    """Narrow a line, in place, and return which of its cells were decided."""
    known = lines.known[axis, line]
    empty, filled = narrow_line(size, lines.runs[axis, line], known, lines.starts)
    found = (empty | filled) & ~(known[EMPTY] | known[FILLED])
    known[EMPTY], known[FILLED] = empty, filled
    lines.waits[axis, line] = False
    return found


@inlined
def cross(lines: Lines, axis: int, line: int, found: int) -> None:
    """Add decided cells of a line, in place, to the lines that cross it."""
    other, filled = 0, lines.known[axis, line, FILLED]
    while found >> other:
        if found >> other & 1:
            lines.known[1 - axis, other, filled >> other & 1] |= 1 << line
            lines.waits[1 - axis, other] = True
        other += 1


@compiled
def solve_by_lines(picture: NDArray[np.int8], lines: Lines) -> int:
    """Decide, in place, all cells that single lines decide; return how many stay open."""
    lines.known[:] = 0
    lines.waits[:] = True
    has_changed = True
    while has_changed:
        has_changed = False
        for axis in range(2):
            for line in range(picture.shape[axis]):
                if lines.waits[axis, line]:
                    found = narrow(picture.shape[1 - axis], lines, axis, line)
                    cross(lines, axis, line, found)
                    has_changed |= found != 0
    return count_open(picture, lines)


@inlined
def count_open(picture: NDArray[np.int8], lines: Lines) -> int:
    """Return how many cells of a picture are not decided."""
    left = picture.size
    for row in range(picture.shape[0]):
        left -= count_bits(lines.known[0, row, EMPTY] | lines.known[0, row, FILLED])
    return left


@compiled
def read_lines(picture: NDArray[np.int8], lines: Lines) -> None:
    """Read the runs of all lines of a picture, in place."""
    for row in range(picture.shape[0]):
        read_runs(picture[row], lines.runs[0, row])
    for col in range(picture.shape[1]):
        read_runs(picture[:, col], lines.runs[1, col])


@compiled
def count_rounds(picture: NDArray[np.int8], lines: Lines) -> int:
    """Return how many rounds decide all cells of a picture that single lines solve.

    In a round all lines are narrowed by the cells that were known before it.
    """
    read_lines(picture, lines)
    lines.known[:] = 0
    lines.waits[:] = True
    rounds, left = 0, picture.size
    while left and rounds <= picture.size:
        for axis in range(2):
            for line in range(picture.shape[axis]):
                lines.found[axis, line] = 0
                if lines.waits[axis, line]:
                    found = narrow(picture.shape[1 - axis], lines, axis, line)
                    lines.found[axis, line] = found
        for axis in range(2):
            for line in range(picture.shape[axis]):
                cross(lines, axis, line, lines.found[axis, line])
        left = count_open(picture, lines)
        rounds += 1
    return rounds


@compiled
def mend_picture(
    picture: NDArray[np.int8], lines: Lines, state: NDArray[np.uint64], changes: int
) -> int:
    """Flip open cells, in place, until single lines solve the picture; return how many, -1 if not.

    At most ``changes`` cells are flipped. The state is advanced in place.
    """
    rows, cols = picture.shape
    read_lines(picture, lines)
    for change in range(changes + 1):
        left = solve_by_lines(picture, lines)
        if left == 0:
            return change
        chosen = random_below(state, left)
        for row in range(rows):
            decided = lines.known[0, row, EMPTY] | lines.known[0, row, FILLED]
            for col in range(cols):
                if not decided >> col & 1:
                    if chosen == 0:
                        picture[row, col] = 1 - picture[row, col]
                        read_runs(picture[row], lines.runs[0, row])
                        read_runs(picture[:, col], lines.runs[1, col])
                    chosen -= 1
    return -1
