"""Layouts by a Markov chain over path covers: the state and the moves of the chain.

A layout covers every cell with paths that never run beside themselves. The chain keeps that true
at each move; `layout.py` beside this file drives it (mixing, joining down, style). What a puzzle
makes of a layout is not known here.

The board is kept with a border: cell (row, col) stands at ``(row + 1) * stride + col + 1`` with
``stride = cols + 2``, and border cells belong to path -1. Directions are 0 right, 1 down, 2 left,
3 up, so ``d ^ 2`` is the way back; ``edges`` holds one bit for each direction.

Source of the moves: backbite moves of Mansfield (J. Chem. Phys. 77, 1982) for a chain on a
lattice, here for many chains at once, with Metropolis weights on corners and neighbouring ends.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import SHIFT_32, random_below, random_bits
from pipeline.kinds.numberlink.kernels.soft_constraints import (
    ALWAYS,
    MOST_CHANGE,
    SoftConstraints,
    add_end,
    violations_by_move,
)

DEGREE = np.array([bin(mask).count("1") for mask in range(16)], dtype=np.int8)
CORNER = np.array([int(mask in (3, 6, 9, 12)) for mask in range(16)], dtype=np.int8)
FIRST_WAY = np.array(
    [next((d for d in range(4) if mask >> d & 1), -1) for mask in range(16)], dtype=np.int8
)
NOWHERE = 4
"""A way that no edge takes."""

PATHS, ADJACENT_ENDS, VIOLATIONS, SURPLUS = 0, 1, 2, 3
"""Indices in ``PathCover.counts``: number of paths, pairs of adjacent ends, violations of soft
constraints, and the edges that run across less those that run down."""

NEVER, APART, MET = 0, 1, 2
"""When the chain stops early: never, as soon as no ends are adjacent, or no soft constraint is
violated; the sum of the last two stands for both."""


class PathCover(NamedTuple):
    """The state of the chain, changed in place.

    ``edges`` ndarray[uint8] and ``path`` ndarray[int32] for each cell with its border; ``is_open``
    ndarray[uint8], 1 where the chain may change edges; ``length`` ndarray[int32] for each path;
    ``ends`` ndarray[int32], the ends of path p at 2p and 2p + 1; ``step`` ndarray[int32], the four
    directions as differences of cells; ``counts`` ndarray[int64], see `PATHS`; ``constraints`` says
    where ends should lie.
    """

    edges: NDArray[np.uint8]
    path: NDArray[np.int32]
    is_open: NDArray[np.uint8]
    length: NDArray[np.int32]
    ends: NDArray[np.int32]
    step: NDArray[np.int32]
    counts: NDArray[np.int64]
    constraints: SoftConstraints


class Acceptance(NamedTuple):
    """Chances, of 2**32, to accept a move; what is asked twice must be granted twice.

    ``shape`` ndarray[int64], shape (5, 9): at ``[c + 2, e + 4]`` for a move that adds c corners and
    e pairs of neighbouring ends. ``reach`` ndarray[int64]: at ``[d]`` for a move that brings the
    two ends of pairs d steps nearer to each other, in all; more than its last index counts as that.
    ``even`` ndarray[int64]: at ``[s]`` for a move that makes edges across and edges down differ in
    number by s, which were nearer to each other by two; again the last index stands for all beyond.
    """

    shape: NDArray[np.int64]
    reach: NDArray[np.int64]
    even: NDArray[np.int64]


@compiled
def run_chain(
    board: PathCover,
    state: NDArray[np.uint64],
    acceptance: Acceptance,
    target: int,
    shortest: int,
    moves: int,
    tries: int,
    goal: int,
) -> int:
    """Change ``board`` in place by up to ``moves`` accepted moves and return how many were made.

    Parameters
    ----------
    board : PathCover
        No path of it touches itself.
    state : ndarray[uint64], shape (1,)
        Random state, advanced in place.
    acceptance : Acceptance
        The weights of the chain.
    target : int
        Paths are joined while there are more than this.
    shortest : int
        No move makes a path shorter than this many cells, at least 3.
    moves, tries : int
        Accepted moves wanted, and proposals made at most.
    goal : int
        When to stop early, see `NEVER`.
    """
    done = 0
    for _ in range(tries):
        if done >= moves or (goal != NEVER and _is_reached(board, goal)):
            break
        draw = random_below(state, board.counts[PATHS] * 16)
        slot, way, side = draw >> 3, draw & 3, (draw >> 2) & 1
        x = board.ends[slot]
        y = x + board.step[way]
        a, b = slot >> 1, board.path[y]
        if b < 0 or b == a or board.is_open[x] == 0 or board.is_open[y] == 0:
            continue
        if DEGREE[board.edges[y]] == 2:
            done += _backbite(board, state, acceptance, slot, way, side, shortest)
        elif board.counts[PATHS] > target and _join(board, slot, way):
            done += 1
        elif board.length[a] > shortest:
            done += _shift(board, state, acceptance, slot, way)
    return done


@inlined
def _is_reached(board: PathCover, goal: int) -> bool:
    is_apart = board.counts[ADJACENT_ENDS] == 0 or goal & APART == 0
    return bool(is_apart and (board.counts[VIOLATIONS] == 0 or goal & MET == 0))


@inlined
def _may_violate(board: PathCover, state: NDArray[np.uint64], old: int, new: int) -> bool:
    """Return whether an end may move from one cell to another, as far as constraints go."""
    grows = violations_by_move(board.constraints, old, new)
    return grows <= 0 or _is_accepted(state, board.constraints.acceptance[grows + MOST_CHANGE])


@inlined
def _is_accepted(state: NDArray[np.uint64], chance: int) -> bool:
    return bool(chance >= ALWAYS or np.int64(random_bits(state) >> SHIFT_32) < chance)


@inlined
def _may_near(state: NDArray[np.uint64], acceptance: Acceptance, nearer: int) -> bool:
    last = len(acceptance.reach) - 1
    return nearer <= 0 or _is_accepted(state, acceptance.reach[min(nearer, last)])


@inlined
def _grows_across(added: int, dropped: int) -> int:
    """Return by how much the surplus of edges across grows, by the ways of two edges."""
    return 2 * (int(dropped) & 1) - 2 * (int(added) & 1)


@inlined
def _may_lean(
    board: PathCover, state: NDArray[np.uint64], acceptance: Acceptance, grows: int
) -> bool:
    """Return whether edges across and down may differ as they would after a move."""
    before = abs(board.counts[SURPLUS])
    after = abs(board.counts[SURPLUS] + grows)
    last = len(acceptance.even) - 1
    return bool(after <= before or _is_accepted(state, acceptance.even[min(after, last)]))


@inlined
def _steps(board: PathCover, one: int, other: int) -> int:
    """Return the distance of two cells in steps along rows and columns."""
    stride = board.step[1]
    return abs(one // stride - other // stride) + abs(one % stride - other % stride)


@inlined
def count_ends_beside(board: PathCover, cell: int) -> int:
    """Return how many neighbours of a cell are ends of paths."""
    edges, stride = board.edges, board.step[1]
    return (
        int(DEGREE[edges[cell + 1]] == 1)
        + int(DEGREE[edges[cell + stride]] == 1)
        + int(DEGREE[edges[cell - 1]] == 1)
        + int(DEGREE[edges[cell - stride]] == 1)
    )


@inlined
def _cells_beside(board: PathCover, cell: int, path: int) -> int:
    paths, stride = board.path, board.step[1]
    return (
        int(paths[cell + 1] == path)
        + int(paths[cell + stride] == path)
        + int(paths[cell - 1] == path)
        + int(paths[cell - stride] == path)
    )


@inlined
def _backbite(
    board: PathCover,
    state: NDArray[np.uint64],
    acceptance: Acceptance,
    slot: int,
    way: int,
    side: int,
    shortest: int,
) -> int:
    """Change ``board`` in place: path A takes over one half of the path that its end x meets.

    Before: ``A..x | B..u-y-v..t``; after: ``A..x-y-v..t | B..u``. Returns 1 if the move was made.
    """
    x = board.ends[slot]
    y = x + board.step[way]
    a, b = slot >> 1, board.path[y]
    drop = FIRST_WAY[board.edges[y]]
    if side:
        drop = FIRST_WAY[board.edges[y] ^ (1 << drop)]
    u = y + board.step[drop]
    if board.is_open[u] == 0 or DEGREE[board.edges[u]] == 1:
        return 0
    new_x = board.edges[x] | (1 << way)
    new_y = (board.edges[y] ^ (1 << drop)) | (1 << (way ^ 2))
    corners = CORNER[new_x] + CORNER[new_y] - CORNER[board.edges[y]] - CORNER[board.edges[u]]
    adjacent_ends = count_ends_beside(board, u) - count_ends_beside(board, x)
    if not _is_accepted(state, acceptance.shape[corners + 2, adjacent_ends + 4]):
        return 0
    across = _grows_across(way, drop)
    if not _may_lean(board, state, acceptance, across):
        return 0
    taken, tail = _tail_length(board, a, y, drop, board.length[b] - shortest)
    if taken == 0 or not _may_violate(board, state, x, u):
        return 0
    rest = board.ends[2 * b] + board.ends[2 * b + 1] - tail
    nearer = _steps(board, x, board.ends[slot ^ 1]) - _steps(board, tail, board.ends[slot ^ 1])
    nearer += _steps(board, tail, rest) - _steps(board, u, rest)
    if not _may_near(state, acceptance, nearer):
        return 0
    _relabel(board, y, drop, a)
    board.edges[x] = new_x
    board.edges[y] = new_y
    board.edges[u] ^= 1 << (drop ^ 2)
    board.ends[slot] = tail
    board.ends[2 * b + (board.ends[2 * b + 1] == tail)] = u
    board.length[a] += taken
    board.length[b] -= taken
    board.counts[ADJACENT_ENDS] += adjacent_ends
    board.counts[SURPLUS] += across
    board.counts[VIOLATIONS] += add_end(board.constraints, x, -1) + add_end(board.constraints, u, 1)
    return 1


@inlined
def _tail_length(board: PathCover, a: int, y: int, drop: int, most: int) -> tuple[int, int]:
    """Return how many cells follow from y on, away from ``drop``, and the last of them.

    Their number is 0 if over ``most`` or if they touch path a. Y itself touches the end of path a
    that is to be joined to it, and nothing else of a.
    """
    if _cells_beside(board, y, a) != 1:
        return 0, y
    cell, back, count = y, drop, 1
    while count <= most:
        onward = board.edges[cell] & (15 ^ (1 << back))
        if onward == 0:
            return count, cell
        way = FIRST_WAY[onward]
        cell += board.step[way]
        back = way ^ 2
        if _cells_beside(board, cell, a) != 0:
            return 0, cell
        count += 1
    return 0, cell


@inlined
def _relabel(board: PathCover, cell: int, back: int, path: int) -> int:
    """Change ``board.path`` in place from ``cell`` on, away from ``back``; return the last cell."""
    while True:
        board.path[cell] = path
        onward = board.edges[cell] & (15 ^ (1 << back))
        if onward == 0:
            return cell
        way = FIRST_WAY[onward]
        cell += board.step[way]
        back = way ^ 2


@inlined
def _shift(
    board: PathCover, state: NDArray[np.uint64], acceptance: Acceptance, slot: int, way: int
) -> int:
    """Change ``board`` in place: the end x of A becomes the end of the path whose end it meets.

    Returns 1 if the move was made.
    """
    x = board.ends[slot]
    y = x + board.step[way]
    b = board.path[y]
    back = FIRST_WAY[board.edges[x]]
    before = x + board.step[back]
    if board.is_open[before] == 0 or _cells_beside(board, x, b) != 1:
        return 0
    new_y = board.edges[y] | (1 << (way ^ 2))
    corners = CORNER[new_y] - CORNER[board.edges[before]]
    adjacent_ends = count_ends_beside(board, before) - count_ends_beside(board, y)
    if not _is_accepted(state, acceptance.shape[corners + 2, adjacent_ends + 4]):
        return 0
    across = _grows_across(way, back)
    if not _may_lean(board, state, acceptance, across):
        return 0
    goal = board.ends[2 * b] + board.ends[2 * b + 1] - y
    nearer = _steps(board, x, board.ends[slot ^ 1]) - _steps(board, before, board.ends[slot ^ 1])
    nearer += _steps(board, y, goal) - _steps(board, x, goal)
    if not _may_near(state, acceptance, nearer):
        return 0
    if not _may_violate(board, state, y, before):
        return 0
    board.edges[before] ^= 1 << (back ^ 2)
    board.edges[x] = 1 << way
    board.edges[y] = new_y
    board.path[x] = b
    board.ends[slot] = before
    board.ends[2 * b + (board.ends[2 * b + 1] == y)] = x
    board.length[slot >> 1] -= 1
    board.length[b] += 1
    board.counts[ADJACENT_ENDS] += adjacent_ends
    board.counts[SURPLUS] += across
    board.counts[VIOLATIONS] += add_end(board.constraints, y, -1) + add_end(
        board.constraints, before, 1
    )
    return 1


@inlined
def _join(board: PathCover, slot: int, way: int) -> bool:
    """Change ``board`` in place: join two paths whose ends meet; return False if they touch."""
    x = board.ends[slot]
    y = x + board.step[way]
    a, b = slot >> 1, board.path[y]
    if board.length[a] < board.length[b]:
        walked, other, cell, met = a, b, x, y
    else:
        walked, other, cell, met = b, a, y, x
    if _touches(board, cell, met, other):
        return False
    board.counts[ADJACENT_ENDS] += 1 - count_ends_beside(board, x) - count_ends_beside(board, y)
    board.counts[VIOLATIONS] += add_end(board.constraints, x, -1) + add_end(
        board.constraints, y, -1
    )
    board.counts[SURPLUS] += 1 - 2 * (way & 1)
    board.edges[x] |= 1 << way
    board.edges[y] |= 1 << (way ^ 2)
    toward = way if walked == a else way ^ 2
    far = _relabel(board, cell, toward, other)
    board.length[other] += board.length[walked]
    board.ends[2 * other + (board.ends[2 * other + 1] == met)] = far
    last = board.counts[PATHS] - 1
    if walked != last:
        _relabel(board, board.ends[2 * last], NOWHERE, walked)
        board.ends[2 * walked] = board.ends[2 * last]
        board.ends[2 * walked + 1] = board.ends[2 * last + 1]
        board.length[walked] = board.length[last]
    board.counts[PATHS] = last
    return True


@inlined
def _touches(board: PathCover, cell: int, met: int, other: int) -> bool:
    """Return whether the path that ends at ``cell`` runs beside path ``other``, but for ``met``."""
    if _cells_beside(board, cell, other) != 1:
        return True
    back = NOWHERE
    while True:
        onward = board.edges[cell] & (15 ^ (1 << back))
        if onward == 0:
            return False
        way = FIRST_WAY[onward]
        cell += board.step[way]
        back = way ^ 2
        if _cells_beside(board, cell, other) != 0:
            return True
