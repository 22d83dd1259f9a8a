"""A checker of proofs that clauses have no model; it shares nothing with the solvers.

A proof is a list of steps, each a clause that follows by reverse unit propagation (assume every
literal false, propagate, and arrive at a contradiction), or the deletion of a clause; the last
clause is empty. As text it is DRUP. Source: Goldberg and Novikov, Verification of proofs of
unsatisfiability for CNF formulas, DATE 2003.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.solvers import kernels

Clause = Sequence[int]


@dataclass(frozen=True, slots=True)
class ClauseStep:
    """One step of a proof: a clause that is added or deleted."""

    literals: tuple[int, ...]
    is_deletion: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a proof, and its 0-based step: the number of steps if the end is wrong."""

    step: int
    message: str


def check_proof(clauses: Sequence[Clause], steps: Sequence[ClauseStep]) -> Fault | None:
    """Return what is wrong with a proof that some clauses have no model; None if it holds.

    Every added clause up to the first empty one is checked against the clauses that are active at
    that step. A literal is a variable from 1 or its negative.

    >>> clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    >>> check_proof(clauses, [ClauseStep((1,)), ClauseStep(())])
    >>> check_proof(clauses, [ClauseStep((1,))])
    Fault(step=1, message='the proof ends before the empty clause')
    >>> check_proof(clauses[:3], [ClauseStep((1,)), ClauseStep(())])
    Fault(step=1, message='the empty clause does not follow')
    """
    ends = [place for place, step in enumerate(steps) if not (step.literals or step.is_deletion)]
    used = steps[: ends[0] + 1] if ends else steps
    if ends and not all(clauses):
        return None  # the empty clause is given
    task = _Task(clauses, used)
    bad = int(kernels.check_steps(task.clauses, task.trail, task.steps))
    if bad >= 0:
        name = "the clause" if used[bad].literals else "the empty clause"
        return Fault(bad, f"{name} does not follow")
    if task.stray is not None:
        return Fault(task.stray, "a clause is deleted that is not active")
    return None if ends else Fault(len(steps), "the proof ends before the empty clause")


class _Task:
    """Clauses and steps as the arrays that the kernels work on."""

    def __init__(self, given: Sequence[Clause], steps: Sequence[ClauseStep]) -> None:
        self.given = len(given)
        added = [step.literals for step in steps if not step.is_deletion]
        # A repeated literal would be watched twice.
        every = [tuple(dict.fromkeys(clause)) for clause in (*given, *added)]
        self.stray: int | None = None
        self.steps = self._number(every, steps)
        start = np.zeros(len(every) + 1, dtype=np.int64)
        np.cumsum([len(clause) for clause in every], out=start[1:])
        flat = np.array([literal for clause in every for literal in clause], dtype=np.int64)
        literals = (2 * np.abs(flat) + (flat < 0)).astype(np.int32)
        variables = int(np.abs(flat).max(initial=0))
        self.clauses = _clauses(literals, start, variables)
        self.clauses.is_active[: self.given] = 1
        self.trail = kernels.Trail(
            value=np.zeros(2 * variables + 2, dtype=np.int8),
            order=np.zeros(variables + 1, dtype=np.int32),
            counter=np.zeros(kernels.COUNTERS, dtype=np.int64),
        )

    def _number(
        self, every: Sequence[tuple[int, ...]], steps: Sequence[ClauseStep]
    ) -> NDArray[np.int64]:
        """Return the steps as numbers of clauses; set ``stray`` to a deletion of no clause."""
        active: dict[tuple[int, ...], list[int]] = {}
        for clause in range(self.given):
            active.setdefault(tuple(sorted(every[clause])), []).append(clause)
        numbers = []
        following = self.given
        for place, step in enumerate(steps):
            key = tuple(sorted(set(step.literals)))
            if not step.is_deletion:
                active.setdefault(key, []).append(following)
                numbers.append(following)
                following += 1
            elif active.get(key):
                numbers.append(-1 - active[key].pop())
            else:
                self.stray = place
                break
        return np.array(numbers, dtype=np.int64)


def _clauses(
    literals: NDArray[np.int32], start: NDArray[np.int64], variables: int
) -> kernels.Clauses:
    size = len(start) - 1
    made = kernels.Clauses(
        literals=literals,
        start=start,
        is_active=np.zeros(size, dtype=np.uint8),
        head=np.full(2 * variables + 2, -1, dtype=np.int64),
        after=np.full(2 * size, -1, dtype=np.int64),
        watched=np.zeros(2 * size, dtype=np.int32),
        units=np.flatnonzero(np.diff(start) == 1).astype(np.int64),
    )
    kernels.watch_all(made)
    return made
