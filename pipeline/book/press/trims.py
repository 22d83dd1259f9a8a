"""The trims that a printer makes: a range, single sizes, or both."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pipeline.scene import MM_PER_INCH

TOLERANCE_MM: Final = 0.3
"""Sizes that differ by less are equal, since programs round inches, millimetres and points."""

_MOST_NAMED: Final = 4

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class TrimSizes:
    """The trims that a printer makes, in millimetres.

    ``low`` and ``high`` are the least and greatest width and height of a free choice (None: no
    free choice); ``single`` are further sizes. With neither, every size is available.
    """

    low: Size | None = None
    high: Size | None = None
    single: tuple[Size, ...] = ()

    def takes(self, size: Size) -> bool:
        """Return whether this trim is available.

        Examples
        --------
        >>> TrimSizes(single=((152.4, 228.6),)).takes((152.4, 228.7))
        True
        >>> TrimSizes((100, 150), (200, 280)).takes((210, 270))
        False
        """
        if self.low is None or self.high is None:
            return not self.single or self._is_single(size)
        is_between = all(
            low - TOLERANCE_MM <= side <= high + TOLERANCE_MM
            for low, side, high in zip(self.low, size, self.high, strict=True)
        )
        return is_between or self._is_single(size)

    def _is_single(self, size: Size) -> bool:
        return any(are_equal(size, single) for single in self.single)

    def words(self, near: Size = (0.0, 0.0)) -> str:
        """Return the trims as text, of many single ones those nearest to a size.

        Examples
        --------
        >>> TrimSizes((100, 150), (200, 280), ((210, 297),)).words()
        'from 100 x 150 to 200 x 280 mm, or of 210 x 297 mm'
        """
        parts = []
        if self.low is not None and self.high is not None:
            parts.append(
                f"from {self.low[0]:.0f} x {self.low[1]:.0f} to "
                f"{self.high[0]:.0f} x {self.high[1]:.0f} mm"
            )
        if self.single:
            ranked = sorted(self.single, key=lambda size: math.dist(size, near))
            listed = ", ".join(f"{w:.0f} x {h:.0f}" for w, h in ranked[:_MOST_NAMED])
            more = " and others" if len(ranked) > _MOST_NAMED else ""
            parts.append(f"of {listed} mm{more}")
        return ", or ".join(parts) or "of any size"


def are_equal(size: Size, known: Size) -> bool:
    """Return whether two sizes are equal up to rounding."""
    return all(abs(a - b) <= TOLERANCE_MM for a, b in zip(size, known, strict=True))


def read_sizes(table: Mapping[str, Any]) -> TrimSizes:
    """Return a printer's table ``sizes``: ``range`` and ``single``, in inches.

    `ValueError`, `TypeError` or `AttributeError` if the table is malformed.
    """
    low = high = None
    if "range" in table:
        low_w, low_h, high_w, high_h = (float(side) * MM_PER_INCH for side in table["range"])
        low, high = (low_w, low_h), (high_w, high_h)
    single = tuple(
        (float(width) * MM_PER_INCH, float(height) * MM_PER_INCH)
        for width, height in table.get("single", ())
    )
    return TrimSizes(low, high, single)
