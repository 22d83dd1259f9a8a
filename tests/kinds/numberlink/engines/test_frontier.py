"""The search by diagonals: all solutions of every small board, for every rule, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from pipeline.kernels.compiled import plain_python
from pipeline.kernels.random_state import new_state
from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.engines.frontier import FrontierSearch
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
from pipeline.kinds.numberlink.model import RULES, Clues, Solution, with_rule
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.solve import solve
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import (
    covered_puzzles,
    put_ends,
    read_cover,
    small_puzzles,
)

ALL = 10**6
AMPLE = Budget(nodes=10**7, conflicts=10**7)


def found_by(search: FrontierSearch) -> list[Solution]:
    found = []
    while (solution := search.next_solution(10**7)) is not None:
        found.append(solution)
    assert search.is_complete
    assert len(set(found)) == len(found)
    return found


@settings(max_examples=300, deadline=None)
@given(small_puzzles())
def test_it_finds_what_naive_enumeration_finds(clues: Clues) -> None:
    for rule in RULES:
        posed = with_rule(clues, rule)
        assert set(found_by(FrontierSearch(posed))) == all_solutions(posed)


@settings(max_examples=60, deadline=None)
@given(covered_puzzles(least=3, most=4))
def test_it_finds_all_where_a_solution_is_known(board: tuple[Clues, Solution]) -> None:
    clues, solution = board
    for rule in RULES:
        found = found_by(FrontierSearch(with_rule(clues, rule)))
        assert solution in found
        assert set(found) == all_solutions(with_rule(clues, rule))


@settings(max_examples=60, deadline=None)
@given(covered_puzzles(least=4, most=7))
def test_searches_and_sat_agree_on_larger_boards(board: tuple[Clues, Solution]) -> None:
    clues, solution = board
    for rule in RULES:
        posed = with_rule(clues, rule)
        found = solve(posed, 30, AMPLE, "frontier")
        assert all(check(posed, one) == () for one in found.solutions)
        other = solve(posed, 30, AMPLE, "glucose4")
        assert other.is_complete == found.is_complete
        assert len(other.solutions) == len(found.solutions)
        if found.is_complete:
            assert set(other.solutions) == set(found.solutions)
            assert solution in found.solutions


@pytest.mark.parametrize("rule", ["no-uturn", "no-touch"])
def test_no_pruning_loses_a_known_solution_of_a_large_board(rule: str) -> None:
    """Few long lines: they cross the frontier often, and come back behind it."""
    decided = 0
    for seed in range(40):
        layout = make_layout(20, 20, 8, LayoutStyle(), new_state(seed))
        if layout is None:
            continue
        clues, solution = read_cover(20, 20, rule, [list(path) for path in layout])
        found = solve(clues, 3, Budget(nodes=200_000, conflicts=0), "frontier")
        assert all(check(clues, one) == () for one in found.solutions)
        if found.is_complete:
            decided += 1
            assert solution in found.solutions
    assert decided > 15


@pytest.mark.parametrize("rule", RULES)
def test_taken_up_again_it_ends_with_the_same_solutions(rule: str) -> None:
    clues = put_ends(4, 4, rule, [0, 15, 5, 3])
    whole, parts = FrontierSearch(clues), FrontierSearch(clues)
    expected = found_by(whole)
    got = []
    while not parts.is_complete:
        solution = parts.next_solution(parts.nodes + 1)
        if solution is not None:
            got.append(solution)
    assert got == expected
    assert parts.nodes == whole.nodes


@pytest.mark.parametrize("rule", RULES)
def test_a_large_board_of_short_lines_is_solved_cell_by_cell(rule: str) -> None:
    """No cell is decided twice, and what is found keeps the rule."""
    found = solve(short_lines(90, rule), 1, Budget(nodes=90 * 90, conflicts=0), "frontier")
    assert check(short_lines(90, rule), found.solutions[0]) == ()
    assert found.steps == 90 * 90


def short_lines(side: int, rule: str) -> Clues:
    """Blocks of 3x3 in turn with three lines across and three down."""
    ends = []
    for row in range(0, side, 3):
        for col in range(0, side, 3):
            corner = row * side + col
            along, over = (1, side) if (row + col) % 2 else (side, 1)
            for line in range(3):
                ends += [corner + line * along, corner + line * along + 2 * over]
    return put_ends(side, side, rule, ends)


def test_plain_python_takes_the_same_steps() -> None:
    clues = put_ends(5, 5, "free", [0, 24])
    compiled, plain = FrontierSearch(clues), FrontierSearch(clues)
    answers = [(compiled.next_solution(10**6), compiled.nodes) for _ in range(20)]
    with plain_python():
        assert [(plain.next_solution(10**6), plain.nodes) for _ in range(20)] == answers
