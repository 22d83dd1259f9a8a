"""Boards of Ripple Effect: regions and their numbers grow together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

SIZES: Final = (6, 5, 5, 4, 4, 3)
"""Cells of a region, where there is room."""
ROUNDS_A_CELL: Final = 20
"""Regions grown for each cell before a board is given up."""


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return random regions, filled with numbers."""
    grid = board.grid
    numbers = [0] * len(board.values)
    areas: dict[int, list[int]] = {}
    for name in range(ROUNDS_A_CELL * len(numbers)):
        free = [cell for cell, number in enumerate(numbers) if not number]
        if not free:
            regions = making.regions_of([*areas.values()])
            found = kit.Drafted.of(
                "numbers", board, numbers, values=tuple(numbers), regions=regions
            )
            return found[:2]
        room = [sum(not numbers[near] for near in grid.neighbours(cell)) for cell in free]
        cell = free[room.index(min(room))] if name else making.pick(state, free)
        area = _grown(grid, numbers, cell, making.pick(state, SIZES), state)
        while area and not _fill(grid, numbers, area, len(area), state):
            area.pop()
        if area:
            areas[name] = area
            continue
        # Not even a 1 fits: a region near makes room.
        close = {other for one in grid.neighbours(cell) for other in (one, *grid.neighbours(one))}
        near = {one for one, own in areas.items() if close.intersection(own)}
        for other in areas.pop(making.pick(state, sorted(near))):
            numbers[other] = 0
    return None


def _grown(
    grid: kit.Grid, numbers: Sequence[int], cell: int, size: int, state: kit.RandomState
) -> list[int]:
    """Return a cell and free cells that are joined to it, up to a size."""
    area = [cell]
    while len(area) < size:
        near = {other for one in area for other in grid.neighbours(one)}
        rim = sorted(one for one in near.difference(area) if not numbers[one])
        if not rim:
            break
        area.append(making.pick(state, rim))
    return area


def _fill(
    grid: kit.Grid, numbers: list[int], area: Sequence[int], number: int, state: kit.RandomState
) -> bool:
    """Write the numbers from ``number`` down to 1 into the free cells of an area, if they fit."""
    if not number:
        return True
    for cell in making.shuffled(state, area):
        near = (other for ray in grid.rays(cell) for other in ray[:number])
        if numbers[cell] or any(numbers[other] == number for other in near):
            continue
        numbers[cell] = number
        if _fill(grid, numbers, area, number - 1, state):
            return True
        numbers[cell] = 0
    return False
