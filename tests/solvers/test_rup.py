"""The checker accepts proofs and nothing else."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.compiled import plain_python
from pipeline.solvers.proof_text import read_steps
from pipeline.solvers.rup import ClauseStep, Fault, check_proof
from pipeline.solvers.sat import TRAITS, SatSolver
from tests.known import the
from tests.naive import rup as naive

Clauses = list[list[int]]
PROVERS = [name for name, traits in TRAITS.items() if traits.proofs]


def random_clauses(source: random.Random, variables: int, number: int) -> Clauses:
    """Clauses of three literals over three different variables."""
    return [
        [v * source.choice((1, -1)) for v in source.sample(range(1, variables + 1), 3)]
        for _ in range(number)
    ]


def pigeons(holes: int) -> Clauses:
    """One pigeon more than there are holes."""
    at = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    pairs = [[-a[h], -b[h]] for a, b in combinations(at, 2) for h in range(holes)]
    return at + pairs


def solver_proof(name: str, clauses: Clauses) -> list[ClauseStep] | None:
    with SatSolver(name, clauses, with_proof=True) as solver:
        if solver.solve():
            return None
        return read_steps(enumerate(solver.proof(), start=1))


def ended(steps: Sequence[ClauseStep]) -> list[ClauseStep]:
    return [*steps, ClauseStep(())]


@pytest.mark.dear
@pytest.mark.parametrize("name", PROVERS)
def test_proofs_of_solvers_hold(name: str) -> None:
    source = random.Random(7)
    refuted = 0
    for number in range(30):
        clauses = random_clauses(source, 12 + number, (12 + number) * 6)
        steps = solver_proof(name, clauses)
        if steps is None:
            continue
        refuted += 1
        assert check_proof(clauses, ended(steps)) is None
        lemmas = [step.literals for step in steps if not step.is_deletion]
        assert naive.is_proof(clauses, [*lemmas, ()])
    assert refuted > 20


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6))
def test_the_checker_says_what_the_naive_one_says(seed: int) -> None:
    """Random clauses as steps, of which few follow; and random steps taken out of a proof."""
    source = random.Random(seed)
    clauses = random_clauses(source, 6, source.randint(10, 40))
    steps = [clause[: source.randint(0, 3)] for clause in random_clauses(source, 6, 4)]
    proof = solver_proof("glucose4", clauses) or []
    kept = [list(step.literals) for step in proof if source.random() < 0.8 and step.literals]
    for tried in (steps, kept, [*kept, []]):
        fault = check_proof(clauses, [ClauseStep(tuple(literals)) for literals in tried])
        assert (fault is None) == naive.is_proof(clauses, tried)


@pytest.mark.parametrize("name", PROVERS)
def test_a_proof_of_pigeons_cut_short_is_none(name: str) -> None:
    clauses = pigeons(6)
    steps = [step for step in solver_proof(name, clauses) or [] if not step.is_deletion]
    lemmas = [step for step in steps if step.literals]
    assert check_proof(clauses, ended(lemmas)) is None
    assert check_proof(clauses, ended(lemmas[: len(lemmas) // 2])) == Fault(
        len(lemmas) // 2, "the empty clause does not follow"
    )
    assert check_proof(clauses, lemmas) == Fault(
        len(lemmas), "the proof ends before the empty clause"
    )


def test_a_tampered_clause_is_found_in_its_place() -> None:
    clauses = pigeons(5)
    steps = ended(solver_proof("cadical195", clauses) or [])
    place = next(k for k, step in enumerate(steps) if len(step.literals) > 2)
    spoilt = [*steps]
    spoilt[place] = replace(steps[place], literals=(-steps[place].literals[0],))
    assert check_proof(clauses, spoilt) == Fault(place, "the clause does not follow")


def test_a_proof_of_other_clauses_is_none_of_these() -> None:
    steps = ended(solver_proof("glucose4", pigeons(5)) or [])
    fault = check_proof(pigeons(5)[1:], steps)
    assert fault is not None


def test_taking_out_what_is_not_there_is_a_fault() -> None:
    steps = [ClauseStep((1, 2), is_deletion=True), ClauseStep((1, 2), is_deletion=True)]
    assert check_proof([[2, 1], [3]], [*steps, ClauseStep(())]) == Fault(
        1, "a clause is deleted that is not active"
    )


def test_what_is_taken_out_is_gone() -> None:
    clauses = [[1], [-1, 2], [-2, 3], [-3, -1]]
    steps = [
        ClauseStep((-1, 2), is_deletion=True),
        ClauseStep((1,), is_deletion=True),
        ClauseStep(()),
    ]
    assert check_proof(clauses, steps) == Fault(2, "the empty clause does not follow")


def test_no_steps_no_proof() -> None:
    assert check_proof([[1], [-1]], []) == Fault(0, "the proof ends before the empty clause")
    assert check_proof([[1], [-1]], [ClauseStep(())]) is None
    assert check_proof([[1]], [ClauseStep(())]) == Fault(0, "the empty clause does not follow")


def test_a_given_empty_clause_is_refuted_at_once() -> None:
    assert check_proof([[1, 2], []], [ClauseStep(())]) is None
    assert check_proof([[1, 2], []], []) == Fault(0, "the proof ends before the empty clause")


def test_literals_may_occur_twice_and_clauses_be_trivial() -> None:
    clauses = [[1, 1], [-1, 2, 2], [-2, -2, -1], [3, -3]]
    assert check_proof(clauses, [ClauseStep((2, 2)), ClauseStep((4, -4)), ClauseStep(())]) is None


def test_steps_after_the_empty_clause_do_not_count() -> None:
    assert check_proof([[1], [-1]], [ClauseStep(()), ClauseStep((5,), is_deletion=True)]) is None


def test_plain_python_says_the_same() -> None:
    clauses = pigeons(4)
    steps = ended(the(solver_proof("glucose4", clauses)))
    fault = check_proof(clauses[1:], steps)
    assert fault is not None
    with plain_python():
        assert (check_proof(clauses, steps), check_proof(clauses[1:], steps)) == (None, fault)
