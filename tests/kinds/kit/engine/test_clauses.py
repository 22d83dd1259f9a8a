"""The clauses of declared models against every assignment, tried one by one."""

from random import Random
from typing import Any

import numpy as np
import pytest

from pipeline.kinds.kit.board.grid import Grid
from pipeline.kinds.kit.engine.encode import complete, encode
from pipeline.kinds.kit.engine.lazy import find_lazy_clauses, is_lazy_clause
from pipeline.kinds.kit.words.core import Model
from pipeline.solvers.sat import SatSolver
from tests.kinds.boards import kind_of
from tests.kinds.kit.boards import FAMILIES, random_model
from tests.naive.models import solutions

SEEDS = range(12)


def listed(model: Model, clauses: list[list[int]]) -> tuple[set[tuple[bool, ...]], list[Any]]:
    """Return all solutions that clauses and lazy clauses leave, and the lazy clauses made."""
    size = len(model.marks)
    found: set[tuple[bool, ...]] = set()
    made = []
    with SatSolver("glucose4", clauses) as solver:
        while solver.solve():
            values = np.zeros(size + 1, dtype=bool)
            decided = solver.model()[: size + 1]
            values[: len(decided)] = decided
            lazy = find_lazy_clauses(model, values)
            if lazy:
                made += lazy
                solver.add_clauses(lazy)
                continue
            own = tuple(values[1:].tolist())
            assert own not in found
            found.add(own)
            solver.add_clause([-k if value else k for k, value in enumerate(own, 1)])
    return found, made


@pytest.mark.parametrize("family", FAMILIES)
def test_counts_and_lazy_clauses_leave_just_the_solutions(family: str) -> None:
    solved = 0
    for seed in SEEDS:
        model = random_model(family, seed)
        expected = set(solutions(model))
        found, made = listed(model, encode(model).clauses)
        assert found == expected, seed
        for clause in made:
            assert is_lazy_clause(model, clause), (seed, clause)
            for values in expected:
                assert any(values[abs(lit) - 1] == (lit > 0) for lit in clause), (seed, clause)
        solved += bool(expected)
    assert solved > 2


@pytest.mark.parametrize("family", FAMILIES)
def test_a_complete_encoding_needs_no_lazy_clause(family: str) -> None:
    for seed in SEEDS:
        model = random_model(family, seed)
        found, made = listed(model, complete(model).clauses)
        assert (found, made) == (set(solutions(model)), []), seed


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_judged_a_lazy_clause_holds_in_every_solution(family: str) -> None:
    random = Random(family)
    judged = 0
    for seed in SEEDS:
        model = random_model(family, seed)
        expected = list(solutions(model))
        size = len(model.marks)
        for _ in range(60):
            width = random.randrange(size + 1)
            clause = [random.choice((-1, 1)) * k for k in random.sample(range(1, size + 1), width)]
            if is_lazy_clause(model, clause):
                judged += 1
                for values in expected:
                    assert any(values[abs(k) - 1] == (k > 0) for k in clause), (seed, clause)
    assert judged or family == "numbers"


def test_long_counts_are_counted_in_steps() -> None:
    model = Model(Grid(1, 12))
    model.count(model.cells().values(), (5, 6), "line", about=range(12))
    encoding = encode(model)
    assert encoding.variables > 12
    found, _ = listed(model, encoding.clauses)
    assert len(found) == 792 + 924


@pytest.mark.parametrize("kind_id", ["sudoku", "slitherlink", "nonogram"])
def test_a_model_on_a_base_has_the_clauses_of_all_its_constraints(kind_id: str) -> None:
    kind = kind_of(kind_id)
    for seed in range(2):
        board = kind.generate(kind.parse_params(6, 6, None, {}), seed).clues
        model = kind.declared.declare(board)
        whole = Model(model.grid, model.marks, model.counts, model.globals, model.forests)
        assert encode(model) == encode(whole)
