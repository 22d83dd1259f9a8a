"""The dominoes to be placed, read aloud and in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.interface import Words
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.bank.clue import dominoes_of
from pipeline.kinds.kit.looks.said import Saying


def _notes(board: Board, words: Words) -> Iterator[str]:
    if found := ", ".join(f"{low}-{high}" for low, high in dominoes_of(board)):
        yield words.say("spoken.dominoes", dominoes=found)


SAYING: Final = Saying(notes=_notes)
