"""A small number in the upper left corner of a cell."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from pipeline.kinds.kit.looks.look import CellLook
from pipeline.kinds.kit.looks.seen import Seen


class Corner(CellLook):
    """The corner with a number in it; there is nothing else to be seen."""

    def cells(self, seen: Seen) -> Set[int]:
        """See `CellLook`."""
        return seen.cornered


LOOKS: Final = {"corner": Corner("corner")}
