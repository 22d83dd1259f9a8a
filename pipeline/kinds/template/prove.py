"""How many answers a Latin square has, decided twice.

Copying this kind? A verdict "unique" needs two independent ways: the engine that finds no second
answer, and another that confirms it. Here it is a SAT solver, for which the rules are spelled out
again instead of sharing the search's tables. Whatever a witness says must pass `check`. A budget
that is spent is the verdict "undecided", never an exception.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.refutation import Clause
from pipeline.kinds.template.model import Clues, Solution, encode_solution
from pipeline.kinds.template.rules import check
from pipeline.kinds.template.solve import VERSION, solve
from pipeline.model import Status, Verdict
from pipeline.solvers.sat import SatSolver


def prove(clues: Clues, hint: Solution | None, budget: Budget) -> Verdict:
    """Return the verdict; the witness of "multiple" differs from the hint if that is right.

    Examples
    --------
    >>> prove(Clues(2, (1, 0, 0, 0)), None, Budget(100, 100)).status.value
    'unique'
    >>> prove(Clues(2, (0, 0, 0, 0)), None, Budget(100, 100)).witness
    {'numbers': [[2, 1], [1, 2]]}
    """
    found = solve(clues, 2, budget)
    known = hint if hint is not None and not check(clues, hint) else None
    if len(found.solutions) == 2:
        first, second = found.solutions
        witness = encode_solution(first if second == known else second)
        return Verdict(Status.MULTIPLE, None, "search", VERSION, witness)
    with SatSolver(clauses=(*clauses(clues), *(forbid(one) for one in found.solutions))) as solver:
        another = solver.solve(conflicts=budget.conflicts) if budget.conflicts > 0 else None
    if not found.is_complete or another is None:
        return Verdict(Status.UNDECIDED, None, "search+sat", VERSION)
    assert not another, "search and SAT disagree"
    status = Status.UNIQUE if found.solutions else Status.UNSOLVABLE
    return Verdict(status, None, "search+sat", VERSION)


def clauses(clues: Clues) -> Iterator[Clause]:
    """Yield the clauses of a puzzle: one number a cell, none twice in a line, clues as given.

    Variable ``cell * side + number`` says that the number stands in the cell.

    Examples
    --------
    >>> len(list(clauses(Clues(2, (1, 0, 0, 0)))))
    17
    """
    side = clues.side
    for cell in range(side * side):
        yield tuple(cell * side + number for number in range(1, side + 1))
        for one, other in combinations(range(1, side + 1), 2):
            yield -(cell * side + one), -(cell * side + other)
    for k in range(side):
        for line in (range(k * side, (k + 1) * side), range(k, side * side, side)):
            for one, other in combinations(line, 2):
                for number in range(1, side + 1):
                    yield -(one * side + number), -(other * side + number)
    for cell, number in enumerate(clues.numbers):
        if number:
            yield (cell * side + number,)


def forbid(solution: Solution) -> Clause:
    """Return the clause that forbids one full square.

    Examples
    --------
    >>> forbid(Solution((1, 2, 2, 1)))
    (-1, -4, -6, -7)
    """
    side = int(len(solution.numbers) ** 0.5)
    return tuple(-(cell * side + number) for cell, number in enumerate(solution.numbers))
