"""Exhaustive search with a look ahead at every node, and trials for grades.

At a node each undecided literal is assumed in turn; if that leads to a contradiction, its negative
is true (failed literals: Li and Anbulagan, Heuristics based on unit propagation for satisfiability
problems, IJCAI 1997). The search branches on the variable that decides most others. Trials look for
the assumptions that are refuted by the shortest chains.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.board import Arrays, State, push
from pipeline.kinds.kit.engine.kernels.chains import take_back
from pipeline.kinds.kit.engine.kernels.propagate import deduce, reset

DONE, FOUND, SPENT = 0, 1, 2  # Results: no more, one more, budget spent

STARTED, AT_SOLUTION, AT_NODE, AT_END = 0, 1, 2, 3  # Phases of a search

FIRST_LIMIT: Final = 8  # Limit of the length of chains in the first attempt; later ones multiply it


@compiled
def advance(arrays: Arrays, state: State, rules: int, nodes: int) -> int:
    """Continue to the next solution, in place; `DONE`, `FOUND` or `SPENT`.

    ``nodes`` limits the assumptions since the start of the search. A solution is in
    ``state.value``.
    """
    counter = state.counter
    phase = counter[board.PHASE]
    is_well = True
    if phase == STARTED:
        reset(arrays, state)
        is_well = deduce(arrays, state, rules)
    elif phase == AT_SOLUTION:
        is_well = False
    elif phase == AT_END:
        return DONE
    counter[board.PHASE] = AT_NODE
    while True:
        if is_well:
            if counter[board.NODES] >= nodes and counter[board.SIZE] < state.depth.shape[0] - 1:
                return SPENT
            is_well = probe(arrays, state, rules)
        if is_well:
            if counter[board.SIZE] == state.depth.shape[0] - 1:
                counter[board.PHASE] = AT_SOLUTION
                return FOUND
            depth = counter[board.DEPTH]
            state.depth[depth, 0] = counter[board.BEST]
            state.depth[depth, 1] = counter[board.SIZE]
            state.depth[depth, 2] = 0
            counter[board.DEPTH] = depth + 1
            is_well = assume(arrays, state, counter[board.BEST], rules)
        else:
            is_back = False
            while not is_back:
                depth = counter[board.DEPTH] - 1
                if depth < 0:
                    counter[board.PHASE] = AT_END
                    return DONE
                take_back(arrays, state, state.depth[depth, 1])
                is_back = state.depth[depth, 2] == 0
                if is_back:
                    state.depth[depth, 2] = 1
                    is_well = assume(arrays, state, state.depth[depth, 0] ^ 1, rules)
                else:
                    counter[board.DEPTH] = depth


@inlined
def assume(arrays: Arrays, state: State, code: int, rules: int) -> bool:
    """Assume a literal and deduce what follows, in place; False on a contradiction."""
    state.counter[board.NODES] += 1
    push(state, code, board.ASSUMED)
    return deduce(arrays, state, rules)


@compiled
def probe(arrays: Arrays, state: State, rules: int) -> bool:
    """Negate, in place, all failed literals; False on a contradiction.

    ``counter[BEST]`` becomes the literal whose two values decide most. A literal that followed in a
    trial without a contradiction is skipped until something is found.
    """
    counter = state.counter
    variables = state.depth.shape[0] - 1
    counter[board.EPOCH] += 1
    best_score = -1
    variable, fruitless = 1, 0
    while fruitless < variables:
        score = 1
        for side in range(2):
            code = 2 * variable + side
            if state.value[code] != 0 or state.codes[code, board.SEEN] == counter[board.EPOCH]:
                continue
            size = counter[board.SIZE]
            is_well = assume(arrays, state, code, rules)
            if is_well:
                score *= counter[board.SIZE] - size + 1
                for place in range(size, counter[board.SIZE]):
                    state.codes[state.lists[board.TRAIL, place], board.SEEN] = counter[board.EPOCH]
            take_back(arrays, state, size)
            if not is_well:
                push(state, code ^ 1, board.ASSUMED)
                if not deduce(arrays, state, rules):
                    return False
                counter[board.EPOCH] += 1
                fruitless, best_score = -1, -1
        if state.value[2 * variable] == 0 and score > best_score:
            best_score = score
            counter[board.BEST] = 2 * variable
        variable = variable + 1 if variable < variables else 1
        fruitless += 1
    return True


@compiled
def meets_another(
    arrays: Arrays, state: State, rules: int, answer: NDArray[np.int8], variable: int
) -> bool:
    """Return whether a solution with another value of a variable is met in few steps.

    ``answer`` has the known solution by code, as ``state.value``. All other variables get its
    values if they may. If not even the first assumption is possible it is negated, in place; else
    without a solution the state is restored. A variable that is decided has no other value.
    """
    counter = state.counter
    if state.value[2 * variable] != 0:
        return False
    code = 2 * variable + (answer[2 * variable] > 0)
    size = counter[board.SIZE]
    if not assume(arrays, state, code, rules):
        take_back(arrays, state, size)
        push(state, code ^ 1, board.ASSUMED)
        deduce(arrays, state, rules)
        return False
    other, is_well = 0, True
    while is_well and other < state.depth.shape[0] - 1:
        other += 1
        if state.value[2 * other] != 0:
            continue
        known = 2 * other + (answer[2 * other] < 0)
        before = counter[board.SIZE]
        if not assume(arrays, state, known, rules):
            take_back(arrays, state, before)
            push(state, known ^ 1, board.ASSUMED)
            is_well = deduce(arrays, state, rules)
    if not is_well:
        take_back(arrays, state, size)
    return is_well


@compiled
def refute(arrays: Arrays, state: State, rules: int, codes: NDArray[np.int32], trials: bool) -> int:
    """Deduce, in place, and with ``trials`` assume literals; return how many of them are false.

    A literal that leads to a contradiction is false. -1 on a contradiction without an assumption.
    """
    if not deduce(arrays, state, rules):
        return -1
    counter, is_new = state.counter, trials
    while is_new:
        is_new = False
        for code in codes:
            if state.value[code] != 0:
                continue
            size = counter[board.SIZE]
            is_well = assume(arrays, state, code, rules)
            take_back(arrays, state, size)
            if not is_well:
                push(state, code ^ 1, board.ASSUMED)
                if not deduce(arrays, state, rules):
                    return -1
                is_new = True
    refuted = 0
    for code in codes:
        refuted += state.value[code] < 0
    return refuted


@compiled
def keep_refuted(
    arrays: Arrays, state: State, rules: int, codes: NDArray[np.int32], trials: bool
) -> int:
    """Move literals that are refuted together, if all others are false, to the front; their number.

    What `refute` finds of all of them stays; the others are added one by one, in their order.
    """
    reset(arrays, state)
    refute(arrays, state, rules, codes, trials)
    kept = 0
    for at in range(codes.shape[0]):
        if state.value[codes[at]] < 0:
            codes[kept], codes[at] = codes[at], codes[kept]
            kept += 1
    for at in range(kept, codes.shape[0]):
        codes[kept], codes[at] = codes[at], codes[kept]
        reset(arrays, state)
        for other in range(kept + 1, codes.shape[0]):
            push(state, codes[other] ^ 1, board.ASSUMED)
        if refute(arrays, state, rules, codes[: kept + 1], trials) == kept + 1:
            kept += 1
    return kept


@compiled
def keep_solved(
    arrays: Arrays,
    state: State,
    rules: int,
    codes: NDArray[np.int32],
    tried: int,
    trials: NDArray[np.int32],
) -> int:
    """Move literals with which all variables are decided to the front; return their number.

    All literals not kept are false. The first ``tried`` ones are added in their order, as many at
    once as went well before. ``trials`` are as in `is_solved`. -1 if not all variables are decided
    without any of them.
    """
    kept, left, chunk = 0, tried, 0
    while left or not chunk:
        chunk = min(chunk, left)
        reset(arrays, state)
        for at in range(kept + chunk, codes.shape[0]):
            push(state, codes[at] ^ 1, board.ASSUMED)
        if is_solved(arrays, state, rules, trials):
            kept, left, chunk = kept + chunk, left - chunk, max(1, 2 * chunk)
        elif chunk > 1:
            chunk = chunk // 2
        elif chunk == 0:
            return -1
        else:
            left -= 1
            refused = codes[kept]
            for at in range(kept, kept + left):
                codes[at] = codes[at + 1]
            codes[kept + left] = refused
    return kept


@compiled
def is_solved(arrays: Arrays, state: State, rules: int, trials: NDArray[np.int32]) -> bool:
    """Return whether all variables are decided if some literals are refuted one by one.

    Those refuted move to the front, in their order, which is a good one for the next board.
    Overlaps are used between trials only, as in `probe_with_overlaps`.
    """
    counter, variables = state.counter, state.depth.shape[0] - 1
    refuted, last = 0, -1
    while last < counter[board.SIZE] < variables:
        last = counter[board.SIZE]
        if not deduce(arrays, state, rules):
            return False
        for at in range(refuted, trials.shape[0]):
            code = trials[at]
            if state.value[code] != 0:
                continue
            size = counter[board.SIZE]
            is_well = assume(arrays, state, code, rules & ~board.OVERLAPS)
            take_back(arrays, state, size)
            if is_well:
                continue
            push(state, code ^ 1, board.ASSUMED)
            if not deduce(arrays, state, rules & ~board.OVERLAPS):
                return False
            for place in range(at, refuted, -1):
                trials[place] = trials[place - 1]
            trials[refuted] = code
            refuted += 1
    return counter[board.SIZE] == variables


@compiled
def probe_with_overlaps(arrays: Arrays, state: State, rules: int) -> bool:
    """Negate, in place, all failed literals; False on a contradiction.

    If overlaps are among the rules they are used between trials, but not in trials, as in grades.
    """
    counter = state.counter
    while True:
        if not probe(arrays, state, rules & ~board.OVERLAPS):
            return False
        size = counter[board.SIZE]
        if not deduce(arrays, state, rules):
            return False
        if counter[board.SIZE] == size:
            return True


@compiled
def chain_of(arrays: Arrays, state: State, code: int, rules: int, most: int) -> int:
    """Return the length of the chain that refutes an assumption, 0 if none up to ``most`` does.

    It includes the assumption but not the round with the contradiction. The state is restored.
    """
    counter = state.counter
    size = counter[board.SIZE]
    counter[board.NODES] += 1
    counter[board.LIMIT], counter[board.IS_CUT] = size + most, 0
    push(state, code, board.ASSUMED)
    is_well = deduce(arrays, state, rules)
    chain = 0 if is_well or counter[board.IS_CUT] else counter[board.COUNTED] - size
    counter[board.LIMIT] = 0
    take_back(arrays, state, size)
    return chain


@compiled
def find_shortest(
    arrays: Arrays, state: State, rules: int, found: NDArray[np.int32]
) -> tuple[int, int]:
    """Put the literals refuted by the shortest chains into ``found``; return number and length.

    Both are 0 if no literal is refuted. ``found`` must hold all codes. The state is restored.
    """
    variables = state.depth.shape[0] - 1
    count, shortest = 0, min(FIRST_LIMIT, variables)
    while True:
        most = shortest
        for code in range(2, state.value.shape[0]):
            if state.value[code] != 0:
                continue
            chain = chain_of(arrays, state, code, rules, shortest)
            if chain and (count == 0 or chain < shortest):
                count, shortest = 0, chain
            if chain and chain == shortest:
                found[count] = code
                count += 1
        if count:
            return count, shortest
        if most >= variables:
            return 0, 0
        shortest = min(FIRST_LIMIT * most, variables)


@compiled
def run_trials(
    arrays: Arrays,
    state: State,
    known: NDArray[np.int32],
    rules: int,
    trials: int,
    found: NDArray[np.int32],
    chains: NDArray[np.int64],
) -> int:
    """Solve by deduction and trials, in place; return the length of ``chains``.

    The sums of counts are those of ``state.counts``. The trail begins with the ``known`` codes,
    followed by what they imply, in the order of the rounds. ``chains[0]`` is the number of rounds
    outside of trials. Then at each stop all assumptions refuted by the shortest chains are negated
    together, so that the order of variables does not matter; ``chains`` gets the length, ``found``
    the assumptions of the last stop. No stop begins after ``trials`` assumptions: 0 is deduction
    alone. Returns -1 on a contradiction.
    """
    counter = state.counter
    stops = 1
    reset(arrays, state)
    for k in range(known.shape[0]):
        push(state, known[k], board.ASSUMED)
    is_well = deduce(arrays, state, rules)
    chains[0] = counter[board.ROUNDS]
    while (
        is_well and counter[board.SIZE] < state.depth.shape[0] - 1 and counter[board.NODES] < trials
    ):
        count, shortest = find_shortest(arrays, state, rules, found)
        if count == 0:
            return stops
        chains[stops] = shortest
        stops += 1
        for k in range(count):
            is_well = is_well and push(state, found[k] ^ 1, board.ASSUMED)
        rounds = counter[board.ROUNDS]
        is_well = is_well and deduce(arrays, state, rules)
        chains[0] += counter[board.ROUNDS] - rounds
    return stops if is_well else -1
