"""Boards of Battleships: the fleet of a size, placed at random, and the parts of its ships."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pipeline.kinds import kit
from pipeline.kinds.battleships.parts import (
    BOTTOM,
    LEFT,
    MIDDLE,
    NONE,
    ONE,
    RIGHT,
    TOP,
    WATER,
)
from pipeline.kinds.kit import making

FLEETS: Final = {14: 6, 11: 5, 8: 4, 6: 3, 1: 2}
"""By the least side, the longest ship: one of this length, two that are shorter, and so on."""
TRIES: Final = 20
WATER_PERCENT: Final = 25  # Cells of water, of all, that may be given


def usual_fleet(rows: int, cols: int) -> tuple[int, ...]:
    """Return the fleet of a size: the number of ships of one cell, of two cells, and so on."""
    longest = next(length for least, length in FLEETS.items() if min(rows, cols) >= least)
    return (*range(min(longest, max(rows, cols)), 0, -1),)


def fleet_of(board: kit.Board) -> tuple[int, ...]:
    """Return the fleet of a board, without one the usual one of its size."""
    usual = usual_fleet(board.rows, board.cols)
    return next((clue.numbers for clue in board.clues_of("fleet")), usual)


def with_fleet(board: kit.Board) -> kit.Board:
    """Return the board with a fleet."""
    others = (clue for clue in board.other_clues if clue.sort != "fleet")
    own = kit.Clue("fleet", (), fleet_of(board))
    return replace(board, other_clues=tuple(sorted((own, *others))))


def layout(
    board: kit.Board, state: kit.RandomState, _: kit.Images
) -> tuple[kit.Board, kit.Solution] | None:
    """Return a random fleet, with the parts of its ships and some water."""
    ships = usual_fleet(board.rows, board.cols)
    for _try in range(TRIES):
        parts = _placed(board, ships, state)
        if parts:
            break
    else:
        return None
    values = [parts.get(cell, NONE) for cell in board.grid.cells]
    share = len(values) * WATER_PERCENT // 100
    for cell in making.shuffled(state, board.grid.cells)[:share]:
        values[cell] = max(values[cell], WATER)
    numbers = making.count_lines(board.grid, parts)
    other_clues = tuple(sorted((kit.Clue("fleet", (), ships), *numbers)))
    return kit.Drafted.of(
        "cells", board, sorted(parts), values=tuple(values), other_clues=other_clues
    )[:2]


def _placed(board: kit.Board, ships: tuple[int, ...], state: kit.RandomState) -> dict[int, int]:
    """Return the part of a ship in each cell that has one, {} if there is no room for all."""
    parts: dict[int, int] = {}
    taken: set[int] = set()
    for length in range(len(ships), 0, -1):
        places = [
            (line[at : at + length], name)
            for name, line in board.lines()
            for at in range(len(line) - length + 1)
        ]
        left = ships[length - 1]
        for k in making.shuffled(state, range(len(places))):
            cells, name = places[k]
            if left and taken.isdisjoint(cells):
                first, last = (LEFT, RIGHT) if name == "row" else (TOP, BOTTOM)
                own = [ONE] if length == 1 else [first, *[MIDDLE] * (length - 2), last]
                parts.update(zip(cells, own, strict=True))
                taken.update(near for cell in cells for near in board.block(cell))
                left -= 1
        if left:
            return {}
    return parts
