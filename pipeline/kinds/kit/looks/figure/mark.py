"""A filled outline in a cell: a star, a tent, a tree, or one of one's own."""

from __future__ import annotations

import math
from collections.abc import Set
from dataclasses import dataclass
from typing import Final

from pipeline.kinds.kit.looks.look import CellLook
from pipeline.kinds.kit.looks.seen import Seen
from pipeline.scene import Point

_STAR_RADIUS: Final = 0.38
_STAR_INNER: Final = 0.45
"""Radius of a star in cells; radius of its inner corners as a share of it."""
_SAME: Final = 0.04  # Greatest distance of a corner from its place, in cells: files round


@dataclass(frozen=True, slots=True)
class Figure(CellLook):
    """A silhouette; two of a kind differ in a corner by more than a twentieth of a cell."""

    corners: tuple[Point, ...] = ()
    """In cells about the centre of a cell."""

    def cells(self, seen: Seen) -> Set[int]:
        """See `CellLook`."""
        return {cell for cell, areas in seen.figures.items() if any(map(self._is, areas))}

    def _is(self, area: tuple[Point, ...]) -> bool:
        return len(area) == len(self.corners) and all(
            any(math.dist(corner, other) < _SAME for other in area) for corner in self.corners
        )


_STAR: Final = tuple(
    (
        _STAR_RADIUS * (_STAR_INNER if k % 2 else 1.0) * math.sin(k * math.pi / 5),
        -_STAR_RADIUS * (_STAR_INNER if k % 2 else 1.0) * math.cos(k * math.pi / 5),
    )
    for k in range(10)
)
_TENT: Final = ((0, -0.33), (0.4, 0.33), (0.14, 0.33), (0, 0.1), (-0.14, 0.33), (-0.4, 0.33))
_TREE: Final = (
    (0, -0.4), (0.22, -0.08), (0.12, -0.08), (0.32, 0.24), (0.07, 0.24), (0.07, 0.4),
    (-0.07, 0.4), (-0.07, 0.24), (-0.32, 0.24), (-0.12, -0.08), (-0.22, -0.08),
)  # fmt: skip

LOOKS: Final = {
    "star": Figure("star", "*", corners=_STAR),
    "tent": Figure("tent", "A", corners=_TENT),
    "tree": Figure("tree", "T", corners=_TREE),
}
