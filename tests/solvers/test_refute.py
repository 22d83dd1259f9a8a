"""The loop of models and lazy clauses ends in a proof, a model, or a spent budget."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from pipeline.solvers.refute import refute
from pipeline.solvers.rup import check_proof
from pipeline.solvers.sat import TRAITS
from tests.solvers.test_rup import pigeons, random_clauses

PROVERS = [name for name, traits in TRAITS.items() if traits.proofs]


@pytest.mark.parametrize("name", PROVERS)
def test_cuts_belong_to_what_is_refuted(name: str) -> None:
    """Half of the clauses are given only when a model breaks them."""
    source = random.Random(3)
    refuted = with_lazy_clauses = 0
    for _ in range(25):
        clauses = random_clauses(source, 20, 120)
        data, kept_back = clauses[:60], clauses[60:]

        def find_lazy_clauses(
            model: NDArray[np.bool_], hidden: list[list[int]] = kept_back
        ) -> list[list[int]]:
            return [
                clause
                for clause in hidden
                if not any(model[abs(literal)] == (literal > 0) for literal in clause)
            ][:2]

        found = refute(data, find_lazy_clauses, 10_000, name)
        if found.steps is None:
            assert found.model is not None
            assert not find_lazy_clauses(found.model)
            continue
        refuted += 1
        with_lazy_clauses += bool(found.lazy_clauses)
        assert {tuple(clause) for clause in kept_back} >= set(found.lazy_clauses)
        assert check_proof([*data, *found.lazy_clauses], found.steps) is None
    assert refuted > 10
    assert with_lazy_clauses > 10


def test_a_spent_budget_is_no_proof() -> None:
    found = refute(pigeons(8), lambda model: (), 20)
    assert (found.steps, found.model) == (None, None)
    assert 0 < found.conflicts < 100


def test_equal_clauses_give_an_equal_proof() -> None:
    assert refute(pigeons(5), lambda model: (), 10_000) == refute(
        pigeons(5), lambda model: (), 10_000
    )
