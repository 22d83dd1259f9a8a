"""Signs between cells as text, for terminals and to be read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.interface import Words
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import BETWEEN
from pipeline.kinds.kit.looks.said import Canvas, Saying

_DOWNWARDS: Final = {"<": "^", ">": "v", "|": "-"}  # Signs between a cell and the one below it
_DOTS: Final = {"white": "o", "black": "*"}
_NAMES: Final = {
    "<": "less", ">": "more", "=": "same", "x": "other", "|": "wall",
    "white": "white", "black": "black",
}  # fmt: skip


def _put(board: Board, canvas: Canvas) -> None:
    for one in board.clues_of(BETWEEN):
        (r0, c0), (r1, c1) = (divmod(cell, board.cols) for cell in one.place)
        sign = _DOTS.get(one.sign, one.sign)
        down = _DOWNWARDS.get(sign, sign).center(canvas.width)
        mark = canvas.bold.format(sign if r0 == r1 else down)
        canvas.rows[r0 + r1 + 1][c0 + c1 + 1] = mark
        canvas.has_gaps = True


def _notes(board: Board, words: Words) -> Iterator[str]:
    for one in board.clues_of(BETWEEN):
        first, second = (words.cells([cell]) for cell in one.place)
        key = f"spoken.{_NAMES.get(one.sign, 'sign')}"
        text = words.say(key, one=first, other=second, sign=one.sign)
        yield text[:1].upper() + text[1:]


SAYING: Final = Saying(put=_put, notes=_notes)
