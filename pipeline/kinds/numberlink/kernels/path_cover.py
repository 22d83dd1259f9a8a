"""Layouts by a Markov chain over path covers: the state and the moves of the chain; numba.

A layout covers every cell with paths that never run beside themselves, and each move preserves
that; `layout.py` drives the chain. Cell (row, col) has the index ``(row + 1) * stride + col + 1``
with ``stride = cols + 2``, and border cells belong to path -1. Directions are 0 right, 1 down, 2
left, 3 up, so ``d ^ 2`` is the way back; ``edges`` has one bit for each direction.

Source of the moves: backbite moves of Mansfield (J. Chem. Phys. 77, 1982) for a chain on a lattice,
here for many chains at once, with Metropolis weights on corners and neighbouring ends.

Soft constraints state where ends should be. An orbit has ends on all of its cells or on none. A
layout's *violations* are half the cells of each orbit for which that is false, and the ends on
cells that may have none. An orbit of four counts the same with one, two or three ends, so that the
chain can pass from one symmetrical layout to another. In this way seven of ten 20x20 layouts of 28
pairs became symmetrical under quarter-turns; with missing ends counted one by one, none did.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.compiled import compiled, inlined
from pipeline.kernels.random_state import SHIFT_32, random_below, random_bits
from pipeline.kinds.numberlink.layouts.shape import Shape

Ints: TypeAlias = NDArray[np.int32]
Flags: TypeAlias = NDArray[np.uint8]
RandomState: TypeAlias = NDArray[np.uint64]


ALWAYS: Final = 1 << 32  # The acceptance, of 2**32, that accepts every move
MOST_CHANGE: Final = 5  # Largest change of the violations, up or down, by moving one end


class SoftConstraints(NamedTuple):
    """Orbits of cells and how many ends each has now; changed in place.

    ``orbit`` ndarray[int32] for each cell of the padded board, 0 for a cell in none; ``size`` and
    ``taken`` ndarray[int64] for each orbit, its cells and its ends; ``endless`` ndarray[uint8], 1
    where no end may be; ``acceptance`` ndarray[int64], the chance, of 2**32, to accept a move that
    adds ``index - MOST_CHANGE`` violations. All are empty if there are no constraints.
    """

    orbit: Ints
    size: NDArray[np.int64]
    taken: NDArray[np.int64]
    endless: Flags
    acceptance: NDArray[np.int64]


def make_soft_constraints(shape: Shape, rows: int, cols: int) -> SoftConstraints:
    """Return the constraints of a shape on a board without ends.

    >>> make_soft_constraints(Shape(orbits=((0, 1),)), 1, 2).orbit.tolist()
    [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]
    """
    stride, cells = cols + 2, (rows + 2) * (cols + 2) if shape.has_constraints else 0
    orbit = np.zeros(cells, dtype=np.int32)
    endless = np.zeros(cells, dtype=np.uint8)
    for number, members in enumerate(shape.orbits, start=1):
        orbit[[(cell // cols + 1) * stride + cell % cols + 1 for cell in members]] = number
    if shape.endless:
        endless[[(cell // cols + 1) * stride + cell % cols + 1 for cell in shape.endless]] = 1
    size = np.array([0, *map(len, shape.orbits)], dtype=np.int64)
    acceptance = np.full(
        2 * MOST_CHANGE + 1 if shape.has_constraints else 0, ALWAYS, dtype=np.int64
    )
    return SoftConstraints(orbit, size, np.zeros_like(size), endless, acceptance)


@cache
def violation_acceptance(inverse_temperature: int) -> NDArray[np.int64]:
    """Return acceptance probabilities of 2**32 by the change of violations, ndarray[int64].

    Each violation weighs ``exp(-inverse_temperature / 4)``. Decimal rounds equally on all machines.

    >>> f"{violation_acceptance(4)[MOST_CHANGE + 1] / 2**32:.6f}"
    '0.367879'
    """
    changes = range(-MOST_CHANGE, MOST_CHANGE + 1)
    acceptance = [
        min(Decimal(1), (-Decimal(inverse_temperature * change) / 4).exp()) * ALWAYS
        for change in changes
    ]
    found = np.array([int(chance) for chance in acceptance], dtype=np.int64)
    found.setflags(write=False)
    return found


@inlined
def violations_by_move(constraints: SoftConstraints, old: int, new: int) -> int:
    """Return by how much the violations grow if an end moves from one cell to another."""
    if len(constraints.acceptance) == 0:
        return 0
    grows = np.int64(constraints.endless[new]) - np.int64(constraints.endless[old])
    a, b = constraints.orbit[old], constraints.orbit[new]
    if a != b:
        grows += _violations(constraints, a, -1) + _violations(constraints, b, 1)
    return int(grows)


@inlined
def add_end(constraints: SoftConstraints, cell: int, count: int) -> int:
    """Add ``count``, 1 or -1, ends at a cell, in place; return how many violations this adds."""
    if len(constraints.acceptance) == 0:
        return 0
    orbit = constraints.orbit[cell]
    grows = count * np.int64(constraints.endless[cell]) + _violations(constraints, orbit, count)
    constraints.taken[orbit] += count
    return int(grows)


@inlined
def _violations(constraints: SoftConstraints, orbit: int, count: int) -> int:
    """Return by how much an orbit's violations grow if ``count``, 1 or -1, ends are added."""
    before, size = constraints.taken[orbit], constraints.size[orbit]
    was_broken = 0 < before < size
    is_broken = 0 < before + count < size
    return int(size // 2 * (int(is_broken) - int(was_broken)))


DEGREE = np.array([(mask).bit_count() for mask in range(16)], dtype=np.int8)
CORNER = np.array([int(mask in (3, 6, 9, 12)) for mask in range(16)], dtype=np.int8)
FIRST_WAY = np.array(
    [next((d for d in range(4) if mask >> d & 1), -1) for mask in range(16)], dtype=np.int8
)
NOWHERE = 4  # The direction of no edge

PATHS, ADJACENT_ENDS, VIOLATIONS, SURPLUS = 0, 1, 2, 3
"""Indices in ``PathCover.counts``: number of paths, pairs of adjacent ends, violations of soft
constraints, and edges across minus edges down."""

NEVER, APART, MET = 0, 1, 2
"""When the chain stops early: never, when no ends are adjacent, or when no soft constraint is
violated; the sum of the last two for both."""


class PathCover(NamedTuple):
    """The state of the chain, changed in place.

    ``edges`` ndarray[uint8] and ``path`` ndarray[int32] for each cell with its border; ``is_open``
    ndarray[uint8], 1 where the chain may change edges; ``length`` ndarray[int32] for each path;
    ``ends`` ndarray[int32], the ends of path p at 2p and 2p + 1; ``step`` ndarray[int32], the four
    directions as differences of cells; ``counts`` ndarray[int64], see `PATHS`; ``constraints`` says
    where ends should lie.
    """

    edges: Flags
    path: Ints
    is_open: Flags
    length: Ints
    ends: Ints
    step: Ints
    counts: NDArray[np.int64]
    constraints: SoftConstraints


class Acceptance(NamedTuple):
    """Chances, of 2**32, to accept a move; with several chances, each must accept it.

    ``shape`` ndarray[int64], shape (5, 9): at ``[c + 2, e + 4]`` for a move that adds c corners and
    e pairs of neighbouring ends. ``reach`` ndarray[int64]: at ``[d]`` for a move that brings the
    two ends of pairs d steps nearer to each other, in total; the last index stands for all larger
    ones. ``even`` ndarray[int64]: at ``[s]`` for a move that raises the difference between edges
    across and edges down from s - 2 to s; the last index stands for all larger ones.
    """

    shape: NDArray[np.int64]
    reach: NDArray[np.int64]
    even: NDArray[np.int64]


@compiled
def run_chain(
    board: PathCover,
    state: RandomState,
    acceptance: Acceptance,
    target: int,
    shortest: int,
    moves: int,
    tries: int,
    goal: int,
) -> int:
    """Change ``board`` in place by up to ``moves`` accepted moves and return how many were made.

    No path of the board touches itself. Paths are joined while there are more than ``target``; no
    move makes a path shorter than ``shortest`` cells, at least 3. At most ``tries`` proposals are
    made; for ``goal`` see `NEVER`. ``state`` (uint64, shape (1,)) is advanced in place.
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
def _may_violate(board: PathCover, state: RandomState, old: int, new: int) -> bool:
    """Return whether the constraints accept, at random, that an end moves to another cell."""
    grows = violations_by_move(board.constraints, old, new)
    return grows <= 0 or _is_accepted(state, board.constraints.acceptance[grows + MOST_CHANGE])


@inlined
def _is_accepted(state: RandomState, chance: int) -> bool:
    return bool(chance >= ALWAYS or np.int64(random_bits(state) >> SHIFT_32) < chance)


@inlined
def _may_near(state: RandomState, acceptance: Acceptance, nearer: int) -> bool:
    last = len(acceptance.reach) - 1
    return nearer <= 0 or _is_accepted(state, acceptance.reach[min(nearer, last)])


@inlined
def _grows_across(added: int, dropped: int) -> int:
    return 2 * (int(dropped) & 1) - 2 * (int(added) & 1)


@inlined
def _may_lean(board: PathCover, state: RandomState, acceptance: Acceptance, grows: int) -> bool:
    """Return whether a move's change of the surplus of edges across is accepted, at random."""
    before = abs(board.counts[SURPLUS])
    after = abs(board.counts[SURPLUS] + grows)
    last = len(acceptance.even) - 1
    return bool(after <= before or _is_accepted(state, acceptance.even[min(after, last)]))


@inlined
def _steps(board: PathCover, one: int, other: int) -> int:
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
    state: RandomState,
    acceptance: Acceptance,
    slot: int,
    way: int,
    side: int,
    shortest: int,
) -> int:
    """Give one part of the path that the end x of path A meets to A, in place.

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
def _tail_length(board: PathCover, a: int, y: int, drop: int, limit: int) -> tuple[int, int]:
    """Return the number of cells from y on, away from ``drop``, and the last of them."""
    if _cells_beside(board, y, a) != 1:
        return 0, y
    cell, back, count = y, drop, 1
    while count <= limit:
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
    board: PathCover, state: RandomState, acceptance: Acceptance, slot: int, way: int
) -> int:
    """Change ``board`` in place: the end x of A becomes the end of the path whose end it meets."""
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
    if _touches(board, cell, other):
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
def _touches(board: PathCover, cell: int, other: int) -> bool:
    """Return whether the path that ends at ``cell`` runs beside ``other`` at more than one cell."""
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


@compiled
def lay_dominoes(board: PathCover, lines: int, width: int, along: int) -> None:
    """Fill an empty ``board`` with dominoes, in place, and a path of three if cells are odd.

    There are ``lines`` lines of ``width`` cells in direction ``along``, 0 or 1, the direction of
    the dominoes; if both numbers are odd, one of them is at least 3.
    """
    paths, across = 0, along ^ 1
    start = board.step[1] + 1
    for line in range(lines):
        for at in range(0, width - 1, 2):
            cell = start + line * board.step[across] + at * board.step[along]
            paths = _lay(board, cell, along, 2, paths)
    if width % 2:
        last = start + (width - 1) * board.step[along]
        for line in range(0, lines - 3 * (lines % 2), 2):
            paths = _lay(board, last + line * board.step[across], across, 2, paths)
        if lines % 2 and lines > 1:
            paths = _lay(board, last + (lines - 3) * board.step[across], across, 3, paths)
        elif lines % 2:
            # A single line has no adjacent line for the odd cell: it lengthens the last domino.
            paths = _lay(board, last - 2 * board.step[along], along, 3, paths - 1)
    board.counts[PATHS] = paths


@compiled
def _lay(board: PathCover, cell: int, way: int, length: int, path: int) -> int:
    board.ends[2 * path] = cell
    board.length[path] = length
    for i in range(length):
        board.path[cell] = path
        board.edges[cell] = (i > 0) << (way ^ 2) | (i < length - 1) << way
        cell += board.step[way]
    board.ends[2 * path + 1] = cell - board.step[way]
    return path + 1


@compiled
def count_board(board: PathCover) -> None:
    """Write adjacent ends, violations and the surplus of edges to ``board.counts``."""
    count, violations, surplus = 0, 0, 0
    for edges in board.edges:
        surplus += int(edges & 1) - int(edges >> 1 & 1)
    for slot in range(2 * board.counts[PATHS]):
        count += count_ends_beside(board, board.ends[slot])
        violations += add_end(board.constraints, board.ends[slot], 1)
    board.counts[ADJACENT_ENDS] = count // 2
    board.counts[VIOLATIONS] = violations
    board.counts[SURPLUS] = surplus


@compiled
def count_short(board: PathCover, shortest: int) -> int:
    """Return how many paths have fewer than ``shortest`` cells."""
    count = 0
    for path in range(board.counts[PATHS]):
        count += int(board.length[path] < shortest)
    return count


@compiled
def read_path(board: PathCover, path: int, cells: Ints) -> int:
    """Write the cells of a path, numbered without border, to ``cells``; return how many."""
    stride = board.step[1]
    cell, back, count = board.ends[2 * path], NOWHERE, 0
    while True:
        row, col = cell // stride - 1, cell % stride - 1
        cells[count] = row * (stride - 2) + col
        count += 1
        onward = board.edges[cell] & (15 ^ (1 << back))
        if onward == 0:
            return count
        way = FIRST_WAY[onward]
        cell += board.step[way]
        back = way ^ 2
