"""Cages that change: connected, of four cells at most, with the results of their operations."""

from functools import partial

import numpy as np

from pipeline.kernels.random_state import new_state
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.making import connected_cages
from tests.kinds.boards import kind_of

SIDE = 6


def test_changed_cages_are_connected_parts_that_keep_their_operations() -> None:
    kind, state = kind_of("calcudoku"), new_state(1)
    params = kind.parse_params(SIDE, SIDE, None, {})
    blank = Board(SIDE, SIDE, (0,) * SIDE**2)
    changes = singles = 0
    for _ in range(20):
        sketch = kind.declared.making.begin(blank, state, params)
        for cell in range(SIDE**2):
            before = {clue.place: clue for clue in sketch.board().other_clues}
            sketch.change([cell], state)
            board = sketch.board()
            after = {clue.place: clue for clue in board.other_clues}
            assert [*after] == connected_cages(board.grid, sketch.cages.tolist())
            assert {place[0] for place in after} == {*sketch.cages.tolist()}
            assert max(map(len, after)) <= 4
            assert all(after[place] == clue for place, clue in before.items() if place in after)
            assert kind.check(board, sketch.answer) == ()
            changes += before != after
            singles += (cell,) in after.keys() - before.keys()
    assert changes > 400
    assert 100 < singles < 250


def test_single_cells_join_cages_unless_the_board_is_no_longer_solvable() -> None:
    kind, state = kind_of("calcudoku"), new_state(2)
    params = kind.parse_params(SIDE, SIDE, None, {})
    for is_solvable in (True, False):
        sketch = kind.declared.making.begin(Board(SIDE, SIDE, (0,) * SIDE**2), state, params)
        sketch.change([*range(SIDE**2)], state)
        before = sketch.board()
        kind.declared.making.tidy(sketch, partial(bool, is_solvable), state)
        after = sketch.board()
        assert (before == after) != is_solvable
        singles = np.count_nonzero(np.bincount(sketch.cages) == 1)
        assert singles <= sum(len(clue.place) == 1 for clue in before.other_clues)
        assert kind.check(after, sketch.answer) == ()
