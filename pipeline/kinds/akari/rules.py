"""The rules of Akari by definition, without code shared with the engines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.interface import Violation
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution

RULE_CODES: Final = ("lamp-on-wall", "wrong-number", "lamp-lit", "dark-cell")
"""Every code that `check` can report."""

_WHITE: Final = -1
_WAYS: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))


def check(clues: Clues, solution: Solution) -> tuple[Violation, ...]:
    """Return the broken rules, () for a correct solution.

    >>> check(Clues(1, 3, (1, -1, -1)), Solution("cells", ((1,),)))
    ()
    >>> [found.code for found in check(Clues(1, 3, (0, -1, -1)), Solution("cells", ((1,),)))]
    ['wrong-number']
    """
    lamps = {cell for (cell,) in solution.items}
    return (
        *(
            Violation("lamp-on-wall", (lamp,), "a lamp is on a wall")
            for lamp in sorted(lamps)
            if clues.values[lamp] != _WHITE
        ),
        *_check_numbers(clues, lamps),
        *_check_light(clues, lamps),
    )


def _check_numbers(clues: Clues, lamps: set[int]) -> Iterator[Violation]:
    for cell, number in enumerate(clues.values):
        found = sum(next(_seen(clues, cell, way), -1) in lamps for way in _WAYS)
        if number >= 0 and found != number:
            yield Violation("wrong-number", (cell,), f"the {number} has {found} lamps beside it")


def _check_light(clues: Clues, lamps: set[int]) -> Iterator[Violation]:
    for cell, value in enumerate(clues.values):
        if value != _WHITE:
            continue
        sources = sorted(lamps & {one for way in _WAYS for one in _seen(clues, cell, way)})
        if cell in lamps and sources:
            yield Violation("lamp-lit", (cell, *sources), "lamps shine on each other")
        if cell not in lamps and not sources:
            yield Violation("dark-cell", (cell,), "no lamp shines here")


def _seen(clues: Clues, cell: int, way: tuple[int, int]) -> Iterator[int]:
    """Yield the white cells from a cell in a direction, up to a wall."""
    row, col = cell // clues.cols + way[0], cell % clues.cols + way[1]
    while 0 <= row < clues.rows and 0 <= col < clues.cols:
        if clues.values[row * clues.cols + col] != _WHITE:
            return
        yield row * clues.cols + col
        row, col = row + way[0], col + way[1]
