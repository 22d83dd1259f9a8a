"""Depths: which numbers of moves make boards of a band, and a board with so many moves."""

from __future__ import annotations

from functools import cache
from itertools import cycle, islice
from typing import Final

from pipeline.kinds.kit.grades.page_data import read_measured
from pipeline.kinds.npuzzle.model import BLANK, Clues, Params, Solution
from pipeline.kinds.npuzzle.problem import play
from pipeline.model import Band

_BACK: Final = str.maketrans("UDLR", "DURL")
_LONGEST_SHARE: Final = 0.9  # Moves of an average board, of the deepest that is graded


def depths_of_band(band: str, rows: int, cols: int, deepest_known: int | None) -> tuple[int, int]:
    """Return the least and most moves of boards that a band is made with.

    Grades are ranks among boards whose depths are spread evenly (the population), so that each
    band has its quarter of them. ``deepest_known`` is that of the size, None if not known.

    >>> [depths_of_band(band, 3, 3, 31) for band in Band]
    [(1, 7), (8, 15), (16, 23), (24, 31)]
    """
    deepest = _deepest(rows * cols)
    deepest = deepest if deepest_known is None else min(deepest, deepest_known)
    quarter = [*Band].index(Band(band))
    first = deepest * quarter // len(Band)
    return first + 1, max(first + 1, deepest * (quarter + 1) // len(Band))


def stand_in(params: Params) -> tuple[Clues, Solution]:
    """Return a board for the plan of pages, with as many moves as usual: nothing is searched."""
    longest = round(_LONGEST_SHARE * _deepest(params.rows * params.cols))
    moves = {"depth": params.depth[1], "walk": min(params.walk, longest)}.get(
        params.scramble, longest
    )
    row, col = divmod(params.goal.index(BLANK), params.cols)
    across = "RL" if col < params.cols - 1 else "LR"
    down = "DU" if row < params.rows - 1 else "UD"
    way = "".join(islice(cycle(across[0] + down[0] + across[1] + down[1]), max(1, moves)))
    start = play(params.rows, params.cols, params.goal, way)
    if start == params.goal:
        start = play(params.rows, params.cols, params.goal, way[:1])
    solution = Solution(way[::-1].translate(_BACK), is_proved=True)
    return Clues(params.rows, params.cols, start, params.goal), solution


def _deepest(cells: int) -> int:
    """Return the largest depth on which grades of the nearest size were measured."""
    table = _measured()
    return table[min(table, key=lambda size: (abs(size - cells), size))]


@cache
def _measured() -> dict[int, int]:
    return {
        one["cells"]: max(int(part["depth"].split(":")[1]) for part in one["settings"])
        for one in read_measured(__package__, "population")["sizes"]
    }
