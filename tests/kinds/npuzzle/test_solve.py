"""Engines against the naive search, and against what is known of the classic puzzles."""

import os
import re
from itertools import pairwise
from pathlib import Path

import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds.interface import Budget
from pipeline.kinds.npuzzle.beam import beam_by_patterns, beam_search
from pipeline.kinds.npuzzle.generate import generate, random_board, random_walk
from pipeline.kinds.npuzzle.heuristics import make_estimate
from pipeline.kinds.npuzzle.model import GOALS, Clues, Solution, named_goal
from pipeline.kinds.npuzzle.options import parse_params
from pipeline.kinds.npuzzle.problem import letter_between, make_problem
from pipeline.kinds.npuzzle.rules import check
from pipeline.kinds.npuzzle.solve import (
    ALL,
    BEAM,
    BUDGET,
    SOLVERS,
    deepen,
    find_ways,
    improve,
    shorten,
    solve,
)
from pipeline.model import ConfigError
from tests.naive.npuzzle import all_boards, distances, shortest_ways
from tests.refusals import refused
from tests.slices import cases

STUDY_DATA = Path(os.environ.get("PUZZLEPRESS_STUDY_DATA", "."), "korf100.txt")
PLENTY = 10_000_000


@pytest.mark.parametrize("goal_name", GOALS)
@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2)])
def test_every_solver_is_right_on_every_small_board(rows: int, cols: int, goal_name: str) -> None:
    goal = named_goal(goal_name, rows, cols)
    far = distances(rows, cols, goal)
    boards = all_boards(rows * cols)
    for start in boards[:: 1 + len(boards) // 60]:
        clues = Clues(rows, cols, start, goal)
        for solver in SOLVERS:
            found = find_ways(clues, 100, 101, PLENTY, solver)
            assert found.is_complete
            if start not in far:
                assert (found.ways, found.method) == ((), "parity")
                continue
            moves = {way.moves for way in found.ways}
            assert moves == shortest_ways(rows, cols, start, far), (start, solver)
            assert (found.count, found.bound) == (len(moves), far[start])


@pytest.mark.parametrize("solver", SOLVERS)
def test_solvers_agree_on_boards_of_other_shapes(solver: str) -> None:
    for rows, cols, depth in ((3, 3, 24), (2, 4, 20), (4, 2, 18), (2, 5, 24)):
        params = parse_params(rows, cols, None, {"depth": str(depth), "goal": "spiral"})
        clues = generate(params, 3).clues
        assert clues is not None
        expected = find_ways(clues, 50, 51, PLENTY, "manhattan")
        found = find_ways(clues, 50, 51, PLENTY, solver)
        assert set(found.ways) == set(expected.ways)
        assert found.bound == depth


def test_nodes_of_plain_manhattan_are_those_of_another_program() -> None:
    """A recursive IDA* in C that looks up, left, right and down counted them."""
    board = (1, 7, 14, 10, 2, 6, 11, 3, 5, 12, 0, 15, 13, 4, 8, 9)
    problem = make_problem(Clues(4, 4, board, tuple(range(16))))
    found = deepen(problem, make_estimate(problem, "manhattan"), 1, 1, PLENTY)
    assert (found.bound, found.nodes) == (38, 34_668)


@pytest.mark.skipif(not STUDY_DATA.is_file(), reason="no PUZZLEPRESS_STUDY_DATA")
def test_the_easiest_of_korfs_boards_take_as_many_nodes_as_he_counted() -> None:
    """He counts the start as well."""
    rows = [line.split("\t") for line in STUDY_DATA.read_text().splitlines() if line[0] != "#"]
    for _, board, _, length, nodes in sorted(rows, key=lambda row: int(row[4]))[:10]:
        clues = Clues(4, 4, tuple(int(tile) for tile in board.split()), tuple(range(16)))
        problem = make_problem(clues)
        found = deepen(problem, make_estimate(problem, "manhattan"), 1, 1, PLENTY)
        assert (found.bound, found.nodes + 1) == (int(length), int(nodes))
        assert find_ways(clues, 1, 1, PLENTY, "conflict").bound == int(length)


@pytest.mark.slow
@pytest.mark.skipif(not STUDY_DATA.is_file(), reason="no PUZZLEPRESS_STUDY_DATA")
def test_all_of_korfs_boards_are_solved_in_the_least_number_of_moves() -> None:
    for line in STUDY_DATA.read_text().splitlines():
        if line.startswith("#"):
            continue
        _, board, _, length, _ = line.split("\t")
        clues = Clues(4, 4, tuple(int(tile) for tile in board.split()), tuple(range(16)))
        found = find_ways(clues, 1, 1, BUDGET.nodes)
        assert found.is_proved
        assert found.bound == int(length)
        assert check(clues, found.ways[0]) == ()


def test_a_spent_budget_leaves_a_bound_that_holds() -> None:
    params = parse_params(3, 3, None, {"depth": "28"})
    clues = generate(params, 1).clues
    assert clues is not None
    for solver in ("manhattan", "conflict"):
        found = find_ways(clues, 1, 1, 40, solver)
        assert (found.ways, found.is_complete) == ((), False)
        assert 0 < found.bound <= 28


@pytest.mark.dear
def test_large_boards_get_a_way_and_a_bound_that_does_not_meet() -> None:
    params = parse_params(6, 6, None, {})
    clues = generate(params, 2).clues
    assert clues is not None
    found = find_ways(clues, 1, 1, 1_000_000)
    assert found.method == BEAM
    assert check(clues, found.ways[0]) == ()
    assert 100 < found.bound < len(found.ways[0].moves)
    assert not found.is_proved


@pytest.mark.part(3)
@pytest.mark.parametrize(("rows", "cols"), [(8, 8), (3, 7), (8, 2)])
def test_boards_of_every_shape_come_home_line_by_line(rows: int, cols: int) -> None:
    goal = named_goal("spiral", rows, cols)
    state = new_state(rows)
    for _ in range(2):
        start = random_board(parse_params(rows, cols, None, {"goal": "spiral"}), state)
        problem = make_problem(Clues(rows, cols, start, goal))
        way, _ = beam_search(problem, 200, is_staged=True)
        assert way is not None
        moves = "".join(letter_between(problem, a, b) for a, b in pairwise(way))
        assert check(Clues(rows, cols, start, goal), Solution(moves)) == ()


@pytest.mark.parametrize(
    ("shape", "goal_name"),
    cases([(3, 3), (2, 5), (4, 3)], ["classic", "blank-first", "snake"]),
)
def test_a_beam_by_patterns_is_right_and_near_the_least(
    shape: tuple[int, int], goal_name: str
) -> None:
    rows, cols = shape
    """Of a pass of 300 boards; goals without a mirrored side among them."""
    state = new_state(rows)
    params = parse_params(rows, cols, None, {"goal": goal_name})
    for _ in range(3):
        clues = Clues(rows, cols, random_board(params, state), params.goal)
        problem = make_problem(clues)
        way, made = beam_by_patterns(problem, 300)
        assert way is not None
        moves = "".join(letter_between(problem, a, b) for a, b in pairwise(way))
        assert check(clues, Solution(moves)) == ()
        least = find_ways(clues, 1, 1, PLENTY).bound
        assert least <= len(moves) <= least + 8
        assert made > len(moves)


def test_shortening_keeps_a_way_right_and_never_makes_it_longer() -> None:
    params = parse_params(4, 4, None, {"walk": "200"})
    start, walked = random_walk(params, 200, new_state(5))
    moves = walked[::-1].translate(str.maketrans("UDLR", "DURL"))
    clues = Clues(4, 4, start, params.goal)
    shorter = shorten(make_problem(clues), moves)
    assert check(clues, Solution(shorter)) == ()
    assert len(shorter) < 120


def test_solvers_refuse_what_they_cannot_do() -> None:
    goal = named_goal("classic", 6, 6)
    clues = Clues(6, 6, (*goal[:-2], 0, goal[-2]), goal)
    with refused(ConfigError):
        find_ways(clues, 1, 1, PLENTY, "patterns")
    with refused(ConfigError):
        find_ways(clues, 1, 1, PLENTY, "abacus")
    with refused(ConfigError):
        find_ways(clues, 1, 0, PLENTY)


def test_what_is_not_proved_or_not_possible_is_reported() -> None:
    goal = named_goal("classic", 3, 3)
    swapped = solve(Clues(3, 3, (1, 2, 3, 4, 5, 6, 8, 7, 0), goal), 1, Budget(100, 0))
    assert "odd number of swaps" in swapped.note
    deep = Clues(3, 3, (8, 6, 7, 2, 5, 4, 3, 0, 1), goal)
    short = solve(deep, 1, Budget(60, 0))
    assert re.search("at least [0-9]+ (moves )?are needed", short.note)
    assert solve(deep, 1, Budget(PLENTY, 0)).note == ""


@pytest.mark.parametrize("nodes", [200, 1_000, 2_500, 4_000])
def test_shortest_solutions_are_counted_or_bounded(
    nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the first engine meets them all before its part of the budget ends."""
    clues = Clues(3, 3, (8, 5, 1, 7, 0, 2, 3, 6, 4), named_goal("classic", 3, 3))
    spent = find_ways(clues, 1, ALL, 2_000)
    assert not spent.is_complete
    assert spent.count <= 30
    monkeypatch.setattr("pipeline.kinds.npuzzle.solve.NODES_BEFORE_TABLES", nodes)
    counted = find_ways(clues, 99, ALL, PLENTY)
    assert (counted.count, counted.is_complete) == (30, True)
    assert len({way.moves for way in counted.ways}) == 30


def test_ways_record_a_proof_that_they_are_shortest() -> None:
    clues = generate(parse_params(3, 4, None, {"walk": "300"}), 3).clues
    assert clues is not None
    (way,) = find_ways(clues, 1, 1, 10).ways
    (least,) = find_ways(clues, 1, 1, BUDGET.nodes).ways
    assert (way.is_proved, least.is_proved) == (False, True)
    assert improve(way, find_ways(clues, 1, 1, BUDGET.nodes)) == least
    assert improve(least, find_ways(clues, 1, 1, 10)) == Solution(least.moves)
