"""Walking distance: how many moves rows, and columns, need by themselves.

Seen from the side, all tiles that belong to one row are alike, and it only matters how many of each
row's tiles lie in each row, and in which the blank is. Moves up and down change that, others do
not; their least number, and that of moves to the left and right for the columns, add up to no more
than the puzzle's distance (Ken'ichiro Takahashi's walking distance).
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.npuzzle.problem import Problem
from pipeline.model import ConfigError

MOST_ARRANGEMENTS: Final = 100_000
"""Arrangements of lines after which a table is too large: beyond sides of 4."""

LINES: Final = 8
"""Home lines that a row of ``links`` has room for."""

Arrangement: TypeAlias = tuple[tuple[int, ...], int]
"""How many tiles of each home line lie in each line, line by line, and the blank's line."""


class WalkingTable(NamedTuple):
    """Arrangements numbered from 0, the goal.

    ``links[number, way, home]``: the arrangement after a tile of the home line enters the blank's
    line from the one before it (way 0) or behind it (way 1). ``distances[number]``: to the goal.
    """

    numbers: dict[Arrangement, int]
    links: NDArray[np.int32]
    distances: NDArray[np.uint8]


@cache
def walking_table(lines: int, length: int, blank: int) -> WalkingTable:
    """Return the distances of all arrangements of some lines, each ``length`` cells long.

    ``blank`` is the line where the blank belongs. `ConfigError` if there are more than
    `MOST_ARRANGEMENTS`.

    Examples
    --------
    >>> len(walking_table(4, 4, 0).distances)
    24964
    """
    counts = [0] * (lines * lines)
    for line in range(lines):
        counts[line * lines + line] = length - (line == blank)
    goal = (tuple(counts), blank)
    numbers = {goal: 0}
    queue, distances = [goal], [0]
    links: list[tuple[int, int, int, int]] = []
    for number, (state, here) in enumerate(queue):
        for way, there in enumerate((here - 1, here + 1)):
            if not 0 <= there < lines:
                continue
            for home in range(lines):
                if not state[there * lines + home]:
                    continue
                moved = list(state)
                moved[there * lines + home] -= 1
                moved[here * lines + home] += 1
                after = (tuple(moved), there)
                if after not in numbers:
                    numbers[after] = len(queue)
                    queue.append(after)
                    distances.append(distances[number] + 1)
                links.append((number, way, home, numbers[after]))
        if len(queue) > MOST_ARRANGEMENTS:
            raise ConfigError(
                "expected a board with sides of at most 4 for the solver walking, found a larger "
                "one; choose the solver auto"
            )
    table = np.zeros((len(queue), 2, LINES), dtype=np.int32)
    number_of, way_of, home_of, after_of = np.array(links).T
    table[number_of, way_of, home_of] = after_of
    return WalkingTable(numbers, table, np.array(distances, dtype=np.uint8))


def arrangements(problem: Problem) -> tuple[Arrangement, Arrangement]:
    """Return how the rows and how the columns of a problem are arranged."""
    down, right = [0] * problem.rows**2, [0] * problem.cols**2
    for cell, label in enumerate(problem.labels):
        if label != problem.goal_blank:
            down[cell // problem.cols * problem.rows + label // problem.cols] += 1
            right[cell % problem.cols * problem.cols + label % problem.cols] += 1
    row, col = divmod(problem.blank, problem.cols)
    return (tuple(down), row), (tuple(right), col)
