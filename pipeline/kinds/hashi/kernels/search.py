"""Levels of deduction, and an exhaustive depth-first search that uses them; numba.

Each level includes those before it:

- `FULL`: a complete island gets no more bridges; an island that needs all possible ones gets them.
- `REST`: a neighbour must take the bridges that the other neighbours cannot take; if loops are
  forbidden, no bridge closes one.
- `ISOLATION`: no bridge may cut off a group of islands. (A group that *is* cut off is a
  contradiction at every level.)
- `COUNTING`: groups not yet joined need bridges to be joined; people hardly count these.

The search branches on the island with the most contradictions relative to its freedom (Boussemart,
Hemery, Lecoutre, Sais: Boosting systematic search by weighting constraints, ECAI 2004); one of its
links gets at least one bridge more than its lower bound, then exactly its lower bound.
"""

from __future__ import annotations

from typing import Final

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kinds.hashi.kernels.board import (
    BLAMED,
    CHANGES,
    DEPTH,
    NODES,
    PHASE,
    LinkBoard,
    State,
    lower_high,
    pop,
    push,
    raise_low,
    take_back,
)

FULL: Final = 0
REST: Final = 1
ISOLATION: Final = 2
COUNTING: Final = 3

CONNECTED, LOOPS = 0, 1  # Places in ``LinkBoard.rule``


@compiled
def deduce(board: LinkBoard, state: State, level: int) -> bool:
    """Tighten the bounds to the fixed point, in place; False on a contradiction.

    The islands in the queue come first, then the groups, until nothing changes. After a
    contradiction the queue is left as it is; `take_back` empties it.
    """
    while True:
        island = pop(state)
        while island >= 0:
            if not look_at(board, state, island, level):
                state.counter[BLAMED] = island
                return False
            island = pop(state)
        before = state.counter[CHANGES]
        is_well = True
        if level >= REST and not board.rule[LOOPS]:
            is_well = forbid_loops(board, state)
        if is_well and level >= ISOLATION and board.rule[CONNECTED]:
            is_well = keep_together(board, state, level)
        elif is_well and board.rule[CONNECTED]:
            is_well = not is_shut_off(board, state)
        if not is_well:
            return False
        if state.counter[CHANGES] == before:
            return True


@inlined
def look_at(board: LinkBoard, state: State, island: int, level: int) -> bool:
    """Tighten the bounds around one island, in place; False if its number cannot be met."""
    lower, upper = board.least[island], board.most[island]
    low, high = state.sum_low[island], state.sum_high[island]
    if high < lower or low > upper:
        return False
    if level == FULL and high > lower and low < upper:
        # No link takes more bridges than the island: a person sees that without counting.
        for side in range(4):
            link = board.around[island, side]
            if link >= 0 and not lower_high(board, state, link, upper):
                return False
        return True
    for side in range(4):
        link = board.around[island, side]
        if link < 0 or state.low[link] == state.high[link]:
            continue
        if not raise_low(board, state, link, lower - (state.sum_high[island] - state.high[link])):
            return False
        if not lower_high(board, state, link, upper - (state.sum_low[island] - state.low[link])):
            return False
    return True


@compiled
def find_groups(board: LinkBoard, state: State) -> int:
    """Find the groups of islands that are joined already, in place; return how many there are.

    This fills ``group`` (of an island) and ``room`` (of a group: bridges its islands can still
    take).
    """
    islands = board.least.shape[0]
    for island in range(islands):
        state.group[island] = -1
    groups = 0
    for start in range(islands):
        if state.group[start] >= 0:
            continue
        state.group[start] = groups
        state.stack[0] = start
        height = 1
        room = 0
        while height > 0:
            height -= 1
            island = state.stack[height]
            room += min(board.most[island], state.sum_high[island]) - state.sum_low[island]
            for side in range(4):
                link = board.around[island, side]
                if link < 0 or state.low[link] == 0:
                    continue
                other = board.ends[link, 0] + board.ends[link, 1] - island
                if state.group[other] < 0:
                    state.group[other] = groups
                    state.stack[height] = other
                    height += 1
        state.room[groups] = room
        groups += 1
    return groups


@inlined
def forbid_loops(board: LinkBoard, state: State) -> bool:
    """Decide that no bridge joins two islands of one group again; False if a loop is closed."""
    groups = find_groups(board, state)
    joined = 0
    for link in range(board.ends.shape[0]):
        if state.low[link] > 0:
            joined += 1
            continue
        is_one = state.group[board.ends[link, 0]] == state.group[board.ends[link, 1]]
        if is_one and not lower_high(board, state, link, 0):
            return False
    return joined == board.least.shape[0] - groups


