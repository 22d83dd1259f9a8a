"""Large boards of Yajilin while they are made."""

import pytest

from pipeline.kernels.random_state import new_state
from pipeline.kinds import get_kind
from pipeline.kinds.kit import Board
from pipeline.kinds.kit.board.params import Params
from pipeline.kinds.kit.engine.search import OpenCells, find_open
from pipeline.kinds.yajilin import drafts, kernels, kind


@pytest.mark.parametrize("seed", range(4))
def test_changed_boards_are_right_and_open_where_the_kind_has_them_open(seed: int) -> None:
    state, side = new_state(seed), 9
    board = Board(side, side, (drafts.EMPTY,) * side**2)
    open_cells = OpenCells(drafts.declare_at_once(board), "global")
    drafted = drafts.draft(board, state, Params(side, side))[:2]
    marked = drafts.to_marks(*drafted)
    assert drafts.from_marks(*marked) == drafted
    done = set[int]()
    for way in (drafts.propose, drafts.shake) * 12:
        changes = way(*marked, [0, 17, 40, 65], state)
        done.update(changes[:, 1].tolist())
        marked = drafts.apply(*marked, changes)
        made = drafts.from_marks(*marked)
        assert not get_kind("yajilin").check(*made)
        by_kind = find_open(kind.KIND.declared.declare(made[0]), made[1], "global")
        assert by_kind == drafts.find_open(open_cells, *marked)
    assert done == {kernels.CUT, kernels.GROW, kernels.TURN, kernels.SHADE}
