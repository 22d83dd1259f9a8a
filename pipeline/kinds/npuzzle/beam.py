"""Beam search: level by level, a fixed number of boards that look nearest to the goal.

It proves nothing, but finds a way on boards on which nothing else does. With tables of patterns it
solves the whole board at once, by the least sum of the estimates of the board and its mirror image,
which errs less than each. Larger boards are solved line by line from the outside; boards that
differ only in tiles of later lines are then one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import new_state, random_bits
from pipeline.kinds.npuzzle.heuristics import Estimate, make_estimate, make_geometry
from pipeline.kinds.npuzzle.kernels.search import END
from pipeline.kinds.npuzzle.problem import Problem

REMEMBERED: Final = 24  # Levels whose boards are not entered again
SMALL_CELLS: Final = 12  # Cells of the middle of a board, which comes home all at once
LEVELS_PER_CELL: Final = 30  # Levels after which a beam is given up, for each cell of the board


class _Level(NamedTuple):
    """Boards side by side, the blank of each, where it was before, estimates and hashes."""

    boards: NDArray[np.int64]
    blanks: NDArray[np.int64]
    before: NDArray[np.int64]
    values: NDArray[np.int64]
    hashes: NDArray[np.uint64]


def beam_search(problem: Problem, width: int, is_staged: bool) -> tuple[list[int] | None, int]:
    """Return the cells of the blank on a way to the goal, or None, and how many boards were made.

    ``width`` boards are followed on each level. Staged, line after line is brought home, else all
    tiles at once: shorter where it succeeds.

    >>> beam_search(Problem(2, 2, 0, (1, 3, 2, 0)), 10, is_staged=False)[0]
    [3, 1, 0]
    """
    way = [problem.blank]
    board = np.array(problem.labels, dtype=np.int64)
    made = 0
    for stage in _stages(problem) if is_staged else [set(range(len(problem.labels)))]:
        steps, more = _bring_home(problem, board, way[-1], stage, width)
        made += more
        if steps is None:
            return None, made
        for here, there in pairwise(steps):
            board[[here, there]] = board[[there, here]]
        way += steps[1:]
    return way, made


def _stages(problem: Problem) -> Iterator[set[int]]:
    """Yield more and more labels: outer lines without the blank's goal cell, then all."""
    top, bottom, left, right = 0, problem.rows - 1, 0, problem.cols - 1
    row, col = divmod(problem.goal_blank, problem.cols)
    home: set[int] = set()
    while (bottom - top + 1) * (right - left + 1) > SMALL_CELLS:
        if bottom - top >= right - left:
            line = bottom if row != bottom else top
            home |= {line * problem.cols + c for c in range(left, right + 1)}
            top, bottom = (top, bottom - 1) if line == bottom else (top + 1, bottom)
        else:
            line = right if col != right else left
            home |= {r * problem.cols + line for r in range(top, bottom + 1)}
            left, right = (left, right - 1) if line == right else (left + 1, right)
        yield set(home)
    yield set(range(len(problem.labels)))


def _bring_home(
    problem: Problem, board: NDArray[np.int64], blank: int, labels: set[int], width: int
) -> tuple[list[int] | None, int]:
    geometry = make_geometry(problem.rows, problem.cols)
    cells = len(board)
    moves = geometry.moves.reshape(cells, cells, 5)
    is_meant = np.isin(np.arange(cells), list(labels - {problem.goal_blank}))
    gains = geometry.gains.reshape(cells, cells, cells) * is_meant[:, None, None]
    state = new_state(1)
    keys = np.array([random_bits(state) for _ in range(cells * cells)], dtype=np.uint64)
    keys = keys.reshape(cells, cells)
    keys[~is_meant] = 0
    keys_of_blank = np.array([random_bits(state) for _ in range(cells)], dtype=np.uint64)
    far = np.abs(geometry.row_of - geometry.row_of[board])
    far += np.abs(geometry.col_of - geometry.col_of[board])
    value = int(far[is_meant[board]].sum())
    start = np.array([blank])
    zero = np.zeros(1, dtype=np.uint64)
    level = _Level(board[None], start, start, np.array([value]), zero)
    seen = deque([level.hashes], maxlen=REMEMBERED)
    parents: list[NDArray[np.int64]] = []
    blanks = [start]
    made = 0
    while level.values[0]:
        if len(parents) == LEVELS_PER_CELL * cells:
            return None, made
        parent, target, values, hashes = _children(level, moves, gains, keys, keys_of_blank)
        made += len(parent)
        # Equal estimates in the order of their hashes: as good as at random, and always the same.
        order = np.lexsort((hashes, values))
        order = order[np.sort(np.unique(hashes[order], return_index=True)[1])]
        order = order[~np.isin(hashes[order], np.concatenate(seen))][:width]
        if not len(order):
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
    return trace(parents, blanks), made


