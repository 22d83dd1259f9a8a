"""Unit propagation over a list of clauses, for `pipeline.solvers.rup`; numba.

A literal is ``2 * variable + 1`` if it is negated and ``2 * variable`` if not, so that
``literal ^ 1`` is its opposite. Every clause of two literals or more watches two of them (Moskewicz
and others, Chaff, DAC 2001): nodes ``2 * clause`` and ``2 * clause + 1`` are each in the list of
the literal that they watch.

Each check starts with nothing assigned. That costs some propagation, and no watch has to be
repaired when a clause is deleted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled

LENGTH, AHEAD = 0, 1
COUNTERS = 2


class Clauses(NamedTuple):
    """Clauses one after another; all arrays but ``literals``, ``start`` and ``units`` change.

    ``literals[start[c]:start[c + 1]]`` are those of clause c; ``is_active`` is 1 between its
    addition and its deletion. ``head[literal]`` and ``after[node]`` are the lists of watching
    nodes, -1 at their ends; ``watched[node]`` is the literal. ``units`` are the clauses of one
    literal.
    """

    literals: NDArray[np.int32]
    start: NDArray[np.int64]
    is_active: NDArray[np.uint8]
    head: NDArray[np.int64]
    after: NDArray[np.int64]
    watched: NDArray[np.int32]
    units: NDArray[np.int64]


class Trail(NamedTuple):
    """The assignment: ``value`` by literal (1 true, -1 false, 0 open), ``order`` of true literals.

    ``counter`` has the length of ``order`` and how far it has been propagated.
    """

    value: NDArray[np.int8]
    order: NDArray[np.int32]
    counter: NDArray[np.int64]


@compiled
def _watch(clauses: Clauses, node: int, literal: int) -> None:
    clauses.watched[node] = literal
    clauses.after[node] = clauses.head[literal]
    clauses.head[literal] = node


@compiled
def watch_all(clauses: Clauses) -> None:
    """Let every clause of two literals or more watch its first two, in place."""
    for clause in range(len(clauses.start) - 1):
        first = clauses.start[clause]
        if clauses.start[clause + 1] - first > 1:
            _watch(clauses, 2 * clause, clauses.literals[first])
            _watch(clauses, 2 * clause + 1, clauses.literals[first + 1])


@compiled
def _assign(trail: Trail, literal: int) -> None:
    trail.value[literal] = 1
    trail.value[literal ^ 1] = -1
    trail.order[trail.counter[LENGTH]] = literal
    trail.counter[LENGTH] += 1


@compiled
def _clear(trail: Trail) -> None:
    for place in range(trail.counter[LENGTH]):
        literal = trail.order[place]
        trail.value[literal] = 0
        trail.value[literal ^ 1] = 0
    trail.counter[:] = 0


@compiled
def _visit(clauses: Clauses, trail: Trail, false: int) -> bool:
    """Return whether a clause that watches a false literal is false; assign last open literals."""
    before, node = -1, clauses.head[false]
    while node >= 0:
        following = clauses.after[node]
        clause = node >> 1
        other = clauses.watched[node ^ 1]
        is_moved = False
        if clauses.is_active[clause] and trail.value[other] != 1:
            for place in range(clauses.start[clause], clauses.start[clause + 1]):
                literal = clauses.literals[place]
                if literal != other and trail.value[literal] != -1:
                    if before < 0:
                        clauses.head[false] = following
                    else:
                        clauses.after[before] = following
                    _watch(clauses, node, literal)
                    is_moved = True
                    break
            if not is_moved:
                if trail.value[other] == -1:
                    return True
                _assign(trail, other)
        if not is_moved:
            before = node
        node = following
    return False


@compiled
def _leads_to_conflict(clauses: Clauses, trail: Trail, clause: int) -> bool:
    """Return whether unit propagation ends in a false clause if ``clause`` is assumed false."""
    for place in range(clauses.start[clause], clauses.start[clause + 1]):
        opposite = clauses.literals[place] ^ 1
        if trail.value[opposite] == -1:
            return True
        if trail.value[opposite] == 0:
            _assign(trail, opposite)
    for unit in clauses.units:
        if clauses.is_active[unit]:
            literal = clauses.literals[clauses.start[unit]]
            if trail.value[literal] == -1:
                return True
            if trail.value[literal] == 0:
                _assign(trail, literal)
    while trail.counter[AHEAD] < trail.counter[LENGTH]:
        literal = trail.order[trail.counter[AHEAD]]
        trail.counter[AHEAD] += 1
        if _visit(clauses, trail, literal ^ 1):
            return True
    return False


@compiled
def check_steps(clauses: Clauses, trail: Trail, steps: NDArray[np.int64]) -> int:
    """Return the first step that does not follow, -1 if all do; changes its arrays.

    Step ``c >= 0`` adds clause c, step ``-c - 1`` deletes it.
    """
    for place in range(len(steps)):
        step = steps[place]
        if step < 0:
            clauses.is_active[-step - 1] = 0
            continue
        follows = _leads_to_conflict(clauses, trail, step)
        _clear(trail)
        if not follows:
            return place
        clauses.is_active[step] = 1
    return -1
