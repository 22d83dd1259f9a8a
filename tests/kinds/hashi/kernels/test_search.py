"""Levels of deduction."""

from itertools import pairwise

import pytest

from pipeline.kinds.hashi.engines import make_board, make_state
from pipeline.kinds.hashi.generate import generate
from pipeline.kinds.hashi.kernels.search import COUNTING, FULL, ISOLATION, REST, start
from pipeline.kinds.hashi.model import RULES, Params, make_clues
from tests.naive.hashi import Puzzle, all_solutions

LEVELS = (FULL, REST, ISOLATION, COUNTING)


@pytest.mark.parametrize("rule", RULES)
def test_deductions_keep_the_solution_and_grow_with_the_level(rule: str) -> None:
    for seed in range(4):
        made = generate(Params(9, 9, rule=rule), seed)
        assert made.clues is not None
        assert made.solution is not None
        cells, board = make_board(made.clues)
        counts = {(one, other): count for one, other, count in made.solution.items}
        bounds = []
        for level in LEVELS:
            state = make_state(board, made.clues.rule)
            assert start(board, state, level)
            for link, (one, other) in enumerate(board.ends.tolist()):
                count = counts.get((cells[one], cells[other]), 0)
                assert state.low[link] <= count <= state.high[link]
            bounds.append((state.low, state.high))
        for (low, high), (higher, lower) in pairwise(bounds):
            assert (low <= higher).all()
            assert (high >= lower).all()


def test_a_deduction_holds_in_every_solution() -> None:
    """On a board with several solutions, the bounds enclose them all."""
    clues = make_clues(3, 5, [3, 0, 4, 0, 2, 0, 0, 0, 0, 0, 2, 0, 3, 0, 2])
    grid = [list(clues.values[5 * r : 5 * r + 5]) for r in range(3)]
    solutions = all_solutions(Puzzle(grid, 2, True, True))
    assert len(solutions) > 1
    cells, board = make_board(clues)
    state = make_state(board, clues.rule)
    assert start(board, state, COUNTING)
    for solution in solutions:
        counts = {(one, other): count for one, other, count in solution}
        for link, (one, other) in enumerate(board.ends.tolist()):
            count = counts.get((cells[one], cells[other]), 0)
            assert state.low[link] <= count <= state.high[link]
