"""The rules by definition: each way to break one, how they imply each other, and their texts."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.interface import Budget
from pipeline.kinds.numberlink.kind import KIND
from pipeline.kinds.numberlink.model import (
    RULES,
    Clues,
    Solution,
    make_clues,
    make_solution,
    with_rule,
)
from pipeline.kinds.numberlink.rules import check
from pipeline.kinds.numberlink.solve import SOLVERS, solve
from tests.naive.numberlink import all_solutions
from tests.naive.numberlink_boards import cover, covered_puzzles, put_ends, read_grid, small_puzzles


def codes(clues: Clues, solution: Solution) -> set[str]:
    return {violation.code for violation in check(clues, solution)}


@settings(max_examples=60, deadline=None)
@given(small_puzzles(most_empty=10))
def test_every_naive_solution_is_right(clues: Clues) -> None:
    assert all(check(clues, solution) == () for solution in all_solutions(clues))


@settings(max_examples=60, deadline=None)
@given(small_puzzles(most_empty=8))
def test_what_check_accepts_of_the_free_solutions_is_what_the_rule_allows(clues: Clues) -> None:
    every = all_solutions(with_rule(clues, "free"))
    assert {one for one in every if check(clues, one) == ()} == all_solutions(clues)


@settings(max_examples=60, deadline=None)
@given(covered_puzzles(), st.data())
def test_a_path_cut_short_is_found_out(board: tuple[Clues, Solution], data: st.DataObject) -> None:
    clues, solution = board
    assert check(clues, solution) == ()
    number = data.draw(st.integers(0, clues.pairs - 1))
    place = data.draw(st.integers(0, len(solution.paths[number]) - 1))
    paths = [list(path) for path in solution.paths]
    del paths[number][place]
    assert check(clues, make_solution(paths)) != ()


def test_a_missing_line_and_a_line_too_many_are_wrong() -> None:
    clues = make_clues(2, 2, "free", ["a", "a", "b", "b"])
    assert codes(clues, Solution(((0, 1),))) == {"wrong-ends"}
    assert codes(clues, Solution(((0, 1), (2, 3), (0, 1)))) == {"wrong-ends"}
    assert codes(clues, Solution(((0, 1), ()))) == {"wrong-ends"}


def test_cells_at_opposite_edges_of_the_board_are_no_neighbours() -> None:
    clues = read_grid("..a a..", "free")
    assert codes(clues, make_solution([[2, 3]])) == {"gap"}


def test_blocked_cells_need_not_be_covered() -> None:
    clues = make_clues(2, 2, "cover", ["a", 0, "a", 0], frozenset({1, 3}))
    assert check(clues, make_solution([[0, 2]])) == ()


def test_two_by_two_in_one_line_breaks_no_uturn_and_not_cover() -> None:
    solution = make_solution([[0, 2, 3, 1]])
    grid = "aa .."
    assert check(read_grid(grid, "cover"), solution) == ()
    assert codes(read_grid(grid, "no-uturn"), solution) == {"uturn"}
    assert codes(read_grid(grid, "no-touch"), solution) == {"self-touch"}


def test_lines_side_by_side_with_a_gap_between_break_no_touch_only() -> None:
    grid = "a.. .b. .b. ..a"
    solution = make_solution([[0, 1, 2, 5, 8, 11], [4, 3, 6, 7]])
    found = check(read_grid(grid, "cover"), solution)
    assert {violation.code for violation in found} == {"empty-cell"}
    assert [violation.cells for violation in found] == [(9,), (10,)]


def test_two_passes_through_a_block_are_no_uturn() -> None:
    """All four cells of a block in one line, but not one after another."""
    clues = read_grid("a... .... a...", "no-uturn")
    solution = make_solution([[0, 1, 2, 3, 7, 11, 10, 9, 8]])
    assert codes(clues, solution) == {"empty-cell"}
    bent = make_solution([[0, 4, 5, 1, 2, 3, 7, 6, 10, 9, 8]])
    assert "uturn" in codes(clues, bent)


def spoil(source: random.Random, clues: Clues, solution: Solution) -> Solution:
    """Return a solution changed a little, in a way that may or may not be right."""
    paths = [list(path) for path in solution.paths]
    path = source.choice(paths)
    at = source.randrange(len(path))
    cell = source.randrange(clues.rows * clues.cols)
    match source.randrange(8):
        case 0:
            path.pop(at)
        case 1:
            path.insert(at, cell)
        case 2:
            path[at] = cell
        case 3:
            path.append(cell)
        case 4:
            other = source.randrange(len(path))
            path[at], path[other] = path[other], path[at]
        case 5:  # straighten a detour, or run through a diagonal
            del path[at + 1 : at + 3]
        case 6:  # turn part of the line round
            end = source.randint(at, len(path))
            path[at:end] = path[at:end][::-1]
        case _:
            source.shuffle(paths)
    return Solution(tuple(tuple(path) for path in paths if path))


@pytest.mark.parametrize("rule", RULES)
def test_nearly_right_solutions_are_judged_as_by_enumeration(rule: str) -> None:
    """Spoilt solutions, and those of weaker rules; 3,000 a rule, right and wrong."""
    source = random.Random(len(rule))
    judged = Counter[bool]()
    for turn in range(60):
        rows, cols = source.choice([(3, 4), (4, 4), (2, 6), (4, 5)])
        if turn % 3:
            blocked = source.randint(0, 2)
            cells = source.sample(range(rows * cols), 2 * source.randint(1, 3) + blocked)
            clues = put_ends(rows, cols, rule, cells[blocked:], cells[:blocked])
        else:
            clues, _ = cover(source, max(rows, 3), cols, rule)
        nearly = sorted(all_solutions(with_rule(clues, "free"), 40), key=lambda one: one.paths)
        right = all_solutions(clues)
        nearly += [spoil(source, clues, source.choice(nearly)) for _ in range(50) if nearly]
        for solution in nearly:
            is_right = make_solution(solution.paths) in right
            assert (check(clues, solution) == ()) == is_right, (clues, solution)
            judged[is_right] += 1
    assert judged[False] > 1_000
    assert judged[True] > 20


def test_only_free_lets_cells_stay_empty() -> None:
    assert "may stay empty" in KIND.rules_text("free", "en")
    assert all("Every cell is used" in KIND.rules_text(rule, "en") for rule in RULES[1:])


AMPLE = Budget(nodes=10**6, conflicts=10**6)
RING = ".aa. .bb. .cc. ...."
"""The ring round b and c has its ends side by side, so it touches itself; it owns no block."""


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_line_may_touch_itself_where_it_owns_no_block(solver: str) -> None:
    expected = {rule: all_solutions(read_grid(RING, rule)) for rule in RULES}
    assert [bool(expected[rule]) for rule in RULES] == [True, True, True, False]
    for rule in RULES:
        found = solve(read_grid(RING, rule), 50, AMPLE, solver)
        assert (set(found.solutions), found.is_complete) == (expected[rule], True)


def test_solutions_are_listed() -> None:
    """Of some 150,000 random boards of this size two had more solutions than one."""
    clues = put_ends(5, 5, "no-uturn", [0, 1, 6, 12, 8, 11])
    assert len(all_solutions(clues)) == 2
    found = solve(clues, 10, AMPLE)
    assert (len(found.solutions), found.is_complete) == (2, True)


def test_the_rules_lie_in_each_other_by_definition() -> None:
    """Of all covers of small boards; each rule lets fewer of them pass than the one before."""
    source = random.Random(3)
    passed: Counter[str] = Counter()
    for _ in range(60):
        clues, _ = cover(source, source.randint(3, 4), source.randint(3, 4), "cover")
        ends = source.sample(range(clues.rows * clues.cols), 2 * source.randint(1, 3))
        for posed in (clues, put_ends(clues.rows, clues.cols, "cover", ends)):
            for solution in all_solutions(posed):
                kept = [rule for rule in RULES if not check(with_rule(posed, rule), solution)]
                assert kept == list(RULES[: len(kept)])
                passed.update(kept)
    for solution in all_solutions(read_grid(RING, "cover")):
        passed.update(r for r in RULES if not check(read_grid(RING, r), solution))
    assert passed["cover"] > passed["no-uturn"] > passed["no-touch"] > 0