@inlined
def is_shut_off(board: LinkBoard, state: State) -> bool:
    """Return whether a group is finished while others are left."""
    groups = find_groups(board, state)
    finished = 0
    for group in range(groups):
        finished += state.room[group] == 0
    return groups > 1 and finished > 0


@inlined
def keep_together(board: LinkBoard, state: State, level: int) -> bool:
    """Decide bounds that keep all islands connected, in place; False if that is impossible."""
    groups = find_groups(board, state)
    if groups == 1:
        return True
    total = 0
    for group in range(groups):
        total += state.room[group]
        if state.room[group] == 0:
            return False
    # Joining all groups takes at least groups - 1 bridges, each with two ends.
    spare = (total - 2 * (groups - 1)) // 2
    if level < COUNTING:
        spare = total
    elif spare < 0:
        return False
    for link in range(board.ends.shape[0]):
        low, high = state.low[link], state.high[link]
        if low == high:
            continue
        first, second = state.group[board.ends[link, 0]], state.group[board.ends[link, 1]]
        if first == second:
            # Enough bridges inside a group would use up its room.
            limit = low + min(spare, (state.room[first] - 1) // 2)
        else:
            limit = low + 1 + spare
            if groups > 2:
                limit = min(limit, max(state.room[first], state.room[second]) - 1)
        if limit < high and not lower_high(board, state, link, limit):
            return False
    return force_cuts(board, state)


@compiled
def force_cuts(board: LinkBoard, state: State) -> bool:
    """Raise every link without which the islands would be disconnected, in place.

    False if they are already. A link is such a cut if the search tree below it never reaches above
    it (Tarjan, A note on finding the bridges of a graph, 1974). ``order`` is the rank of an island
    in the walk, ``reach`` the least rank that is reached from below it, ``exits`` the next side to
    look at, ``stack`` the path.
    """
    islands = board.least.shape[0]
    for island in range(islands):
        state.order[island] = -1
    state.order[0] = 0
    state.reach[0] = 0
    state.exits[0] = 0
    state.stack[0] = 0
    state.stack[islands] = -1
    met = 1
    height = 1
    while height > 0:
        island = state.stack[height - 1]
        came = state.stack[islands + height - 1]
        if state.exits[island] < 4:
            link = board.around[island, state.exits[island]]
            state.exits[island] += 1
            if link < 0 or link == came or state.high[link] == 0:
                continue
            other = board.ends[link, 0] + board.ends[link, 1] - island
            if state.order[other] >= 0:
                state.reach[island] = min(state.reach[island], state.order[other])
                continue
            state.order[other] = met
            state.reach[other] = met
            state.exits[other] = 0
            met += 1
            state.stack[height] = other
            state.stack[islands + height] = link
            height += 1
            continue
        height -= 1
        if height > 0:
            above = state.stack[height - 1]
            state.reach[above] = min(state.reach[above], state.reach[island])
            is_cut = state.reach[island] > state.order[above]
            if is_cut and not raise_low(board, state, came, 1):
                return False
    return met == islands


DONE, FOUND, SPENT = 0, 1, 2  # Results of `advance`: no further solution, one found, budget spent
FRESH, AT_SOLUTION, AT_CHOICE = 0, 1, 2  # Phases of a search
NO_MORE: Final = -1  # ``depth_value`` of a choice whose second branch has been taken


@compiled
def start(board: LinkBoard, state: State, level: int) -> bool:
    """Deduce what follows from the board, in place; False on a contradiction."""
    for island in range(board.least.shape[0]):
        push(state, island)
    return deduce(board, state, level)


@compiled
def advance(board: LinkBoard, state: State, nodes: int, level: int) -> int:
    """Continue to the next solution, in place; `DONE`, `FOUND` or `SPENT`.

    ``nodes`` counts from the start of the search, ``level`` is that of the deductions. A solution
    is in ``state.low``; it is valid only if the level enforces each part of the rule.
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
    """Backtrack to the last choice with an untried branch, in place, and take it; False if none."""
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
    """Return the link to try next, -1 if all are decided."""
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
            state.sum_high[island] - board.least[island], board.most[island] - state.sum_low[island]
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
