"""The islands and cells in which all solutions of a puzzle agree.

A water cell agrees if the same bridges cross it in every solution, an island if the same bridges
start from it. Few solutions are listed and compared; of many, SAT finds the backbone.
"""

from __future__ import annotations

from pipeline.kinds.hashi.engines import find_links
from pipeline.kinds.hashi.model import Clues, Solution
from pipeline.kinds.hashi.solve import HASHI
from pipeline.kinds.interface import Budget, Explained
from pipeline.kinds.kit.proving.explanation import SHORT_LIST, ShortList, explained
from pipeline.kinds.kit.telling.deduction import decided_cells
from pipeline.model import Json


def explain(clues: Clues, budget: Budget, short: ShortList = SHORT_LIST) -> Explained[Solution]:
    """Return in which cells all solutions agree, in which they do not, and what is undecided.

    ``details`` holds the bridges: under ``always`` those of every solution, as cell, cell and
    number; under ``sometimes`` those whose number differs, as cell, cell, least and most; under
    ``undecided`` those of which that is not known, as cell, cell, least and most seen.

    The budget is that of `Rules.know`.

    >>> from pipeline.kinds.hashi.model import make_clues
    >>> clues = make_clues(3, 3, [2, 0, 2, 0, 0, 0, 2, 0, 2], "free-2")
    >>> found = explain(clues, Budget(nodes=1000, conflicts=1000))
    >>> found.status.value, found.agreeing, found.details["bridges"]["sometimes"][0]
    ('multiple', (4,), [0, 2, 0, 2])
    """
    known = HASHI.know(clues, budget, short)
    links = find_links(clues.cols, clues.islands)
    counts = [{(a, b): n for a, b, n in solution.bridges} for solution in known.solutions]
    always: list[Json] = []
    sometimes: list[Json] = []
    undecided: list[Json] = []
    cells = list(range(clues.rows * clues.cols)) if counts or not known.is_all else []
    varying: set[int] = set()
    still_open: set[int] = set() if counts else set(cells)
    for ends in links.pairs:
        numbers = [count.get(ends, 0) for count in counts]
        if len(set(numbers)) > 1:
            (sometimes if known.is_all else undecided).append([*ends, min(numbers), max(numbers)])
            varying |= set(decided_cells(ends, clues.cols))
        elif not known.is_all:
            undecided.append([*ends, *(numbers[:1] * 2 or [0, clues.max_bridges])])
            still_open |= set(decided_cells(ends, clues.cols))
        elif numbers and numbers[0]:
            always.append([*ends, numbers[0]])
    details: dict[str, Json] = {"always": always, "sometimes": sometimes, "undecided": undecided}
    return explained(known, cells, varying, still_open, {"bridges": details})
