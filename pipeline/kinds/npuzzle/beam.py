"""Beam search: level by level the boards that look nearest to the goal, a fixed number of them.

It proves nothing, but finds a way on boards on which nothing else does.
"""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import new_state, random_bits
from pipeline.kinds.npuzzle.heuristics import distance, make_geometry
from pipeline.kinds.npuzzle.kernels.search import END
from pipeline.kinds.npuzzle.problem import Problem

REMEMBERED: Final = 24
"""Levels whose boards are not entered again."""

LEVELS_PER_CELL: Final = 30
"""Levels after which a beam is given up, for each cell of the board."""


class _Level(NamedTuple):
    """Boards side by side, the blank of each, where it was before, estimates and hashes."""

    boards: NDArray[np.int64]
    blanks: NDArray[np.int64]
    before: NDArray[np.int64]
    values: NDArray[np.int64]
    hashes: NDArray[np.uint64]


def beam_search(problem: Problem, width: int, budget: int) -> tuple[list[int] | None, int]:
    """Return the cells of the blank on a way to the goal, or None, and how many boards were made.

    Parameters
    ----------
    problem : Problem
        Solvable, and not solved.
    width : int
        Boards that are followed on each level.
    budget : int
        Boards after which the search is given up.

    Examples
    --------
    >>> beam_search(Problem(2, 2, 0, (1, 3, 2, 0)), 10, 1000)[0]
    [3, 1, 0]
    """
    geometry = make_geometry(problem.rows, problem.cols)
    cells = len(problem.labels)
    moves = geometry.moves.reshape(cells, cells, 5)
    gains = geometry.gains.reshape(cells, cells, cells)
    state = new_state(1)
    keys = np.array([random_bits(state) for _ in range(cells * cells)], dtype=np.uint64)
    keys = keys.reshape(cells, cells)
    blank = np.array([problem.blank])
    start = np.array([distance(problem)])
    boards = np.array([problem.labels])
    level = _Level(boards, blank, blank, start, np.zeros(1, dtype=np.uint64))
    seen = deque([level.hashes], maxlen=REMEMBERED)
    parents: list[NDArray[np.int64]] = []
    blanks = [blank]
    made = 0
    for _ in range(LEVELS_PER_CELL * cells):
        parent, target, values, hashes = _children(level, moves, gains, keys)
        made += len(parent)
        # Equal estimates in the order of their hashes: as good as at random, and always the same.
        order = np.lexsort((hashes, values))
        order = order[np.sort(np.unique(hashes[order], return_index=True)[1])]
        order = order[~np.isin(hashes[order], np.concatenate(seen))][:width]
        if not len(order) or made > budget:
            return None, made
        parent, target = parent[order], target[order]
        boards = level.boards[parent]
        each = np.arange(len(order))
        boards[each, level.blanks[parent]] = boards[each, target]
        boards[each, target] = problem.goal_blank
        level = _Level(boards, target, level.blanks[parent], values[order], hashes[order])
        seen.append(level.hashes)
        parents.append(parent)
        blanks.append(target)
        if level.values[0] == 0:
            return _trace(parents, blanks), made
    return None, made


def _children(
    level: _Level, moves: NDArray[np.int64], gains: NDArray[np.int8], keys: NDArray[np.uint64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]]:
    """Return parent, cell of the blank, estimate and hash of each board one move on."""
    targets = moves[level.blanks, level.before]
    parent, k = np.nonzero(targets != END)
    target = targets[parent, k]
    blank = level.blanks[parent]
    label = level.boards[parent, target]
    values = level.values[parent] + gains[label, target, blank]
    hashes = level.hashes[parent] ^ keys[label, target] ^ keys[label, blank]
    return parent, target, values, hashes


def _trace(parents: list[NDArray[np.int64]], blanks: list[NDArray[np.int64]]) -> list[int]:
    way, number = [int(blanks[-1][0])], 0
    for parent, blank in zip(reversed(parents), reversed(blanks[:-1]), strict=True):
        number = int(parent[number])
        way.append(int(blank[number]))
    return way[::-1]
