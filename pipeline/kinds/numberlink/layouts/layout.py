"""Layouts for the generator, as paths of cells: a style, and the phases of the Markov chain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.kernels.random_state import random_below
from pipeline.kinds.numberlink.kernels.path_cover import (
    ADJACENT_ENDS,
    ALWAYS,
    APART,
    MET,
    NEVER,
    PATHS,
    VIOLATIONS,
    Acceptance,
    PathCover,
    count_board,
    count_short,
    lay_dominoes,
    make_soft_constraints,
    read_path,
    run_chain,
    violation_acceptance,
)
from pipeline.kinds.numberlink.layouts.cover import cover_start
from pipeline.kinds.numberlink.layouts.shape import PLAIN, Shape
from pipeline.kinds.numberlink.model import Path

# How long each phase of the Markov chain runs; only accepted moves count.
MIXING: Final = 12  # Moves for each cell until the initial dominoes no longer show
SETTLING: Final = 8  # Moves for each cell at the wanted style
MOST_RENEWALS: Final = 10  # Times that a phase is continued if it has not reached its goal
TRIES_PER_MOVE: Final = 60  # Proposals after which a phase ends; about 8 are usual
TRIES_PER_COLD_MOVE: Final = 20  # The same while ends are driven apart: then a new layout is better
WEIGHTS_APART: Final = range(2, 7)  # The weights against neighbouring ends, one after another
CONSTRAINT_WEIGHTS: Final = range(5, 15)  # Against violated constraints, in turn
CONSTRAINT_MOVES: Final = 60  # Moves for each cell at each of these weights
FARTHEST: Final = 100  # Largest reduction of distances, in steps, that the acceptance distinguishes


@dataclass(frozen=True, slots=True)
class LayoutStyle:
    """The style of a layout: least cells in a path, winding 0..100, whether ends may be adjacent.

    ``reach`` is the weight, in hundredths, on the steps between the two ends of each pair, and
    ``even`` that on equal numbers of edges across and down. ``shape`` determines which cells are on
    the board and where ends may be.
    """

    shortest: int = 3
    winding: int = 90
    adjacent: bool = True
    reach: int = 0
    shape: Shape = PLAIN
    even: int = 0


@cache
def acceptance_probabilities(
    winding: int, inverse_temperature: int, reach: int, even: int, cells: int
) -> Acceptance:
    """Return Metropolis acceptance probabilities for `run_chain`.

    The weight of a layout is ``exp(-(100 - winding) / 50 * corners - inverse_temperature *
    adjacent_ends + reach / 100 * steps - even / 100 * surplus * surplus / cells)``, with the steps
    between the two ends of all pairs, in total, and the surplus of edges across over edges down.
    Decimal rounds equally on all machines, which the C library's exp does not guarantee.

    >>> f"{acceptance_probabilities(50, 0, 0, 0, 1).shape[3, 4] / 2**32:.6f}"
    '0.367879'
    """
    shape = np.empty((5, 9), dtype=np.int64)
    for corners in range(-2, 3):
        for adjacent_ends in range(-4, 5):
            cost = Decimal((100 - winding) * corners) / 50 + inverse_temperature * adjacent_ends
            shape[corners + 2, adjacent_ends + 4] = _chance(cost)
    # Index 0 is never used: no move reaches so small a surplus from a smaller one.
    sizes = range(cells // 2 + 2) if even else (1,)
    nearer = np.array([_chance(Decimal(reach * steps) / 100) for steps in range(FARTHEST + 1)])
    uneven = np.array([_chance(Decimal(even * (4 * s - 4)) / (100 * cells)) for s in sizes])
    for table in (shape, nearer, uneven):
        table.setflags(write=False)
    return Acceptance(shape, nearer, uneven)


def _chance(cost: Decimal) -> int:
    return int(min(Decimal(1), (-cost).exp()) * ALWAYS)


def make_layout(
    rows: int, cols: int, pairs: int, style: LayoutStyle, state: NDArray[np.uint64]
) -> tuple[Path, ...] | None:
    """Return paths that cover the board and never run beside themselves, or None for a dead end.

    Both sides are at least 2, or one is 1 and the other at least 3; ``style.shortest`` is at least
    3, so that no pair's ends are adjacent. ``state`` (uint64, shape (1,)) is advanced in place.

    >>> from pipeline.kernels.random_state import new_state
    >>> paths = make_layout(4, 5, 3, LayoutStyle(), new_state(1))
    >>> sorted(cell for path in paths for cell in path) == list(range(20))
    True
    """
    cells = rows * cols - len(style.shape.blocked)
    board = _empty_board(rows, cols, style.shape)
    # In a strip, dominoes across it could not be joined without touching.
    along = random_below(state, 2) if min(rows, cols) > 3 else int(rows > cols)
    if style.shape.blocked:
        inside = [cell for cell in range(rows * cols) if cell not in style.shape.blocked]
        _lay_paths(board, cover_start(cols, inside, along).paths, cols)
    elif along == 0:
        lay_dominoes(board, rows, cols, 0)
    else:
        lay_dominoes(board, cols, rows, 1)
    count_board(board)
    mixed = max(pairs, min(pairs * 8 // 5, cells // 3))
    # Long paths on a full board are stuck: while mixing, they may be half as long as the mean.
    short = max(3, min(style.shortest, cells // (2 * mixed)))
    loose = acceptance_probabilities(100, 0, 0, style.even, cells)
    _run(board, state, loose, mixed, short, MIXING * cells)
    for _ in range(MOST_RENEWALS):
        if board.counts[PATHS] <= pairs:
            break
        _run(board, state, loose, pairs, short, 2 * cells)
    acceptance = _acceptance(board, style, 0)
    _run(board, state, acceptance, pairs, style.shortest, SETTLING * cells)
    for _ in range(MOST_RENEWALS):
        if not count_short(board, style.shortest):
            break
        _run(board, state, acceptance, pairs, style.shortest, 2 * cells)
    return _finish(board, pairs, style, cells, state)


def reroute(
    rows: int,
    cols: int,
    paths: Sequence[Sequence[int]],
    region: Iterable[int],
    style: LayoutStyle,
    state: NDArray[np.uint64],
) -> tuple[Path, ...] | None:
    """Return the layout with its paths redrawn inside a region, or None for a dead end.

    The number of paths stays, and edges that leave the region or lie outside it stay. ``state`` is
    advanced in place; the other parameters are those of `make_layout`.
    """
    board = board_of(rows, cols, paths, style.shape)
    board.is_open[:] = 0
    opened = _bordered(style.shape.spread(region), cols)
    board.is_open[opened] = 1
    acceptance = _acceptance(board, style, 0 if style.adjacent else 2)
    moves = SETTLING * len(opened)
    _run(board, state, acceptance, len(paths), style.shortest, moves)
    return _finish(board, len(paths), style, len(opened), state)


def board_of(
    rows: int, cols: int, paths: Sequence[Sequence[int]], shape: Shape = PLAIN
) -> PathCover:
    """Return the state of the chain for a layout; all of it may change.

    Cells on no path are blocked: the chain never uses them.
    """
    board = _empty_board(rows, cols, shape)
    _lay_paths(board, paths, cols)
    count_board(board)
    return board


def _finish(
    board: PathCover, pairs: int, style: LayoutStyle, opened: int, state: NDArray[np.uint64]
) -> tuple[Path, ...] | None:
    """Return the paths if they have the style; drive adjacent ends apart if it requires that."""
    if board.counts[PATHS] != pairs or count_short(board, style.shortest):
        return None
    if style.shape.has_constraints:
        _meet_constraints(board, style, opened, state)
    elif not style.adjacent:
        for inverse_temperature in WEIGHTS_APART:
            acceptance = _acceptance(board, style, inverse_temperature)
            moves = SETTLING * opened
            tries = TRIES_PER_COLD_MOVE * moves
            run_chain(board, state, acceptance, pairs, style.shortest, moves, tries, APART)
    if board.counts[VIOLATIONS] or (board.counts[ADJACENT_ENDS] and not style.adjacent):
        return None
    return _paths(board)


def _meet_constraints(
    board: PathCover, style: LayoutStyle, opened: int, state: NDArray[np.uint64]
) -> None:
    """Run the chain at falling temperatures until ends satisfy the constraints."""
    goal = MET if style.adjacent else MET + APART
    pairs = int(board.counts[PATHS])
    for inverse_temperature in CONSTRAINT_WEIGHTS:
        adjacent_ends = 0 if style.adjacent else inverse_temperature // 3
        acceptance = _acceptance(board, style, adjacent_ends)
        board.constraints.acceptance[:] = violation_acceptance(inverse_temperature)
        moves = CONSTRAINT_MOVES * opened
        _run(board, state, acceptance, pairs, style.shortest, moves, goal)


def _acceptance(board: PathCover, style: LayoutStyle, inverse_temperature: int) -> Acceptance:
    cells = int(np.count_nonzero(board.path >= 0))
    return acceptance_probabilities(
        style.winding, inverse_temperature, style.reach, style.even, cells
    )


def _run(
    board: PathCover,
    state: NDArray[np.uint64],
    acceptance: Acceptance,
    target: int,
    shortest: int,
    moves: int,
    goal: int = NEVER,
) -> None:
    tries = TRIES_PER_MOVE * moves
    run_chain(board, state, acceptance, target, shortest, moves, tries, goal)


def _lay_paths(board: PathCover, paths: Sequence[Sequence[int]], cols: int) -> None:
    lengths = np.array([len(path) for path in paths])
    last = lengths.cumsum() - 1
    cells = _bordered([cell for path in paths for cell in path], cols)
    numbers = np.repeat(np.arange(len(paths)), lengths)
    has_next = np.ones(len(cells), dtype=np.bool_)
    has_next[last] = False
    one, two = cells[has_next], cells[1:][has_next[:-1]]
    way = (two - one == board.step[:, np.newaxis]).argmax(axis=0)
    board.edges[one] |= (1 << way).astype(np.uint8)
    board.edges[two] |= (1 << (way ^ 2)).astype(np.uint8)
    board.path[cells] = numbers
    board.length[: len(paths)] = lengths
    board.ends[: 2 * len(paths) : 2] = cells[last - lengths + 1]
    board.ends[1 : 2 * len(paths) : 2] = cells[last]
    board.counts[PATHS] = len(paths)


def _bordered(cells: Iterable[int], cols: int) -> NDArray[np.int64]:
    row, col = np.divmod(np.array(list(cells), dtype=np.int64), cols)
    bordered: NDArray[np.int64] = (row + 1) * (cols + 2) + col + 1
    return bordered


def _empty_board(rows: int, cols: int, shape: Shape) -> PathCover:
    stride = cols + 2
    size = (rows + 2) * stride
    path = np.full(size, -1, dtype=np.int32)
    is_open = np.ones(size, dtype=np.uint8)
    limit = rows * cols // 2 + 1
    return PathCover(
        edges=np.zeros(size, dtype=np.uint8),
        path=path,
        is_open=is_open,
        length=np.zeros(limit, dtype=np.int32),
        ends=np.zeros(2 * limit, dtype=np.int32),
        step=np.array([1, stride, -1, -stride], dtype=np.int32),
        counts=np.zeros(4, dtype=np.int64),
        constraints=make_soft_constraints(shape, rows, cols),
    )


def _paths(board: PathCover) -> tuple[Path, ...]:
    cells = np.empty(len(board.path), dtype=np.int32)
    return tuple(
        tuple(cells[: read_path(board, number, cells)].tolist())
        for number in range(int(board.counts[PATHS]))
    )
