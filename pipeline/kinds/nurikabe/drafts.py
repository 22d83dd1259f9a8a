"""Boards of Nurikabe: islands in a random sea, with numbers that move."""

from __future__ import annotations

from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

NONE, UNKNOWN = 0, -1  # A cell without a clue, and one of an island of unknown size
SMALLEST, LARGEST = 4, 7  # Range of the size of the largest island
CHANGES: Final = 20  # Limit of moves of numbers within their islands
NODES: Final = 80  # Limit of the search for another solution


def layout(
    find_other: making.FindOther, board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return islands in a random sea, with numbers moved until the solution is unique.

    If there is another solution, the number of a differing island moves to another cell.
    """
    grid = board.grid
    largest = SMALLEST + int(making.random_below(state, LARGEST - SMALLEST + 1))
    sea = grow_sea(grid, state, largest)
    islands = grid.parts(set(grid.cells) - sea)
    homes = [making.pick(state, island) for island in islands]
    for _change in range(CHANGES):
        sizes = dict(zip(homes, map(len, islands), strict=True))
        values = tuple(sizes.get(cell, NONE) for cell in grid.cells)
        changed, answer = kit.Drafted.of("cells", board, sorted(sea), values=values)[:2]
        other = find_other(changed, answer)[0]
        if other is None:
            return changed, answer
        shaded = {cell for (cell,) in other.items}
        wrong = [k for k, own in enumerate(islands) if len(own) > 1 and shaded.intersection(own)]
        if not wrong:
            return None
        k = making.pick(state, wrong)
        homes[k] = making.pick(state, islands[k])
    return None


def grow_sea(grid: kit.Grid, state: kit.RandomState, largest: int) -> set[int]:
    """Return a connected sea without two by two blocks.

    It grows cell by cell until no island is larger than ``largest`` or no cell can be added. Single
    cells are cut off only if no other cell can be added.
    """
    order = making.shuffled(state, grid.cells)
    sea = {order[0]}
    may_cut_off = False
    while True:
        has_grown = False
        order = making.shuffled(state, order)
        for cell in order:
            near = grid.neighbours(cell)
            if cell in sea or not sea.intersection(near) or making.fills_block(grid, sea, cell):
                continue
            if not may_cut_off and any(cuts_off(grid, sea, cell, other) for other in near):
                continue
            sea.add(cell)
            has_grown = True
            islands = grid.parts(set(grid.cells) - sea)
            if max(map(len, islands), default=0) <= largest:
                return sea
            if may_cut_off:
                break
        if not has_grown and may_cut_off:
            return sea
        may_cut_off = not has_grown


def cuts_off(grid: kit.Grid, sea: set[int], cell: int, other: int) -> bool:
    """Return whether a cell of sea would make its neighbour an island of one cell."""
    return other not in sea and sea.issuperset({*grid.neighbours(other)} - {cell})
