"""Slots of declared kinds: a variable each, or a number and notes for each cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from pipeline.kinds.kit.constraints.boards import Boards
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution, read_values
from pipeline.kinds.kit.constraints.views.drawing import Looks
from pipeline.kinds.kit.constraints.views.player import blank_of
from pipeline.kinds.kit.slots import Change, Slots, Value
from pipeline.model import PuzzleFormatError

DRAWN: Final = 1
CROSSED: Final = 2


class VariableSlots(Slots[Solution]):
    """Slots of kinds that shade cells or draw lines: open, drawn or crossed out."""

    def __init__(self, model: Model, looks: Looks, boards: Boards, clues: Clues) -> None:
        super().__init__([0] * len(model.marks))
        self._model, self._boards = model, boards
        self._is_written = looks.symbols is not None
        self._fixed: set[int] = set()
        for slot, mark in enumerate(model.marks) if self._is_written else ():
            given = clues.values[mark.place[0]]
            if given != boards.empty:
                self._fixed.add(slot)
                self.values[slot] = DRAWN if given else CROSSED

    def accepts(self, slot: int, value: Value) -> bool:
        """Return whether a value is one of three, and the slot is not given."""
        return value in (0, DRAWN, CROSSED) and slot not in self._fixed

    def weigh(self, changes: Sequence[Change]) -> int:
        """Return the number of slots drawn; a symbol counts whichever it is."""
        return sum(value == DRAWN or (self._is_written and value != 0) for _, value in changes)

    def solution(self) -> Solution:
        """Return what is drawn; open slots are not drawn."""
        values = np.array([False, *(value == DRAWN for value in self.values)])
        return read_values(self._boards.family, self._model, values)


class NumberSlots(Slots[Solution]):
    """Slots of kinds that write numbers: one for each cell, then one for its notes, as bits."""

    def __init__(self, model: Model, looks: Looks, boards: Boards, clues: Clues) -> None:
        self._is_given = [value != boards.empty for value in clues.values]
        given = [
            value if is_given and looks.sign(value).is_number else 0
            for value, is_given in zip(clues.values, self._is_given, strict=True)
        ]
        super().__init__([*given, *[0] * len(given)])
        self._model = model
        self._blank = blank_of(model)
        self._most = max(self._blank, *(mark.value for mark in model.marks))

    def accepts(self, slot: int, value: Value) -> bool:
        """Return whether a value is a number of the board, or notes, and the cell is not given."""
        cells = len(self._is_given)
        most = self._most if slot < cells else 2 << self._most
        is_fixed = slot < cells and self._is_given[slot]
        return isinstance(value, int) and 0 <= value <= most and not is_fixed

    def weigh(self, changes: Sequence[Change]) -> int:
        """Return whether a number is written; notes that it rules out go with it."""
        written = sum(slot < len(self._is_given) and value != 0 for slot, value in changes)
        if written > 1:
            raise PuzzleFormatError(f"expected one number in a move, found {written}")
        return written

    def solution(self) -> Solution:
        """Return the numbers of all cells; `PuzzleFormatError` if one is open."""
        cells = {mark.place[0] for mark in self._model.marks if mark.family == "numbers"}
        if not all(self.values[cell] for cell in cells):
            raise PuzzleFormatError("expected a number in every cell, found open ones")
        written = ((cell, int(self.values[cell])) for cell in sorted(cells))
        items = tuple((cell, 0 if value == self._blank else value) for cell, value in written)
        return Solution("numbers", items, self._model.grid)


def make_slots(
    model: Model, looks: Looks, boards: Boards, clues: Clues
) -> VariableSlots | NumberSlots:
    """Return the slots of a board of a declared kind, as when its page is opened."""
    make = NumberSlots if boards.family == "numbers" else VariableSlots
    return make(model, looks, boards, clues)
