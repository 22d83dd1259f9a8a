"""Exhaustive search over the variables of a model, with a look ahead at every node.

At a node each open literal is assumed, one after the other; where a contradiction follows, its
negative holds (failed literals: Li and Anbulagan, Heuristics based on unit propagation for
satisfiability problems, IJCAI 1997). The search branches on the variable that decides most others.
"""

from __future__ import annotations

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.kit.constraints.kernels import board
from pipeline.kinds.kit.constraints.kernels.board import Arrays, State, push, take_back
from pipeline.kinds.kit.constraints.kernels.propagate import deduce, reset

DONE, FOUND, SPENT = 0, 1, 2
"""What `advance` says: no more solutions, one more solution, node budget spent."""

STARTED, AT_SOLUTION, AT_NODE, AT_END = 0, 1, 2, 3
"""Where a search stands."""


@compiled
def advance(arrays: Arrays, state: State, rules: int, nodes: int) -> int:
    """Search on to the next solution, in place; `DONE`, `FOUND` or `SPENT`.

    ``nodes`` are the assumptions since the start of the search. A solution stands in
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
    """Refute, in place, every literal that an assumption refutes; False on a contradiction.

    Then the literal whose two sides decide most stands in ``counter[BEST]``. A literal that came
    about in a trial without a contradiction needs none of its own, until something is found.
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
