"""In which cells all solutions of a declared puzzle agree."""

from __future__ import annotations

from functools import partial

from pipeline.kinds.interface import Budget, Explained
from pipeline.kinds.kit.constraints.answers import (
    Clues,
    Rules,
    Solution,
    model_of,
    to_literals,
    values_of,
)
from pipeline.kinds.kit.constraints.encode import encode
from pipeline.kinds.kit.constraints.prove import prove
from pipeline.kinds.kit.constraints.solve import read_lazily, solve
from pipeline.kinds.kit.explanation import (
    SHORT_LIST,
    Known,
    ShortList,
    explained,
    find_known,
    know_by_backbone,
)
from pipeline.model import Json, Status


def explain(
    rules: Rules, clues: Clues, budget: Budget, short: ShortList = SHORT_LIST
) -> Explained[Solution]:
    """Return in which cells all solutions agree, in which they do not, and what is undecided.

    ``details`` holds under the name of the answer's family what every solution has (``always``),
    what only some have (``sometimes``) and of what that is not known (``undecided``), each as it
    stands in a solution's items. The budget is for the proof that there is one solution, its
    ``conflicts`` for the backbone where there are more than ``short`` lists.
    """
    known: Known[Solution] = find_known(
        clues, budget, partial(solve, rules), partial(prove, rules), rules.decode_solution, short
    )
    if known.status is Status.MULTIPLE and not known.is_all:
        model = model_of(rules, clues)
        first = to_literals(model, known.solutions[0])
        known = know_by_backbone(
            known,
            map(abs, first),
            encode(model).clauses,
            partial(read_lazily, rules, model),
            partial(values_of, model),
            budget.conflicts,
        )
    return _explained(rules, clues, known)


def _explained(rules: Rules, clues: Clues, known: Known[Solution]) -> Explained[Solution]:
    """Return what the solutions known say of each item and cell."""
    grid = clues.grid
    items = [set(solution.items) for solution in known.solutions]
    every = set().union(*items)
    always = set(every).intersection(*items)
    varying = {cell for item in every - always for cell in _cells(rules, clues, item)}
    cells = [*grid.cells] if items or not known.is_all else []
    # What no solution has shown to vary may vary still, unless all solutions are known.
    undecided = set() if known.is_all else set(cells)
    details: dict[str, Json] = {
        "always": _listed(always if known.is_all else set()),
        "sometimes": _listed(every - always if known.is_all else set()),
        "undecided": _listed(set() if known.is_all else every),
    }
    return explained(known, cells, varying, undecided, {rules.family: details})


def _listed(items: set[tuple[int, ...]]) -> Json:
    return [list(item) for item in sorted(items)]


def _cells(rules: Rules, clues: Clues, item: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cells that an item of a solution touches."""
    if rules.family == "borders":
        return clues.grid.cells_beside((item[0], item[1]))
    return item[:1] if rules.family == "numbers" else item
