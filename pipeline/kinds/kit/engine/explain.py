"""In which cells all solutions of a declared puzzle agree."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.kinds.interface import Budget, Explained
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.engine.solve import Rules
from pipeline.kinds.kit.proving.explanation import SHORT_LIST, ShortList, explained
from pipeline.kinds.kit.telling.deduction import decided_cells
from pipeline.kinds.kit.words.core import Family, families_of
from pipeline.model import Json


def explain(
    rules: Rules[Board, Solution],
    family: Family,
    clues: Board,
    budget: Budget,
    short: ShortList = SHORT_LIST,
) -> Explained[Solution]:
    """Return the cells in which all solutions agree, differ, or are undecided.

    ``details`` has, under the name of each family, the items of every solution (``always``), of
    only some (``sometimes``) and the undecided ones (``undecided``). The budget is that of
    `Rules.know`.
    """
    known = rules.know(clues, budget, short)
    grid = clues.grid
    items = [set(solution.items) for solution in known.solutions]
    every = set().union(*items)
    always = set(every).intersection(*items)
    varying = {cell for item in every - always for cell in _cells(family, clues, item)}
    cells = [*grid.cells] if items or not known.is_all else []
    # Cells in which known solutions agree may still differ in unknown solutions.
    undecided = set() if known.is_all else set(cells)
    sorts = {
        "always": always if known.is_all else set(),
        "sometimes": every - always if known.is_all else set(),
        "undecided": set() if known.is_all else every,
    }
    details: dict[str, Json] = {
        one: {name: _listed(Solution(family, tuple(own)).of(one)) for name, own in sorts.items()}
        for one in families_of(family)
    }
    return explained(known, cells, varying, undecided, details)


def _listed(items: Iterable[tuple[int, ...]]) -> Json:
    return [list(item) for item in sorted(items)]


def _cells(family: Family, clues: Board, item: tuple[int, ...]) -> tuple[int, ...]:
    if family == "borders":
        return clues.grid.cells_beside((item[0], item[1]))
    if family == "bridges":
        return tuple(decided_cells(item[:2], clues.cols))
    return item[:1] if family == "numbers" else item
