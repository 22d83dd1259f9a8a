"""Unit propagation over a list of clauses, for `pipeline.solvers.rup`; numba.

A literal is ``2 * variable + 1`` where it is negated and ``2 * variable`` where it is not, so that
``literal ^ 1`` is its opposite. Every clause of two literals or more watches two of them (Moskewicz
and others, Chaff, DAC 2001): node ``2 * clause`` and node ``2 * clause + 1`` each hang in the list
of the literal that they watch. Clauses known to be needed hang in lists of their own and are asked
first (Wetzler, Heule and Hunt, DRAT-trim, SAT 2014), so that few others become needed.

Each check begins with nothing assigned. That costs some propagation, and spares every question
of which watches still stand well after a clause has been taken out or brought back.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled

REST, NEEDED = 0, 1
LENGTH, AHEAD_NEEDED, AHEAD_REST = 0, 1, 2
COUNTERS = 3
NO_CLAUSE = -1
TRIVIAL = -2


class Clauses(NamedTuple):
    """Clauses one after another; all arrays but ``literals`` and ``start`` change.

    ``literals[start[c]:start[c + 1]]`` are those of clause c; ``is_active`` says whether it stands
    at the moment, ``is_needed`` whether the proof rests on it, ``last_use`` on which step at the
    latest. ``head[side, literal]``, ``after`` and ``before`` are the lists of watching nodes, -1
    for none; ``watched[node]`` is the literal. ``units`` are the clauses of one literal.
    """

    literals: NDArray[np.int32]
    start: NDArray[np.int64]
    is_active: NDArray[np.uint8]
    is_needed: NDArray[np.uint8]
    last_use: NDArray[np.int64]
    head: NDArray[np.int64]
    after: NDArray[np.int64]
    before: NDArray[np.int64]
    watched: NDArray[np.int32]
    units: NDArray[np.int64]


class Trail(NamedTuple):
    """What is assigned: ``value`` by literal (1 true, -1 false, 0 open), ``reason`` by variable.

    ``order`` are the true literals in the order of their assignment; ``is_seen`` is scratch.
    """

    value: NDArray[np.int8]
    reason: NDArray[np.int64]
    order: NDArray[np.int32]
    is_seen: NDArray[np.uint8]
    counter: NDArray[np.int64]


@compiled
def _link(clauses: Clauses, node: int, literal: int) -> None:
    """Hang a node into a literal's list, in place."""
    side = clauses.is_needed[node >> 1]
    first = clauses.head[side, literal]
    clauses.watched[node] = literal
    clauses.after[node] = first
    clauses.before[node] = -1
    if first >= 0:
        clauses.before[first] = node
    clauses.head[side, literal] = node


@compiled
def _unlink(clauses: Clauses, node: int) -> None:
    """Take a node out of its list, in place."""
    after, before = clauses.after[node], clauses.before[node]
    if after >= 0:
        clauses.before[after] = before
    if before >= 0:
        clauses.after[before] = after
    else:
        clauses.head[clauses.is_needed[node >> 1], clauses.watched[node]] = after


@compiled
def hang_all(clauses: Clauses) -> None:
    """Let every clause of two literals or more watch its first two, in place."""
    for clause in range(len(clauses.start) - 1):
        first = clauses.start[clause]
        if clauses.start[clause + 1] - first > 1:
            _link(clauses, 2 * clause, clauses.literals[first])
            _link(clauses, 2 * clause + 1, clauses.literals[first + 1])


@compiled
def _need(clauses: Clauses, clause: int, step: int) -> None:
    """Note that a step rests on a clause, in place; steps are looked at from the last on."""
    if clauses.is_needed[clause]:
        return
    is_watching = clauses.start[clause + 1] - clauses.start[clause] > 1
    if is_watching:
        _unlink(clauses, 2 * clause)
        _unlink(clauses, 2 * clause + 1)
    clauses.is_needed[clause] = 1
    clauses.last_use[clause] = step
    if is_watching:
        _link(clauses, 2 * clause, clauses.watched[2 * clause])
        _link(clauses, 2 * clause + 1, clauses.watched[2 * clause + 1])


