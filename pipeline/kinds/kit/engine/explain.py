"""In which cells all solutions of a declared puzzle agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pipeline.kinds.interface import Budget, Explained
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.engine.solve import Rules
from pipeline.kinds.kit.proving.explanation import SHORT_LIST, Known, ShortList, explained
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
    only some (``sometimes``) and the undecided ones (``undecided``); of bridges the latter two have
    the least and most number seen in place of a number. The budget is that of `Rules.know`.
    """
    known = rules.know(clues, budget, short)
    if family == "bridges":
        return _of_bridges(
            known, clues, Counter(mark.place for mark in rules.model_of(clues).marks)
        )
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


def _of_bridges(
    known: Known[Solution], board: Board, pairs: Mapping[tuple[int, ...], int]
) -> Explained[Solution]:
    """Return the same of bridges; ``pairs`` has the most between each two islands."""
    counts = [{item[:2]: item[2] for item in solution.items} for solution in known.solutions]
    groups: dict[str, list[Json]] = {"always": [], "sometimes": [], "undecided": []}
    cells = list(range(board.rows * board.cols)) if counts or not known.is_all else []
    varying: set[int] = set()
    still_open: set[int] = set() if counts else set(cells)
    for ends, limit in pairs.items():
        numbers = [count.get(ends, 0) for count in counts]
        if len(set(numbers)) > 1:
            sort = "sometimes" if known.is_all else "undecided"
            groups[sort].append([*ends, min(numbers), max(numbers)])
            varying |= {*decided_cells(ends, board.cols)}
        elif not known.is_all:
            groups["undecided"].append([*ends, *(numbers[:1] * 2 or [0, limit])])
            still_open |= {*decided_cells(ends, board.cols)}
        elif numbers and numbers[0]:
            groups["always"].append([*ends, numbers[0]])
    return explained(known, cells, varying, still_open, {"bridges": {**groups}})


def _listed(items: Iterable[tuple[int, ...]]) -> Json:
    return [list(item) for item in sorted(items)]


def _cells(family: Family, clues: Board, item: tuple[int, ...]) -> tuple[int, ...]:
    if family == "borders":
        return clues.grid.cells_beside((item[0], item[1]))
    return item[:1] if family == "numbers" else item
