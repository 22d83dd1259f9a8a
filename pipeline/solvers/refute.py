"""A claim that clauses have no model, proved: the loop round a solver, and what comes out of it.

Some of what a claim says is put into clauses only when a model breaks it (lazy clauses: closed
loops, groups that are shut off). A kind knows them; here it is only known that there may be some.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.solvers.proof_text import read_steps
from pipeline.solvers.rup import Clause, ClauseStep, Trimmed, trim_proof
from pipeline.solvers.sat import SatSolver

PROOF_SOLVER: Final = "cadical195"
"""The solver whose proofs are kept: with it they come out about half as long as with glucose."""

ROUNDS: Final = 3
"""How often a proof is sought anew among the clauses that the last one needed; it takes away a
third on average, and half of it in the first three rounds."""

WORTH_SHORTENING: Final = range(100, 20_000)
"""Lemmas of a proof that is tried again: fewer are short enough, with more it takes minutes."""

LazyClauseFinder = Callable[[NDArray[np.bool_]], Sequence[Clause]]


@dataclass(frozen=True, slots=True)
class Refuted:
    """What came of looking for a model.

    ``lazy_clauses`` are those that were added, ``steps`` the proof that no model is left, None
    where the budget was spent before an answer; ``model`` breaks nothing, if one was found.
    """

    lazy_clauses: tuple[tuple[int, ...], ...]
    steps: tuple[ClauseStep, ...] | None
    conflicts: int
    model: NDArray[np.bool_] | None = None


def is_refuted(
    clauses: Iterable[Clause], find_lazy_clauses: LazyClauseFinder, conflicts: int
) -> bool:
    """Return whether clauses and lazy clauses have no model, without a proof of it.

    For claims that are believed already: `AssertionError` if they have one.

    Examples
    --------
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
    """Return a proof that clauses and lazy clauses have no model, freed of what it does not need.

    ``find_lazy_clauses`` goes from a model (ndarray[bool], indexed by variable) to clauses that it
    breaks and that hold all the same; none if it breaks nothing. ``conflicts`` are the most over
    all calls of the solver, one of `pipeline.solvers.sat.SAT_SOLVERS` that writes proofs.

    Examples
    --------
    >>> refute([[1, 2], [1, -2]], lambda model: [[-1]], 100).lazy_clauses
    ((-1,),)
    >>> refute([[1, 2], [1, -2]], lambda model: [[-1]], 100).steps
    (ClauseStep(literals=(), is_deletion=False),)
    """
    lazy_clauses: dict[tuple[int, ...], None] = {}
    spent = 0
    while True:
        # A fresh solver for the last word: one that was given clauses between its calls may have
        # taken back what it had simplified away, and its proof would not say why it may.
        with SatSolver(solver_name, [*clauses, *lazy_clauses], with_proof=True) as solver:
            known = len(lazy_clauses)
            answer, model = _look(solver, find_lazy_clauses, lazy_clauses, conflicts - spent)
            spent += solver.conflicts
            if answer is not False:
                return Refuted(tuple(lazy_clauses), None, spent, model)
            if len(lazy_clauses) == known:
                lines = solver.proof()
                break
    every = [*clauses, *lazy_clauses]
    trimmed = trim_proof(every, read_steps(enumerate(lines, start=1)))
    return Refuted(tuple(lazy_clauses), _shortened(every, trimmed, solver_name, conflicts), spent)


def _shortened(
    clauses: Sequence[Clause], trimmed: Trimmed, solver_name: str, conflicts: int
) -> tuple[ClauseStep, ...]:
    """Return the shortest of some proofs, each of the clauses that the one before it needed."""
    best = trimmed
    for _ in range(ROUNDS):
        if best.lemmas not in WORTH_SHORTENING:
            break
        clauses = [clauses[number] for number in trimmed.core]
        with SatSolver(solver_name, clauses, with_proof=True) as solver:
            if solver.solve(conflicts=conflicts) is not False:
                break
            lines = solver.proof()
        trimmed = trim_proof(clauses, read_steps(enumerate(lines, start=1)))
        if trimmed.lemmas < best.lemmas:
            best = trimmed
    return best.steps


def _look(
    solver: SatSolver,
    find_lazy_clauses: LazyClauseFinder,
    lazy_clauses: dict[tuple[int, ...], None],
    conflicts: int,
) -> tuple[bool | None, NDArray[np.bool_] | None]:
    """Return the solver's last word and a model that breaks nothing; adds to ``lazy_clauses``."""
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
