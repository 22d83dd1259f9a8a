"""Slots: what the player of a page draws of a puzzle, replayed by the rules of hands.

``pipeline/web/player/types.js`` describes the same for the page: each kind numbers its slots and
their values as its game in ``player/kinds`` does, and tests compare both.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeAlias, TypeVar

from pipeline.model import PuzzleFormatError

S = TypeVar("S")
Value: TypeAlias = int | str
Change: TypeAlias = tuple[int, Value]


class Slots(ABC, Generic[S]):
    """A puzzle that is being solved on a page."""

    least_ms = 80  # Shortest time between two moves that people keep up, as a median

    def __init__(self, values: Sequence[Value]) -> None:
        self.values = list(values)
        self._position = 0
        self._seen = {0}

    @abstractmethod
    def accepts(self, slot: int, value: Value) -> bool:
        """Return whether an existing slot may have a value."""

    @abstractmethod
    def weigh(self, changes: Sequence[Change]) -> int:
        """Return how many items changes draw that accepted changes of one gesture can have.

        `PuzzleFormatError` if no single gesture makes them.
        """

    @abstractmethod
    def solution(self) -> S:
        """Return what is drawn; `PuzzleFormatError` if it has not the form of a solution."""

    def play(self, changes: Sequence[Change], is_gesture: bool = True) -> int:
        """Apply changes and return how many items they draw.

        Undo and redo are not gestures: they lead back to an earlier position. `PuzzleFormatError`
        if a change is not accepted, no gesture makes them all, or the position is a new one.
        """
        for slot, value in changes:
            if not (0 <= slot < len(self.values) and self.accepts(slot, value)):
                raise PuzzleFormatError(f"expected a slot and a value of it, found {slot}={value}")
        drawn = self.weigh(changes) if is_gesture else 0
        for slot, value in changes:
            self._position ^= hash((slot, self.values[slot])) ^ hash((slot, value))
            self.values[slot] = value
        if not is_gesture and self._position not in self._seen:
            raise PuzzleFormatError("expected an earlier position, found a new one")
        self._seen.add(self._position)
        return drawn
