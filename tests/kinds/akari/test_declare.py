"""Layouts of Akari: one that is refused for lamps that might stand elsewhere has two answers."""

from __future__ import annotations

from random import Random

from pipeline.kinds.akari import KIND
from pipeline.kinds.akari.declare import BOARDS, WHITE, can_move
from pipeline.kinds.interface import Budget

SIDE = 5


def near(cell: int) -> list[int]:
    row, col = divmod(cell, SIDE)
    around = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
    return [r * SIDE + c for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE]


def view(cell: int, walls: set[int]) -> set[int]:
    """Return the cells that a lamp lights, its own too."""
    found = {cell}
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        row, col = cell // SIDE + down, cell % SIDE + right
        while 0 <= row < SIDE and 0 <= col < SIDE and row * SIDE + col not in walls:
            found.add(row * SIDE + col)
            row, col = row + down, col + right
    return found


def as_bits(cells: set[int]) -> int:
    return sum(1 << cell for cell in cells)


def test_where_lamps_can_move_there_is_another_answer() -> None:
    random = Random(5)
    outcomes = []
    for _ in range(150):
        walls = set(random.sample(range(SIDE * SIDE), random.randint(4, 9)))
        lamps: list[int] = []
        lit: set[int] = set()
        for cell in random.sample(range(SIDE * SIDE), SIDE * SIDE):
            if cell not in walls | lit:
                lamps.append(cell)
                lit |= view(cell, walls)
        values = [
            sum(one in lamps for one in near(cell)) if cell in walls else WHITE
            for cell in range(SIDE * SIDE)
        ]
        seen = [as_bits(view(cell, walls)) for cell in range(SIDE * SIDE)]
        beside = [as_bits(walls.intersection(near(cell))) for cell in range(SIDE * SIDE)]
        clues = BOARDS.make_clues(SIDE, SIDE, values)
        has_other = len(KIND.solve(clues, 2, Budget(1000, 1000)).solutions) == 2
        is_refused = can_move(lamps, seen, beside)
        assert has_other or not is_refused
        outcomes.append((has_other, is_refused))
    # Most boards with another answer are refused, and not all are.
    assert outcomes.count((True, True)) > outcomes.count((True, False)) > 0
    assert outcomes.count((False, False)) > 20
