"""How many answers a Latin square has, decided twice.

Copying this kind? A claim "unique" needs two independent ways: the engine that finds no second
answer, and another that confirms it. Whatever a witness says must pass `check`. A budget that is
spent is the verdict "undecided", never an exception.
"""

from __future__ import annotations

from pipeline.kinds.interface import Budget
from pipeline.kinds.template import encode_sat
from pipeline.kinds.template.model import Clues, Solution, encode_solution
from pipeline.kinds.template.rules import check
from pipeline.kinds.template.solve import VERSION, solve
from pipeline.model import Status, Verdict
from pipeline.solvers.sat import SAT_SOLVERS


def prove(clues: Clues, hint: Solution | None, budget: Budget) -> Verdict:
    """Return the verdict; the witness of "multiple" differs from the hint if that is right.

    Examples
    --------
    >>> prove(Clues(2, "latin", (1, 0, 0, 0)), None, Budget(100, 100)).status.value
    'unique'
    >>> prove(Clues(2, "latin", (0, 0, 0, 0)), None, Budget(100, 100)).witness
    {'numbers': [[2, 1], [1, 2]]}
    """
    found = solve(clues, 2, budget, "search")
    known = hint if hint is not None and not check(clues, hint) else None
    if len(found.solutions) == 2:
        first, second = found.solutions
        witness = encode_solution(first if second == known else second)
        return Verdict(Status.MULTIPLE, clues.rule, "search", VERSION, witness)
    again = encode_sat.solve(clues, 2, budget, SAT_SOLVERS[0])
    if not (found.is_complete and again.is_complete):
        return Verdict(Status.UNDECIDED, clues.rule, "search+sat", VERSION)
    assert found.solutions == again.solutions, "search and SAT disagree"
    status = Status.UNIQUE if found.solutions else Status.UNSOLVABLE
    return Verdict(status, clues.rule, "search+sat", VERSION)
