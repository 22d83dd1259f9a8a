"""The SAT wrapper: answers, budgets, cores, proofs, and its refusals."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.model import ConfigError
from pipeline.solvers.sat import SAT_SOLVERS, TRAITS, SatSolver
from tests.refusals import refused


def pigeons(holes: int) -> list[list[int]]:
    """Clauses without a model: one pigeon more than holes."""
    clauses = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    for hole in range(holes):
        for one, two in itertools.combinations(range(holes + 1), 2):
            clauses.append([-(one * holes + hole + 1), -(two * holes + hole + 1)])
    return clauses


def has_model(clauses: list[list[int]], variables: int) -> bool:
    return any(
        all(any((literal > 0) == values[abs(literal) - 1] for literal in c) for c in clauses)
        for values in itertools.product([False, True], repeat=variables)
    )


literals = st.integers(1, 6).flatmap(lambda v: st.sampled_from([v, -v]))
formulas = st.lists(st.lists(literals, min_size=1, max_size=3), min_size=1, max_size=30)


@pytest.mark.parametrize("name", SAT_SOLVERS)
@given(clauses=formulas)
@settings(max_examples=30, deadline=None)
def test_answer_is_that_of_trying_every_assignment(name: str, clauses: list[list[int]]) -> None:
    with SatSolver(name, clauses) as solver:
        answer = solver.solve()
        assert answer is has_model(clauses, 6)
        if answer:
            model = solver.model()
            assert all(any(model[abs(lit)] == (lit > 0) for lit in clause) for clause in clauses)


@pytest.mark.parametrize("name", SAT_SOLVERS)
def test_budget_stops_a_hard_formula_and_more_budget_decides_it(name: str) -> None:
    with SatSolver(name, pigeons(7)) as solver:
        assert solver.solve(conflicts=20) is None
        spent = solver.conflicts
        assert 20 <= spent <= (25 if TRAITS[name].exact_budget else 500)
        assert solver.solve(conflicts=1_000_000) is False
        assert solver.conflicts > spent


@pytest.mark.parametrize("name", SAT_SOLVERS)
def test_same_clauses_cost_the_same_conflicts(name: str) -> None:
    def spent() -> int:
        with SatSolver(name, pigeons(6)) as solver:
            assert solver.solve() is False
            return solver.conflicts

    assert spent() == spent()


@pytest.mark.parametrize("name", SAT_SOLVERS)
def test_core_names_assumptions_that_clash(name: str) -> None:
    with SatSolver(name, [[-1, -2], [3, 4]]) as solver:
        assert solver.solve([1, 2, 3]) is False
        assert set(solver.core()) == {1, 2}
        assert solver.solve([1, 3]) is True


@pytest.mark.parametrize("name", [name for name in SAT_SOLVERS if TRAITS[name].proofs])
def test_proof_ends_in_the_empty_clause(name: str) -> None:
    with SatSolver(name, pigeons(4), with_proof=True) as solver:
        assert solver.solve() is False
        assert "0" in solver.proof()


def test_unknown_solver_is_refused_with_the_names_on_offer() -> None:
    with refused(ConfigError):
        SatSolver("zchaff")


def test_solver_without_proofs_is_refused_when_one_is_wanted() -> None:
    with refused(ConfigError):
        SatSolver("minisat22", with_proof=True)
