"""What an explanation starts from, with a solver that lists letters; backbones of formulas."""

import random
from itertools import product

import numpy as np
import pytest

from pipeline.kinds.interface import Budget, Solved
from pipeline.kinds.kit.proving.explanation import Values, find_backbone, find_known
from pipeline.model import JsonObject, Status, Verdict
from pipeline.solvers.sat import SatSolver

BUDGET = Budget(nodes=5_000, conflicts=5_000)
VARIABLES = 7


def solve(clues: str, limit: int, budget: Budget) -> Solved[str]:
    """List the letters, as many as a thousandth of the nodes; ``?`` is one that is not found."""
    found = clues.replace("?", "")[: min(limit, budget.nodes // 1_000)]
    return Solved(tuple(found), found == clues, budget.nodes, "list")


def prove(clues: str, known: str | None, budget: Budget) -> Verdict:
    others = [letter for letter in clues if letter not in ("?", known)]
    status = Status.UNIQUE if known else Status.UNSOLVABLE
    if "?" in clues:
        return Verdict(Status.UNDECIDED, "free", "proof", 1)
    if len(others) > (known is None):
        return Verdict(Status.MULTIPLE, "free", "proof", 1, {"is": others[-1]})
    return Verdict(status, "free", "proof", 1)


def decode(clues: str, witness: JsonObject) -> str:
    return str(witness["is"])


@pytest.mark.parametrize(
    ("clues", "solutions", "status", "is_all", "method"),
    [
        ("", "", Status.UNSOLVABLE, True, "proof"),
        ("a", "a", Status.UNIQUE, True, "proof"),
        ("ab", "ab", Status.MULTIPLE, True, "list"),
        ("abc", "ab", Status.MULTIPLE, False, "list"),
        ("a?", "a", Status.UNDECIDED, False, "proof"),
        ("?", "", Status.UNDECIDED, False, "proof"),
    ],
    ids=str,
)
def test_short_lists_are_enough_and_claims_are_proved(
    clues: str, solutions: str, status: Status, is_all: bool, method: str
) -> None:
    found = find_known(clues, BUDGET, solve, prove, decode)
    assert found[:4] == (tuple(solutions), status, is_all, method)


def test_a_second_solution_of_the_proof_is_kept() -> None:
    def solve_one(clues: str, limit: int, budget: Budget) -> Solved[str]:
        return Solved(("a",), False, 1, "list")

    found = find_known("ab", BUDGET, solve_one, prove, decode)
    assert (found.solutions, found.status, found.is_all) == (("a", "b"), Status.MULTIPLE, False)


def _models(clauses: list[list[int]]) -> list[tuple[bool, ...]]:
    return [
        model
        for model in product([False, True], repeat=VARIABLES)
        if all(any(model[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
    ]


def test_backbones_of_random_formulas() -> None:
    source = random.Random(4)
    sizes = set()
    for _ in range(200):
        clauses = [
            [x * source.choice((1, -1)) for x in source.sample(range(1, VARIABLES + 1), 3)]
            for _ in range(source.randint(8, 26))
        ]
        models = _models(clauses)
        if not models:
            continue
        expected = [
            sign * x
            for x in range(1, VARIABLES + 1)
            for sign in (1, -1)
            if all(model[x - 1] == (sign > 0) for model in models)
        ]
        first = np.array([False, *models[0]])
        with SatSolver("glucose4", [*clauses, [-VARIABLES, VARIABLES]]) as solver:

            def next_values(solver: SatSolver = solver) -> tuple[Values | None, bool]:
                return (solver.model(), True) if solver.solve() else (None, True)

            literals = [x if first[x] else -x for x in range(1, VARIABLES + 1)]
            found, is_sure = find_backbone(literals, solver.add_clause, next_values)
        assert is_sure
        assert found == expected
        sizes.add(len(found))
    assert len(sizes) > 3


def test_a_budget_spent_on_a_backbone_is_reported() -> None:
    found = find_backbone([1, -2], lambda clause: None, lambda: (None, False))
    assert found == ([1, -2], False)
