"""The words to be found, read aloud and in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.interface import Words
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.said import Saying
from pipeline.kinds.kit.looks.word.clue import MESSAGE, WORD


def _notes(board: Board, words: Words) -> Iterator[str]:
    found = ", ".join(clue.sign for clue in board.clues_of(WORD))
    yield words.say("spoken.words", words=found)
    for clue in board.clues_of(MESSAGE):
        yield words.say("spoken.message", numbers=", ".join(map(str, clue.numbers)))


SAYING: Final = Saying(notes=_notes)
