"""The words to be found as clues of the whole board, and how long a message's words are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final

from pipeline.kinds.kit.board.clues import (
    Clue,
    ClueSort,
    Image,
    are_numbers,
    items_of,
    require_once,
)
from pipeline.kinds.kit.board.grid import Grid
from pipeline.model import JsonObject, PuzzleFormatError

WORD, MESSAGE = "word", "message"
SHORTEST: Final = 2  # Fewest letters of a word


@dataclass(frozen=True, slots=True)
class WordList(ClueSort):
    """A clue for each word, with the word as its sign; for a message the lengths of its words."""

    is_outside = True
    is_drawn = False
    names = (WORD, MESSAGE)

    def require_valid(self, grid: Grid, clue: Clue, taken: set[object]) -> None:
        """See `ClueSort`."""
        require_once(clue, taken, (clue.sort, clue.sign))
        if clue.sort == MESSAGE:
            if not clue.numbers or min(clue.numbers) < 1 or sum(clue.numbers) > len(grid.cells):
                raise PuzzleFormatError(
                    f"expected the lengths of the message's words, {len(grid.cells)} letters at "
                    f"most, found {[*clue.numbers]}; correct them"
                )
            return
        longest = max(grid.rows, grid.cols)
        is_fit = SHORTEST <= len(clue.sign) <= longest
        if not is_fit or not {*clue.sign} <= {*ascii_uppercase}:
            raise PuzzleFormatError(
                f"expected words of {SHORTEST} to {longest} capitals from A to Z, found "
                f"{clue.sign!r}; leave it out, or take a larger board"
            )

    def encode(self, rows: int, cols: int, clues: Sequence[Clue]) -> JsonObject:
        """See `ClueSort`."""
        lengths = [number for clue in clues for number in clue.numbers]
        words = [clue.sign for clue in clues if clue.sort == WORD]
        return {"words": words, **({MESSAGE: lengths} if lengths else {})}

    def decode(self, puzzle: JsonObject) -> Iterator[Clue]:
        """See `ClueSort`."""
        for word in items_of(puzzle, "words"):
            if not isinstance(word, str):
                raise PuzzleFormatError(f"expected words in puzzle.words, found {word!r}")
            yield Clue(WORD, (), (), word)
        lengths = puzzle.get(MESSAGE, [])
        if not are_numbers(lengths):
            raise PuzzleFormatError(f"expected puzzle.{MESSAGE} to be numbers, found {lengths!r}")
        if lengths:
            yield Clue(MESSAGE, (), tuple(lengths))

    def image(self, clue: Clue, image: Image) -> Clue:
        """See `ClueSort`."""
        return clue
