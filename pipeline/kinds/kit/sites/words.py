"""Cells as words, for tables, files and janko.at, as a page states them once for all sites."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pipeline.kinds.kit.sites.cells import CellWords

EMPTIES: Final = {"file": ". -", "janko": "- .", "table": "- . _"}
"""By site the words of an empty cell; the first is written."""


@dataclass(frozen=True, slots=True)
class Words:
    """Numbers, signs of other clues by their value, and words of empty cells.

    Without ``advice``, an error ends with that of the site; without ``empty``, empty cells have the
    words of the site (`EMPTIES`).
    """

    numbers: range
    """The clues that are written as numbers."""
    expected: str
    """What errors expect: "a number from 1 to 9, or - for an empty cell"."""
    advice: str = ""
    empty: str = ""
    signs: Mapping[str, int] = field(default_factory=dict)
    """By sign the clue that is written so."""

    def at(self, site: str, empty: int) -> CellWords:
        """Return the words at a site; ``empty`` is the clue of an empty cell."""
        own = dict.fromkeys((self.empty or EMPTIES[site]).split(), empty)
        advice = self.advice or f"check the {'table' if site == 'table' else 'file'}"
        return CellWords({**own, **self.signs}, self.numbers, self.expected, advice)
