"""Kinds that say uniqueness in clauses: tasks and lazy clauses that hold, and DIMACS files."""

from typing import Any

import pytest

from pipeline.kinds.interface import AnyKind, with_rule
from pipeline.solvers.refute import refute
from pipeline.solvers.rup import check_proof
from pipeline.solvers.sat import SatSolver
from pipeline.stages.check_kind import BUDGET, example_boards
from tests.kinds.boards import kind_of, kinds_with, small_boards
from tests.known import the


@pytest.fixture(scope="module", params=kinds_with("refutation"))
def kind(request: pytest.FixtureRequest) -> AnyKind:
    return kind_of(request.param)


def solutions(kind: AnyKind, clues: Any, most: int = 2) -> tuple[Any, ...]:
    return tuple(kind.solve(clues, most, BUDGET, kind.solvers[0]).solutions)


@pytest.mark.part(2)
def test_a_task_is_refuted_where_there_is_one_solution_alone(kind: AnyKind) -> None:
    unique = 0
    for board in small_boards(kind):
        for rule in kind.rules:
            clues = with_rule(kind, board.clues, rule)
            found = solutions(kind, clues)
            if not found:
                continue
            task = the(kind.refutation).task(clues, found[0])
            clauses = [*task.encoding, task.difference]
            refuted = refute(clauses, task.find_lazy_clauses, BUDGET.conflicts)
            assert (refuted.steps is not None) == (len(found) == 1), (board.name, rule)
            assert all(task.is_lazy_clause(clause) for clause in refuted.lazy_clauses), (
                board.name,
                rule,
            )
            if refuted.steps is not None:
                unique += 1
                assert check_proof([*clauses, *refuted.lazy_clauses], refuted.steps) is None
    assert unique


def test_tasks_use_and_describe_their_variables(kind: AnyKind) -> None:
    for board in small_boards(kind):
        task = the(kind.refutation).task(board.clues, board.solution)
        used = {abs(literal) for clause in task.encoding for literal in clause}
        assert used | {abs(literal) for literal in task.difference} <= set(
            range(1, task.variables + 1)
        )
        assert task.about
        assert task.lazy_clause_name
        # some readers part clauses at " 0", in comments, too
        assert not any("\n" in line or " 0" in line for line in task.about)


def test_no_clause_that_a_solution_breaks_is_a_lazy_clause(kind: AnyKind) -> None:
    for board in small_boards(kind):
        task = the(kind.refutation).task(board.clues, board.solution)
        assert not task.is_lazy_clause(task.difference)
        assert not task.is_lazy_clause(())
        assert not task.is_lazy_clause((task.variables + 1,))
        # each literal of the difference is false in the known solution
        assert not any(task.is_lazy_clause((literal,)) for literal in task.difference)


# DIMACS


@pytest.mark.part(5)
def test_dimacs_says_the_same_as_the_verdict(kind: AnyKind) -> None:
    for board in small_boards(kind):
        for rule in kind.rules:
            clues = with_rule(kind, board.clues, rule)
            found = kind.solve(clues, 1, BUDGET, kind.solvers[0])
            if not found.is_complete and not found.solutions:
                continue
            lines = list(the(kind.refutation).dimacs(clues))
            with SatSolver(clauses=_parse_dimacs(lines)) as solver:
                assert solver.solve() is bool(found.solutions), (board.name, rule)


def test_dimacs_is_repeatable_and_explains_its_variables(kind: AnyKind) -> None:
    board = next(example_boards(kind))
    lines = list(the(kind.refutation).dimacs(board.clues))
    assert lines == list(the(kind.refutation).dimacs(board.clues))
    assert any(line.startswith("c ") for line in lines)


def _parse_dimacs(lines: list[str]) -> list[list[int]]:
    body = [line for line in lines if not line.startswith("c")]
    head, *rest = body
    words = head.split()
    assert words[:2] == ["p", "cnf"]
    variables, count = int(words[2]), int(words[3])
    clauses = []
    for line in rest:
        *literals, end = (int(word) for word in line.split())
        assert end == 0
        assert literals
        assert all(1 <= abs(literal) <= variables for literal in literals)
        clauses.append(literals)
    assert len(clauses) == count
    return clauses
