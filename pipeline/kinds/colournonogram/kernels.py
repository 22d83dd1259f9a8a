"""Pictures in colours whose nonogram can be solved line by line.

The possible values of a cell are stored as bits, bit 0 for an empty cell. A line is narrowed by two
passes over its pattern: the cells of its runs in order, with an empty cell after each run.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled
from pipeline.kernels.random_state import random_below


@compiled
def colour_patches(
    picture: NDArray[np.int8],
    colours: int,
    places: NDArray[np.int64],
    state: NDArray[np.uint64],
) -> None:
    """Colour each filled cell of a picture, in place, as the nearest of some random places.

    ``places``, of shape (number, 3), is working memory; there are at least as many as colours.
    """
    rows, cols = picture.shape
    patches = places.shape[0]
    for patch in range(patches):
        places[patch, 0] = random_below(state, rows)
        places[patch, 1] = random_below(state, cols)
        places[patch, 2] = 1 + (patch if patch < colours else random_below(state, colours))
    for row in range(rows):
        for col in range(cols):
            if picture[row, col]:
                least = (rows + cols) ** 2
                for patch in range(patches):
                    down, right = places[patch, 0] - row, places[patch, 1] - col
                    if down * down + right * right < least:
                        least = down * down + right * right
                        picture[row, col] = places[patch, 2]


@compiled
def narrow_line(
    cells: NDArray[np.int8],
    line: NDArray[np.int8],
    pattern: NDArray[np.int8],
    reached: NDArray[np.bool_],
) -> bool:
    """Remove values that no filling of a line has, in place; return whether there were any.

    ``line`` is the line of the picture, which gives the runs. ``pattern``, of shape
    (2 * cells + 2,), and ``reached``, of shape (cells + 1, 2 * cells + 2), are working memory.
    """
    size = cells.shape[0]
    width = 0
    for cell in range(size):
        if cell and line[cell - 1] and line[cell] != line[cell - 1]:
            pattern[width] = 0
            width += 1
        if line[cell]:
            pattern[width] = line[cell]
            width += 1
    if size and line[size - 1]:
        pattern[width] = 0
        width += 1
    reached[:, : width + 1] = False
    reached[0, 0] = True
    for cell in range(size):
        for place in range(width + 1):
            if reached[cell, place]:
                is_gap = place == 0 or pattern[place - 1] == 0
                if is_gap and cells[cell] & 1:
                    reached[cell + 1, place] = True
                for after in range(place, min(place + 2, width)):
                    if _follows(pattern, place, after) and cells[cell] >> pattern[after] & 1:
                        reached[cell + 1, after + 1] = True
    for place in range(width + 1):
        is_last = place == width or (place == width - 1 and pattern[place] == 0)
        reached[size, place] = reached[size, place] and is_last
    has_changed = False
    for cell in range(size - 1, -1, -1):
        kept = 0
        for place in range(width + 1):
            if not reached[cell, place]:
                continue
            is_alive = False
            is_gap = place == 0 or pattern[place - 1] == 0
            if is_gap and cells[cell] & 1 and reached[cell + 1, place]:
                is_alive = True
                kept |= 1
            for after in range(place, min(place + 2, width)):
                is_way = _follows(pattern, place, after) and reached[cell + 1, after + 1]
                if is_way and cells[cell] >> pattern[after] & 1:
                    is_alive = True
                    kept |= 1 << pattern[after]
            reached[cell, place] = is_alive
        if cells[cell] != kept:
            cells[cell] = kept
            has_changed = True
    return has_changed


@compiled
def _follows(pattern: NDArray[np.int8], place: int, after: int) -> bool:
    """Return whether a part of a pattern may come next; different colours need no gap."""
    return after == place or (
        place > 0
        and pattern[place] == 0
        and pattern[place - 1] != 0
        and pattern[after] != pattern[place - 1]
    )


@compiled
def solve_by_lines(
    picture: NDArray[np.int8],
    cells: NDArray[np.int8],
    colours: int,
    pattern: NDArray[np.int8],
    reached: NDArray[np.bool_],
) -> int:
    """Narrow all cells by single lines, in place; return how many stay open."""
    rows, cols = picture.shape
    cells[:] = (2 << colours) - 1
    has_changed = True
    while has_changed:
        has_changed = False
        for row in range(rows):
            has_changed |= narrow_line(cells[row], picture[row], pattern, reached)
        for col in range(cols):
            has_changed |= narrow_line(cells[:, col], picture[:, col], pattern, reached)
    left = 0
    for row in range(rows):
        for col in range(cols):
            left += cells[row, col] & (cells[row, col] - 1) != 0
    return left


@compiled
def mend_picture(
    picture: NDArray[np.int8],
    cells: NDArray[np.int8],
    colours: int,
    pattern: NDArray[np.int8],
    reached: NDArray[np.bool_],
    state: NDArray[np.uint64],
    changes: int,
) -> int:
    """Change open cells, in place, until single lines solve the picture; return how many times.

    -1 if they do not. A cell becomes one of its other possible values. The state is advanced in
    place.
    """
    rows, cols = picture.shape
    for change in range(changes + 1):
        left = solve_by_lines(picture, cells, colours, pattern, reached)
        if left == 0:
            return change
        chosen = random_below(state, left)
        for row in range(rows):
            for col in range(cols):
                if cells[row, col] & (cells[row, col] - 1):
                    if chosen == 0:
                        picture[row, col] = other_value(cells[row, col], picture[row, col], state)
                    chosen -= 1
    return -1


@compiled
def other_value(values: int, present: int, state: NDArray[np.uint64]) -> int:
    """Return a random one of a cell's possible values other than its present one."""
    left = values & ~(1 << present)
    count = 0
    for value in range(8):
        count += left >> value & 1
    chosen = random_below(state, count)
    for value in range(8):
        if left >> value & 1:
            if chosen == 0:
                return value
            chosen -= 1
    return present
