"""What the player of a page does: the tile of each cell, slid into the blank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipeline.kinds.kit.slots import Change, Slots, Value
from pipeline.kinds.npuzzle.model import BLANK, Clues, Solution
from pipeline.kinds.npuzzle.problem import play
from pipeline.model import PuzzleFormatError

FASTEST_MS: Final = 30  # Players reach twenty moves a second here


class TileSlots(Slots[Solution]):
    """Slots of a board: its cells, with the moves that led to each position."""

    least_ms = FASTEST_MS

    def __init__(self, clues: Clues) -> None:
        super().__init__(clues.start)
        self._rows, self._cols = clues.rows, clues.cols
        self._moves = {tuple(self.values): ""}

    def accepts(self, slot: int, value: Value) -> bool:
        """Return whether a value is a tile or the blank."""
        return isinstance(value, int) and 0 <= value < len(self.values)

    def weigh(self, changes: Sequence[Change]) -> int:
        """Return how many tiles slide; none if an earlier position comes back."""
        after = list(self.values)
        for slot, value in changes:
            after[slot] = value
        if tuple(after) in self._moves:
            return 0
        if BLANK not in after:
            raise PuzzleFormatError("expected a blank, found none")
        here, there = self.values.index(BLANK), after.index(BLANK)
        down, right = (
            there // self._cols - here // self._cols,
            there % self._cols - here % self._cols,
        )
        moves = ("D" * down or "U" * -down) if down else ("R" * right or "L" * -right)
        board = [int(value) for value in self.values]
        if (down and right) or list(play(self._rows, self._cols, board, moves)) != after:
            raise PuzzleFormatError("expected tiles that slide into the blank, found others")
        self._moves[tuple(after)] = self._moves[tuple(self.values)] + moves
        return len(moves)

    def solution(self) -> Solution:
        """Return the moves that led to the position."""
        return Solution(self._moves[tuple(self.values)])