def _children(
    level: _Level,
    moves: NDArray[np.int64],
    gains: NDArray[np.int8],
    keys: NDArray[np.uint64],
    keys_of_blank: NDArray[np.uint64],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]]:
    """Return parent, cell of the blank, estimate and hash of each board one move on."""
    targets = moves[level.blanks, level.before]
    parent, k = np.nonzero(targets != END)
    target = targets[parent, k]
    blank = level.blanks[parent]
    label = level.boards[parent, target]
    values = level.values[parent] + gains[label, target, blank]
    hashes = level.hashes[parent] ^ keys[label, target] ^ keys[label, blank]
    hashes ^= keys_of_blank[target] ^ keys_of_blank[blank]
    return parent, target, values, hashes


def trace(parents: list[NDArray[np.int64]], blanks: list[NDArray[np.int64]]) -> list[int]:
    """Return the cells of the blank on the way to the first board of the last level."""
    way, number = [int(blanks[-1][0])], 0
    for parent, blank in zip(reversed(parents), reversed(blanks[:-1]), strict=True):
        number = int(parent[number])
        way.append(int(blank[number]))
    return way[::-1]


_HASH_BITS: Final = np.uint64(48)  # Bits of a key that distinguish boards of one sum


class _PatternLevel(NamedTuple):
    """Boards side by side: labels, the blank's cell now and before, places in the tables."""

    boards: NDArray[np.int8]
    blanks: NDArray[np.int64]
    before: NDArray[np.int64]
    places: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    keys: NDArray[np.uint64]


def beam_by_patterns(problem: Problem, width: int) -> tuple[list[int] | None, int]:
    """Return the cells of the blank on a way to the goal, or None, and how many boards were made.

    ``width`` boards are followed on each level. `ConfigError` for boards that have no tables.
    """
    estimate = make_estimate(problem, "patterns")
    cells = len(problem.labels)
    state = new_state(1)
    names = np.array([random_bits(state) for _ in range(cells * cells)], dtype=np.uint64)
    start, zero = np.array([problem.blank]), np.zeros(1, dtype=np.uint64)
    level = _PatternLevel(
        np.array([problem.labels], dtype=np.int8), start, start, estimate.places[None], zero,
        _keys(np.array([sum(estimate.root[1:])]), zero),
    )  # fmt: skip
    earlier = level.keys
    parents: list[NDArray[np.int64]] = []
    blanks = [start]
    made = 0
    while level.keys[0] >> _HASH_BITS:
        if len(parents) == LEVELS_PER_CELL * cells:
            return None, made
        parent, next_level, more = _advance(level, earlier, estimate, names, width)
        made += more
        if not len(parent):
            return None, made
        earlier, level = level.keys, next_level
        parents.append(parent)
        blanks.append(level.blanks)
    return trace(parents, blanks), made


def _advance(
    level: _PatternLevel,
    earlier: NDArray[np.uint64],
    estimate: Estimate,
    names: NDArray[np.uint64],
    width: int,
) -> tuple[NDArray[np.int64], _PatternLevel, int]:
    """Return the parents of the best boards one move on, these boards, and how many were made."""
    lookup, cells = estimate.lookup, level.boards.shape[1]
    targets = estimate.geometry.moves.reshape(cells, cells, 5)[level.blanks, level.before]
    parent, way = np.nonzero(targets != END)
    target, blank = targets[parent, way], level.blanks[parent]
    label = level.boards[parent, target].astype(np.int64)
    sums = (level.keys[parent] >> _HASH_BITS).astype(np.int64)
    steps = []
    for side, cell_of in enumerate((np.arange(cells), lookup.mirror)):
        group = lookup.groups[side, label]
        step = (cell_of[blank] - cell_of[target]) * lookup.weights[side, label]
        place = level.places[parent, group]
        sums += lookup.patterns[place + step].astype(np.int64) - lookup.patterns[place]
        steps.append((group, step))
    hashes = level.hashes[parent] ^ names[label * cells + target] ^ names[label * cells + blank]
    keys = _keys(sums, hashes)
    order = np.argsort(keys, kind="stable")
    ranked = keys[order]
    is_new = np.ones(len(order), dtype=bool)
    is_new[1:] = ranked[1:] != ranked[:-1]
    at = np.searchsorted(earlier, ranked).clip(max=len(earlier) - 1)
    is_new &= earlier[at] != ranked
    order = order[is_new][:width]
    parent, target, blank, label = (part[order] for part in (parent, target, blank, label))
    each = np.arange(len(order))
    boards, places = level.boards[parent], level.places[parent]
    boards[each, target], boards[each, blank] = boards[each, blank], label
    for group, step in steps:
        places[each, group[order]] += step[order]
    next_level = _PatternLevel(boards, target, blank, places, hashes[order], keys[order])
    return parent, next_level, len(keys)


def _keys(sums: NDArray[np.int64], hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    keys: NDArray[np.uint64] = sums.astype(np.uint64) << _HASH_BITS | hashes >> np.uint64(16)
    return keys
