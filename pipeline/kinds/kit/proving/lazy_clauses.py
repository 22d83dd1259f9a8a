"""Solve by SAT with *lazy clauses* for rules that the encoding omits.

Whenever a model violates such a rule (a closed loop, a disconnected group), clauses that every
solution satisfies are added to exclude it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.interface import Solved
from pipeline.kinds.kit.proving.refutation import Clause
from pipeline.solvers.sat import SatSolver

S = TypeVar("S")

Reader: TypeAlias = Callable[[NDArray[np.bool_]], tuple[S | None, Sequence[Clause]]]
"""(model, indexed by variable): the solution, and the lazy clauses that it violates; a solution
that violates some may be None."""


def next_solution(
    solver: SatSolver, read: Reader[S], conflicts: int
) -> tuple[S | None, bool | None]:
    """Return a solution that satisfies the solver's clauses, and the solver's last answer.

    Violated lazy clauses are added to the solver, in place, until a model violates none.
    ``conflicts`` is the limit of the solver's conflicts since it was created.

    >>> def read(model): return model.tolist(), [[-1, -2]] if model[1] and model[2] else []
    >>> with SatSolver("glucose4", [[1], [2, 3]]) as solver:
    ...     next_solution(solver, read, 100)
    ([False, True, False, True], True)
    """
    while True:
        spent = solver.conflicts
        if spent >= conflicts:
            return None, None
        answer = solver.solve(conflicts=conflicts - spent)
        if not answer:
            return None, answer
        solution, violated = read(solver.model())
        if not violated:
            return solution, True
        solver.add_clauses(violated)


def list_solutions(
    solver: SatSolver,
    read: Reader[S],
    deny: Callable[[S], Clause],
    limit: int,
    conflicts: int,
    known: Iterable[S] = (),
) -> Solved[S]:
    """Return up to ``limit`` solutions, ``known`` ones first.

    ``deny`` returns a clause that excludes a solution; for the rest see `next_solution`.

    >>> def read(model): return bool(model[1]), []
    >>> with SatSolver("glucose4", [[1, 2]]) as solver:
    ...     found = list_solutions(solver, read, lambda one: [-1 if one else 1], 9, 100)
    >>> sorted(found.solutions), found.is_complete
    ([False, True], True)
    """
    solutions = list(known)
    solver.add_clauses(map(deny, solutions))
    is_complete = False
    while len(solutions) < limit:
        solution, answer = next_solution(solver, read, conflicts)
        if solution is None:
            is_complete = answer is False
            break
        solutions.append(solution)
        solver.add_clause(deny(solution))
    return Solved(tuple(solutions), is_complete, solver.conflicts, f"sat:{solver.name}")
