"""Akari as variables and constraints, and walls with all their numbers to begin with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import random_below, shuffle
from pipeline.kinds.kit.constraints.answers import Clues, Solution
from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.grid import Grid
from pipeline.kinds.kit.constraints.making import Images
from pipeline.kinds.kit.constraints.model import Model

WHITE, WALL = -1, -2
"""A cell for a lamp, and a wall without a number; 0 to 4 are walls with one."""

WALL_PERCENT: Final = (18, 30)
"""Walls in percent of the cells, the least and the most."""

BOARDS: Final = Boards(
    family="cells",
    empty=WHITE,
    allowed=lambda rows, cols: range(WALL, 5),
    said="0 to 4 for a wall with a number, -2 for one without, -1 for a white cell",
)


def declare(clues: Clues) -> Model:
    """Return the model of a board: a white cell holds a lamp or not."""
    whole = Grid(clues.rows, clues.cols)
    walls = frozenset(cell for cell, clue in enumerate(clues.values) if clue != WHITE)
    grid = Grid(clues.rows, clues.cols, walls)
    model = Model(grid)
    lamp = model.cells()
    seen: dict[int, list[int]] = {cell: [] for cell in grid.cells}
    for beam in beams(clues):
        if len(beam) > 1:
            model.count([lamp[cell] for cell in beam], (0, 1), "beam", about=beam)
        for cell in beam:
            seen[cell] += beam
    for cell in grid.cells:
        model.clause([lamp[c] for c in sorted(set(seen[cell]))], "lit", about=(cell,))
    for wall in sorted(walls):
        if clues.values[wall] >= 0:
            here = [lamp[c] for c in whole.neighbours(wall) if c in lamp]
            model.count(here, (clues.values[wall],), "number", about=(wall,), clue=wall)
    return model


def beams(clues: Clues) -> list[list[int]]:
    """Return the runs of white cells between walls, across and down."""
    found: list[list[int]] = []
    for line in Grid(clues.rows, clues.cols).lines():
        run: list[int] = []
        for cell in line:
            if clues.values[cell] == WHITE:
                run.append(cell)
            elif run:
                found.append(run)
                run = []
        if run:
            found.append(run)
    return found


def lay_out(
    board: Clues, state: NDArray[np.uint64], images: Images
) -> tuple[Clues, Solution] | None:
    """Return walls that lie alike in the images, lamps that light all, and every number.

    None where lamps might stand elsewhere as well.
    """
    size = board.rows * board.cols
    low, high = WALL_PERCENT
    most = size * (low + int(random_below(state, high - low + 1))) // 100
    order = np.arange(size, dtype=np.int64)
    shuffle(state, order)
    walls: set[int] = set()
    for cell in order.tolist():
        if len(walls) >= most:
            break
        walls.update((cell, *(image[cell] for image in images)))
    values = [WALL if cell in walls else WHITE for cell in range(size)]
    seen = [0] * size
    for beam in beams(Clues(board.rows, board.cols, tuple(values))):
        bits = sum([1 << cell for cell in beam])
        for cell in beam:
            seen[cell] |= bits
    shuffle(state, order)
    lit = 0
    lamps = []
    for cell in order.tolist():
        if cell not in walls and not lit >> cell & 1:
            lamps.append(cell)
            lit |= seen[cell]
    near = _beside(board.rows, board.cols)
    walled = sum([1 << wall for wall in walls])
    if can_move(lamps, seen, [bits & walled for bits in near]):
        return None
    placed = sum([1 << lamp for lamp in lamps])
    for wall in walls:
        values[wall] = (near[wall] & placed).bit_count()
    clues = BOARDS.make_clues(board.rows, board.cols, values)
    return clues, Solution("cells", tuple((cell,) for cell in sorted(lamps)))


@lru_cache(maxsize=16)
def _beside(rows: int, cols: int) -> list[int]:
    """Return the neighbours of each cell as bits."""
    grid = Grid(rows, cols)
    return [sum(1 << near for near in grid.neighbours(cell)) for cell in grid.cells]


def can_move(lamps: Sequence[int], seen: Sequence[int], beside: Sequence[int]) -> bool:
    """Return whether one lamp, or two in the corners of a rectangle, might stand elsewhere.

    ``seen`` has the cells that each cell sees, itself too, and ``beside`` the walls beside it, as
    bits.
    Where nothing stays dark and all numbers stay, there is another answer. Most layouts with
    several have such a one, and need no model to tell.
    """
    once = twice = 0
    for lamp in lamps:
        twice |= once & seen[lamp]
        once |= seen[lamp]
    for lamp in lamps:
        alone = seen[lamp] & ~twice
        for cell in _set_bits(alone & ~(1 << lamp)):
            if not alone & ~seen[cell] and beside[cell] == beside[lamp]:
                return True
    for one, other in combinations(lamps, 2):
        corners = tuple(_set_bits(seen[one] & seen[other]))
        if len(corners) < 2 or seen[corners[0]] >> corners[1] & 1:
            continue
        a, b, c, d = (beside[cell] for cell in (one, other, *corners))
        if a & b != c & d or a | b != c | d:
            continue
        rest = 0
        for lamp in lamps:
            if lamp not in (one, other):
                rest |= seen[lamp]
        dark = (seen[one] | seen[other]) & ~rest
        shadow = dark & ~(seen[corners[0]] | seen[corners[1]])
        if not shadow and all(dark >> corner & 1 for corner in corners):
            return True
    return False


def _set_bits(bits: int) -> Iterator[int]:
    """Yield the places of the bits that are set."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
