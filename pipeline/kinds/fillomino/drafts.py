"""Boards of Fillomino: areas grown at random, none beside another of its size."""

from __future__ import annotations

from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.kit import making

SIZES: Final = (2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9)
"""Cells of an area, where there is room."""
ROUNDS_A_CELL: Final = 20
"""Areas grown for each cell before a board is given up."""


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return random areas, with their sizes as numbers."""
    grid = board.grid
    area_of = [-1] * len(board.values)
    areas: dict[int, list[int]] = {}
    for name in range(ROUNDS_A_CELL * len(area_of)):
        free = [cell for cell, area in enumerate(area_of) if area < 0]
        if not free:
            numbers = [len(areas[area]) for area in area_of]
            return kit.Drafted.of("numbers", board, numbers, values=tuple(numbers))[:2]
        room = [sum(area_of[near] < 0 for near in grid.neighbours(cell)) for cell in free]
        start = free[room.index(min(room))] if name else making.pick(state, free)
        area, size = [start], making.pick(state, SIZES)
        while len(area) < size:
            rim = {near for cell in area for near in grid.neighbours(cell)}.difference(area)
            left = sorted(cell for cell in rim if area_of[cell] < 0)
            if not left:
                break
            area.append(making.pick(state, left))
        while area and any(
            area_of[near] >= 0 and len(areas[area_of[near]]) == len(area)
            for cell in area
            for near in grid.neighbours(cell)
        ):
            area.pop()
        if not area:  # not even a 1 fits: an area near makes room
            near = sorted({area_of[other] for other in grid.neighbours(start)} - {-1})
            for cell in areas.pop(making.pick(state, near)):
                area_of[cell] = -1
            continue
        areas[name] = area
        for cell in area:
            area_of[cell] = name
    return None
