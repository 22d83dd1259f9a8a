"""Certificates of every kind: claims in clauses, cuts, and how rules lie in each other."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.kinds.interface import AnyKind
from pipeline.solvers.refute import refute
from pipeline.solvers.rup import check_proof
from tests.kinds.boards import BUDGET, KIND_IDS, kind_of, small_boards


@pytest.fixture(scope="module", params=KIND_IDS)
def kind(request: pytest.FixtureRequest) -> AnyKind:
    return kind_of(request.param)


def solutions(kind: AnyKind, clues: Any, most: int = 2) -> tuple[Any, ...]:
    return tuple(kind.solve(clues, most, BUDGET, "auto").solutions)


def test_a_claim_is_refuted_where_there_is_one_solution_alone(kind: AnyKind) -> None:
    unique = 0
    for board in small_boards(kind):
        for rule in kind.rules:
            clues = kind.with_rule(board.clues, rule)
            found = solutions(kind, clues)
            if not found:
                continue
            claim = kind.claim(clues, found[0])
            clauses = [*claim.encoding, claim.difference]
            refuted = refute(clauses, claim.find_cuts, BUDGET.conflicts)
            assert (refuted.steps is not None) == (len(found) == 1), (board.name, rule)
            assert all(claim.is_cut(cut) for cut in refuted.cuts), (board.name, rule)
            if refuted.steps is not None:
                unique += 1
                assert check_proof([*clauses, *refuted.cuts], refuted.steps) is None
    assert unique


def test_claims_use_their_variables_and_tell_of_them(kind: AnyKind) -> None:
    for board in small_boards(kind):
        claim = kind.claim(board.clues, board.solution)
        used = {abs(literal) for clause in claim.encoding for literal in clause}
        assert used | {abs(literal) for literal in claim.difference} <= set(
            range(1, claim.variables + 1)
        )
        assert claim.about
        assert claim.cut_name
        # some readers part clauses at " 0", in comments, too
        assert not any("\n" in line or " 0" in line for line in claim.about)


def test_no_clause_that_a_solution_breaks_is_a_cut(kind: AnyKind) -> None:
    for board in small_boards(kind):
        claim = kind.claim(board.clues, board.solution)
        assert not claim.is_cut(claim.difference)
        assert not claim.is_cut(())
        assert not claim.is_cut((claim.variables + 1,))
        # each literal of the difference is false in the known solution
        assert not any(claim.is_cut((literal,)) for literal in claim.difference)


def test_a_rule_includes_itself_and_what_its_included_include(kind: AnyKind) -> None:
    for one in kind.rules:
        assert kind.includes(one, one)
        for other in kind.rules:
            assert not (one != other and kind.includes(one, other) and kind.includes(other, one))
            for third in kind.rules:
                if kind.includes(one, other) and kind.includes(other, third):
                    assert kind.includes(one, third)


def test_solutions_under_an_included_rule_are_solutions(kind: AnyKind) -> None:
    tried = 0
    for board in small_boards(kind):
        for other in kind.rules:
            found = solutions(kind, kind.with_rule(board.clues, other), 10)
            for rule in kind.rules:
                if kind.includes(rule, other):
                    posed = kind.with_rule(board.clues, rule)
                    assert all(kind.check(posed, solution) == () for solution in found)
                    tried += rule != other and bool(found)
    assert tried
