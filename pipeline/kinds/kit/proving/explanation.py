"""Find where the solutions of a puzzle agree.

A few solutions are listed and compared; one solution, or none, is proved. For many solutions the
backbone is computed: start with the literals of one solution, find a solution that violates some of
them, drop these, and repeat. The last answer, that no such solution exists, proves the rest.
(Janota, Lynce and Marques-Silva, "Algorithms for computing backbones of propositional formulae",
AI Communications 28(2), 2015, algorithm 3.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.interface import Budget, Explained, Solved
from pipeline.kinds.kit.proving.lazy_clauses import Reader, next_solution
from pipeline.kinds.kit.proving.refutation import Clause
from pipeline.model import JsonObject, Status, Verdict
from pipeline.solvers.sat import SAT_SOLVERS, SatSolver

S = TypeVar("S")

Values: TypeAlias = NDArray[np.bool_]  # A solution as a model: ndarray[bool], indexed by variable
_NEEDED: Final = {Status.UNIQUE: 1, Status.MULTIPLE: 2}  # Number of witnesses that a status needs


@dataclass(frozen=True, slots=True)
class ShortList:
    """Limits for listing all solutions; for more the backbone is faster.

    ``steps`` limits the nodes and the conflicts.
    """

    steps: int = 2_000
    solutions: int = 100


SHORT_LIST: Final = ShortList()


class Known(NamedTuple, Generic[S]):
    """Known solutions, the status they show, and the method and steps that found them.

    ``is_all``: there are no others, or others differ nowhere else. A puzzle that is
    `Status.MULTIPLE` has at least two.
    """

    solutions: tuple[S, ...]
    status: Status
    is_all: bool
    method: str
    steps: int


def find_known(
    clues: Any,
    budget: Budget,
    solve: Callable[[Any, int, Budget], Solved[S]],
    prove: Callable[[Any, S | None, Budget], Verdict],
    decode_solution: Callable[[Any, JsonObject], S],
    short: ShortList = SHORT_LIST,
) -> Known[S]:
    """Return the solutions of a short list, or one or two solutions with a proved status.

    The budget is for the proof; ``short`` limits the list.
    """
    first = replace(
        budget, nodes=min(budget.nodes, short.steps), conflicts=min(budget.conflicts, short.steps)
    )
    listed = solve(clues, short.solutions, first)
    known = listed.solutions
    if len(known) > 1:
        return Known(known, Status.MULTIPLE, listed.is_complete, listed.method, listed.steps)
    # A claim of one solution, or none, needs a proof.
    known = known or solve(clues, 1, budget).solutions
    verdict = prove(clues, known[0] if known else None, budget)
    if verdict.witness is not None:
        other = decode_solution(clues, verdict.witness)
        known = (*known[:1], other) if known else solve(clues, 2, budget).solutions
    is_shown = len(known) >= _NEEDED.get(verdict.status, 0)
    status = verdict.status if is_shown else Status.UNDECIDED
    is_all = status in (Status.UNIQUE, Status.UNSOLVABLE)
    return Known(known, status, is_all, verdict.method or "", listed.steps)


def know_by_backbone(
    known: Known[S],
    variables: Iterable[int],
    clauses: Iterable[Clause],
    read: Reader[S],
    values_of: Callable[[S], Values],
    conflicts: int,
) -> Known[S]:
    """Return solutions that differ in every variable that can differ; ``is_all`` if proved.

    ``read`` converts a SAT model of the ``clauses`` to a solution and the lazy clauses that it
    violates, ``values_of`` a solution to the values of all variables.
    """
    seen = list(known.solutions)
    first = values_of(seen[0])
    literals = [v if first[v] else -v for v in variables]
    for solution in seen[1:]:
        literals = true_in(literals, values_of(solution))
    with SatSolver(SAT_SOLVERS[0], clauses) as solver:

        def next_values() -> tuple[Values | None, bool]:
            solution, answer = next_solution(solver, read, conflicts)
            if solution is None:
                return None, answer is False
            seen.append(solution)
            return values_of(solution), True

        _, is_sure = find_backbone(literals, solver.add_clause, next_values)
        method, spent = f"backbone:{SAT_SOLVERS[0]}", solver.conflicts
    return Known(tuple(seen), known.status, is_sure, method, spent)


def true_in(literals: Iterable[int], values: Values) -> list[int]:
    """Return the literals that are true in a solution.

    >>> true_in([1, -2, 3], np.array([False, True, True, True]))
    [1, 3]
    """
    return [literal for literal in literals if bool(values[abs(literal)]) == (literal > 0)]


def find_backbone(
    literals: Iterable[int],
    deny: Callable[[Sequence[int]], None],
    next_values: Callable[[], tuple[Values | None, bool]],
) -> tuple[list[int], bool]:
    """Return the literals that are true in all solutions found, and whether that is proved.

    ``literals`` are those of a known solution. ``deny`` adds a clause for the next solutions.
    ``next_values`` returns a solution that satisfies the clauses and whether the search ended:
    (None, True) if there is none, (None, False) if the budget was spent.

    >>> answers = [(np.array([False, True, False]), True), (None, True)]
    >>> find_backbone([1, 2], lambda clause: None, lambda: answers.pop(0))
    ([1], True)
    """
    left = list(literals)
    while left:
        deny([-literal for literal in left])
        values, is_sure = next_values()
        if values is None:
            return left, is_sure
        left = true_in(left, values)
    return left, True


def explained(
    known: Known[S], cells: list[int], varying: set[int], undecided: set[int], details: JsonObject
) -> Explained[S]:
    """Return an `Explained` from known solutions.

    ``cells`` are all of the board, or [] if there is no solution. Solutions differ in ``varying``
    cells, even if these are in ``undecided`` as well. ``details`` is for `Explained`.

    >>> known = Known(("x", "y"), Status.MULTIPLE, True, "search", 9)
    >>> explained(known, [0, 1, 2], {1}, {1, 2}, {}).agreeing
    (0,)
    """
    return Explained(
        status=known.status,
        agreeing=tuple(c for c in cells if c not in varying and c not in undecided),
        differing=tuple(c for c in cells if c in varying),
        undecided=tuple(c for c in cells if c in undecided and c not in varying),
        witnesses=known.solutions[:2],
        details=details,
        method=known.method,
        steps=known.steps,
    )
