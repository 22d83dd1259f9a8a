"""What the player of a page draws: an arm of letters from each end, then a mark on each cell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.kinds.kit.slots import Change, Slots, Value
from pipeline.kinds.numberlink.model import Clues, Solution, make_solution


class ArmSlots(Slots[Solution]):
    """Slots of a board: the arms of all pairs, two each, then marks."""

    def __init__(self, clues: Clues) -> None:
        self._clues = clues
        self._ends = [cell for pair in clues.ends() for cell in pair]
        super().__init__([*[""] * len(self._ends), *[0] * len(clues.numbers)])

    def accepts(self, slot: int, value: Value) -> bool:
        """Return whether a value is a way on the board from the end of the slot, or a mark."""
        if slot >= len(self._ends):
            return value in (0, 1)
        is_way = isinstance(value, str) and re.fullmatch("[UDLR]*", value) is not None
        return is_way and len(self._arm(slot, str(value))) == len(str(value)) + 1

    def weigh(self, changes: Sequence[Change]) -> int:
        """Return by how many cells arms grow."""
        arms = [(str(value), str(self.values[slot])) for slot, value in changes
                if slot < len(self._ends)]  # fmt: skip
        return sum(max(0, len(after) - len(before)) for after, before in arms)

    def solution(self) -> Solution:
        """Return the path of each pair: a whole arm, or both arms, tip to tip."""
        paths = []
        for one in range(0, len(self._ends), 2):
            first, second = (self._arm(slot, str(self.values[slot])) for slot in (one, one + 1))
            if second[-1] == self._ends[one]:
                paths.append(second[::-1])
            elif first[-1] == self._ends[one + 1]:
                paths.append(first)
            else:
                paths.append(first + second[::-1])
        return make_solution(paths)

    def _arm(self, slot: int, letters: str) -> list[int]:
        """Return the cells of an arm, as far as it stays on the board."""
        rows, cols = self._clues.rows, self._clues.cols
        row, col = divmod(self._ends[slot], cols)
        cells = [self._ends[slot]]
        for letter in letters:
            row += (letter == "D") - (letter == "U")
            col += (letter == "R") - (letter == "L")
            if not (0 <= row < rows and 0 <= col < cols):
                break
            cells.append(row * cols + col)
        return cells
