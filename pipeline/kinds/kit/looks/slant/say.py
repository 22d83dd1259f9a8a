"""Sums along diagonals, read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.interface import Words
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.said import Saying
from pipeline.kinds.kit.looks.slant.clue import SLANT


def _notes(board: Board, words: Words) -> Iterator[str]:
    for clue in board.clues_of(SLANT):
        first, last = (words.cells([cell]) for cell in (clue.place[0], clue.place[-1]))
        yield words.say("spoken.slant", number=clue.numbers[0], first=first, last=last)


SAYING: Final = Saying(notes=_notes)
