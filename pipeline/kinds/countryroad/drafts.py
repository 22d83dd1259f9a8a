"""Boards of Country Road: a random loop that is cut into regions."""

from __future__ import annotations

from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

NONE: Final = 0
"""A cell without a number."""
LENGTHS: Final = (2, 3, 3, 4, 5)
"""Cells of the loop in a region."""


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return a random loop, the regions into which it is cut, and the number of each."""
    grid = board.grid
    lines = making.random_loop(board.rows - 1, board.cols - 1, state)
    way = making.chains(lines)[0][:-1]
    start = int(making.random_below(state, len(way)))
    way, regions, number = way[start:] + way[:start], [-1] * len(board.values), 0
    while way:
        length = making.pick(state, LENGTHS)
        length = len(way) if len(way) < length + 2 else length
        for cell in way[:length]:
            regions[cell] = number
        way, number = way[length:], number + 1
    if number < 2:
        return None
    for part in grid.parts({cell for cell, own in enumerate(regions) if own < 0}):
        rim = sorted({near for cell in part for near in grid.neighbours(cell)}.difference(part))
        own = regions[making.pick(state, rim)]
        for cell in part:
            regions[cell] = own
    visited = {cell for pair in lines for cell in pair}
    areas = [[cell for cell, own in enumerate(regions) if own == k] for k in range(number)]
    values = [NONE] * len(regions)
    for cells in areas:
        values[min(cells)] = len(visited.intersection(cells))
    return kit.Drafted.of(
        "edges", board, lines, values=tuple(values), regions=making.regions_of(areas)
    )[:2]
