"""In which cells all solutions of a declared puzzle agree."""

from __future__ import annotations

from pipeline.kinds.interface import Budget, Explained
from pipeline.kinds.kit.constraints.engines.solve import Rules
from pipeline.kinds.kit.constraints.model import Family
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.explanation import SHORT_LIST, ShortList, explained
from pipeline.model import Json


def explain(
    rules: Rules[Clues, Solution],
    family: Family,
    clues: Clues,
    budget: Budget,
    short: ShortList = SHORT_LIST,
) -> Explained[Solution]:
    """Return the cells in which all solutions agree, differ, or are undecided.

    ``details`` has, under the name of the family, the items of every solution (``always``), of only
    some (``sometimes``) and the undecided ones (``undecided``). The budget is that of `Rules.know`.
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
    details: dict[str, Json] = {
        "always": _listed(always if known.is_all else set()),
        "sometimes": _listed(every - always if known.is_all else set()),
        "undecided": _listed(set() if known.is_all else every),
    }
    return explained(known, cells, varying, undecided, {family: details})


def _listed(items: set[tuple[int, ...]]) -> Json:
    return [list(item) for item in sorted(items)]


def _cells(family: Family, clues: Clues, item: tuple[int, ...]) -> tuple[int, ...]:
    if family == "borders":
        return clues.grid.cells_beside((item[0], item[1]))
    return item[:1] if family == "numbers" else item
