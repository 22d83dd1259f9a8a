"""SAT engines: lazy clauses, first guesses, windowed refutation."""

from functools import partial
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.random_state import new_state
from pipeline.kinds.kit.proving.lazy_clauses import next_solution
from pipeline.kinds.numberlink.canonical import turn
from pipeline.kinds.numberlink.encode_sat import (
    differs_from,
    edge_map,
    encode_plain,
    solution_edges,
)
from pipeline.kinds.numberlink.engines import by_sat
from pipeline.kinds.numberlink.engines.by_sat import (
    SIDES,
    Refutation,
    Windows,
    find_by_sat,
    first_without_touching,
    is_only,
    read_lazily,
    refute_by_windows,
    refute_from_sides,
    strict_clauses,
    windows_of,
)
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
from pipeline.kinds.numberlink.layouts.shape import Shape
from pipeline.kinds.numberlink.model import Clues, Solution, make_solution, with_rule
from pipeline.kinds.numberlink.rules import check
from pipeline.solvers.sat import SatSolver
from tests.kinds.numberlink.layout_clues import clues_of
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
            read = partial(read_lazily, posed, encoding.edges)
            solution, answer = next_solution(solver, read, CONFLICTS)
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
def test_a_first_solution_found_under_a_stricter_rule_is_one(board: tuple[Clues, Solution]) -> None:
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


PLENTY = 1_000_000
SMALL = Windows(side=3, stride=2)
"""Windows of 3x3 cells, so that a small board has several."""


@pytest.mark.parametrize("blocked", [frozenset(), frozenset({0, 13}), frozenset({12})])
def test_refutations_agree_with_the_naive_solver(blocked: frozenset[int]):
    answers = []
    style = LayoutStyle(shape=Shape(blocked=blocked))

    @settings(max_examples=40, deadline=None, derandomize=True)
    @given(seed=st.integers(0, 2**32), pairs=st.integers(3, 5), solver=st.booleans())
    def compare(seed: int, pairs: int, solver: bool) -> None:
        layout = make_layout(5, 5, pairs, style, new_state(seed))
        if layout is None:
            return
        clues, known = clues_of(5, 5, layout, blocked), make_solution(layout)
        found = refute_by_windows(
            clues, known, "glucose4" if solver else "cadical195", PLENTY, SMALL
        )
        assert found.is_unique == (len(all_solutions(clues, 2)) == 1)
        assert found.answer is (found.other is not None)
        assert not found.unsettled
        if found.other is not None:
            assert found.other != known
            assert not check(clues, found.other)
        answers.append(found.is_unique)

    compare()
    assert set(answers) == {True, False}


def test_a_spent_budget_is_no_answer():
    layout = make_layout(20, 20, 22, LayoutStyle(), new_state(1))
    assert layout is not None
    clues, known = clues_of(20, 20, layout), make_solution(layout)
    nothing = refute_by_windows(clues, known, "glucose4", 0)
    assert nothing.answer is None
    assert not nothing.is_unique
    assert nothing.unsettled == tuple(range(400))
    assert nothing.conflicts == 0
    little = refute_by_windows(clues, known, "glucose4", 50)
    assert little.answer is None
    assert little.unsettled
    assert 0 < little.conflicts < 1_000
    assert little == refute_by_windows(clues, known, "glucose4", 50)


