"""Up to four numbers of one digit in a cell: the digits of the clue, a 9 as a question mark."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from pipeline.kinds.kit.looks.look import CellLook
from pipeline.kinds.kit.looks.seen import Seen

UNKNOWN: Final = "?"


class Digits(CellLook):
    """The digits; there is nothing else to be seen."""

    def cells(self, seen: Seen) -> Set[int]:
        """See `CellLook`."""
        return seen.bold.keys()

    def word(self, number: int) -> str:
        """See `CellLook`."""
        return str(number).replace("9", UNKNOWN)

    def number(self, text: str) -> int | None:
        """See `CellLook`."""
        digits = "".join(sorted(text.replace(UNKNOWN, "9")))
        return super().number(digits)


LOOKS: Final = {"digits": Digits("digits")}
