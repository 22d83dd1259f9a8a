"""Pictures whose nonogram can be solved line by line.

A line is narrowed by two tables: which prefixes can hold the first runs, and which suffixes the
others. A cell may be filled, or empty, if some split of the line allows it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import random_below

OPEN, EMPTY, FILLED = -1, 0, 1


@compiled
def narrow_line(
    cells: NDArray[np.int8],
    line: NDArray[np.int8],
    runs: NDArray[np.int64],
    tables: NDArray[np.bool_],
    waits: NDArray[np.bool_],
) -> None:
    """Decide, in place, the open cells that are equal in all fillings of a line, and queue them.

    ``line`` is the line of the picture, which gives the runs; ``runs``, of shape (2, cells + 3),
    and ``tables``, of shape (2, cells + 3, runs + 2), are working memory.
    """
    size = cells.shape[0]
    count, is_open = 0, False
    for cell in range(size):
        is_open |= cells[cell] == OPEN
        if line[cell]:
            if cell == 0 or not line[cell - 1]:
                runs[0, count] = 0
                count += 1
            runs[0, count - 1] += 1
    if not is_open:
        return
    room = runs[1]  # From each cell on, the cells that may be filled
    room[size] = 0
    for cell in range(size - 1, -1, -1):
        room[cell] = 0 if cells[cell] == EMPTY else room[cell + 1] + 1
    before, behind = tables[0], tables[1]
    before[: size + 2, : count + 2] = False
    behind[: size + 2, : count + 1] = False
    # before[k, r]: the first k cells can hold r runs, and cell k may be a gap or filled next.
    before[0, 0] = True
    for cell in range(size):
        for run in range(count + 1):
            if not before[cell, run]:
                continue
            if cells[cell] != FILLED:
                before[cell + 1, run] = True
            if run < count and _has_room(cells, room, cell, runs[0, run]):
                before[min(cell + runs[0, run] + 1, size + 1), run + 1] = True
    behind[size, count] = behind[size + 1, count] = True
    for cell in range(size - 1, -1, -1):
        for run in range(count + 1):
            if cells[cell] != FILLED and behind[cell + 1, run]:
                behind[cell, run] = True
            is_run = run < count and _has_room(cells, room, cell, runs[0, run])
            if is_run and behind[min(cell + runs[0, run] + 1, size + 1), run + 1]:
                behind[cell, run] = True
    covered = 0
    for cell in range(size):
        may_be_empty = False
        for run in range(count + 1):
            if not before[cell, run]:
                continue
            if cells[cell] != FILLED and behind[cell + 1, run]:
                may_be_empty = True
            is_run = run < count and _has_room(cells, room, cell, runs[0, run])
            if is_run and behind[min(cell + runs[0, run] + 1, size + 1), run + 1]:
                covered = max(covered, cell + runs[0, run])
                # The cell after the run is a gap.
                tables[0, cell + runs[0, run], count + 1] = True
        may_be_empty |= tables[0, cell, count + 1]
        tables[0, cell, count + 1] = False
        if cells[cell] == OPEN and may_be_empty != (cell < covered):
            cells[cell] = EMPTY if may_be_empty else FILLED
            waits[cell] = True


@inlined
def _has_room(cells: NDArray[np.int8], room: NDArray[np.int64], at: int, length: int) -> bool:
    """Return whether a run can begin at a cell, with a gap after it."""
    return bool(
        room[at] >= length and (at + length == cells.shape[0] or cells[at + length] != FILLED)
    )


@compiled
def solve_by_lines(
    picture: NDArray[np.int8],
    cells: NDArray[np.int8],
    runs: NDArray[np.int64],
    tables: NDArray[np.bool_],
    waits: NDArray[np.bool_],
) -> int:
    """Decide, in place, all cells that single lines decide; return how many stay open.

    ``waits``, of shape (2, cells), is working memory: the rows, and columns, to look at.
    """
    rows, cols = picture.shape
    cells[:] = OPEN
    waits[:] = True
    has_changed = True
    while has_changed:
        for row in range(rows):
            if waits[0, row]:
                waits[0, row] = False
                narrow_line(cells[row], picture[row], runs, tables, waits[1])
        has_changed = False
        for col in range(cols):
            if waits[1, col]:
                waits[1, col] = False
                narrow_line(cells[:, col], picture[:, col], runs, tables, waits[0])
        for row in range(rows):
            has_changed |= waits[0, row]
    left = 0
    for row in range(rows):
        for col in range(cols):
            left += cells[row, col] == OPEN
    return left


@compiled
def count_rounds(
    picture: NDArray[np.int8],
    cells: NDArray[np.int8],
    runs: NDArray[np.int64],
    tables: NDArray[np.bool_],
    waits: NDArray[np.bool_],
) -> int:
    """Return how many rounds decide all cells of a picture that single lines solve.

    In a round all lines are narrowed by the cells that were known before it. ``cells``, of shape
    (2, rows, cols), is working memory: the cells known by rows, and by columns.
    """
    rows, cols = picture.shape
    by_row, by_col = cells[0], cells[1]
    cells[:] = OPEN
    waits[:] = True
    rounds, is_open = 0, True
    while is_open and rounds <= rows * cols:
        for row in range(rows):
            if waits[0, row]:
                narrow_line(by_row[row], picture[row], runs, tables, waits[0])
        for col in range(cols):
            if waits[1, col]:
                narrow_line(by_col[:, col], picture[:, col], runs, tables, waits[1])
        waits[:] = False
        is_open = False
        for row in range(rows):
            for col in range(cols):
                known = max(by_row[row, col], by_col[row, col])
                if by_row[row, col] != by_col[row, col]:
                    waits[0, row] = waits[1, col] = True
                by_row[row, col] = by_col[row, col] = known
                is_open |= known == OPEN
        rounds += 1
    return rounds


@compiled
def mend_picture(
    picture: NDArray[np.int8],
    cells: NDArray[np.int8],
    runs: NDArray[np.int64],
    tables: NDArray[np.bool_],
    waits: NDArray[np.bool_],
    state: NDArray[np.uint64],
    changes: int,
) -> int:
    """Flip open cells, in place, until single lines solve the picture; return how many, -1 if not.

    At most ``changes`` cells are flipped. The state is advanced in place.
    """
    rows, cols = picture.shape
    for change in range(changes + 1):
        left = solve_by_lines(picture, cells, runs, tables, waits)
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
