"""Proofs in windows hold, and say of clauses with a model that they have one."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.solvers.rup import check_proof
from pipeline.solvers.sat import SatSolver
from pipeline.solvers.windows import Effort, has_definitions_only, prove_by_windows

VARIABLES = 24
WINDOWS = [range(first, first + 4) for first in range(1, VARIABLES, 4)]


def random_clauses(seed: int, count: int) -> list[tuple[int, ...]]:
    """Return clauses of three literals that the assignment of all variables true satisfies."""
    state = np.random.default_rng(seed)
    clauses = []
    while len(clauses) < count:
        chosen = state.choice(VARIABLES, 3, replace=False) + 1
        signs = state.choice([-1, 1], 3)
        if signs.max() > 0:
            clauses.append(tuple(int(one) for one in chosen * signs))
    return clauses


@pytest.mark.parametrize("seed", range(30))
def test_a_proof_is_found_just_where_there_is_no_other_model(seed: int) -> None:
    clauses = random_clauses(seed, 70 + 5 * seed)
    difference = tuple(-variable for variable in range(1, VARIABLES + 1))
    with SatSolver("minisat22", [*clauses, difference]) as solver:
        has_other = solver.solve()
    proof = prove_by_windows(clauses, VARIABLES, WINDOWS, 10**6)
    assert proof.has_model == has_other
    if not has_other:
        assert proof.steps is not None
        assert has_definitions_only(proof.definitions, VARIABLES)
        core = [clauses[number] for number in sorted(proof.core)]
        assert check_proof([*core, difference, *proof.definitions], proof.steps) is None


def test_both_answers_are_among_them() -> None:
    proofs = [
        prove_by_windows(random_clauses(seed, 70 + 5 * seed), VARIABLES, WINDOWS, 10**6)
        for seed in range(30)
    ]
    assert 3 <= sum(proof.has_model for proof in proofs) <= 27


def test_a_spent_budget_gives_no_proof() -> None:
    clauses = [(1, 2), (1, -2), (-1, 2)]
    assert prove_by_windows(clauses, 2, [[1], [2]], 0).steps is None
    proof = prove_by_windows([(1, 2, 3)], 3, [[1], [2]], 10, [Effort(1, 1)])
    assert proof.steps is None
    assert not proof.has_model


@pytest.mark.parametrize(
    "clauses",
    [
        [(3, 1), (3, 2), (-3, -1)],
        [(3, 1), (-3, -1), (-3, -2)],
        [(3, 1, 2), (-3, -1, -2)],
        [(3, -1), (-3, 1)],
        [(4, 3), (-4, -3)],
        [(3,), (-3,)],
        [(1, 2)],
    ],
)
def test_what_defines_nothing_is_refused(clauses: list[tuple[int, ...]]) -> None:
    assert not has_definitions_only(clauses, 2)
