"""The islands and cells in which all solutions of a puzzle agree.

A water cell agrees if the same bridges cross it in every solution, an island if the same bridges
start from it. Few solutions are listed and compared; of many, SAT finds the backbone.
"""

from __future__ import annotations

from pipeline.kinds.hashi.engines import find_links
from pipeline.kinds.hashi.model import RULE_PARTS
from pipeline.kinds.interface import Budget, Explained
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.engine.solve import Rules
from pipeline.kinds.kit.proving.explanation import SHORT_LIST, ShortList, explained
from pipeline.kinds.kit.telling.deduction import decided_cells
from pipeline.model import Json


def explain(
    rules: Rules[Board, Solution], clues: Board, budget: Budget, short: ShortList = SHORT_LIST
) -> Explained[Solution]:
    """Return the cells in which all solutions agree, differ, or are undecided.

    ``details`` has bridges: under ``always`` those of every solution, as cell, cell and number;
    under ``sometimes`` those whose number differs, as cell, cell, least and most; under
    ``undecided`` those of which that is unknown, as cell, cell, least and most seen. The budget is
    that of `Rules.know`.
    """
    known = rules.know(clues, budget, short)
    counts = [{(a, b): n for a, b, n in solution.items} for solution in known.solutions]
    found: dict[str, list[Json]] = {"always": [], "sometimes": [], "undecided": []}
    cells = list(range(clues.rows * clues.cols)) if counts or not known.is_all else []
    varying: set[int] = set()
    still_open: set[int] = set() if counts else set(cells)
    for ends in find_links(clues).pairs:
        numbers = [count.get(ends, 0) for count in counts]
        if len(set(numbers)) > 1:
            sort = "sometimes" if known.is_all else "undecided"
            found[sort].append([*ends, min(numbers), max(numbers)])
            varying |= set(decided_cells(ends, clues.cols))
        elif not known.is_all:
            most = RULE_PARTS[clues.rule].max_bridges
            found["undecided"].append([*ends, *(numbers[:1] * 2 or [0, most])])
            still_open |= set(decided_cells(ends, clues.cols))
        elif numbers and numbers[0]:
            found["always"].append([*ends, numbers[0]])
    return explained(known, cells, varying, still_open, {"bridges": {**found}})
