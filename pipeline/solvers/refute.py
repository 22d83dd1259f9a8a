"""Prove that clauses have no model, with lazy clauses.

A lazy clause is added only when a model breaks it (closed loops, groups that are cut off). A kind
supplies them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.solvers.proof_text import read_steps
from pipeline.solvers.rup import Clause, ClauseStep
from pipeline.solvers.sat import SatSolver

PROOF_SOLVER: Final = "cadical195"  # Its proofs are half as long as those of glucose

LazyClauseFinder = Callable[[NDArray[np.bool_]], Sequence[Clause]]


@dataclass(frozen=True, slots=True)
class Refuted:
    """The result of looking for a model.

    ``lazy_clauses`` are those that were added; ``steps`` is the proof that no model is left, None
    if the budget was spent first; ``model`` breaks no clause, if one was found.
    """

    lazy_clauses: tuple[tuple[int, ...], ...]
    steps: tuple[ClauseStep, ...] | None
    conflicts: int
    model: NDArray[np.bool_] | None = None


def is_refuted(
    clauses: Iterable[Clause], find_lazy_clauses: LazyClauseFinder, conflicts: int
) -> bool:
    """Return whether clauses and lazy clauses have no model, without a proof of it.

    For claims that are assumed to be true: `AssertionError` if they have a model.

    >>> is_refuted([[1, 2], [1, -2]], lambda model: [[-1]], 100)
    True
    """
    with SatSolver(PROOF_SOLVER, clauses) as solver:
        while (left := conflicts - solver.conflicts) > 0:
            answer = solver.solve(conflicts=left)
            if not answer:
                return answer is False
            lazy = find_lazy_clauses(solver.model())
            if not lazy:
                raise AssertionError("another argument finds a second solution")
            solver.add_clauses(lazy)
    return False


def refute(
    clauses: Sequence[Clause],
    find_lazy_clauses: LazyClauseFinder,
    conflicts: int,
    solver_name: str = PROOF_SOLVER,
) -> Refuted:
    """Return a proof that clauses and lazy clauses have no model.

    The proof deletes no clause, since solvers go on to use consequences of deleted ones.
    ``find_lazy_clauses`` goes from a model (ndarray[bool], indexed by variable) to clauses that it
    breaks and that hold all the same. ``conflicts`` are the most over all calls of the solver, one
    of `pipeline.solvers.sat.SAT_SOLVERS` that writes proofs.

    >>> refute([[1, 2], [1, -2]], lambda model: [[-1]], 100).lazy_clauses
    ((-1,),)
    >>> refute([[1, 2], [1, -2]], lambda model: [[-1]], 100).steps
    (ClauseStep(literals=(2,), is_deletion=False), ClauseStep(literals=(), is_deletion=False))
    """
    lazy_clauses: dict[tuple[int, ...], None] = {}
    spent = 0
    while True:
        # The final proof is by a fresh solver: one that got clauses between its calls may have
        # restored clauses that it had eliminated, and its proof would not justify that.
        with SatSolver(solver_name, [*clauses, *lazy_clauses], with_proof=True) as solver:
            known = len(lazy_clauses)
            answer, model = _look(solver, find_lazy_clauses, lazy_clauses, conflicts - spent)
            spent += solver.conflicts
            if answer is not False:
                return Refuted(tuple(lazy_clauses), None, spent, model)
            if len(lazy_clauses) == known:
                lines = solver.proof()
                break
    steps = [step for step in read_steps(enumerate(lines, start=1)) if not step.is_deletion]
    if not (steps and not steps[-1].literals):
        steps.append(ClauseStep(()))
    return Refuted(tuple(lazy_clauses), tuple(steps), spent)


def _look(
    solver: SatSolver,
    find_lazy_clauses: LazyClauseFinder,
    lazy_clauses: dict[tuple[int, ...], None],
    conflicts: int,
) -> tuple[bool | None, NDArray[np.bool_] | None]:
    """Return the solver's last result and a model that breaks nothing; adds to ``lazy_clauses``."""
    while True:
        left = conflicts - solver.conflicts
        answer = solver.solve(conflicts=left) if left > 0 else None
        if not answer:
            return answer, None
        model = solver.model()
        found = [tuple(clause) for clause in find_lazy_clauses(model)]
        if not found:
            return True, model
        lazy_clauses.update(dict.fromkeys(found))
        solver.add_clauses(found)
