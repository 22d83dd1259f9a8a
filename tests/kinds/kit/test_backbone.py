"""The backbone of random formulas, against all their models."""

from __future__ import annotations

import random
from itertools import product

import numpy as np

from pipeline.kinds.kit.backbone import Values, find_backbone
from pipeline.solvers.sat import SatSolver

VARIABLES = 7


def _models(clauses: list[list[int]]) -> list[tuple[bool, ...]]:
    return [
        model
        for model in product([False, True], repeat=VARIABLES)
        if all(any(model[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
    ]


def test_random_formulas() -> None:
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


def test_a_spent_budget_is_told() -> None:
    found = find_backbone([1, -2], lambda clause: None, lambda: (None, False))
    assert found == ([1, -2], False)
