"""Large boards of Nurikabe while they are made."""

import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds import get_kind
from pipeline.kinds.kit import Board
from pipeline.kinds.kit.board.params import Params
from pipeline.kinds.kit.engine.search import find_open
from pipeline.kinds.kit.making import OpenCells
from pipeline.kinds.nurikabe import islands, kind


@pytest.mark.parametrize("seed", range(4))
def test_changed_boards_are_right_and_open_where_the_kind_has_them_open(seed: int) -> None:
    state, side = new_state(seed), 12
    board = Board(side, side, (islands.NONE,) * side**2)
    declare = kind.KIND.declared.declare
    open_cells = OpenCells(declare(board), "global")
    made = islands.draft(board, state, Params(side, side))[:2]
    first = made
    for way in (islands.propose, islands.shake) * 8:
        made = islands.apply(*made, way(*made, [0, 31, 77, 140], state))
        assert not get_kind("nurikabe").check(*made)
        assert max(made[0].values) <= islands.LARGEST
        by_kind = find_open(declare(made[0]), made[1], "global")
        assert by_kind == islands.find_open(open_cells, *made)
    assert made[1] != first[1]
