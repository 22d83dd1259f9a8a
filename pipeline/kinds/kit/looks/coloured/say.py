"""Coloured runs as text: numbers with the letters of their colours, aloud with their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pipeline.kinds.interface import Words
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import LEFT, TOP
from pipeline.kinds.kit.looks.outside import say


def _notes(board: Board, words: Words) -> Iterator[str]:
    names, none = words.say("spoken.colours").split(", "), words.say("spoken.none")
    for side, count in ((LEFT, board.rows), (TOP, board.cols)):
        lines = [""] * count
        for clue in board.clues_of(side):
            runs = zip(clue.numbers, map(int, clue.sign), strict=True)
            lines[clue.place[0]] = ", ".join(f"{number} {names[colour]}" for number, colour in runs)
        numbers = "; ".join(line or none for line in lines)
        yield words.say(f"spoken.{side}", numbers=numbers)


SAYING: Final = replace(say.SAYING, notes=_notes)
