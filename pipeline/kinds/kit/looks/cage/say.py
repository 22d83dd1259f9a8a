"""Cages as text, for terminals and to be read aloud."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pipeline.kinds.interface import Words
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import Clue
from pipeline.kinds.kit.looks.cage.clue import label_of
from pipeline.kinds.kit.looks.said import Canvas, Saying

_OPERATIONS: Final = {"+": "plus", "-": "minus", "x": "times", "/": "by"}
_RELATIONS: Final = {"=": "equal", "≠": "different", "<": "below", ">": "above"}


def _put(board: Board, canvas: Canvas) -> None:
    """Write totals into the line above the first cell of a cage."""
    for cage in board.cages:
        if label := label_of(cage):
            row, col = divmod(cage.place[0], board.cols)
            line = label.ljust(canvas.width, "-")
            canvas.rows[2 * row][2 * col + 1] = canvas.bold.format(line)


def name_groups(clues: Sequence[Clue], words: Words, name: str) -> Iterator[str]:
    """Yield a sentence for each group of cells with a total; ``name`` is its key."""
    for group in clues:
        total = words.say("spoken.unknown") if group.total is None else str(group.total)
        if group.sign in _RELATIONS:
            total = words.say(f"spoken.{_RELATIONS[group.sign]}", number=total)
        elif group.sign in _OPERATIONS:
            total += f" {words.say(f'spoken.{_OPERATIONS[group.sign]}')}"
        yield words.say(f"spoken.{name}", name=total, cells=words.cells(group.place))


SAYING: Final = Saying(
    width=lambda board: 3 if any(map(label_of, board.cages)) else 1,
    put=_put,
    notes=lambda board, words: name_groups(board.cages, words, "cage"),
)
