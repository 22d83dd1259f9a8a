"""Diagonals, read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.interface import Words
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.diagonal.clue import DIAGONAL
from pipeline.kinds.kit.looks.said import Saying


def _notes(board: Board, words: Words) -> Iterator[str]:
    for clue in board.clues_of(DIAGONAL):
        first, last = (words.cells([cell]) for cell in (clue.place[0], clue.place[-1]))
        yield words.say("spoken.diagonal", first=first, last=last)


SAYING: Final = Saying(notes=_notes)
