"""The generator, and steering to a band."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kernels.random_state import new_state
from pipeline.kinds.interface import Generated
from pipeline.kinds.kit.grades.grading import mean_log2_hundredths
from pipeline.kinds.numberlink import generate as generator
from pipeline.kinds.numberlink.canonical import canonical_clues
from pipeline.kinds.numberlink.generate import default_pairs, generate, has_ring
from pipeline.kinds.numberlink.grade import (
    BUDGET,
    ORDERS,
    find_assumptions,
    grade_alone,
    make_arrays,
    search_order_by_order,
)
from pipeline.kinds.numberlink.kernels import grade as kernel
from pipeline.kinds.numberlink.kernels import grade_search
from pipeline.kinds.numberlink.model import RULES, Clues, Params, Path, Solution
from pipeline.kinds.numberlink.options import parse_params
from pipeline.kinds.numberlink.rules import check
from pipeline.model import Band
from tests.naive.numberlink import all_solutions
from tests.slices import share


def made(params: Params, seed: int) -> tuple[Clues, Solution]:
    result = generate(params, seed)
    assert result.clues is not None
    assert result.solution is not None
    return result.clues, result.solution


@settings(max_examples=40, deadline=None)
@given(
    rows=st.integers(4, 9),
    cols=st.integers(4, 9),
    rule=st.sampled_from(RULES),
    seed=st.integers(0, 2**64 - 1),
)
def test_the_solution_is_right_and_the_puzzle_as_asked(rows: int, cols: int, rule: str, seed: int):
    params = Params(rows, cols, rule=rule)
    clues, solution = made(params, seed)
    assert (clues.rows, clues.cols, clues.rule) == (rows, cols, rule)
    assert check(clues, solution) == ()
    low, high = default_pairs(params)
    assert low <= clues.pairs <= high
    assert min(len(path) for path in solution.paths) >= 3


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=12, deadline=None)
@given(rows=st.integers(4, 5), cols=st.integers(4, 5), seed=st.integers(0, 2**32))
def test_small_puzzles_are_unique_by_naive_enumeration(rule: str, rows: int, cols: int, seed: int):
    clues, solution = made(Params(rows, cols, rule=rule), seed)
    # The generator's search has a budget that small boards never reach, so this must be exact.
    assert all_solutions(clues, 2) == {solution}


def test_seeds_give_different_puzzles():
    assert len({made(Params(8, 8), seed)[0] for seed in range(10)}) == 10


@settings(max_examples=20, deadline=None)
@given(low=st.integers(5, 9), more=st.integers(0, 4), seed=st.integers(0, 2**32))
def test_the_number_of_pairs_is_in_the_range_asked_for(low: int, more: int, seed: int):
    clues, _ = made(Params(8, 8, pairs=(low, low + more)), seed)
    assert low <= clues.pairs <= low + more


def test_long_lines_and_ends_apart():
    for seed in range(5):
        clues, solution = made(Params(8, 8, pairs=(5, 6), shortest=8, adjacent=False), seed)
        ends = {cell for pair in clues.ends() for cell in pair}
        assert min(len(path) for path in solution.paths) >= 8
        assert not any(cell + 8 in ends for cell in ends)
        assert not any(cell + 1 in ends for cell in ends if cell % 8 < 7)


def test_what_cannot_be_is_no_puzzle():
    result: Generated[Clues, Solution] = generate(Params(4, 4, pairs=(5, 5), adjacent=False), 1)
    assert result.clues is None
    assert result.solution is None
    assert result.attempt > 0


def test_default_pairs_fit_the_board():
    for rows in range(4, 101, 3):
        for cols in range(4, 101, 7):
            for rule in RULES:
                params = Params(rows, cols, rule=rule)
                low, high = default_pairs(params)
                assert 2 <= low <= high <= rows * cols // 3


@pytest.mark.parametrize("size", [(12, 12), (15, 15)])
def test_larger_boards_succeed(size: tuple[int, int]):
    clues, solution = made(Params(*size), 8)
    assert check(clues, solution) == ()


@pytest.mark.parametrize(("rows", "cols"), [(10, 20), (20, 10), (14, 14)])
def test_as_many_edges_run_across_as_down(rows: int, cols: int):
    """Without a weight on it, boards twice as wide as high run across in 62 of 100 edges."""
    shares = []
    for seed in range(25):
        _, solution = made(Params(rows, cols, rule="no-touch"), seed)
        steps = [abs(b - a) == 1 for path in solution.paths for a, b in pairwise(path)]
        shares.append(sum(steps) / len(steps))
    assert 0.45 < sum(shares) / len(shares) < 0.55


@pytest.mark.parametrize("size", [(4, 5), (5, 5), (3, 6), (3, 7), (4, 6)])
@pytest.mark.parametrize("rule", RULES)
def test_ends_apart_fit_small_boards(rule: str, size: tuple[int, int]):
    for seed in range(4):
        clues, _ = made(Params(*size, rule=rule, adjacent=False), seed)
        ends = {divmod(cell, size[1]) for pair in clues.ends() for cell in pair}
        assert not any((row + 1, col) in ends or (row, col + 1) in ends for row, col in ends)


@pytest.mark.part(3)
@pytest.mark.parametrize(
    ("size", "rule", "band"),
    [(7, "free", "easy"), (8, "cover", "medium"), (9, "free", "hard"), (15, "free", "easy"),
     (8, "no-touch", "hard"), (15, "free", "medium")],
)  # fmt: skip
def test_a_band_that_is_aimed_at_is_hit(size: int, rule: str, band: str):
    params = parse_params(size, size, rule, {"band": band})
    clues, solution = made(params, 1)
    assert grade_alone(clues, solution).band == band
    assert check(clues, solution) == ()
    assert generate(params, 1).clues == clues


@pytest.mark.parametrize(("side", "numbers"), [(6, 2), (9, 4)])
def test_pairs_vary_and_few_boards_begin_with_a_ring(side: int, numbers: int):
    """Every 9x9 had six pairs before, and half the 6x6 a line that takes 60 % of the border."""
    boards = [made(Params(side, side), seed) for seed in range(40)]
    assert len({clues.pairs for clues, _ in boards}) == numbers
    assert sum(has_ring(side, side, solution.paths) for _, solution in boards) <= 6


EXPERT_10 = Params(10, 10, rule="free", band="expert")
EXPERT = Params(12, 12, rule="free", band="expert")


@pytest.mark.sliced
@pytest.mark.parametrize("seed", range(1, 1 + share(3)))
def test_climb_arrives_at_expert(seed: int) -> None:
    made = generate(EXPERT, seed)
    assert made.clues is not None
    assert made.solution is not None
    assert grade_alone(made.clues, made.solution).band == Band.EXPERT
    assert generate(EXPERT, seed) == made


def _layout(seed: int) -> tuple[Path, ...]:
    made = generate(Params(10, 10, rule="free"), seed)
    assert made.solution is not None
    return made.solution.paths


@pytest.mark.parametrize("seed", range(8))
def test_orders_one_by_one_count_as_all_in_one_call(seed: int) -> None:
    clues, solution = generator.pose(EXPERT_10, _layout(seed))
    form, assumptions = canonical_clues(clues), find_assumptions(clues, solution)
    board, state = make_arrays(form, assumptions)
    nodes = np.zeros(ORDERS, dtype=np.int64)
    if kernel.deduce(board, state):
        seeds = np.arange(ORDERS, dtype=np.uint64)
        grade_search.search_orders(board, state, seeds, BUDGET, nodes)
    assert list(search_order_by_order(form, assumptions)) == nodes.tolist()


def test_a_race_ends_where_the_bar_is_out_of_reach() -> None:
    layout = _layout(3)
    clues, solution = generator.pose(EXPERT_10, layout)
    assumptions = find_assumptions(clues, solution)
    whole = grade_alone(clues, solution).nodes
    score, nodes = generator._race(EXPERT_10, layout, assumptions, 0)
    assert tuple(nodes) == whole
    assert score == mean_log2_hundredths(whole)
    _, few = generator._race(EXPERT_10, layout, assumptions, mean_log2_hundredths([BUDGET]))
    assert len(few) < len(nodes)
    assert tuple(few) == whole[: len(few)]


def test_a_climb_without_changes_runs_out_of_patience() -> None:
    tried: list[object] = []

    def refuse(layout: generator.Layout) -> None:
        tried.append(layout)

    assert generator._climb(EXPERT_10, _layout(3), refuse, new_state(1)) is None
    assert 0 < len(tried) <= generator.CLIMBS
