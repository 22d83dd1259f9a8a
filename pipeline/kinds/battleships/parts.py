"""Clues of Battleships: parts of ships and water, what they say of cells, and their looks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from pipeline.kinds import kit

NONE, WATER, TOP, BOTTOM, LEFT, RIGHT, MIDDLE, ONE, PART = range(-1, 8)
SHIPS: Final = range(TOP, PART + 1)
LETTERS: Final = {
    "n": TOP, "s": BOTTOM, "w": LEFT, "e": RIGHT, "m": MIDDLE, "o": ONE, "x": WATER, "p": PART,
}  # fmt: skip
"""Clues by the words of janko.at; ``p`` is any part."""
NUMBERS: Final = {**{str(clue): clue for clue in range(PART)}, "-": PART}
"""Clues by the words of pzprv3."""

Way: TypeAlias = tuple[Sequence[int], Sequence[int]]  # Cells of ships, and of water

_UP, _DOWN, _LEFT, _RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
_STEPS: Final[Mapping[int, Sequence[Sequence[tuple[int, int]]]]] = {
    WATER: [()], ONE: [()], TOP: [(_DOWN,)], BOTTOM: [(_UP,)], LEFT: [(_RIGHT,)],
    RIGHT: [(_LEFT,)], MIDDLE: [(_UP, _DOWN), (_LEFT, _RIGHT)],
    PART: [(_UP,), (_DOWN,), (_LEFT,), (_RIGHT,)],
}  # fmt: skip
"""By clue, the ways in which a ship may go on from a cell."""

_WAVE: Final = kit.Figure(
    "water",
    "~",
    corners=tuple(
        (x / 20, sign * 0.11 - 0.16 * math.sin(x * math.pi / 7))
        for sign, way in ((-1, range(-7, 8)), (1, range(7, -8, -1)))
        for x in way
    ),
)
_BLOCK: Final = kit.Figure(
    "ship-part", "?",
    corners=((-0.3, 0), (-0.3, -0.3), (0, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)),
)  # fmt: skip
_NAMES: Final = ("top", "bottom", "left", "right", "middle", "one")
LOOKS: Final[Mapping[int, kit.Sign]] = {
    **{clue: kit.Sign(f"ship-{name}", False) for clue, name in enumerate(_NAMES, TOP)},
    WATER: kit.Sign(_WAVE, False),
    PART: kit.Sign(_BLOCK, False),
}


def ways_of(grid: kit.Grid, cell: int, clue: int) -> list[Way]:
    """Return the cells of ships and of water around a clue and in it, for each way it may lie."""
    if clue == WATER:
        return [((), (cell,))]
    ways: list[Way] = []
    for steps in _STEPS[clue]:
        after = [one for step in steps if (one := grid.look(cell, *step)) is not None]
        water = [one for one in grid.neighbours(cell) if one not in after and clue != PART]
        if len(after) == len(steps):
            ways.append(((cell, *after), water))
    return ways


def clue_at(cols: int, near: Sequence[int], cell: int) -> int:
    """Return the part of a ship in a cell, by the cells of ships that share a side with it."""
    steps = [other - cell for other in near]
    ends = {(): ONE, (cols,): TOP, (-cols,): BOTTOM, (1,): LEFT, (-1,): RIGHT}
    return ends.get(tuple(steps), PART if sum(steps) else MIDDLE)
