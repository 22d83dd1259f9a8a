"""How a Numberlink is drawn by hand: numbers in cells, and cells outside of the board."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.boards import Boards
from pipeline.kinds.kit.looks.edit import Drawn
from pipeline.kinds.kit.looks.look import Looks, Sign
from pipeline.kinds.numberlink.model import MAX_SIDE, RULES, Clues
from pipeline.model import Json

_OUTSIDE: Final = -1  # The clue of a cell outside of the board
_BOARDS: Final = Boards(
    family="edges",
    allowed=lambda rows, cols: range(_OUTSIDE, rows * cols // 2 + 1),
    expected="numbers of pairs",
    rules=RULES,
    most_side=MAX_SIDE,
)


def _read(puzzle: Json) -> Board:
    board = _BOARDS.decode(puzzle)
    blocked = puzzle.get("blocked", ()) if isinstance(puzzle, dict) else ()
    gone = {*blocked} if isinstance(blocked, list) else {*()}
    values = (_OUTSIDE if cell in gone else value for cell, value in enumerate(board.values))
    return replace(board, values=tuple(values))


def _clues_of(board: Board) -> Clues:
    gone = frozenset(cell for cell, value in enumerate(board.values) if value == _OUTSIDE)
    numbers = tuple(max(value, 0) for value in board.values)
    return Clues(board.rows, board.cols, board.rule, numbers, gone)


DRAWN: Final = Drawn(_BOARDS, Looks(signs={_OUTSIDE: Sign("wall", False)}), _read, _clues_of)
