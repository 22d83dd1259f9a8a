"""What the player of a page draws: bridges on each span of water, then a mark on each island."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.kinds.hashi.model import Clues, Solution, make_solution
from pipeline.kinds.hashi.spans import neighbours
from pipeline.kinds.kit.slots import Change, Slots, Value


class SpanSlots(Slots[Solution]):
    """Slots of a board: the spans right and down from each island, then marks of islands."""

    def __init__(self, clues: Clues) -> None:
        around = neighbours(clues).items()
        self._spans = [(one, other) for one, others in around for other in others if other > one]
        self._most = clues.max_bridges
        super().__init__([0] * (len(self._spans) + len(around)))

    def accepts(self, slot: int, value: Value) -> bool:
        """Return whether a value is a number of bridges, -1 for none to come, or a mark."""
        least, most = (-1, self._most) if slot < len(self._spans) else (0, 1)
        return isinstance(value, int) and least <= value <= most

    def weigh(self, changes: Sequence[Change]) -> int:
        """Return the number of bridges that are built."""
        spans = [(int(value), int(self.values[slot])) for slot, value in changes
                 if slot < len(self._spans)]  # fmt: skip
        return sum(max(0, after - max(0, before)) for after, before in spans)

    def solution(self) -> Solution:
        """Return the bridges."""
        built = zip(self._spans, self.values, strict=False)
        return make_solution([(*span, int(count)) for span, count in built if int(count) > 0])
