"""Boards of Heyawake: rooms with cells shaded at random, and rooms that are parted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

NONE: Final = -1
"""A cell without a number."""
ROOMS: Final = (4, 6, 6, 6, 9)
"""Sizes of rooms from which a board is made."""
CELLS_A_ROOM: Final = 3.4
"""Fewest cells of a room on average, as long as one may be parted."""
ORDERS: Final = 30
"""Orders of shading tried before a draft is given up."""
LARGE: Final = 400
"""A board with more cells is shaded again beside one long white line at a time."""
STEPS_A_CELL: Final = 2
"""Orders of shading of such a board for each cell."""


def spans(
    grid: kit.Grid, regions: Sequence[int], cells: Collection[int] | None = None
) -> Iterator[Sequence[int]]:
    """Yield the shortest lines that reach from a room through a second one into a third.

    With some cells, only those in their rows and columns.
    """
    lines = grid.lines()
    if cells is not None:
        at = {n for cell in cells for n in (cell // grid.cols, grid.rows + cell % grid.cols)}
        lines = tuple(lines[n] for n in sorted(at))
    for line in lines:
        cuts = [k for k in range(1, len(line)) if regions[line[k - 1]] != regions[line[k]]]
        for first, last in pairwise(cuts):
            yield line[first - 1 : last + 1]


def draft(board: kit.Board, state: kit.RandomState, _: kit.Params) -> kit.Drafted | None:
    """Return random rooms, each with the number of cells shaded at random."""
    grid = board.grid
    order = making.shuffled(state, grid.cells)
    regions = making.regions_of(making.random_rectangles(grid, ROOMS, state, is_wide=True))
    shaded = _shaded(grid, regions, order, state)
    if shaded is None:
        return None
    return kit.Drafted.of("cells", with_numbers(board, regions, shaded), sorted(shaded))


def _shaded(
    grid: kit.Grid, regions: Sequence[int], ranks: Sequence[int], state: kit.RandomState
) -> set[int] | None:
    """Return cells shaded in an order, changed until no white line is too long; None if stuck."""
    lines, is_large = [*spans(grid, regions)], len(ranks) > LARGE
    for _attempt in range(STEPS_A_CELL * len(ranks) if is_large else ORDERS):
        shaded = making.shade(grid, ranks)
        long = [line for line in lines if shaded.isdisjoint(line)]
        if not long:
            return shaded
        if is_large:  # or too many lines become long at once
            long = [making.pick(state, long)]
            ranks = sorted(ranks, key=lambda cell: cell not in shaded)
        # A cell of each line that is still white is shaded before the others.
        first = dict.fromkeys(making.pick(state, line) for line in long)
        ranks = [*first, *(cell for cell in ranks if cell not in first)]
    return None


def with_numbers(board: kit.Board, regions: Sequence[int], shaded: set[int]) -> kit.Board:
    """Return a board with rooms and the number of shaded cells of each."""
    posed = replace(board, regions=making.renumbered(regions))
    values = [NONE] * len(regions)
    for cells in posed.areas:
        values[cells[0]] = len(shaded.intersection(cells))
    return replace(posed, values=tuple(values))


def move(
    board: kit.Board,
    answer: kit.Solution,
    cells: Sequence[int],
    state: kit.RandomState,
    _: kit.Params,
) -> tuple[kit.Board, kit.Solution] | None:
    """Part a room with an undecided cell in two where no white line becomes too long.

    On a large board where none can be parted, an undecided cell is shaded, and others beside it.
    """
    shaded, cols = {cell for (cell,) in answer.items}, board.cols
    ways, areas = [], board.areas
    for region in sorted({board.regions[cell] for cell in cells}):
        room = areas[region]
        for at in (0, 1):
            lines = sorted({divmod(cell, cols)[at] for cell in room})
            for cut in lines[1:]:
                part = [cell for cell in room if divmod(cell, cols)[at] < cut]
                narrowest = min(cut - lines[0], lines[-1] + 1 - cut, len(room) // len(lines))
                ways.append((narrowest > 1, int(making.random_below(state, 1000)), part))
    ways.sort()  # wide rooms are the last, and parted first
    while ways and CELLS_A_ROOM * (max(board.regions) + 1) <= len(board.values):
        part = ways.pop()[-1]
        regions = [-1 if cell in part else own for cell, own in enumerate(board.regions)]
        if not any(shaded.isdisjoint(span) for span in spans(board.grid, regions, part)):
            return with_numbers(board, regions, shaded), answer
    if len(board.values) <= LARGE:
        return None
    cell = making.pick(state, board.block(making.pick(state, cells)))
    others = making.shuffled(state, board.grid.cells)
    ranks = sorted(others, key=lambda one: (one != cell, one not in shaded))
    found = _shaded(board.grid, board.regions, ranks, state)
    if found is None:
        return None
    return kit.Drafted.of("cells", with_numbers(board, board.regions, found), sorted(found))[:2]
