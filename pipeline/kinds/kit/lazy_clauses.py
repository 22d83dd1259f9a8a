"""Solutions by SAT where part of a rule is left out of the encoding. It knows no kind.

What is left out (closed loops, groups shut off) is forbidden as models break it: clauses made
*lazily*, which every solution satisfies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.interface import Solved
from pipeline.kinds.kit.refutation import Clause
from pipeline.solvers.sat import SatSolver

S = TypeVar("S")

Reader: TypeAlias = Callable[[NDArray[np.bool_]], tuple[S, Sequence[Clause]]]
"""Takes a model (indexed by variable) to what it says, and the lazy clauses that it breaks."""


def next_solution(
    solver: SatSolver, read: Reader[S], conflicts: int
) -> tuple[S | None, bool | None]:
    """Return a solution that the solver's clauses allow, and the solver's last answer.

    The solver holds an encoding; lazy clauses that its models break are added, in place. What a
    model says that breaks none is a solution. ``conflicts`` are the most that the solver may have
    spent when this returns, since it was made.

    Examples
    --------
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
        said, broken = read(solver.model())
        if not broken:
            return said, True
        solver.add_clauses(broken)


def list_solutions(
    solver: SatSolver,
    read: Reader[S],
    deny: Callable[[S], Clause],
    limit: int,
    conflicts: int,
    known: Iterable[S] = (),
) -> Solved[S]:
    """Return up to ``limit`` solutions with those that are known already, which come first.

    ``deny`` returns the clause that keeps all solutions but one; the rest is as in `next_solution`.

    Examples
    --------
    >>> def read(model): return bool(model[1]), []
    >>> with SatSolver("glucose4", [[1, 2]]) as solver:
    ...     found = list_solutions(solver, read, lambda one: [-1 if one else 1], 9, 100)
    >>> sorted(found.solutions), found.is_complete
    ([False, True], True)
    """
    found = list(known)
    solver.add_clauses(map(deny, found))
    is_complete = False
    while len(found) < limit:
        solution, answer = next_solution(solver, read, conflicts)
        if solution is None:
            is_complete = answer is False
            break
        found.append(solution)
        solver.add_clause(deny(solution))
    return Solved(tuple(found), is_complete, solver.conflicts, f"sat:{solver.name}")
