"""Hashi's claims: right on every small board, and lazy clauses that hold by definition."""

from itertools import product

import pytest
from hypothesis import given, settings

from pipeline.kinds.hashi.declaration import declare
from pipeline.kinds.hashi.kind import HASHI
from pipeline.kinds.hashi.model import RULES, is_weaker_than, make_clues
from pipeline.kinds.kit.board.board import Board, to_literals
from pipeline.kinds.kit.engine.lazy import is_lazy_clause
from pipeline.solvers.refute import refute
from pipeline.solvers.rup import check_proof
from tests.kinds.hashi.boards import solutions_of
from tests.kinds.hashi.test_solve import boards


@settings(max_examples=120, deadline=None)
@given(boards())
def test_refuted_means_that_naive_enumeration_finds_no_other(clues: Board) -> None:
    found = solutions_of(clues)
    for known in sorted(found, key=lambda solution: solution.items)[:2]:
        stated = HASHI.refutation_task(clues, known)
        clauses = [*stated.encoding, stated.difference]
        refuted = refute(clauses, stated.find_lazy_clauses, 10**6)
        assert (refuted.steps is None) == (len(found) > 1)
        assert all(stated.is_lazy_clause(clause) for clause in refuted.lazy_clauses)
        if refuted.steps is not None:
            assert check_proof([*clauses, *refuted.lazy_clauses], refuted.steps) is None


@pytest.mark.parametrize("rule", ["connected-1", "tree-1", "tree-2", "free-2", "forest-1"])
def test_no_solution_breaks_a_cut(rule: str) -> None:
    """Every clause of up to four literals over a ring of islands, against every solution."""
    clues = make_clues(3, 3, [-1, 0, -1, 0, 0, 0, -1, 0, -1], rule)
    model = declare(clues)
    every = [set(to_literals(model, solution)) for solution in solutions_of(clues)]
    lazy_clauses = 0
    variables = range(1, len(model.marks) + 1)
    for signs in product((0, 1, -1), repeat=len(variables)):
        clause = [variable * sign for variable, sign in zip(variables, signs, strict=True) if sign]
        if is_lazy_clause(model, clause):
            lazy_clauses += 1
            assert all(true.intersection(clause) for true in every), clause
    assert (lazy_clauses > 0) == (rule != "free-2")


def test_a_rule_includes_those_with_less_leave() -> None:
    assert all(is_weaker_than("free-4", rule) for rule in RULES)
    assert all(is_weaker_than(rule, "tree-1") for rule in RULES)
    assert not is_weaker_than("connected-2", "connected-3")
    assert not is_weaker_than("connected-2", "free-1")
    assert not is_weaker_than("tree-2", "connected-2")
