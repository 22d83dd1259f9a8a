"""Exhaustive depth-first search over the links of a board, with deduction; numba.

The next island is the one that has been at the heart of most contradictions for the freedom it
has left (Boussemart, Hemery, Lecoutre, Sais: Boosting systematic search by weighting constraints,
ECAI 2004); of its links one is given one bridge more than it has for sure, then none more.
"""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled
from pipeline.kinds.hashi.kernels.board import (
    BLAMED,
    CHANGES,
    DEPTH,
    NODES,
    PHASE,
    LinkBoard,
    State,
    lower_high,
    push,
    raise_low,
    take_back,
)
from pipeline.kinds.hashi.kernels.deduce import deduce

DONE, FOUND, SPENT = 0, 1, 2
"""What `advance` says: no more solutions, one more solution, node budget spent."""

FRESH, AT_SOLUTION, AT_CHOICE = 0, 1, 2
"""Where a search stands."""

NO_MORE: Final = -1
"""``depth_value`` of a link that was given no further bridge: both branches are tried."""


@compiled
def start(board: LinkBoard, state: State, level: int) -> bool:
    """Deduce what follows from the board as it stands, in place; False where it contradicts."""
    for island in range(board.least.shape[0]):
        push(state, island)
    return deduce(board, state, level)


@compiled
def advance(board: LinkBoard, state: State, nodes: int, level: int) -> int:
    """Search on to the next solution, in place; `DONE`, `FOUND` or `SPENT`.

    ``nodes`` counts from the start of the search, ``level`` is that of the deductions. A solution
    stands in ``state.low``; it is one only where the level sees what each part of the rule forbids.
    """
    counter = state.counter
    if counter[PHASE] == FRESH:
        counter[PHASE] = AT_CHOICE
        if not start(board, state, level):
            counter[DEPTH] = -1
            return DONE
    elif counter[PHASE] == AT_SOLUTION:
        counter[PHASE] = AT_CHOICE
        if not _other_branch(board, state, level):
            return DONE
    if counter[DEPTH] < 0:
        return DONE
    while True:
        link = choose_link(board, state)
        if link < 0:
            counter[PHASE] = AT_SOLUTION
            return FOUND
        if counter[NODES] >= nodes:
            return SPENT
        counter[NODES] += 1
        depth = counter[DEPTH]
        state.depth_link[depth] = link
        state.depth_value[depth] = state.low[link]
        state.depth_changes[depth] = counter[CHANGES]
        counter[DEPTH] = depth + 1
        if raise_low(board, state, link, state.low[link] + 1) and deduce(board, state, level):
            continue
        state.weight[counter[BLAMED]] += 1
        if not _other_branch(board, state, level):
            return DONE


@compiled
def _other_branch(board: LinkBoard, state: State, level: int) -> bool:
    """Go back to the last choice with a branch left and take it, in place; False if none is."""
    counter = state.counter
    while counter[DEPTH] > 0:
        depth = counter[DEPTH] - 1
        take_back(board, state, state.depth_changes[depth])
        value = state.depth_value[depth]
        if value == NO_MORE:
            counter[DEPTH] = depth
            continue
        state.depth_value[depth] = NO_MORE
        link = state.depth_link[depth]
        if lower_high(board, state, link, value) and deduce(board, state, level):
            return True
        state.weight[counter[BLAMED]] += 1
    counter[DEPTH] = -1
    return False


@compiled
def choose_link(board: LinkBoard, state: State) -> int:
    """Return the link to try next, -1 where all are decided."""
    best, best_weight, best_freedom = -1, 0, 1
    for island in range(board.least.shape[0]):
        open_links = 0
        for side in range(4):
            link = board.around[island, side]
            if link >= 0 and state.low[link] < state.high[link]:
                open_links += 1
        if open_links == 0:
            continue
        freedom = min(
            state.sum_high[island] - board.least[island],
            board.most[island] - state.sum_low[island],
        )
        freedom = max(freedom, 1) * open_links
        weight = state.weight[island] + 1
        if best < 0 or weight * best_freedom > best_weight * freedom:
            best, best_weight, best_freedom = island, weight, freedom
    if best < 0:
        return -1
    chosen, chosen_weight = -1, -1
    for side in range(4):
        link = board.around[best, side]
        if link >= 0 and state.low[link] < state.high[link]:
            weight = state.weight[board.ends[link, 0]] + state.weight[board.ends[link, 1]]
            if weight > chosen_weight:
                chosen, chosen_weight = link, weight
    return chosen
