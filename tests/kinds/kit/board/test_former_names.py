"""Pages of version 1.0 name fields as they were then."""

from dataclasses import replace
from typing import Any

from pipeline.kinds import kit
from pipeline.kinds.interface import TextFormat
from pipeline.kinds.kit.board.clues import CAGE

OLD: Any = kit  # its types know the present names alone
OLD_FORM: Any = TextFormat
CAGES = (kit.Clue(CAGE, (0, 1), (3,)),)


def require_some(board: Any) -> Any:
    if not board.extra:
        raise kit.PuzzleFormatError("no cage")
    return board


def test_boards_take_the_names_of_1_0() -> None:
    boards = OLD.Boards(family="numbers", extra=(kit.Cages(),), repose=require_some)
    assert boards == kit.Boards(family="numbers", clue_sorts=(kit.Cages(),), normalize=require_some)
    board = boards.make_clues(2, 2, (0,) * 4, extra=CAGES)
    assert board == OLD.Board(2, 2, (0,) * 4, extra=CAGES) == boards.repose(board)
    assert (board.extra, board.extra_on(CAGE)) == (CAGES, [*CAGES])
    assert replace(board, extra=()).other_clues == ()
    assert boards.extra == boards.clue_sorts


def test_forms_take_the_name_of_1_0() -> None:
    form = OLD_FORM("a", "A", bool, lambda text, rule: iter(()), str, likeness=lambda clues: 2)
    assert form.confidence(0) == form.likeness(0) == 2
    assert replace(form, likeness=lambda clues: 0).confidence(0) == 0
