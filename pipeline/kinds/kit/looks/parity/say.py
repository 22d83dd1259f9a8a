"""Cells of even and odd numbers, read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipeline.kinds.interface import Words
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.looks.parity.clue import EVEN, ODD
from pipeline.kinds.kit.looks.said import Saying


def _notes(board: Board, words: Words) -> Iterator[str]:
    for name in (EVEN, ODD):
        if cells := [clue.place[0] for clue in board.clues_of(name)]:
            yield words.say(f"spoken.{name}", cells=words.cells(cells))


SAYING: Final = Saying(notes=_notes)
