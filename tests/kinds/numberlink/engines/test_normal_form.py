"""The lemmas on normal forms, and the search that rests on them."""

import random
from itertools import pairwise

from hypothesis import given, settings

from pipeline.kernels.compiled import plain_python
from pipeline.kernels.random_state import new_state
from pipeline.kinds.numberlink.encode_sat import differs_from, edge_map, encode_plain
from pipeline.kinds.numberlink.engines.by_sat import refute_by_windows
from pipeline.kinds.numberlink.engines.normal_form import (
    NormalFormSearch,
    normal_form_clauses,
    normal_form_lemmas,
    normal_form_search,
    pocket_clauses,
    pocket_lemmas,
    suits_normal_form,
)
from pipeline.kinds.numberlink.kernels.frontier import DONE, FOUND, SPENT
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
from pipeline.kinds.numberlink.model import (
    Clues,
    Path,
    Solution,
    make_solution,
    pose_layout,
    with_rule,
)
from pipeline.solvers.sat import SatSolver
from tests.kinds.numberlink.plain_sat import add_no_touching
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import cover, covered_puzzles, put_ends

WIDEST = 20


def second_exists(
    clues: Clues,
    solution: Solution,
    *,
    lemmas: bool = False,
    touching: bool = True,
    pockets: bool = False,
) -> bool | None:
    encoding = encode_plain(clues)
    if not touching:
        add_no_touching(encoding, clues)
    ends = {cell for pair in clues.ends() for cell in pair}
    with SatSolver("glucose4", encoding.clauses) as solver:
        solver.add_clause(differs_from(encoding.edges, solution))
        if lemmas:
            solver.add_clauses(normal_form_clauses(encoding.edges, ends))
        if pockets:
            solver.add_clauses(pocket_clauses(encoding.edges, ends, WIDEST))
        return solver.solve()


@settings(max_examples=60, deadline=None)
@given(covered_puzzles(least=3, most=4))
def test_lemmas_keep_the_answer_of_naive_enumeration(board: tuple[Clues, Solution]) -> None:
    clues, solution = with_rule(board[0], "free"), board[1]
    several = len(all_solutions(clues, most=2)) > 1
    assert second_exists(clues, solution, lemmas=True) is several
    assert second_exists(clues, solution, lemmas=True, touching=False) is several


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
        plain = second_exists(holed, known)
        assert second_exists(holed, known, lemmas=True) is plain
        assert second_exists(holed, known, lemmas=True, pockets=True) is plain
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


@settings(max_examples=60, deadline=None)
@given(covered_puzzles(least=3, most=4))
def test_shortest_second_solutions_obey_the_lemma(board: tuple[Clues, Solution]) -> None:
    clues, known = with_rule(board[0], "free"), board[1]
    others = all_solutions(clues) - {known}
    lengths = {other: sum(map(len, other.paths)) for other in others}
    shortest = min(lengths.values(), default=0)
    edges = edge_map(clues.rows, clues.cols)
    ends = {cell for pair in clues.ends() for cell in pair}
    clauses = list(pocket_clauses(edges, ends, WIDEST))
    for other, length in lengths.items():
        if length == shortest:
            used = {edges.variable(*step) for path in other.paths for step in pairwise(path)}
            assert not any(all(-literal in used for literal in clause) for clause in clauses)


def test_pockets_are_found_at_every_width_and_beside_no_blocked_cell() -> None:
    found = {cells: len(clause) for clause, cells in pocket_lemmas(edge_map(3, 5), 9)}
    upper = {(1,): 4, (1, 2): 5, (1, 2, 3): 6, (2,): 4, (2, 3): 5, (3,): 4}
    lower = {(6,): 4, (6, 7): 5, (6, 7, 8, 2): 6, (7,): 4, (7, 8): 5, (8,): 4}
    assert found == upper | lower
    assert pocket_lemmas(edge_map(2, 3, frozenset({1})), 9) == ()


PLENTY = 1_000_000


def edges_of(solution: Solution) -> set[tuple[int, int]]:
    steps = (step for path in solution.paths for step in pairwise(path))
    return {(min(step), max(step)) for step in steps}


def layouts(rows: int, cols: int, pairs: int, seed: int, count: int) -> list[tuple[Path, ...]]:
    state = new_state(seed)
    drawn = (make_layout(rows, cols, pairs, LayoutStyle(), state) for _ in range(count))
    return [layout for layout in drawn if layout is not None]


@settings(max_examples=60, deadline=None)
@given(covered_puzzles(least=3, most=5))
def test_it_finds_a_second_solution_where_naive_enumeration_does(
    board: tuple[Clues, Solution],
) -> None:
    clues, known = with_rule(board[0], "free"), board[1]
    others = [found for found in all_solutions(clues) if found != known]
    found, cells = normal_form_search(clues.rows, clues.cols, clues.blocked).find(
        known.paths, PLENTY
    )
    assert found == (FOUND if others else DONE)
    differences = [edges_of(known) ^ edges_of(other) for other in others]
    touched = {tuple(sorted({cell for edge in each for cell in edge})) for each in differences}
    assert not others or cells in touched


def test_it_agrees_with_sat_on_larger_boards() -> None:
    answers = []
    for layout in layouts(13, 11, 12, 8, 24):
        found, cells = normal_form_search(13, 11, frozenset()).find(layout, PLENTY)
        refuted = refute_by_windows(*pose_layout(13, 11, "free", layout), "glucose4", PLENTY)
        assert (found == DONE, found == FOUND) == (refuted.answer is False, refuted.answer)
        assert bool(cells) == refuted.answer
        answers.append(found)
    assert {DONE, FOUND} == set(answers)


def test_what_was_asked_before_changes_nothing() -> None:
    drawn = layouts(9, 9, 6, 5, 12)
    kept = NormalFormSearch(9, 9)
    answers = [kept.find(layout, PLENTY) for layout in drawn]
    kept.find(drawn[0], 3)
    assert answers == [NormalFormSearch(9, 9).find(layout, PLENTY) for layout in drawn]
    assert {DONE, FOUND} == {found for found, _ in answers}


def test_a_spent_budget_is_no_answer() -> None:
    search = NormalFormSearch(9, 9)
    drawn = layouts(9, 9, 6, 5, 12)
    assert [search.find(layout, 0) for layout in drawn] == [(SPENT, ())] * len(drawn)


def test_plain_python_gives_the_same_answers() -> None:
    drawn = [path for pairs in (4, 5, 6) for path in layouts(7, 8, pairs, 3, 2)]
    expected = [NormalFormSearch(7, 8).find(layout, 40) for layout in drawn]
    assert any(cells for _, cells in expected)
    with plain_python():
        assert [NormalFormSearch(7, 8).find(layout, 40) for layout in drawn] == expected
