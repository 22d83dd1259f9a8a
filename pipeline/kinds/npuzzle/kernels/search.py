"""One depth-first search below a bound: the inner loop of IDA*, for each sort of estimate.

Source: Korf, Depth-first iterative-deepening, Artificial Intelligence 27, 1985. A state is the
blank's cell and the label of the tile on each cell: the cell where the tile belongs. The last move
is never undone at once. Estimates never exceed the remaining moves, and are 0 only at the goal:

- MANHATTAN: each tile's distance to its cell.
- CONFLICT: two more for each tile that has to leave its line so that the rest of the line is in
  order (Hansson, Mayer, Yung: Criticizing solutions to relaxed models, Information Sciences 63,
  1992).
- PATTERNS: moves of disjoint groups of tiles, looked up (Korf, Felner: Disjoint pattern database
  heuristics, Artificial Intelligence 134, 2002); for the mirrored board too, where that is one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled

MANHATTAN, CONFLICT, PATTERNS = 0, 1, 2

NODES, NEXT, COUNT, IS_SPENT = 0, 1, 2, 3
OUTS: Final = 4
"""Indices in ``out``: generated children, including those beyond the bound; the least total
estimate beyond the bound; the number of ways to the goal found; 1 if the budget ran out first."""

END: Final = -1
FAR: Final = 1 << 30


class Geometry(NamedTuple):
    """What depends on the size of the board alone.

    ``moves`` (cells * cells * 5, int64): for a blank that has just come from another cell, the
    cells it may move to, up to `END`; if both are the same cell, all its neighbours. ``gains``
    (cells ** 3, int8): how much farther from home a tile is after its move, by label, cell left and
    cell reached. ``row_of``, ``col_of`` (int64): of each cell.
    """

    moves: NDArray[np.int64]
    gains: NDArray[np.int8]
    row_of: NDArray[np.int64]
    col_of: NDArray[np.int64]


class Lookup(NamedTuple):
    """Tables of PATTERNS; empty if they are not used.

    ``patterns`` (uint8): the tables of all groups, one after another. ``groups``, ``weights`` (2 x
    cells, int64): the group of each label, and the weight of its cell in that group's index, first
    for the board as it is, then for the mirrored one. ``mirror`` (int64): the mirrored cell of each
    cell.
    """

    patterns: NDArray[np.uint8]
    groups: NDArray[np.int64]
    weights: NDArray[np.int64]
    mirror: NDArray[np.int64]


class Work(NamedTuple):
    """The state, changed in place, and working memory.

    ``board`` (cells): labels. ``places``: index of each group in ``patterns``, for the board as it
    is and mirrored. ``stack`` (4 x depth): blank, next move, and two parts of the estimate at each
    depth. ``found`` (solutions x depth): cells of the blank on the ways to the goal. ``line`` (8):
    scratch. ``out``: `OUTS` numbers. All int64.
    """

    board: NDArray[np.int64]
    places: NDArray[np.int64]
    stack: NDArray[np.int64]
    found: NDArray[np.int64]
    line: NDArray[np.int64]
    out: NDArray[np.int64]


@compiled
def line_conflicts(
    board: NDArray[np.int64],
    homes: NDArray[np.int64],
    cells: tuple[int, int, int],
    home: int,
    blank: int,
    lengths: NDArray[np.int64],
) -> int:
    """Return how many tiles have to leave their home line so that the rest is in order.

    ``homes`` (int64) has for each label the line of this direction that it belongs to; ``cells``
    are the first cell of the line, the step to the next and their number; ``home`` is the number of
    the line, ``lengths`` (int64, shape (8,)) scratch.
    """
    first, step, size = cells
    at_home = 0
    longest = 0
    for i in range(size):
        cell = first + i * step
        lengths[i] = 0
        label = board[cell]
        if cell == blank or homes[label] != home:
            continue
        at_home += 1
        best = 0
        for j in range(i):
            if lengths[j] > best and board[first + j * step] < label:
                best = lengths[j]
        lengths[i] = best + 1
        longest = max(longest, best + 1)
    return at_home - longest


@compiled
def conflicts_after(
    geometry: Geometry, work: Work, blank: int, target: int, rows: int, cols: int
) -> int:
    """Return by how much conflicts grow if the tile on ``target`` moves to ``blank``."""
    label = work.board[target]
    if geometry.col_of[blank] == geometry.col_of[target]:
        homes = geometry.row_of
        cells = (homes[label] * cols, 1, cols)
    else:
        homes = geometry.col_of
        cells = (homes[label], cols, rows)
    home = homes[label]
    if home not in (homes[blank], homes[target]):
        return 0
    before = line_conflicts(work.board, homes, cells, home, blank, work.line)
    stale = work.board[blank]
    work.board[blank] = label
    after = line_conflicts(work.board, homes, cells, home, target, work.line)
    work.board[blank] = stale
    return after - before


@compiled
def shift(lookup: Lookup, work: Work, label: int, source: int, target: int) -> None:
    """Move a tile from one cell to another in the indices of its groups, in place."""
    work.places[lookup.groups[0, label]] += (target - source) * lookup.weights[0, label]
    way = lookup.mirror[target] - lookup.mirror[source]
    work.places[lookup.groups[1, label]] += way * lookup.weights[1, label]


@compiled
def pattern_gain(
    lookup: Lookup, work: Work, side: int, label: int, source: int, target: int
) -> int:
    """Return how a move changes one part of the estimate: 0 as the board is, 1 mirrored."""
    place = work.places[lookup.groups[side, label]]
    step = (target - source) * lookup.weights[side, label]
    after, before = lookup.patterns[place + step], lookup.patterns[place]
    return np.int64(after) - np.int64(before)  # type: ignore[return-value]  # an index either way


@compiled
def estimate(mode: int, first: int, second: int) -> int:
    """Return the estimate from its two parts."""
    if mode == MANHATTAN:
        return first
    if mode == CONFLICT:
        return first + 2 * second
    return max(first, second)


@compiled
def search(
    geometry: Geometry,
    lookup: Lookup,
    work: Work,
    mode: int,
    root: tuple[int, int, int],
    bound: int,
    limit: int,
    budget: int,
) -> None:
    """Search all ways of at most ``bound`` moves, or until ``limit`` ways to the goal are found.

    ``root`` is the blank's cell and the two parts of the estimate there, which must be above 0 and
    not above the bound. ``budget`` is the largest number of nodes in ``out``, which are counted
    from its initial value.
    """
    board, stack, out = work.board, work.stack, work.out
    cells = len(board)
    rows, cols = geometry.row_of[cells - 1] + 1, geometry.col_of[cells - 1] + 1
    blank, first, second = root
    depth = 0
    nodes, beyond, count = out[NODES], FAR, 0
    move = (blank * cells + blank) * 5
    while True:
        target = geometry.moves[move]
        move += 1
        if target == END:
            if depth == 0:
                break
            depth -= 1
            came_from = stack[0, depth]
            if mode == PATTERNS:
                shift(lookup, work, board[came_from], came_from, blank)
            board[blank] = board[came_from]
            blank = came_from
            move, first, second = stack[1, depth], stack[2, depth], stack[3, depth]
            continue
        if nodes >= budget:
            out[IS_SPENT] = 1
            break
        nodes += 1
        label = board[target]
        new_first, new_second = first, second
        if mode == MANHATTAN:
            new_first += geometry.gains[(label * cells + target) * cells + blank]
        elif mode == CONFLICT:
            new_first += geometry.gains[(label * cells + target) * cells + blank]
            if depth + 1 + new_first <= bound:
                new_second += conflicts_after(geometry, work, blank, target, rows, cols)
        else:
            new_first += pattern_gain(lookup, work, 0, label, target, blank)
            if depth + 1 + new_first <= bound:
                from_mirror, to_mirror = lookup.mirror[target], lookup.mirror[blank]
                new_second += pattern_gain(lookup, work, 1, label, from_mirror, to_mirror)
        left = estimate(mode, new_first, new_second)
        if depth + 1 + left > bound:
            beyond = min(beyond, depth + 1 + left)
            continue
        if left == 0:
            if count < len(work.found):
                for i in range(depth):
                    work.found[count, i] = stack[0, i]
                work.found[count, depth] = blank
                work.found[count, depth + 1] = target
            count += 1
            if count == limit:
                break
            continue
        if mode == PATTERNS:
            shift(lookup, work, label, target, blank)
        board[blank] = label
        stack[0, depth], stack[1, depth], stack[2, depth], stack[3, depth] = (
            blank,
            move,
            first,
            second,
        )
        depth += 1
        move = (target * cells + blank) * 5
        blank, first, second = target, new_first, new_second
    out[NODES], out[NEXT], out[COUNT] = nodes, beyond, count
