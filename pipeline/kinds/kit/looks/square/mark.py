"""A filled square in a cell: a wall up to its borders, or a shaded cell of an answer."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from pipeline.kinds.kit.looks.look import CellLook
from pipeline.kinds.kit.looks.seen import Seen


class Wall(CellLook):
    """A wall; among answers that shade cells it is one without a margin."""

    is_under = True

    def cells(self, seen: Seen) -> Set[int]:
        """See `CellLook`."""
        return seen.squares & seen.full if seen.is_shading else seen.squares


class Shade(CellLook):
    """A cell that is shaded, with a margin or none."""

    def cells(self, seen: Seen) -> Set[int]:
        """See `CellLook`."""
        return seen.squares


LOOKS: Final = {
    "wall": Wall("wall", "#", is_dark=True),
    "shaded": Shade("shaded", "#", is_dark=True),
}
