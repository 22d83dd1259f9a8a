"""Measures and helpers for drawing that several kinds share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from pipeline.scene import MM_PER_PT, Face, Point

FACE: Final = Face.DISPLAY_SEMIBOLD
DIGIT_EM: Final = 0.513
"""Advance of a figure of `FACE` in em."""
FIGURE_EM: Final = 0.636  # Height of a figure of `FACE` in em
FEWER_SHARE: Final = {1: 1.0, 2: 0.88, 3: 0.68}
"""Factor of the font size by the digits of the longest number."""

SMALLEST_TYPE_PT: Final = 7.0  # Least type of printers on demand (KDP, G202145450)
SMALLEST_TYPE_MM: Final = SMALLEST_TYPE_PT * MM_PER_PT
THINNEST_MM: Final = 0.27
"""The thinnest line, just above the 0.75 pt that they require (help page G201834190)."""


def corner_reach(size_mm: float, digits: int) -> float:
    """Return the distance from the middle of a number to its corners, in millimetres.

    >>> round(corner_reach(1.0, 1), 3)
    0.409
    """
    return size_mm * math.hypot(digits * DIGIT_EM, FIGURE_EM) / 2


def label_size(wished_mm: float, fits_mm: float) -> float:
    """Return the wished font size, or up to the smallest legible size if that fits.

    >>> label_size(5.0, 4.0), label_size(1.0, 2.0), round(label_size(1.0, 4.0), 2)
    (5.0, 2.0, 2.47)
    """
    return max(wished_mm, min(SMALLEST_TYPE_MM, max(fits_mm, 0.0)))


def turns(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return the ends of a polyline and the points where it turns.

    >>> turns([(0, 0), (0, 1), (0, 2), (1, 2)])
    ((0, 0), (0, 2), (1, 2))
    """
    kept = [points[0]]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        if not (before[0] == here[0] == after[0] or before[1] == here[1] == after[1]):
            kept.append(here)
    return (*kept, points[-1])
