"""Beam search by tables of patterns: all tiles at once, on boards that have such tables.

The boards that are followed are those with the least sum of the estimates as the board lies and
mirrored: of equal sums the one is no better than the other, and the sum errs less than each.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import new_state, random_bits
from pipeline.kinds.npuzzle.beam import LEVELS_PER_CELL, trace
from pipeline.kinds.npuzzle.heuristics import Estimate, make_estimate
from pipeline.kinds.npuzzle.kernels.search import END
from pipeline.kinds.npuzzle.problem import Problem

_HASH_BITS: Final = np.uint64(48)
"""Bits of a key that tell boards of one sum apart."""


class _Level(NamedTuple):
    """Boards side by side: labels, the blank's cell now and before, places in the tables.

    ``keys`` rise: the sum of the estimates, and below it bits of ``hashes``; equal boards have
    equal keys.
    """

    boards: NDArray[np.int8]
    blanks: NDArray[np.int64]
    before: NDArray[np.int64]
    places: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    keys: NDArray[np.uint64]


def beam_by_patterns(problem: Problem, width: int) -> tuple[list[int] | None, int]:
    """Return the cells of the blank on a way to the goal, or None, and how many boards were made.

    ``width`` boards are followed on each level. `ConfigError` for boards that have no tables.

    Examples
    --------
    >>> beam_by_patterns(Problem(2, 2, 0, (1, 3, 2, 0)), 10)[0]
    [3, 1, 0]
    """
    estimate = make_estimate(problem, "patterns")
    cells = len(problem.labels)
    state = new_state(1)
    names = np.array([random_bits(state) for _ in range(cells * cells)], dtype=np.uint64)
    start, zero = np.array([problem.blank]), np.zeros(1, dtype=np.uint64)
    level = _Level(
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
    level: _Level,
    earlier: NDArray[np.uint64],
    estimate: Estimate,
    names: NDArray[np.uint64],
    width: int,
) -> tuple[NDArray[np.int64], _Level, int]:
    """Return the parents of the best boards one move on, these boards, and how many were made.

    A board that was followed two moves ago, whose keys are ``earlier``, is not entered again.
    """
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
    next_level = _Level(boards, target, blank, places, hashes[order], keys[order])
    return parent, next_level, len(keys)


def _keys(sums: NDArray[np.int64], hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    keys: NDArray[np.uint64] = sums.astype(np.uint64) << _HASH_BITS | hashes >> np.uint64(16)
    return keys