@compiled
def _assign(trail: Trail, literal: int, reason: int) -> None:
    trail.value[literal] = 1
    trail.value[literal ^ 1] = -1
    trail.reason[literal >> 1] = reason
    trail.order[trail.counter[LENGTH]] = literal
    trail.counter[LENGTH] += 1


@compiled
def _clear(trail: Trail) -> None:
    for place in range(trail.counter[LENGTH]):
        literal = trail.order[place]
        trail.value[literal] = 0
        trail.value[literal ^ 1] = 0
        trail.is_seen[literal >> 1] = 0
    trail.counter[:] = 0


@compiled
def _visit(clauses: Clauses, trail: Trail, false: int, side: int) -> int:
    """Return a clause that has become false, if any; those with one literal left make it true.

    Of the clauses not known to be needed only one gets its way, so that the needed are asked next.
    """
    node = clauses.head[side, false]
    while node >= 0:
        following = clauses.after[node]
        clause = node >> 1
        other = clauses.watched[node ^ 1]
        if clauses.is_active[clause] and trail.value[other] != 1:
            found = -1
            for place in range(clauses.start[clause], clauses.start[clause + 1]):
                literal = clauses.literals[place]
                if literal != other and trail.value[literal] != -1:
                    found = literal
                    break
            if found >= 0:
                _unlink(clauses, node)
                _link(clauses, node, found)
            elif trail.value[other] == -1:
                return clause
            else:
                _assign(trail, other, clause)
                if side == REST:
                    return NO_CLAUSE
        node = following
    return NO_CLAUSE


@compiled
def _propagate(clauses: Clauses, trail: Trail) -> int:
    """Return a clause that is false after all consequences are drawn, or NO_CLAUSE."""
    counter = trail.counter
    while counter[AHEAD_REST] < counter[LENGTH]:
        if counter[AHEAD_NEEDED] < counter[LENGTH]:
            literal = trail.order[counter[AHEAD_NEEDED]]
            counter[AHEAD_NEEDED] += 1
            conflict = _visit(clauses, trail, literal ^ 1, NEEDED)
        else:
            length = counter[LENGTH]
            literal = trail.order[counter[AHEAD_REST]]
            conflict = _visit(clauses, trail, literal ^ 1, REST)
            if counter[LENGTH] == length:
                counter[AHEAD_REST] += 1
        if conflict >= 0:
            return conflict
    return NO_CLAUSE


@compiled
def _refute(clauses: Clauses, trail: Trail, clause: int) -> int:
    """Return the clause that is false once ``clause`` is assumed false, TRIVIAL or NO_CLAUSE."""
    for place in range(clauses.start[clause], clauses.start[clause + 1]):
        opposite = clauses.literals[place] ^ 1
        if trail.value[opposite] == -1:
            return TRIVIAL
        if trail.value[opposite] == 0:
            _assign(trail, opposite, NO_CLAUSE)
    for side in (NEEDED, REST):
        for unit in clauses.units:
            if clauses.is_active[unit] and clauses.is_needed[unit] == side:
                literal = clauses.literals[clauses.start[unit]]
                if trail.value[literal] == -1:
                    return unit
                if trail.value[literal] == 0:
                    _assign(trail, literal, unit)
    return _propagate(clauses, trail)


@compiled
def _need_reasons(clauses: Clauses, trail: Trail, conflict: int, step: int) -> None:
    """Mark every clause that a conflict rests on, in place."""
    _need(clauses, conflict, step)
    for place in range(clauses.start[conflict], clauses.start[conflict + 1]):
        trail.is_seen[clauses.literals[place] >> 1] = 1
    for k in range(trail.counter[LENGTH] - 1, -1, -1):
        variable = trail.order[k] >> 1
        reason = trail.reason[variable]
        if trail.is_seen[variable] and reason >= 0:
            _need(clauses, reason, step)
            for place in range(clauses.start[reason], clauses.start[reason + 1]):
                trail.is_seen[clauses.literals[place] >> 1] = 1


