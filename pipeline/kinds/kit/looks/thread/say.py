"""Lines through cells, read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.interface import Words
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.said import Saying
from pipeline.kinds.kit.looks.thread.clue import LINE, SUM_ARROW, THERMOMETER

_NAMES: Final = {THERMOMETER: "thermometer", SUM_ARROW: "sum_arrow", LINE: "thread"}


def _notes(board: Board, words: Words) -> Iterator[str]:
    for name, key in _NAMES.items():
        for clue in board.clues_of(name):
            first, *more = (words.cells([cell]) for cell in clue.place)
            yield words.say(f"spoken.{key}", first=first, cells=", ".join(more))


SAYING: Final = Saying(notes=_notes)
