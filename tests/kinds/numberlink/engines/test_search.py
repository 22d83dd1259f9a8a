"""The exhaustive searches."""

import random

import pytest
from hypothesis import given, settings

from pipeline.kernels.random_state import new_state
from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.engines.by_sat import STRICT
from pipeline.kinds.numberlink.engines.search import (
    Corners,
    DiagonalSearch,
    FrontierSearch,
    searches_whole_diagonals,
)
from pipeline.kinds.numberlink.layouts.layout import LayoutStyle, make_layout
from pipeline.kinds.numberlink.model import RULES, Clues, Solution, make_clues
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.solve import solve
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import put_ends, read_cover, small_puzzles
from tests.slices import WHOLE, share

ALL = 10**7
AMPLE = Budget(nodes=10**7, conflicts=10**7)


def found_by(search: DiagonalSearch | FrontierSearch) -> list[Solution]:
    found = []
    while (solution := search.next_solution(ALL)) is not None:
        found.append(solution)
    assert search.is_complete
    assert len(set(found)) == len(found)
    return found


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
    assert decided > share(15)


@pytest.mark.parametrize("rule", RULES)
def test_cell_by_cell_resumed_it_ends_with_the_same_solutions(rule: str) -> None:
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


HASTY = Corners(first=3, depths=(3, 5), look=60, turn=2)
"""So that small boards are looked at from all corners, and searched from them in turn."""


def all_ways(clues: Clues) -> set[Solution]:
    """Return the solutions found from one corner, held against those found from all in turn."""
    found = set(found_by(DiagonalSearch(clues)))
    assert set(found_by(DiagonalSearch(clues, corners=HASTY))) == found
    return found


@settings(max_examples=100, deadline=None)
@given(small_puzzles(most_empty=16))
def test_diagonals_find_what_naive_enumeration_finds(clues: Clues) -> None:
    for rule in STRICT:
        posed = make_clues(clues.rows, clues.cols, rule, clues.numbers)
        assert all_ways(posed) == all_solutions(posed)


@pytest.mark.dear
@pytest.mark.sliced
@pytest.mark.parametrize("rule", STRICT)
def test_diagonals_agree_with_the_search_cell_by_cell(rule: str) -> None:
    """On boards up to 14x14; half of them have two ends exchanged, and mostly no solution."""
    source = random.Random(3)
    solvable = several = 0
    for _ in range(share(1000, 2)):
        rows, cols = source.randint(3, 14), source.randint(3, 14)
        pairs = source.randint(2, max(2, rows * cols // 12))
        layout = make_layout(rows, cols, pairs, LayoutStyle(), new_state(source.getrandbits(60)))
        if layout is None:
            continue
        clues, _ = read_cover(rows, cols, rule, [list(path) for path in layout])
        if source.random() < 0.5:
            numbers = list(clues.numbers)
            one, other = source.sample([at for at, number in enumerate(numbers) if number], 2)
            numbers[one], numbers[other] = numbers[other], numbers[one]
            clues = make_clues(rows, cols, rule, numbers)
        found = all_ways(clues)
        assert found == set(found_by(FrontierSearch(clues))), clues
        assert found == set(found_by(FrontierSearch(clues, by_rule_alone=True))), clues
        solvable += bool(found)
        several += len(found) > 1
    assert solvable > share(400, 2)
    assert several > 1 or not WHOLE


@pytest.mark.sliced
@pytest.mark.parametrize("rule", STRICT)
@pytest.mark.parametrize("plan", [Corners(), HASTY, Corners(first=100, look=3_000, turn=1_000)])
def test_no_jump_loses_a_known_solution_of_a_large_board(rule: str, plan: Corners) -> None:
    """Few long lines, which cross the frontier often and come back behind it."""
    decided = 0
    for seed in range(0, 30, 30 // share(30)):
        side = 20 + seed
        layout = make_layout(side, side, 8 + side * side // 100, LayoutStyle(), new_state(seed))
        if layout is None:
            continue
        clues, solution = read_cover(side, side, rule, [list(path) for path in layout])
        search = DiagonalSearch(clues, corners=plan)
        found = [search.next_solution(60_000) for _ in range(3)]
        assert all(one is None or check(clues, one) == () for one in found)
        if search.is_complete:
            decided += 1
            assert solution in found
    assert decided > share(15)


@pytest.mark.parametrize("rule", STRICT)
def test_diagonals_resumed_end_with_the_same_solutions(rule: str) -> None:
    layout = make_layout(12, 12, 8, LayoutStyle(), new_state(1))
    assert layout is not None
    clues, solution = read_cover(12, 12, rule, [list(path) for path in layout])
    for plan in (Corners(), HASTY):
        whole, parts = (DiagonalSearch(clues, corners=plan) for _ in range(2))
        expected = found_by(whole)
        assert solution in expected
        got = []
        while not parts.is_complete:
            found = parts.next_solution(parts.nodes + 1)
            got += [] if found is None else [found]
        assert got == expected
        assert parts.nodes == whole.nodes


def test_small_boards_and_what_does_not_fit_a_word_are_searched_cell_by_cell() -> None:
    sides = [(20, 20, False), (7, 62, True), (62, 7, True), (7, 63, False), (63, 7, False)]
    for rows, cols, is_whole in sides:
        ends = [cell for row in range(rows) for cell in (row * cols, row * cols + cols - 1)]
        for rule in STRICT:
            assert searches_whole_diagonals(put_ends(rows, cols, rule, ends)) is is_whole
    for rule, blocked in (("cover", []), ("no-touch", [21])):
        clues = put_ends(21, 20, rule, [0, 1], blocked)
        assert not DiagonalSearch.suits(clues)