@pytest.mark.parametrize(
    ("rows", "cols", "blocked"),
    [(4, 4, frozenset()), (7, 30, frozenset()), (19, 8, frozenset({0, 40})), (3, 12, frozenset())],
)
def test_every_edge_is_in_a_window(rows: int, cols: int, blocked: frozenset[int]):
    windows = list(chain.from_iterable(windows_of(rows, cols, blocked, Windows())))
    edges = edge_map(rows, cols, blocked)
    assert {edge for window in windows for edge in window} == set(range(1, len(edges.edges) + 1))
    for window in windows:
        cells = {cell for variable in window for cell in edges.edges[variable - 1]}
        assert len({cell // cols for cell in cells}) <= Windows().side
        assert len({cell % cols for cell in cells}) <= Windows().side


@pytest.mark.parametrize("blocked", [frozenset(), frozenset({0, 13})])
def test_every_side_agrees_with_the_naive_solver(blocked: frozenset[int]):
    answers = []
    style = LayoutStyle(shape=Shape(blocked=blocked))

    @settings(max_examples=20, deadline=None)
    @given(seed=st.integers(0, 2**32), pairs=st.integers(2, 4), first=st.integers(0, 3))
    def compare(seed: int, pairs: int, first: int) -> None:
        layout = make_layout(5, 6, pairs, style, new_state(seed))
        if layout is None:
            return
        clues, known = clues_of(5, 6, layout, blocked), make_solution(layout)
        found = refute_from_sides(clues, known, "glucose4", PLENTY, first, SMALL)
        assert found.side == first
        assert found.is_unique == (len(all_solutions(clues, 2)) == 1)
        if found.other is not None:
            assert found.other != known
            assert not check(clues, found.other)
        answers.append(found.is_unique)

    compare()
    assert set(answers) == {True, False}


def test_the_four_sides_are_the_four_edges():
    """The first row lies at the bottom once; so do the last row and both outer columns."""
    clues = Clues(3, 4, "free", (1, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 4))
    bottoms = [
        tuple(number for number in posed.numbers[-posed.cols :] if number)
        for posed, _ in (turn(clues, Solution(()), side) for side in SIDES)
    ]
    assert bottoms == [(3, 4), (1, 2), (2, 4), (1, 3)]


def test_a_side_that_is_stuck_gives_way_to_the_next(monkeypatch):
    asked = []

    def stuck_but_on_side_2(
        clues: Clues, known: Solution, name: str, conflicts: int, _: Windows
    ) -> Refutation:
        asked.append((clues.rows, conflicts))
        return Refutation(None, () if len(asked) == 3 else tuple(range(5 * len(asked))), 700)

    monkeypatch.setattr(by_sat, "refute_by_windows", stuck_but_on_side_2)
    clues, known = clues_of(4, 5, ((0, 1, 2),)), Solution(((0, 1, 2),))
    found = refute_from_sides(clues, known, "glucose4", 4_000)
    assert found.side == 2
    assert found.is_unique
    assert found.conflicts == 2_100
    assert asked == [(4, 600), (4, 600), (5, 600)]


def test_mirror_images_follow_the_sides_and_then_larger_budgets(monkeypatch):
    asked = []

    def stuck(clues: Clues, known: Solution, name: str, conflicts: int, _: Windows) -> Refutation:
        asked.append((clues.rows, clues.numbers.index(1), conflicts))
        return Refutation(None, (0,), conflicts)

    monkeypatch.setattr(by_sat, "refute_by_windows", stuck)
    clues, known = clues_of(4, 5, ((0, 1, 2),)), Solution(((0, 1, 2),))
    found = refute_from_sides(clues, known, "glucose4", 6_000)
    assert found.conflicts == 6_000
    assert [budget for *_, budget in asked] == [600] * 8 + [1_200]
    assert len({image[:2] for image in asked[:8]}) == 8
    assert asked[8][:2] == asked[0][:2]


def test_what_is_stuck_on_all_sides_shows_the_side_with_least_in_doubt(monkeypatch):
    unsettled = iter([(0, 1, 2, 3), (2, 4), (0, 1, 2), (0, 5, 7)])

    def stuck(clues: Clues, known: Solution, name: str, conflicts: int, _: Windows) -> Refutation:
        return Refutation(None, next(unsettled), conflicts)

    monkeypatch.setattr(by_sat, "refute_by_windows", stuck)
    clues, known = clues_of(4, 5, ((0, 1, 2),)), Solution(((0, 1, 2),))
    found = refute_from_sides(clues, known, "glucose4", 2_400, 3)
    assert found.answer is None
    assert found.conflicts == 2_400
    assert found.side == 0
    assert found.unsettled == (2, 4)
