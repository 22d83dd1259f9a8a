"""Shaded areas, read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.interface import Words
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.area.clue import AREA
from pipeline.kinds.kit.looks.said import Saying


def _notes(board: Board, words: Words) -> Iterator[str]:
    for clue in board.clues_of(AREA):
        yield words.say("spoken.shaded", cells=words.cells(clue.place))


SAYING: Final = Saying(notes=_notes)