@compiled
def check_steps(clauses: Clauses, trail: Trail, steps: NDArray[np.int64]) -> int:
    """Return the first step that does not follow, -1 where all do; changes its arrays.

    Step ``c >= 0`` adds clause c, step ``-c - 1`` takes it out.
    """
    for place in range(len(steps)):
        step = steps[place]
        if step < 0:
            clauses.is_active[-step - 1] = 0
            continue
        conflict = _refute(clauses, trail, step)
        _clear(trail)
        if conflict == NO_CLAUSE:
            return place
        clauses.is_active[step] = 1
    return -1


@compiled
def _settle(clauses: Clauses, trail: Trail, clause: int) -> int:
    """Activate a clause under what is assigned for good; return a false clause or NO_CLAUSE."""
    clauses.is_active[clause] = 1
    first, second = -1, -1
    for place in range(clauses.start[clause], clauses.start[clause + 1]):
        literal = clauses.literals[place]
        if trail.value[literal] != -1:
            if first < 0:
                first = literal
            elif second < 0:
                second = literal
    if first < 0:
        return clause
    if clauses.start[clause + 1] - clauses.start[clause] > 1:
        other = second
        if other < 0:
            other = clauses.literals[clauses.start[clause]]
            if other == first:
                other = clauses.literals[clauses.start[clause] + 1]
        _unlink(clauses, 2 * clause)
        _unlink(clauses, 2 * clause + 1)
        _link(clauses, 2 * clause, first)
        _link(clauses, 2 * clause + 1, other)
    if second < 0 and trail.value[first] == 0:
        _assign(trail, first, clause)
        return _propagate(clauses, trail)
    return NO_CLAUSE


@compiled
def _is_reason(clauses: Clauses, trail: Trail, clause: int) -> bool:
    for place in range(clauses.start[clause], clauses.start[clause + 1]):
        literal = clauses.literals[place]
        if trail.value[literal] == 1 and trail.reason[literal >> 1] == clause:
            return True
    return False


@compiled
def trim_steps(clauses: Clauses, trail: Trail, steps: NDArray[np.int64], given: int) -> int:
    """Mark what the proof rests on; return the steps it has, or ``-1 - step`` for a bad one.

    The first ``given`` clauses are those that are refuted. Goes forward until propagation alone
    ends in a conflict, then backward, checking only what turns out to be needed. A clause that
    keeps a variable assigned is never taken out: solvers forget such clauses and go on to use
    what followed from them. Steps that are passed over are set to -1 - (number of clauses).
    """
    nothing = -1 - (len(clauses.start) - 1)
    conflict = NO_CLAUSE
    last = 0
    for clause in range(given):
        if conflict < 0:
            conflict = _settle(clauses, trail, clause)
        clauses.is_active[clause] = 1
    while conflict < 0 and last < len(steps):
        step = steps[last]
        if step >= 0:
            conflict = _settle(clauses, trail, step)
        elif _is_reason(clauses, trail, -step - 1):
            steps[last] = nothing
        else:
            clauses.is_active[-step - 1] = 0
        last += 1
    if conflict < 0:
        return -1 - len(steps)
    _need_reasons(clauses, trail, conflict, last)
    _clear(trail)
    for place in range(last - 1, -1, -1):
        step = steps[place]
        if step == nothing:
            continue
        if step < 0:
            clauses.is_active[-step - 1] = 1
            continue
        clauses.is_active[step] = 0
        if clauses.is_needed[step]:
            conflict = _refute(clauses, trail, step)
            if conflict == NO_CLAUSE:
                return -1 - place
            if conflict >= 0:
                _need_reasons(clauses, trail, conflict, place)
            _clear(trail)
    return last
