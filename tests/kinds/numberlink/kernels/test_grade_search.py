"""Deduction in rounds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from pipeline.kinds.numberlink.canonical import canonical_clues
from pipeline.kinds.numberlink.grade import (
    CHAIN_BUDGET,
    Assumptions,
    climb,
    find_assumptions,
    make_arrays,
)
from pipeline.kinds.numberlink.kernels import grade as kernel
from pipeline.kinds.numberlink.kernels import grade_search
from pipeline.kinds.numberlink.model import Clues, Solution
from tests.kinds.numberlink.grade_boards import boards, from_text, grid_of, random_board
from tests.kinds.numberlink.kernels.test_grade import EVERY_ASSUMPTION, GOLDEN, read_assumptions
from tests.naive.numberlink_rounds import Rounds

VALUES = {None: kernel.UNKNOWN, True: kernel.ON, False: kernel.OFF}


def assert_same_levels(clues: Clues, assumptions: Assumptions) -> None:
    """Rounds and edges of every level are the naive ones; the last ends where the search does."""
    slow = Rounds(grid_of(clues), assumptions.names())
    for level in range(kernel.LEVELS):
        board, state = make_arrays(clues, assumptions)
        found = slow.fixed_point(level)
        rounds = grade_search.deduce_in_rounds(board, state, level)
        assert rounds == (-1 if found is None else found[1])
        if found is not None:
            edges = state.values[kernel.EDGE, : len(board.edges)]
            assert edges.tolist() == [VALUES[found[0].edges[edge]] for edge in slow.edge_list]
    deduced = slow.deduced()
    assert (deduced is None) == (found is None)
    assert deduced is None or found is None or deduced.edges == found[0].edges


@settings(max_examples=40, deadline=None)
@given(boards(largest=6))
def test_levels_are_those_of_the_naive_rounds(board: tuple[Clues, Solution]) -> None:
    clues, solution = board
    assert_same_levels(canonical_clues(clues), find_assumptions(clues, solution))


@pytest.mark.parametrize(
    "assumptions", EVERY_ASSUMPTION, ids=lambda found: " ".join(found.names()) or "free"
)
def test_levels_agree_under_assumptions_that_may_be_wrong(assumptions: Assumptions) -> None:
    for seed in range(8):
        clues, _ = random_board(4 + seed % 2, 5, seed, seed % 2 > 0, seed % 3 > 0)
        assert_same_levels(clues, assumptions)


def test_chains_are_those_of_the_naive_easiest_first_solver() -> None:
    met = set()
    for seed in range(3):
        clues, solution = random_board(5, 5, seed, seed % 3 > 0, seed % 4 > 0)
        form, assumptions = canonical_clues(clues), find_assumptions(clues, solution)
        chain = climb(form, assumptions).chain
        assert chain == Rounds(grid_of(form), assumptions.names()).longest_chain()
        met.add(chain)
    assert met == {0, None}


def test_chains_of_golden_boards_are_the_naive_ones() -> None:
    for row in GOLDEN[:1]:
        clues, assumptions = (
            canonical_clues(from_text(row["puzzle"])),
            read_assumptions(row["assumed"]),
        )
        ladder = climb(clues, assumptions)
        assert ladder.chain == Rounds(grid_of(clues), assumptions.names()).longest_chain()
        assert ladder.chain is not None
        assert ladder.chain > 0


def test_trials_leave_the_state_as_it_was() -> None:
    for row in GOLDEN[:5]:
        clues, assumptions = (
            canonical_clues(from_text(row["puzzle"])),
            read_assumptions(row["assumed"]),
        )
        board, state = make_arrays(clues, assumptions)
        grade_search.deduce_in_rounds(board, state, kernel.CANDIDATES)
        before = state.values.copy()
        for edge in range(len(board.edges)):
            for limit in (1, 3, 99):
                if state.values[kernel.EDGE, edge] == kernel.UNKNOWN:
                    grade_search.rounds_to_refute(board, state, edge, kernel.ON, limit)
                    assert (state.values == before).all()
                    assert not state.lists[kernel.IS_NEXT].any()
                    assert not state.lists[kernel.WANTED].any()


def test_the_search_for_a_chain_ends_with_its_budget() -> None:
    board, state = make_arrays(from_text(GOLDEN[-1]["puzzle"]), Assumptions(True, False, False))
    assert grade_search.deduce_in_rounds(board, state, kernel.CANDIDATES) >= 0
    unknown = grade_search.count_unknown(board, state)
    counts = np.zeros(2, dtype=np.int64)
    grade_search.measure_chain(board, state, 1, counts)
    assert 0 < counts[1] <= unknown
    assert CHAIN_BUDGET > 1
