"""Solving: every engine finds what naive enumeration finds, and says when that is all."""

import pytest
from hypothesis import given, settings

from pipeline.kinds.interface import Budget
from pipeline.kinds.kit.proving.engines import collect
from pipeline.kinds.numberlink.engines.search import FrontierSearch
from pipeline.kinds.numberlink.model import RULES, Clues, Solution, with_rule
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.solve import SOLVERS, solve
from pipeline.model import ConfigError
from pipeline.solvers.sat import SAT_SOLVERS
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import (
    FOUR_BY_FOUR,
    SAMPLES,
    covered_puzzles,
    put_ends,
    read_grid,
    small_puzzles,
)
from tests.refusals import refused

AMPLE = Budget(nodes=10**7, conflicts=10**7)
ALL = 10**6


def found_by(clues: Clues, solver: str) -> set[Solution]:
    found = solve(clues, ALL, AMPLE, solver)
    assert found.is_complete
    assert len(set(found.solutions)) == len(found.solutions)
    return set(found.solutions)


@settings(max_examples=800, deadline=None)
@given(small_puzzles())
def test_search_finds_what_naive_enumeration_finds(clues: Clues) -> None:
    for rule in RULES:
        posed = with_rule(clues, rule)
        expected = all_solutions(posed)
        assert found_by(posed, "frontier") == expected
        assert set(collect(FrontierSearch(posed, by_rule_alone=True), ALL, AMPLE.nodes)) == expected


@pytest.mark.parametrize("solver", SOLVERS)
@settings(max_examples=20, deadline=None)
@given(small_puzzles(most_empty=8))
def test_every_solver_agrees(solver: str, clues: Clues) -> None:
    assert found_by(clues, solver) == all_solutions(clues)


@settings(max_examples=60, deadline=None)
@given(covered_puzzles(least=3, most=4))
def test_search_finds_all_where_a_solution_is_known(board: tuple[Clues, Solution]) -> None:
    clues, solution = board
    for rule in RULES:
        found = found_by(with_rule(clues, rule), "frontier")
        assert solution in found
        assert found == all_solutions(with_rule(clues, rule))


@settings(max_examples=40, deadline=None)
@given(covered_puzzles(least=5, most=7))
def test_search_and_sat_agree_beyond_the_reach_of_naive_enumeration(
    board: tuple[Clues, Solution],
) -> None:
    clues, solution = board
    for rule in ("cover", "no-uturn", "no-touch"):
        posed = with_rule(clues, rule)
        by_search = solve(posed, 40, AMPLE, "frontier")
        by_sat = solve(posed, 40, AMPLE, "glucose4")
        assert by_search.is_complete == by_sat.is_complete
        assert len(by_search.solutions) == len(by_sat.solutions)
        assert all(check(posed, one) == () for one in by_search.solutions + by_sat.solutions)
        if by_search.is_complete:
            assert set(by_search.solutions) == set(by_sat.solutions)
            assert solution in by_search.solutions


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("solver", ["auto", "cadical195", "glucose4"])
def test_samples_have_one_cover(name: str, solver: str) -> None:
    assert len(found_by(read_grid(SAMPLES[name], "cover"), solver)) == 1


@pytest.mark.parametrize("solver", ["auto", "frontier", "minisat22"])
@pytest.mark.parametrize(("rule", "number"), [("cover", 5), ("no-uturn", 0), ("no-touch", 0)])
def test_four_by_four_distinguishes_the_rules(solver: str, rule: str, number: int) -> None:
    assert len(found_by(read_grid(FOUR_BY_FOUR, rule), solver)) == number


@pytest.mark.parametrize("solver", ["auto", "frontier", "glucose4"])
def test_limit_is_kept_and_more_are_not_denied(solver: str) -> None:
    clues = put_ends(4, 4, "free", [0, 15])
    found = solve(clues, 3, AMPLE, solver)
    assert len(found.solutions) == 3
    assert not found.is_complete


@pytest.mark.parametrize("solver", ["auto", "frontier", "glucose4"])
def test_spent_budget_is_a_value(solver: str) -> None:
    clues = put_ends(12, 12, "cover", [13, 130, 20, 94, 57, 58])
    found = solve(clues, ALL, Budget(nodes=5, conflicts=5), solver)
    assert not found.is_complete
    assert found.steps <= 500


@pytest.mark.parametrize("solver", ["glucose4", "minisat22"])
def test_a_board_too_large_for_the_solver_named_is_refused(solver: str) -> None:
    """The default engines accept it."""
    ends = [cell for corner in range(0, 40_000 * 2, 8) for cell in (corner, corner + 1)]
    clues = put_ends(201, 400, "free", ends)
    with pytest.raises(ConfigError, match=f"the limit of solver '{solver}', found 201x400; leave"):
        solve(clues, 1, AMPLE, solver)
    assert len(solve(clues, 1, AMPLE).solutions) == 1


def test_limit_of_nothing_is_refused() -> None:
    with refused(ConfigError):
        solve(put_ends(2, 2, "free", [0, 1]), 0, AMPLE, "auto")


def test_solvers_are_the_searches_and_the_sat_solvers() -> None:
    assert ("auto", "frontier", *SAT_SOLVERS) == SOLVERS
