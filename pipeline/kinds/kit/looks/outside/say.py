"""Numbers outside of the board as text, for terminals and to be read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from pipeline.kinds.interface import Words
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.kit.board.clues import BOTTOM, LEFT, RIGHT, TOP
from pipeline.kinds.kit.looks.look import COLOUR_WORDS
from pipeline.kinds.kit.looks.said import Canvas, Saying


def _numbers(board: Board) -> dict[str, list[list[str]]]:
    """Return the numbers of each line on each side."""
    numbers: dict[str, list[list[str]]] = {}
    for side in (LEFT, RIGHT, TOP, BOTTOM):
        numbers[side] = [[] for _ in range(board.rows if side in (LEFT, RIGHT) else board.cols)]
        for clue in board.clues_of(side):
            letters = (COLOUR_WORDS[int(colour)] for colour in clue.sign)
            numbers[side][clue.place[0]] = [
                f"{number}{letter}"
                for number, letter in zip_longest(clue.numbers, letters, fillvalue="")
            ]
    return numbers


def _frame(board: Board, canvas: Canvas) -> Iterator[str]:
    """Yield the lines of a board with the numbers outside."""
    sides = _numbers(board)
    indent = max(len(" ".join(one)) for one in sides[LEFT])
    left, first = " " * (indent + 1) if indent else "", len(canvas.rows) > 2 * board.rows
    start = left + " " * first

    def stacked(lists: list[list[str]], is_above: bool) -> Iterator[str]:
        high = max(map(len, lists))
        for k in range(high):
            at = [k - high + len(one) if is_above else k for one in lists]
            here = (one[i] if 0 <= i < len(one) else "" for one, i in zip(lists, at, strict=False))
            yield f"{start}{' '.join(word.center(canvas.width) for word in here)}".rstrip()

    yield from stacked(sides[TOP], is_above=True)
    step = 1 if len(canvas.rows) == board.rows else 2
    for k, row in enumerate(canvas.rows):
        is_row = step == 1 or k % 2 == first
        line = k // step
        before = " ".join(sides[LEFT][line]).rjust(indent) + " " if is_row and indent else left
        after = f" {' '.join(sides[RIGHT][line])}" if is_row else ""
        yield f"{before}{''.join(row)}{after}".rstrip()
    yield from stacked(sides[BOTTOM], is_above=False)


def _notes(board: Board, words: Words) -> Iterator[str]:
    for side, lines in _numbers(board).items():
        if any(lines):
            none = words.say("spoken.none")
            numbers = "; ".join(", ".join(line) or none for line in lines)
            yield words.say(f"spoken.{side}", numbers=numbers)


SAYING: Final = Saying(
    width=lambda board: max(
        (len(word) for lines in _numbers(board).values() for words in lines for word in words),
        default=1,
    ),
    frame=_frame,
    notes=_notes,
)
