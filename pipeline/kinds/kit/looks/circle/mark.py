"""A circle in a cell, white or black, and a lamp: a disc in a ring."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from pipeline.kinds.kit.looks.look import CellLook
from pipeline.kinds.kit.looks.seen import Seen


class Circle(CellLook):
    """A circle; its name is its colour."""

    def cells(self, seen: Seen) -> Set[int]:
        """See `CellLook`."""
        return {cell for cell, colour in seen.circles.items() if colour == self.name}


class Boat(CellLook):
    """A ship of one cell."""

    def cells(self, seen: Seen) -> Set[int]:
        """See `CellLook`."""
        return seen.discs - seen.small


class Lamp(CellLook):
    """A lamp."""

    def cells(self, seen: Seen) -> Set[int]:
        """See `CellLook`."""
        return seen.rings | seen.discs

    circles = cells

    def halves(self, seen: Seen) -> Set[int]:
        """See `CellLook`."""
        return seen.rings ^ seen.discs


LOOKS: Final = {
    "white": Circle("white", "o"),
    "black": Circle("black", "x", is_dark=True),
    "lamp": Lamp("lamp", "*"),
    "ship-one": Boat("ship-one", "o", is_dark=True, is_part=True),
}
