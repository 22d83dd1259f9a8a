"""A fleet, read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.interface import Words
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.fleet.clue import FLEET
from pipeline.kinds.kit.looks.said import Saying


def _notes(board: Board, words: Words) -> Iterator[str]:
    for clue in board.clues_of(FLEET):
        sizes = range(len(clue.numbers), 0, -1)
        numbers = [size for size in sizes for _ in range(clue.numbers[size - 1])]
        yield words.say("spoken.fleet", numbers=", ".join(map(str, numbers)))


SAYING: Final = Saying(notes=_notes)
