"""Filled outlines of what stands in a cell: stars, tents and trees.

Each has its own number of corners, by which it is recognised on a page.
"""

from __future__ import annotations

import math
from typing import Final

from pipeline.scene import Point

_STAR_RADIUS: Final = 0.38
_STAR_INNER: Final = 0.45
"""Radius of a star in cells; radius of its inner corners as a share of it."""

SILHOUETTES: Final[dict[str, tuple[Point, ...]]] = {
    "star": tuple(
        (
            _STAR_RADIUS * (_STAR_INNER if k % 2 else 1.0) * math.sin(k * math.pi / 5),
            -_STAR_RADIUS * (_STAR_INNER if k % 2 else 1.0) * math.cos(k * math.pi / 5),
        )
        for k in range(10)
    ),
    "tent": ((0, -0.33), (0.4, 0.33), (0.14, 0.33), (0, 0.1), (-0.14, 0.33), (-0.4, 0.33)),
    "tree": (
        (0, -0.4), (0.22, -0.08), (0.12, -0.08), (0.32, 0.24), (0.07, 0.24), (0.07, 0.4),
        (-0.07, 0.4), (-0.07, 0.24), (-0.32, 0.24), (-0.12, -0.08), (-0.22, -0.08),
    ),
}  # fmt: skip
"""Corners by name, in cells about the centre of a cell, clockwise from the top."""

NAMES: Final = {len(corners): name for name, corners in SILHOUETTES.items()}
"""Names by the number of corners."""


def silhouette(name: str, centre: Point, cell_mm: float) -> tuple[Point, ...]:
    """Return the corners of a silhouette about a centre."""
    x, y = centre
    corners = SILHOUETTES[name]
    return tuple((round(x + cell_mm * dx, 4), round(y + cell_mm * dy, 4)) for dx, dy in corners)
