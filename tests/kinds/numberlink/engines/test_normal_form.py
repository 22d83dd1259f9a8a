"""The lemmas: where they say that no second solution exists, the plain encoding says so too."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from pipeline.kinds.numberlink.encode_sat import differs_from, edge_map, encode_plain
from pipeline.kinds.numberlink.engines.normal_form import (
    normal_form_clauses,
    normal_form_lemmas,
    suits_normal_form,
)
from pipeline.kinds.numberlink.model import Clues, Solution, make_solution, with_rule
from pipeline.solvers.sat import SatSolver
from tests.kinds.numberlink.plain_sat import add_no_touching
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import cover, covered_puzzles, put_ends


def second_exists(
    clues: Clues, solution: Solution, *, lemmas: bool, touching: bool = True
) -> bool | None:
    encoding = encode_plain(clues)
    if not touching:
        add_no_touching(encoding, clues)
    ends = {cell for pair in clues.ends() for cell in pair}
    with SatSolver("glucose4", encoding.clauses) as solver:
        solver.add_clause(differs_from(encoding.edges, solution))
        if lemmas:
            solver.add_clauses(normal_form_clauses(encoding.edges, ends))
        return solver.solve()


@settings(max_examples=60, deadline=None)
@given(covered_puzzles(least=3, most=4))
def test_lemmas_keep_the_answer_of_naive_enumeration(board: tuple[Clues, Solution]) -> None:
    clues, solution = with_rule(board[0], "free"), board[1]
    several = len(all_solutions(clues, most=2)) > 1
    assert second_exists(clues, solution, lemmas=True) is several
    assert second_exists(clues, solution, lemmas=True, touching=False) is several


@pytest.mark.parametrize("seed", range(4))
def test_lemmas_keep_the_answer_of_the_plain_encoding(seed: int) -> None:
    source = random.Random(seed)
    answers = []
    for _ in range(60):
        rows, cols = source.randint(4, 8), source.randint(4, 8)
        clues, solution = cover(source, rows, cols, "free")
        plain = second_exists(clues, solution, lemmas=False)
        assert second_exists(clues, solution, lemmas=True) is plain
        assert second_exists(clues, solution, lemmas=True, touching=False) is plain
        answers.append(plain)
    assert {True, False} <= set(answers)


def test_lemmas_hold_with_blocked_cells() -> None:
    """Blocked cells inside a cover: lines of a covered board turned into holes."""
    source = random.Random(9)
    answers = []
    for _ in range(60):
        clues, solution = cover(source, source.randint(4, 7), source.randint(4, 7), "free")
        if clues.pairs < 3:
            continue
        hole, kept = solution.paths[-1], solution.paths[:-1]
        ends = [cell for path in kept for cell in (path[0], path[-1])]
        holed = put_ends(clues.rows, clues.cols, "free", ends, hole)
        paths = sorted(kept, key=lambda path: holed.numbers[path[0]])
        known = make_solution(paths)
        assert suits_normal_form(holed, known)
        plain = second_exists(holed, known, lemmas=False)
        assert second_exists(holed, known, lemmas=True) is plain
        answers.append(plain)
    assert {True, False} <= set(answers)


def test_lemmas_without_ends_name_the_cells_they_rest_on() -> None:
    edges = edge_map(4, 5)
    ends = {0, 7, 12, 19}
    weakened = [
        clause
        for clause, cells in normal_form_lemmas(edges)
        if not any(cell in ends for cell in cells)
    ]
    every = list(normal_form_clauses(edges, ends))
    assert weakened == every[: len(weakened)]
    assert {len(clause) for clause in every[len(weakened) :]} == {2}


def test_a_turn_is_closed_where_its_diagonal_leads_to_no_end() -> None:
    """On 4x4 the diagonals to the lower right of 0, 1 and 4 meet ends at 15, 11 and 14 alone."""
    edges = edge_map(4, 4)

    def is_closed(cell: int, ends: set[int]) -> bool:
        turn = {-(edges.variable(cell, other) or 0) for other in (cell + 1, cell + 4)}
        return turn in [set(clause) for clause in normal_form_clauses(edges, ends)]

    assert [is_closed(cell, {3, 12}) for cell in (0, 1, 4, 5)] == [True] * 4
    assert [is_closed(cell, {15, 3}) for cell in (0, 1, 4, 5)] == [False, True, True, False]
    assert [is_closed(cell, {11, 14}) for cell in (0, 1, 4, 5)] == [True, False, False, True]


def test_a_turn_in_the_row_above_the_last_needs_two_ways_out_below() -> None:
    edges = edge_map(2, 2)
    turn = [edges.variable(0, 1), edges.variable(0, 2)]
    clause = [-variable for variable in turn if variable is not None]
    assert clause in [sorted(one, reverse=True) for one in normal_form_clauses(edges, ())]


@settings(max_examples=40, deadline=None)
@given(covered_puzzles(least=3, most=6))
def test_a_cover_that_does_not_touch_itself_suits(board: tuple[Clues, Solution]) -> None:
    clues, solution = board
    assert suits_normal_form(clues, solution)


def test_a_touching_or_partial_solution_does_not_suit() -> None:
    clues = put_ends(2, 3, "free", [0, 3])
    assert not suits_normal_form(clues, make_solution([[0, 1, 2, 5, 4, 3]]))
    assert not suits_normal_form(clues, make_solution([[0, 3]]))
