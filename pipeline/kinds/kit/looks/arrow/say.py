"""Numbers with an arrow as text, for terminals and to be read aloud."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pipeline.kinds.interface import Words
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import ARROW, BOTTOM, LEFT, RIGHT, TOP
from pipeline.kinds.kit.looks.said import Saying

_ARROWS: Final = {LEFT: "<", TOP: "^", RIGHT: ">", BOTTOM: "v"}
_WAYS: Final = {LEFT: "go_left", TOP: "go_up", RIGHT: "go_right", BOTTOM: "go_down"}


def _in_cells(board: Board) -> Mapping[int, str]:
    arrows = board.clues_of(ARROW)
    return {one.place[0]: f"{one.numbers[0]}{_ARROWS[one.sign]}" for one in arrows}


def _read_in_cells(board: Board, words: Words) -> Mapping[int, str]:
    return {
        one.place[0]: words.say(
            "spoken.arrow", number=one.numbers[0], way=words.say(f"spoken.{_WAYS[one.sign]}")
        )
        for one in board.clues_of(ARROW)
    }


SAYING: Final = Saying(
    in_cells=_in_cells,
    width=lambda board: max(map(len, _in_cells(board).values()), default=1),
    read_in_cells=_read_in_cells,
)
