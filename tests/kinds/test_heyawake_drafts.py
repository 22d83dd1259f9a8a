"""Large boards of Heyawake while they are made."""

from pipeline.kernels.random_state import new_state
from pipeline.kinds import get_kind
from pipeline.kinds.heyawake import drafts
from pipeline.kinds.kit import Board
from pipeline.kinds.kit.board.params import Params


def test_rooms_stay_rectangles_and_white_lines_short_after_changes() -> None:
    state, side = new_state(1), 22
    drafted = None
    while drafted is None:
        drafted = drafts.draft(Board(side, side, (drafts.NONE,) * side**2), state, Params(22, 22))
    made = drafted[:2]
    for way in (drafts.propose, drafts.shake) * 12:
        made = drafts.apply(*made, way(*made, [0, 130, 250, 400], state))
        assert not get_kind("heyawake").check(*made)
        for room in made[0].areas:
            rows, cols = ({divmod(cell, side)[k] for cell in room} for k in (0, 1))
            assert len(rows) * len(cols) == len(room) <= drafts.LARGEST
    assert made[0].regions != drafted.clues.regions
