"""The arrays of all Hashi kernels, how they are built and changed; numba.

A *link* is a pair of islands in one row or column with only water between, with at least ``low``
and at most ``high`` bridges. Bounds only get tighter; a trail records each change, to undo it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined, making_arrays

QUEUE_HEAD, QUEUE_LENGTH, CHANGES, DEPTH, NODES, PHASE, BLAMED = 0, 1, 2, 3, 4, 5, 6
COUNTERS: Final = 7


class LinkBoard(NamedTuple):
    """What never changes. Index: island in reading order, or link.

    ``least`` and ``most``: how many bridges an island takes (equal unless its clue is unknown).
    ``ends``: the two islands of a link, shape (links, 2). ``around``: links of an island, -1 where
    there is none, shape (islands, 4). ``crossing``: links that cross link k, from
    ``crossing_at[k]`` to ``crossing_at[k + 1]``. ``rule``: whether all islands must be
    connected, and whether loops are allowed.
    """

    least: NDArray[np.int64]
    most: NDArray[np.int64]
    ends: NDArray[np.int64]
    around: NDArray[np.int64]
    crossing_at: NDArray[np.int64]
    crossing: NDArray[np.int64]
    rule: NDArray[np.bool_]


class State(NamedTuple):
    """Everything that a search writes to. Index: link, island, change or depth.

    ``low`` and ``high`` belong to links; ``sum_low`` and ``sum_high`` are their sums round an
    island. ``trail`` has a row (link, low before, high before) for each change. ``weight`` counts
    the contradictions met at an island.
    """

    low: NDArray[np.int64]
    high: NDArray[np.int64]
    sum_low: NDArray[np.int64]
    sum_high: NDArray[np.int64]
    trail: NDArray[np.int64]
    queue: NDArray[np.int64]
    queued: NDArray[np.bool_]
    depth_link: NDArray[np.int64]
    depth_value: NDArray[np.int64]
    depth_changes: NDArray[np.int64]
    group: NDArray[np.int64]
    room: NDArray[np.int64]
    exits: NDArray[np.int64]
    stack: NDArray[np.int64]
    order: NDArray[np.int64]
    reach: NDArray[np.int64]
    weight: NDArray[np.int64]
    counter: NDArray[np.int64]


@inlined
def push(state: State, island: int) -> None:
    """Add ``island`` to the queue of islands to look at, in place."""
    if state.queued[island]:
        return
    state.queued[island] = True
    counter = state.counter
    at = counter[QUEUE_HEAD] + counter[QUEUE_LENGTH]
    if at >= state.queue.shape[0]:
        at -= state.queue.shape[0]
    state.queue[at] = island
    counter[QUEUE_LENGTH] += 1


@inlined
def pop(state: State) -> int:
    """Remove and return the oldest island of the queue, in place; -1 if it is empty."""
    counter = state.counter
    if counter[QUEUE_LENGTH] == 0:
        return -1
    island = state.queue[counter[QUEUE_HEAD]]
    counter[QUEUE_HEAD] += 1
    if counter[QUEUE_HEAD] == state.queue.shape[0]:
        counter[QUEUE_HEAD] = 0
    counter[QUEUE_LENGTH] -= 1
    state.queued[island] = False
    return island


@inlined
def clear_queue(state: State) -> None:
    """Empty the queue, in place."""
    while pop(state) >= 0:
        pass


@inlined
def lower_high(board: LinkBoard, state: State, link: int, value: int) -> bool:
    """Decide that ``link`` has at most ``value`` bridges, in place; False if that is impossible."""
    high = state.high[link]
    if value >= high:
        return True
    island, other = board.ends[link, 0], board.ends[link, 1]
    if value < state.low[link]:
        state.counter[BLAMED] = island
        return False
    note(state, link)
    state.high[link] = value
    state.sum_high[island] -= high - value
    state.sum_high[other] -= high - value
    push(state, island)
    push(state, other)
    return True


@inlined
def raise_low(board: LinkBoard, state: State, link: int, value: int) -> bool:
    """Decide that ``link`` has at least ``value`` bridges, in place; False if that is impossible.

    Links that cross it then have none.
    """
    low = state.low[link]
    if value <= low:
        return True
    island, other = board.ends[link, 0], board.ends[link, 1]
    if value > state.high[link]:
        state.counter[BLAMED] = island
        return False
    note(state, link)
    state.low[link] = value
    state.sum_low[island] += value - low
    state.sum_low[other] += value - low
    push(state, island)
    push(state, other)
    if low == 0:
        for at in range(board.crossing_at[link], board.crossing_at[link + 1]):
            if not lower_high(board, state, board.crossing[at], 0):
                return False
    return True


@inlined
def note(state: State, link: int) -> None:
    """Write the bounds of ``link`` to the trail, in place, before they change."""
    at = state.counter[CHANGES]
    state.trail[at, 0] = link
    state.trail[at, 1] = state.low[link]
    state.trail[at, 2] = state.high[link]
    state.counter[CHANGES] = at + 1


@inlined
def take_back(board: LinkBoard, state: State, changes: int) -> None:
    """Undo all changes after the first ``changes`` of the trail and empty the queue, in place."""
    for at in range(state.counter[CHANGES] - 1, changes - 1, -1):
        link, low, high = state.trail[at, 0], state.trail[at, 1], state.trail[at, 2]
        for side in range(2):
            island = board.ends[link, side]
            state.sum_low[island] += low - state.low[link]
            state.sum_high[island] += high - state.high[link]
        state.low[link] = low
        state.high[link] = high
    state.counter[CHANGES] = changes
    clear_queue(state)


RIGHT, DOWN, LEFT, UP = 0, 1, 2, 3  # Sides in ``LinkBoard.around``


class LinkSpace(NamedTuple):
    """Arrays for the board and the state of any clues of one size.

    ``cells``: the cell of each island. ``below``: the next island in its column, while links are
    searched. ``column``: one entry for each column. ``pairs``: pairs of links that cross.
    """

    board: LinkBoard
    state: State
    cells: NDArray[np.int64]
    below: NDArray[np.int64]
    column: NDArray[np.int64]
    pairs: NDArray[np.int64]


@making_arrays
def make_space(size: int, cols: int, max_bridges: int) -> LinkSpace:
    """Return arrays for boards of ``size`` cells."""
    links = 2 * size
    board = LinkBoard(
        np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros((links, 2), np.int64),
        np.zeros((size, 4), np.int64), np.zeros(links + 1, np.int64), np.zeros(2 * size, np.int64),
        np.zeros(2, np.bool_),
    )  # fmt: skip
    return LinkSpace(
        board, make_state(size, links, max_bridges), np.zeros(size, np.int64),
        np.zeros(size, np.int64), np.zeros(cols, np.int64), np.zeros((size, 2), np.int64),
    )  # fmt: skip


@making_arrays
def make_state(islands: int, links: int, max_bridges: int) -> State:
    """Return arrays for the state of a search, which `reset` initializes."""
    # Every change tightens the bounds of one link by at least one.
    changes = links * max_bridges + 1
    return State(
        np.zeros(links, np.int64), np.zeros(links, np.int64),
        np.zeros(islands, np.int64), np.zeros(islands, np.int64),
        np.zeros((changes, 3), np.int64), np.zeros(islands, np.int64), np.zeros(islands, np.bool_),
        np.zeros(changes, np.int64), np.zeros(changes, np.int64), np.zeros(changes, np.int64),
        np.zeros(islands, np.int64), np.zeros(islands, np.int64), np.zeros(islands, np.int64),
        np.zeros(2 * islands + 1, np.int64), np.zeros(islands, np.int64),
        np.zeros(islands, np.int64), np.zeros(islands, np.int64), np.zeros(COUNTERS, np.int64),
    )  # fmt: skip


def cut(space: LinkSpace, islands: int, links: int) -> tuple[LinkBoard, State]:
    """Return views of board and state for a number of islands and links."""
    board, state = space.board, space.state
    return (
        LinkBoard(
            board.least[:islands], board.most[:islands], board.ends[:links],
            board.around[:islands], board.crossing_at[: links + 1], board.crossing, board.rule,
        ),
        State(
            state.low[:links], state.high[:links], state.sum_low[:islands],
            state.sum_high[:islands], state.trail, state.queue[:islands], state.queued[:islands],
            state.depth_link, state.depth_value, state.depth_changes, state.group[:islands],
            state.room[:islands], state.exits[:islands], state.stack, state.order[:islands],
            state.reach[:islands], state.weight[:islands], state.counter,
        ),
    )  # fmt: skip


view = compiled(cut)


@compiled
def reset(board: LinkBoard, state: State, max_bridges: int) -> None:
    """Reset a state, in place, so that nothing is decided."""
    state.low[:] = 0
    state.high[:] = max_bridges
    state.sum_low[:] = 0
    state.queued[:] = False
    state.weight[:] = 0
    state.counter[:] = 0
    for island in range(board.least.shape[0]):
        links = 0
        for side in range(4):
            links += board.around[island, side] >= 0
        state.sum_high[island] = links * max_bridges


@compiled
def fill_board(
    clues: NDArray[np.int64], cols: int, max_bridges: int, space: LinkSpace
) -> tuple[int, int]:
    """Find the islands and links of clues, in place; return the numbers of both.

    ``clues`` (int64, one for each cell): 0 water, -1 an island without a number. All of ``space``
    is filled except the rule.
    """
    board, cells = space.board, space.cells
    islands = 0
    for cell in range(clues.shape[0]):
        clue = clues[cell]
        if clue:
            cells[islands] = cell
            board.least[islands] = 1 if clue < 0 else clue
            board.most[islands] = 4 * max_bridges if clue < 0 else clue
            islands += 1
    board.around[:islands] = -1
    space.column[:] = -1
    for island in range(islands - 1, -1, -1):
        col = cells[island] % cols
        space.below[island] = space.column[col]
        space.column[col] = island
    links = 0
    for island in range(islands):
        other = island + 1
        if other < islands and cells[other] // cols == cells[island] // cols:
            links = join(board, links, island, other, RIGHT)
        other = space.below[island]
        if other >= 0:
            links = join(board, links, island, other, DOWN)
    find_crossings(cols, islands, links, space)
    return islands, links


@compiled
def join(board: LinkBoard, link: int, one: int, other: int, side: int) -> int:
    """Write the link to an island on the right or below, in place; return the next link number."""
    board.ends[link, 0], board.ends[link, 1] = one, other
    board.around[one, side] = board.around[other, side + 2] = link
    return link + 1


@compiled
def find_crossings(cols: int, islands: int, links: int, space: LinkSpace) -> None:
    """List the links that cross each link, in ascending order, in place."""
    board, cells, pairs = space.board, space.cells, space.pairs
    # The link that runs down each column at the current row.
    hanging = space.column
    hanging[:] = -1
    board.crossing_at[: links + 1] = 0
    count = 0
    for island in range(islands):
        col = cells[island] % cols
        hanging[col] = board.around[island, DOWN]
        across = board.around[island, RIGHT]
        if across < 0:
            continue
        for other in range(col + 1, cells[island + 1] % cols):
            if hanging[other] >= 0:
                pairs[count, 0], pairs[count, 1] = across, hanging[other]
                board.crossing_at[across] += 1
                board.crossing_at[hanging[other]] += 1
                count += 1
    for link in range(links):
        board.crossing_at[link + 1] += board.crossing_at[link]
    # Filled from the ends, so that each place becomes the start of its list.
    for k in range(count):
        for side in range(2):
            link = pairs[k, side]
            at = board.crossing_at[link] - 1
            board.crossing_at[link] = at
            board.crossing[at] = pairs[k, 1 - side]
    for link in range(links):
        sort(board.crossing, board.crossing_at[link], board.crossing_at[link + 1])


@compiled
def sort(values: NDArray[np.int64], start: int, end: int) -> None:
    """Sort a short part of an array in ascending order, in place."""
    for k in range(start + 1, end):
        value, at = values[k], k
        while at > start and values[at - 1] > value:
            values[at] = values[at - 1]
            at -= 1
        values[at] = value
