"""SAT with the best encoding for each rule: what it leaves out and adds changes no answer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from pipeline.kinds.numberlink.encode_sat import (
    differs_from,
    edge_map,
    encode_plain,
    solution_edges,
)
from pipeline.kinds.numberlink.engines.by_sat import (
    find_by_sat,
    first_without_touching,
    is_only,
    next_by_sat,
    strict_clauses,
)
from pipeline.kinds.numberlink.model import Clues, Solution, make_solution, with_rule
from pipeline.kinds.numberlink.rules import check
from pipeline.solvers.sat import SatSolver
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import (
    SAMPLES,
    covered_puzzles,
    put_ends,
    read_grid,
    small_puzzles,
)

CONFLICTS = 10**6


@pytest.mark.parametrize("rule", ["no-uturn", "no-touch"])
@settings(max_examples=100, deadline=None)
@given(small_puzzles(most_empty=12))
def test_strict_encodings_have_every_solution(rule: str, clues: Clues) -> None:
    posed = with_rule(clues, rule)
    encoding = encode_plain(posed, is_lazy=True)
    found = set()
    with SatSolver("glucose4", encoding.clauses) as solver:
        while True:
            solution, answer = next_by_sat(posed, encoding.edges, solver, CONFLICTS)
            if solution is None:
                assert answer is False
                break
            found.add(solution)
            solver.add_clause(differs_from(encoding.edges, solution))
    assert found == all_solutions(posed)


def test_a_line_beside_itself_is_forbidden_by_its_segment() -> None:
    clues = put_ends(3, 3, "no-touch", [0, 6])
    edges = edge_map(3, 3)
    bent = make_solution([[0, 1, 2, 5, 8, 7, 6]])
    assert strict_clauses(clues, edges, bent) == []
    coiled = make_solution([[0, 1, 2, 5, 4, 3, 6]])
    clauses = strict_clauses(clues, edges, coiled)
    assert check(clues, coiled) != ()
    assert sorted(map(len, clauses)) == [3, 5]
    used = {-variable for variable in solution_edges(edges, coiled)}
    assert all(set(clause) <= used for clause in clauses)


def test_a_line_that_owns_a_block_is_forbidden_by_the_segment_that_does() -> None:
    clues = put_ends(3, 3, "no-uturn", [0, 6])
    edges = edge_map(3, 3)
    assert strict_clauses(clues, edges, make_solution([[0, 1, 2, 5, 8, 7, 6]])) == []
    coiled = make_solution([[0, 1, 2, 5, 4, 3, 6]])
    clauses = strict_clauses(clues, edges, coiled)
    assert sorted(map(len, clauses)) == [3, 5]
    assert check(clues, coiled) != ()


@settings(max_examples=12, deadline=None)
@given(covered_puzzles(least=8, most=9))
def test_a_first_solution_found_under_a_stricter_rule_is_one(
    board: tuple[Clues, Solution],
) -> None:
    clues, _ = board
    for rule in ("free", "cover"):
        posed = with_rule(clues, rule)
        first = first_without_touching(posed, CONFLICTS, "glucose4")
        assert first is not None
        assert check(posed, first) == ()
        found = find_by_sat(posed, 2, CONFLICTS, "glucose4")
        if is_only(posed, first, CONFLICTS, "glucose4"):
            assert found.solutions == (first,)
            assert found.is_complete
        assert all(check(posed, one) == () for one in found.solutions)
        assert len(set(found.solutions)) == len(found.solutions)


def test_small_boards_and_strict_rules_are_not_asked_for_a_stricter_solution() -> None:
    small = read_grid(SAMPLES["5x5"], "free")
    assert first_without_touching(small, CONFLICTS, "glucose4") is None
    large = read_grid(SAMPLES["9x9"], "no-touch")
    assert first_without_touching(large, CONFLICTS, "glucose4") is None


def test_a_solution_that_leaves_cells_empty_is_never_called_the_only_one() -> None:
    clues = put_ends(2, 3, "free", [0, 2])
    assert not is_only(clues, make_solution([[0, 1, 2]]), CONFLICTS, "glucose4")
