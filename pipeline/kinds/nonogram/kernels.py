"""Pictures whose nonogram can be solved line by line.

A line is narrowed by two tables: which prefixes can hold the first runs, and which suffixes the
others. A cell may be filled, or empty, if some split of the line allows it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled
from pipeline.kernels.random_state import random_below

OPEN, EMPTY, FILLED = -1, 0, 1


@compiled
def narrow_line(
    cells: NDArray[np.int8],
    line: NDArray[np.int8],
    runs: NDArray[np.int64],
    tables: NDArray[np.bool_],
) -> bool:
    """Decide, in place, the open cells of a line that all fillings share; return if any was.

    ``line`` is the line of the picture, which has the runs; ``runs`` and ``tables``, of shape (2,
    cells + 3, runs + 2), are working memory.
    """
    size = cells.shape[0]
    count = 0
    for at in range(size):
        if line[at]:
            if at == 0 or not line[at - 1]:
                runs[count] = 0
                count += 1
            runs[count - 1] += 1
    before, behind = tables[0], tables[1]
    before[:, : count + 1] = False
    behind[:, : count + 1] = False
    # before[k, r]: the first k cells can hold r runs, and cell k may be a gap or filled next.
    before[0, 0] = True
    for at in range(size):
        for run in range(count + 1):
            if not before[at, run]:
                continue
            if cells[at] != FILLED:
                before[at + 1, run] = True
            if run < count and _has_room(cells, at, runs[run]):
                before[min(at + runs[run] + 1, size + 1), run + 1] = True
    behind[size, count] = behind[size + 1, count] = True
    for at in range(size - 1, -1, -1):
        for run in range(count + 1):
            if cells[at] != FILLED and behind[at + 1, run]:
                behind[at, run] = True
            is_run = run < count and _has_room(cells, at, runs[run])
            if is_run and behind[min(at + runs[run] + 1, size + 1), run + 1]:
                behind[at, run] = True
    has_changed = False
    covered = 0
    for at in range(size):
        may_be_empty = False
        for run in range(count + 1):
            if before[at, run] and cells[at] != FILLED and behind[at + 1, run]:
                may_be_empty = True
            is_run = run < count and before[at, run] and _has_room(cells, at, runs[run])
            if is_run and behind[min(at + runs[run] + 1, size + 1), run + 1]:
                covered = max(covered, at + runs[run])
                # The cell after the run is a gap.
                tables[0, at + runs[run], count + 1] = True
        may_be_empty |= tables[0, at, count + 1]
        tables[0, at, count + 1] = False
        if cells[at] == OPEN and may_be_empty != (at < covered):
            cells[at] = EMPTY if may_be_empty else FILLED
            has_changed = True
    tables[0, :, count + 1] = False
    return has_changed


@compiled
def _has_room(cells: NDArray[np.int8], at: int, length: int) -> bool:
    """Return whether a run can begin at a cell, with a gap after it."""
    if at + length > cells.shape[0]:
        return False
    for k in range(at, at + length):
        if cells[k] == EMPTY:
            return False
    return at + length == cells.shape[0] or cells[at + length] != FILLED


@compiled
def solve_by_lines(
    picture: NDArray[np.int8],
    cells: NDArray[np.int8],
    runs: NDArray[np.int64],
    tables: NDArray[np.bool_],
) -> int:
    """Decide, in place, all cells that single lines decide; return how many stay open."""
    rows, cols = picture.shape
    cells[:] = OPEN
    has_changed = True
    while has_changed:
        has_changed = False
        for row in range(rows):
            has_changed |= narrow_line(cells[row], picture[row], runs, tables)
        for col in range(cols):
            has_changed |= narrow_line(cells[:, col], picture[:, col], runs, tables)
    left = 0
    for row in range(rows):
        for col in range(cols):
            left += cells[row, col] == OPEN
    return left


@compiled
def mend_picture(
    picture: NDArray[np.int8],
    cells: NDArray[np.int8],
    runs: NDArray[np.int64],
    tables: NDArray[np.bool_],
    state: NDArray[np.uint64],
    changes: int,
) -> int:
    """Turn open cells, in place, until single lines solve the picture; return how many, -1 if not.

    At most ``changes`` cells are turned. The state is advanced in place.
    """
    rows, cols = picture.shape
    for change in range(changes + 1):
        left = solve_by_lines(picture, cells, runs, tables)
        if left == 0:
            return change
        chosen = random_below(state, left)
        for row in range(rows):
            for col in range(cols):
                if cells[row, col] == OPEN:
                    if chosen == 0:
                        picture[row, col] = 1 - picture[row, col]
                    chosen -= 1
    return -1
